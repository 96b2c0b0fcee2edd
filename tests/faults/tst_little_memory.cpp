// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/faults/faulty_folder.h"
#include "tests/support/file_content.h"

#include <QFile>
#include <QRegularExpression>
#include <QTest>

using namespace ql::tests;

namespace {

Save command(const QStringList& words, const Files& files)
{
    return {QStringLiteral(QUANTLOUPE_BIN_DIR "/quantloupe-cli"), words, files};
}

constexpr int kFirst = 20;

/// Each run has a folder of its own, which a report may name.
QByteArray withoutFolder(const QByteArray& text)
{
    static const QRegularExpression kFolder(QStringLiteral("tst_little_memory-[^/]+"));
    return QString::fromUtf8(text).remove(kFolder).toUtf8();
}

/// It may go on when it doesn't need what it didn't get. libonnx goes on without what it knows of an operator, and says
/// so: fewer shapes are known then.
bool isDecent(const CliResult& result, const CliResult& usual)
{
    if (result.status == 1)
        return result.isOneErrorLine();
    return result.status == 0
           && (withoutFolder(result.out) == withoutFolder(usual.out) || result.err == "Schema error: std::bad_alloc\n");
}

} // namespace

/// Requests for memory that are refused, one after the other, while files are read.
class TestLittleMemory : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void isOneLine_data()
    {
        QTest::addColumn<QStringList>("words");
        QTest::addColumn<QString>("file");
        QTest::addColumn<int>("step"); ///< after the first ones
        QTest::addColumn<int>("last"); ///< what follows makes JSON, whose library can't do without memory
        QTest::newRow("import") << QStringList{"info", "@/model.onnx"} << demoFile("float.onnx") << 700 << 3000;
        QTest::newRow("import int8") << QStringList{"info", "@/model.onnx"} << demoFile("int8.onnx") << 1000 << 6000;
        QTest::newRow("config") << QStringList{"config", "check", "@/quant.yaml"} << demoFile("config.yaml") << 100
                                << 100000;
        QTest::newRow("map") << QStringList{"compare",
                                            "--map",
                                            "@/map.txt",
                                            "--baseline",
                                            demoFile("float.onnx"),
                                            "--analysis",
                                            demoFile("int8.onnx"),
                                            "--input",
                                            demoFile("bad_case.npy")}
                             << QString() << 1 << kFirst;
    }
    void isOneLine()
    {
        QFETCH(const QStringList, words);
        QFETCH(const QString, file);
        QFETCH(const int, step);
        QFETCH(const int, last);
        const auto name = words.filter("@").front().mid(2);
        const auto save = command(
            words, {{name, file.isEmpty() ? QByteArray("/stem/conv/Conv /stem/conv/Conv\n") : contentOf(file)}});
        const auto usual = endingOf(save, {"once", 0});
        QVERIFY2(usual.result.status == 0, usual.result.all().constData());
        int refused = 0;
        for (int at = 1; at <= last; at += at < kFirst ? 1 : step) {
            const auto ending = endingOf(save, {"once", at});
            if (!ending.isDisturbed)
                break;
            ++refused;
            QVERIFY2(isDecent(ending.result, usual.result),
                     qPrintable(QString("request %1: ").arg(at) + ending.result.all()));
        }
        qInfo("%d requests refused", refused);
        QVERIFY(refused >= kFirst);
    }

    /// No words can be put together any more.
    void noneAtAllIsOneLine_data()
    {
        QTest::addColumn<int>("at");
        for (const int at : {1, 2, 5, 20, 100, 400})
            QTest::addRow("from request %d", at) << at;
    }
    void noneAtAllIsOneLine()
    {
        QFETCH(const int, at);
        const auto save =
            command({"config", "check", "@/quant.yaml"}, {{"quant.yaml", contentOf(demoFile("config.yaml"))}});
        const auto ending = endingOf(save, {"forever", at});
        QVERIFY(ending.isDisturbed);
        QVERIFY2(ending.result.status == 1 && ending.result.isOneErrorLine(), ending.result.all().constData());
    }
};

QTEST_GUILESS_MAIN(TestLittleMemory)
#include "tst_little_memory.moc"
