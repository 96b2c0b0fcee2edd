// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/cli_process.h"

#include <QDir>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QTest>

using namespace ql::tests;

namespace {

QStringList profileOf(const QString& model, const QStringList& options)
{
    return QStringList{"profile", demoFile(model)} + options;
}

} // namespace

class TestCliProfile : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void profilesOneInput()
    {
        const auto result = runCli(profileOf("int8.onnx", {"--input", demoFile("bad_case.npy"), "--json"}));
        QVERIFY2(result.status == 0, result.all().constData());
        const auto json = result.json();
        QCOMPARE(json["schema"].toString(), QString("quantloupe.profile/1"));
        QCOMPARE(json["samples"].toInt(), 1);
        bool hasDepthwiseWeight = false;
        for (const auto& each : json["rows"].toArray()) {
            const auto row = each.toObject();
            hasDepthwiseWeight |= row["mod_name"].toString() == "/block1/depthwise/Conv" && row["attr"] == "weight"
                                  && row["dtype"] == "int8" && row["scale"].isDouble();
        }
        QVERIFY(hasDepthwiseWeight);
    }

    void profilesASetAndWritesItsFiles()
    {
        QTemporaryDir folder;
        const auto result = runCli(profileOf("float.onnx", {"--data", demoFile("inputs.npy"), "--num-steps", "5",
                                                            "--per-channel", "--out", folder.path()}));
        QVERIFY2(result.status == 0, result.all().constData());
        QVERIFY2(result.out.contains("samples  5"), result.out.constData());
        QCOMPARE(QDir(folder.path()).entryList(QDir::Files, QDir::Name),
                 (QStringList{"profile.json", "report.html", "statistic.csv", "statistic.txt",
                              "statistic_per_channel.csv"}));
        QCOMPARE(QDir(folder.filePath("tensorboard")).entryList(QDir::Files).size(), 1);
    }

    void everyFileSaysWhatTheDocumentSays()
    {
        QTemporaryDir folder;
        const auto result =
            runCli(profileOf("int8.onnx", {"--input", demoFile("bad_case.npy"), "--json", "--out", folder.path()}));
        QVERIFY2(result.status == 0, result.all().constData());
        const auto rows = result.json()["rows"].toArray();
        QFile file(folder.filePath("statistic.csv"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const auto lines = file.readAll().trimmed().split('\n');
        QCOMPARE(lines.size() - 1, rows.size());
        for (int i = 0; i < rows.size(); ++i) {
            const auto row = rows[i].toObject();
            const auto cells = lines[i + 1].split(',');
            QCOMPARE(QString(cells[2]), row["mod_name"].toString());
            QCOMPARE(cells[6], QByteArray::number(row["min"].toDouble(), 'f', 7));
            QCOMPARE(cells[7], QByteArray::number(row["max"].toDouble(), 'f', 7));
        }
    }

    void filtersLayers()
    {
        const auto result = runCli(profileOf(
            "float.onnx", {"--input", demoFile("bad_case.npy"), "--json", "--prefix", "/block1", "--type", "Conv"}));
        QVERIFY2(result.status == 0, result.all().constData());
        const auto rows = result.json()["rows"].toArray();
        QVERIFY(!rows.isEmpty());
        for (const auto& row : rows) {
            QVERIFY(row.toObject()["mod_name"].toString().startsWith("/block1"));
            QCOMPARE(row.toObject()["op_name"].toString(), QString("Conv"));
        }
    }

    void profilesWhatAConfigMakesOfAModel()
    {
        const QStringList words{"--input", demoFile("bad_case.npy"), "--json", "--prefix", "/block1"};
        const auto plain = runCli(profileOf("float.onnx", words));
        const auto simulated =
            runCli(profileOf("float.onnx", words
                                               + QStringList{"--config", demoFile("config.yaml"), "--calibration-data",
                                                             demoFile("calibration.npy"), "--per-channel-weights"}));
        QVERIFY2(simulated.status == 0, simulated.all().constData());
        QVERIFY(simulated.json()["model"].toString().contains("simulated with"));
        const auto quantizedRows = [](const CliResult& result) {
            int count = 0;
            for (const auto& row : result.json()["rows"].toArray())
                count += row.toObject()["dtype"].toString() == "int8" ? 1 : 0;
            return count;
        };
        QCOMPARE(quantizedRows(plain), 0);
        QVERIFY(quantizedRows(simulated) > 2);
        const auto nothing = runCli(profileOf("float.onnx", words + QStringList{"--config", demoFile("config.yaml")}));
        QVERIFY2(nothing.status == 1 && nothing.isOneErrorLine(), nothing.all().constData());
    }

    void refusesWrongUsage()
    {
        QCOMPARE(runCli({"profile"}).status, 2);
        const auto both = runCli(profileOf("float.onnx", {"--input", "a.npy", "--data", "b"}));
        QVERIFY2(both.status == 1 && both.isOneErrorLine(), both.all().constData());
        const auto nothing =
            runCli(profileOf("float.onnx", {"--input", demoFile("bad_case.npy"), "--prefix", "nobody"}));
        QVERIFY2(nothing.status == 1 && nothing.isOneErrorLine(), nothing.all().constData());
        const auto missing = runCli(profileOf("float.onnx", {}));
        QVERIFY2(missing.status == 1 && missing.err.contains("no data for image"), missing.all().constData());
    }
};

QTEST_GUILESS_MAIN(TestCliProfile)
#include "tst_cli_profile.moc"
