// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/cli_process.h"

#include <QFile>
#include <QStringDecoder>
#include <QTemporaryDir>
#include <QTest>

using namespace ql::tests;

/// Names in a model may be any bytes; what is printed is UTF-8 all the same.
class TestCliBytes : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    QString file(const QString& name) const { return m_folder.filePath(name); }

    /// A copy of a demo's model in which @p from is @p to, of the same length, wherever it stands.
    void damage(const QString& name, const QByteArray& from, const QByteArray& to, const QString& target) const
    {
        QFile source(demoFile(name));
        QVERIFY(source.open(QIODevice::ReadOnly) && from.size() == to.size());
        QFile copy(file(target));
        QVERIFY(copy.open(QIODevice::WriteOnly));
        copy.write(source.readAll().replace(from, to));
    }

    static bool isUtf8(const QByteArray& bytes)
    {
        QStringDecoder decoder(QStringDecoder::Utf8);
        const QString text = decoder(bytes);
        return !decoder.hasError() && !text.contains(QChar(0));
    }

private Q_SLOTS:
    void initTestCase()
    {
        // A lone continuation byte, a byte that never occurs, half a character.
        const QByteArray name("/bl\x80\xFFk\xC3/", 8);
        damage("float.onnx", "/block1/", name, "float.onnx");
        damage("int8.onnx", "/block1/", name, "int8.onnx");
        damage("float.onnx", "Relu", QByteArray("R\xE9lu", 4), "unknown.onnx");
        QFile config(file("config.yaml"));
        QVERIFY(config.open(QIODevice::WriteOnly));
        config.write("skip_layers: [\"/blk\xFF\"]\ncommon_config: {quant_enable: true}\n");
    }

    void printsUtf8_data()
    {
        QTest::addColumn<QString>("words");
        QTest::addColumn<bool>("isRight");
        const auto row = [](const char* words, bool isRight) { QTest::newRow(words) << words << isRight; };
        row("info $int8.onnx", true);
        row("info $int8.onnx --json", true);
        row("check $int8.onnx --json", true);
        row("check $int8.onnx", true);
        row("compare --baseline $float.onnx --analysis $int8.onnx --input random --json", true);
        row("compare --baseline $float.onnx --analysis $int8.onnx --input random --fail-on sqnr_db<99", false);
        row("sensitivity --baseline $float.onnx --analysis $int8.onnx --input random", true);
        row("info $unknown.onnx", true);
        row("run $unknown.onnx --input random", false);
        row("config check $config.yaml --model $float.onnx", true);
        row("config skip $config.yaml nowhere --model $float.onnx", false);
        row("info $no\xFFthing.onnx", false);
    }
    void printsUtf8()
    {
        QFETCH(QString, words);
        QFETCH(bool, isRight);
        const auto result = runCli(words.replace('$', m_folder.path() + '/').split(' '));
        QVERIFY2((result.status == 0) == isRight && result.status >= 0, result.all().constData());
        QVERIFY2(isUtf8(result.out), result.out.toPercentEncoding(" \n").constData());
        QVERIFY2(isUtf8(result.err), result.err.toPercentEncoding(" \n").constData());
        QVERIFY(!(result.out + result.err).isEmpty());
        if (words.endsWith("--json"))
            QVERIFY(!result.json().isEmpty());
    }
};

QTEST_GUILESS_MAIN(TestCliBytes)
#include "tst_cli_bytes.moc"
