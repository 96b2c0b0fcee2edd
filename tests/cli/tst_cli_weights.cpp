// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/cli_process.h"
#include "tests/support/file_content.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QTemporaryDir>
#include <QTest>

using namespace ql::tests;

namespace {

QStringList demoWeights()
{
    return {"weights", "--baseline", demoFile("float.onnx"), "--analysis", demoFile("int8.onnx")};
}

} // namespace

class TestCliWeights : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void findsTheDemosUnevenChannels()
    {
        const auto result = runCli(demoWeights() + QStringList{"--json", "--prefix", "block1.depthwise.weight"});
        QVERIFY2(result.status == 0, result.all().constData());
        QCOMPARE(result.json()["schema"].toString(), QString("quantloupe.weights/1"));
        const auto rows = result.json()["rows"].toArray();
        QCOMPARE(rows.size(), 1);
        const auto row = rows[0].toObject();
        QCOMPARE(row["layer"].toString(), QString("/block1/depthwise/Conv"));
        QCOMPARE(row["granularity"].toString(), QString("per-tensor"));
        QCOMPARE(row["range_outliers"].toArray().size(), 8);
        QCOMPARE(row["worst_channel"].toObject()["channel"].toInt(), 3);
        QCOMPARE(row["worst_channel"].toObject()["sqnr_db"].toDouble(-1.0), 0.0); // rounded to 0 altogether
        QVERIFY(!row.contains("channels"));
    }

    /// Of two files that call their states differently. The numbers are numpy's, of what make_states.py writes.
    void takesAStateOfEachFile()
    {
        const QString folder = QUANTLOUPE_SOURCE_DIR "/tests/data/weights/";
        const auto compared = [&](const QString& names) {
            return runCli({"weights", "--baseline", folder + "states.pth", "--analysis", folder + "other_states.pth",
                           "--state-dict-name", names, "--json"});
        };
        const auto sqnr = [&](const QString& names) {
            return compared(names).json()["rows"][0]["metrics"]["sqnr_db"].toDouble();
        };
        QVERIFY(std::abs(sqnr("first:third") - 20.79181246047625) < 1e-6);
        QVERIFY(std::abs(sqnr("second:fourth") - 12.900346113625181) < 1e-6);
        const auto one = compared("first");
        QVERIFY2(one.status == 1 && one.all().contains("third"), one.all().constData());
        const auto bare = runCli({"weights", "--baseline", folder + "rounded.pth", "--analysis", folder + "states.pth",
                                  "--state-dict-name", ":second", "--json"});
        QVERIFY2(bare.status == 0, bare.all().constData());
    }

    /// As training rounds them: torch itself wrote what that gives, also of a convolution with a BatchNormalization.
    void roundsTrainedWeights()
    {
        const QString folder = QUANTLOUPE_SOURCE_DIR "/tests/data/weights/";
        const QStringList words{"weights", "--baseline", folder + "rounded.pth", "--analysis", folder + "trained.pth"};
        const auto result = runCli(words + QStringList{"--json"});
        QVERIFY2(result.status == 0, result.all().constData());
        int rounded = 0;
        for (const auto& each : result.json()["rows"].toArray()) {
            const auto row = each.toObject();
            if (row["state"] != "compared")
                continue;
            ++rounded;
            QVERIFY(row["fake_quantized"].toBool());
            const QJsonValue sqnr = row["metrics"].toObject()["sqnr_db"];
            QVERIFY2(sqnr == "inf" || sqnr.toDouble() > 100.0, result.out.constData()); // epsilon's last digits
        }
        QCOMPARE(rounded, 3);
        QVERIFY(runCli(words).out.contains("3 weights are kept in float and compared as the fake quantizers"));
    }

    void writesFiles()
    {
        QTemporaryDir folder;
        const auto result = runCli(demoWeights() + QStringList{"--channels", "--out", folder.path()});
        QVERIFY2(result.status == 0, result.all().constData());
        QVERIFY2(result.out.contains("16 of 16 weights compared"), result.out.constData());
        QVERIFY2(result.out.contains("3: 0.000 dB"), result.out.constData());
        QCOMPARE(QDir(folder.path()).entryList(QDir::Files, QDir::Name),
                 (QStringList{"report.html", "weight_channels.csv", "weights.csv", "weights.json", "weights.txt"}));
        const auto rows =
            QJsonDocument::fromJson(contentOf(folder.filePath("weights.json"))).object()["rows"].toArray();
        const auto lines = contentOf(folder.filePath("weights.csv")).split('\n');
        QCOMPARE(lines.size(), rows.size() + 2); // header, end
        const auto columns = lines[0].split(',');
        qsizetype channels = 0;
        for (qsizetype i = 0; i < rows.size(); ++i) {
            const auto row = rows[i].toObject();
            const auto cells = lines[i + 1].split(',');
            QCOMPARE(cells.size(), columns.size());
            QCOMPARE(QString(cells[columns.indexOf("weight")]), row["name"].toString());
            QCOMPARE(cells[columns.indexOf("SQNR")],
                     QByteArray::number(row["metrics"].toObject()["sqnr_db"].toDouble(), 'f', 7));
            channels += row["channels"].toArray().size();
        }
        QCOMPARE(contentOf(folder.filePath("weight_channels.csv")).count('\n'), channels + 1);
    }

    void readsStateDicts()
    {
        const QString file = QUANTLOUPE_SOURCE_DIR "/tests/data/weights/quantized.pth";
        const auto info = runCli({"info", file, "--json"});
        QVERIFY2(info.status == 0, info.all().constData());
        QCOMPARE(info.json()["kind"].toString(), QString("weights only"));
        QCOMPARE(info.json()["tensors"].toArray()[0].toObject()["name"].toString(), QString("lstm.weight_ih_l0"));
        const auto weights = runCli({"weights", "--baseline", file, "--analysis", file, "--json"});
        QVERIFY2(weights.status == 0, weights.all().constData());
        QCOMPARE(weights.json()["rows"].toArray().size(), 8); // without the scale and zero point of fc
        const auto profile = runCli({"profile", file, "--input", "random"});
        QVERIFY2(profile.status == 1 && profile.isOneErrorLine(), profile.all().constData());
        QVERIFY(profile.err.contains("weights without a network"));
    }

    void simulatesTheAnalysisModel()
    {
        const auto result =
            runCli({"weights", "--baseline", demoFile("float.onnx"), "--config", demoFile("config.yaml"),
                    "--calibration-data", demoFile("calibration.npy"), "--json"});
        QVERIFY2(result.status == 0, result.all().constData());
        const auto rows = result.json()["rows"].toArray();
        const auto isQuantized = [](const QJsonValue& row) { return row["quant_dtype"].toString() == "int8"; };
        QVERIFY(std::any_of(rows.begin(), rows.end(), isQuantized));
    }

    void refusesWrongUsage()
    {
        QCOMPARE(runCli({"weights", "--baseline", demoFile("float.onnx")}).status, 2);
        QCOMPARE(runCli(demoWeights() + QStringList{"--sort", "beauty"}).status, 2);
        const auto missing = runCli({"weights", "--baseline", demoFile("float.onnx"), "--analysis", "/nowhere.onnx"});
        QVERIFY2(missing.status == 1 && missing.isOneErrorLine(), missing.all().constData());
        QVERIFY(missing.err.contains("/nowhere.onnx"));
    }
};

QTEST_GUILESS_MAIN(TestCliWeights)
#include "tst_cli_weights.moc"
