// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/cli_process.h"
#include "tests/support/torch_modules.h"

#include <QFile>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QTest>

using namespace ql::tests;

/// Every command takes TorchScript files as it takes ONNX files.
class TestCliTorchScript : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    QString file(const QString& name) const { return m_folder.filePath(name); }

    /// "$name" stands for a file of the folder.
    QStringList resolved(QString words) const { return words.replace('$', m_folder.path() + '/').split(' '); }

private Q_SLOTS:
    void initTestCase()
    {
        ql::testing::saveExamples(m_folder.path().toStdString());
        QFile config(file("config.json"));
        QVERIFY(config.open(QIODevice::WriteOnly));
        config.write("{}");
    }

    void answers_data()
    {
        QTest::addColumn<QString>("words");
        QTest::addColumn<QString>("list");
        QTest::addColumn<int>("least");
        const auto row = [](const char* name, const QString& words, const char* list, int least) {
            QTest::newRow(name) << words << list << least;
        };
        const QString input = " --input x=$x.npy";
        const QString against = " --baseline $float.pt --analysis ";
        row("info", "info $static.pt", "operators", 5);
        row("run", "run $fake.pt" + input, "outputs", 1);
        row("compare static", "compare" + against + "$static.pt" + input, "layers", 5);
        row("compare fake", "compare" + against + "$fake.pt" + input, "layers", 5);
        row("compare dynamic", "compare" + against + "$dynamic.pt" + input, "layers", 5);
        row("badcase", "badcase" + against + "$static.pt --data $samples.npy", "top", 1);
        row("sensitivity fake", "sensitivity" + against + "$fake.pt" + input, "outputs", 1);
        row("sensitivity static", "sensitivity" + against + "$static.pt" + input, "outputs", 1);
        row("attribution", "attribution" + against + "$static.pt" + input, "rows", 3);
        row("shadow static", "shadow" + against + "$static.pt" + input, "rows", 3);
        row("shadow dynamic", "shadow" + against + "$dynamic.pt" + input, "rows", 1);
        row("weights", "weights" + against + "$static.pt", "rows", 3);
        row("profile", "profile $static.pt" + input, "rows", 5);
        row("check", "check $static.pt", "findings", 0);
        row("calibrate", "calibrate $float.pt --data $samples.npy --out $calibrated", "values", 1);
        row("simulated compare", "compare --baseline $float.pt --calibration-data $samples.npy" + input, "layers", 3);
    }

    void answers()
    {
        QFETCH(QString, words);
        QFETCH(QString, list);
        QFETCH(int, least);
        writeArrays();
        const auto result = runCli(resolved(words) + QStringList{"--json"});
        QVERIFY2(result.status == 0, result.all().constData());
        const auto document = result.json();
        QVERIFY2(!document.isEmpty() && document.contains(list), result.all().constData());
        QVERIFY2(document[list].toArray().size() >= least, result.all().constData());
    }

private:
    void writeArrays() const
    {
        if (QFile::exists(file("x.npy")))
            return;
        writeNpy("x.npy", "(1, 3, 8, 8)", 192);
        writeNpy("samples.npy", "(4, 3, 8, 8)", 768);
    }

    void writeNpy(const QString& name, const QByteArray& shape, int count) const
    {
        QByteArray header = "{'descr': '<f4', 'fortran_order': False, 'shape': " + shape + ", }";
        header += QByteArray(117 - header.size(), ' ') + '\n';
        QFile array(file(name));
        QVERIFY(array.open(QIODevice::WriteOnly));
        array.write(QByteArray("\x93NUMPY\x01\x00\x76\x00", 10) + header);
        for (int i = 0; i < count; ++i) {
            const float value = 1.5F * float((i * 37) % 101 - 50) / 50.0F;
            array.write(reinterpret_cast<const char*>(&value), sizeof value);
        }
    }
};

QTEST_MAIN(TestCliTorchScript)
#include "tst_cli_torchscript.moc"
