// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/cli_process.h"
#include "tests/support/file_content.h"
#include "tests/support/models.h"

#include <QFile>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>

using namespace ql::tests;

namespace {

QStringList tune(const QStringList& rest)
{
    return QStringList{"tune", "--baseline", demoFile("float.onnx"), "--data", demoFile("calibration.npy"), "--json"}
           + rest;
}

} // namespace

class TestCliTune : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// The demo's mistake is a depthwise convolution with one scale for all its channels.
    void findsTheDemosBadLayer()
    {
        const auto result = runCli(tune({"--target", "sqnr_db=25", "--max-overrides", "3"}));
        QVERIFY2(result.status == 0, result.all().constData());
        const auto json = result.json();
        QCOMPARE(json["schema"].toString(), QString("quantloupe.tune/1"));
        QVERIFY2(json["reached"].toBool(), result.out.constData());
        QVERIFY(json["complete"].toBool());
        const auto start = json["start"].toObject()["metric_value"].toDouble();
        const auto best = json["best"].toObject();
        QVERIFY(start < 25.0 && best["metric_value"].toDouble() >= 25.0);
        QVERIFY(best["overrides"].toArray().at(0).toObject()["layer"].toString().contains("depthwise"));
        QVERIFY(best["cost"].toDouble() > json["start"].toObject()["cost"].toDouble());
        double cost = 0.0;
        double metric = -1e9;
        for (const auto& point : json["pareto"].toArray()) {
            QVERIFY(point.toObject()["cost"].toDouble() > cost);
            QVERIFY(point.toObject()["metric_value"].toDouble() > metric);
            cost = point.toObject()["cost"].toDouble();
            metric = point.toObject()["metric_value"].toDouble();
        }
    }

    void reachesAnAccuracyByLabels()
    {
        const QStringList pair{"tune",   "--baseline",           demoFile("float.onnx"),
                               "--data", demoFile("inputs.npy"), "--judge-samples",
                               "0",      "--max-overrides",      "2",
                               "--json"};
        const auto result = runCli(pair + QStringList{"--labels", demoFile("labels.npy"), "--target", "accuracy=0.95"});
        QVERIFY2(result.status == 0, result.all().constData());
        const auto json = result.json();
        QCOMPARE(json["metric"].toString(), QString("accuracy"));
        QCOMPARE(json["baseline_value"].toDouble(), 1.0); // of 64
        QVERIFY2(json["reached"].toBool(), result.out.constData());
        const double start = json["start"].toObject()["metric_value"].toDouble();
        QVERIFY2(start < 0.95 && start == std::round(start * 64) / 64, result.out.constData());
        QVERIFY(json["best"].toObject()["metric_value"].toDouble() >= 0.95);
        const auto without = runCli(pair + QStringList{"--target", "accuracy=0.95"});
        QCOMPARE(without.status, 1);
        QVERIFY2(without.err.contains("no labels are given"), without.err.constData());
        const auto unused = runCli(pair + QStringList{"--labels", demoFile("labels.npy"), "--target", "l1=1"});
        QVERIFY2(unused.status == 1 && unused.err.contains("the target is another metric's"), unused.err.constData());
    }

    void holdsMetricsOfWhichLessIsBetter_data()
    {
        QTest::addColumn<QString>("metric");
        for (const auto* metric : {"l1", "atol", "mse", "rel_l2", "kl", "js"})
            QTest::newRow(metric) << QString(metric);
    }

    /// Half of what quantization does is reached by leaving the bad layer alone.
    void holdsMetricsOfWhichLessIsBetter()
    {
        QFETCH(QString, metric);
        const QStringList few{"--max-overrides", "1", "--judge-samples", "2", "--target"};
        const auto none = runCli(tune(few + QStringList{metric + "=1e9"}));
        QVERIFY2(none.status == 0, none.all().constData());
        QVERIFY(none.json()["best"].toObject()["overrides"].toArray().isEmpty());
        const double start = none.json()["start"].toObject()["metric_value"].toDouble();
        QVERIFY(start > 0.0);
        if (metric == "kl" || metric == "js")
            return; // ten logits share no bins, whatever is left in float
        const auto result = runCli(tune(few + QStringList{metric + "=" + QString::number(start / 2)}));
        QVERIFY2(result.status == 0, result.all().constData());
        const auto best = result.json()["best"].toObject();
        QVERIFY2(result.json()["reached"].toBool(), result.out.constData());
        QVERIFY(best["metric_value"].toDouble() <= start / 2 && best["margin"].toDouble() >= 0.0);
        QVERIFY(best["overrides"].toArray().at(0).toObject()["layer"].toString().contains("depthwise"));
    }

    /// finetune, stopped by Ctrl-C or not, writes what it says.
    void trainsAndKeepsWhatItReached()
    {
        const QTemporaryDir folder;
        const QStringList arguments{"finetune",
                                    "--baseline",
                                    demoFile("float.onnx"),
                                    "--config",
                                    demoFile("config.yaml"),
                                    "--data",
                                    demoFile("calibration.npy"),
                                    "--weight-bits",
                                    "4",
                                    "--out",
                                    folder.path(),
                                    "--checkpoint",
                                    folder.filePath("state")};
        const auto result = runCli(arguments + QStringList{"--steps", "20", "--json"});
        QVERIFY2(result.status == 0, result.all().constData());
        const auto json = result.json();
        QCOMPARE(json["schema"].toString(), QString("quantloupe.finetune/1"));
        QVERIFY(json["best"].toObject()["metric_value"].toDouble()
                > json["start"].toObject()["metric_value"].toDouble());
        QCOMPARE(json["curve"].toArray().size(), 20);
        for (const char* file : {"finetune.txt", "finetune.csv", "results.csv", "finetune.json", "report.html", "state",
                                 "float_finetuned_qdq.onnx", "float_finetuned_record.txt", "float_finetuned.onnx"})
            QVERIFY2(QFile::exists(folder.filePath(file)), file);
        QVERIFY(contentOf(folder.filePath("report.html")).contains("<path class=\"analysis\""));
        const auto other = runCli(arguments + QStringList{"--steps", "21"});
        QVERIFY2(other.status == 1 && other.err.startsWith("error: ") && other.err.contains("other training"),
                 other.all().constData());
    }

    void prefersWhatCostsNothing()
    {
        const auto json = runCli(tune({"--target", "sqnr_db=15"})).json();
        const auto best = json["best"].toObject();
        QVERIFY(json["reached"].toBool());
        QCOMPARE(best["overrides"].toArray().size(), 1);
        QCOMPARE(best["overrides"].toArray().at(0)["action"].toString(), QString("per-channel"));
        QCOMPARE(best["cost"], json["start"].toObject()["cost"]);
    }

    /// A config and a record of the int8 model: the search begins with what that is, and the same edit repairs it.
    void startsFromAQuantizedModel()
    {
        QTemporaryDir folder;
        const auto config = folder.filePath("made.yaml");
        const auto made = runCli({"config", "from-model", demoFile("int8.onnx"), "--baseline", demoFile("float.onnx"),
                                  "--dialect", "amct-yaml", "--out", config});
        QVERIFY2(made.status == 0, made.all().constData());
        const auto result = runCli(
            tune({"--config", config, "--record", folder.filePath("made_record.txt"), "--target", "sqnr_db=15"}));
        QVERIFY2(result.status == 0 && result.json()["reached"].toBool(), result.all().constData());
        const auto overrides = result.json()["best"].toObject()["overrides"].toArray();
        QCOMPARE(overrides.size(), 1);
        QCOMPARE(overrides.at(0)["layer"].toString(), QString("/block1/depthwise/Conv"));
        QCOMPARE(overrides.at(0)["action"].toString(), QString("per-channel"));
    }

    void aTargetThatHoldsNeedsNothing()
    {
        const auto result = runCli(tune({"--target", "cosine=0.1"}));
        QVERIFY2(result.status == 0, result.all().constData());
        QVERIFY(result.json()["reached"].toBool());
        QVERIFY(result.json()["best"].toObject()["overrides"].toArray().isEmpty());
    }

    void leavesTheStftConvolutionOut()
    {
        const auto models = modelsFolder();
        if (!models)
            QSKIP("QUANTLOUPE_MODELS is not set: nothing was tuned on a real model");
        const auto file = [&](const char* name) { return QString::fromStdString((*models / name).string()); };
        const QStringList network{"--baseline",    file("models/silero_mini_v2_prep.onnx"),
                                  "--per-channel", "--quantize-type",
                                  "Conv",          "--quantize-type",
                                  "MatMul",        "--json"};
        const auto data = file("calib/silero_mini_v2.npz");
        const auto tuned = runCli(QStringList{"tune", "--data", data, "--target", "sqnr_db=28"} + network).json();
        QVERIFY(tuned["reached"].toBool());
        const auto overrides = tuned["best"].toObject()["overrides"].toArray();
        QCOMPARE(overrides.size(), 1);
        QCOMPARE(overrides.at(0)["layer"].toString(), QString("Conv_34"));
        QCOMPARE(overrides.at(0)["action"].toString(), QString("skip"));
        // Unseen recordings; 15.8 dB is what the hand-made repair gives on the last.
        for (const auto& [name, least] :
             {std::pair("en_w3", 28.0), std::pair("en_w40", 28.0), std::pair("en_w101", 15.8)}) {
            const auto input = file((std::string("inputs/silero_mini_v2__") + name + "__input.npy").c_str());
            const auto compared =
                runCli(QStringList{"compare", "--calibration-data", data, "--skip", "Conv_34", "--input", input}
                       + network)
                    .json();
            const auto output = compared["outputs"].toArray().at(0).toObject();
            const double found = output["metrics"].toObject()["sqnr_db"].toDouble();
            qInfo("%s: %.2f dB", name, found);
            QVERIFY(found > least);
        }
    }

    /// A convolution alone isn't enough for 43 dB; the two layers that are the next best alone don't help.
    void searchesOnWhereTheNextBestDoesNotHelp()
    {
        const auto models = modelsFolder();
        if (!models)
            QSKIP("QUANTLOUPE_MODELS is not set: nothing was tuned on a real model");
        const auto file = [&](const char* name) { return QString::fromStdString((*models / name).string()); };
        const auto tuned = runCli({"tune", "--baseline", file("models/silero_mini_v2_prep.onnx"), "--data",
                                   file("calib/silero_mini_v2.npz"), "--per-channel", "--quantize-type", "Conv",
                                   "--quantize-type", "MatMul", "--target", "sqnr_db=43", "--json"})
                               .json();
        QVERIFY(tuned["reached"].toBool());
        QVERIFY(tuned["best"].toObject()["overrides"].toArray().size() <= 5);
        // Two more layers cost 2.6803; a single quantizer does what they do, and costs nothing that counts.
        QVERIFY(tuned["best"].toObject()["cost"].toDouble() < 2.668);
        const auto last = tuned["best"].toObject()["overrides"].toArray().last().toObject();
        QCOMPARE(last["kind"].toString(), QString("quantizer"));
        QVERIFY(!last["tensor"].toString().isEmpty());
    }

    /// The demo's config is for a target that computes convolutions in integers only.
    void proposesWhatTheTargetAllowsAndWritesTheConfig()
    {
        QTemporaryDir folder;
        const auto config = folder.filePath("config.yaml");
        QVERIFY(QFile::copy(demoFile("config.yaml"), config));
        const auto out = folder.filePath("out");
        const auto ask = [&](const QStringList& rest) {
            return runCli(tune(QStringList{"--config", config, "--target", "sqnr_db=18"} + rest));
        };
        const auto result = ask({"--out", out});
        QVERIFY2(result.status == 0, result.all().constData());
        const auto best = result.json()["best"].toObject();
        for (const auto& one : best["overrides"].toArray())
            QVERIFY(one.toObject()["action"].toString() != "skip"
                    || !one.toObject()["op_type"].toString().contains("Conv"));
        const auto tuned = out + "/tuned.yaml";
        QVERIFY(QFile::exists(out + "/tune.txt") && QFile::exists(tuned));
        QCOMPARE(contentOf(config), contentOf(demoFile("config.yaml"))); // only --apply edits it
        const auto isWrong =
            runCli({"config", "check", tuned, "--model", demoFile("float.onnx"), "--fail-on", "error"});
        QVERIFY2(isWrong.status == 0, isWrong.all().constData());
        // The written config is what was judged: it starts where the search ended.
        const auto again = runCli(tune({"--config", tuned, "--target", "sqnr_db=-100"})).json();
        QCOMPARE(again["start"].toObject()["metric_value"], best["metric_value"]);
        QVERIFY(ask({"--apply"}).status == 0);
        QCOMPARE(contentOf(config), contentOf(tuned));
        const auto before = contentOf(demoFile("config.yaml")).split('\n');
        for (const auto& line : before) // comments too: an edit touches the line it must
            QVERIFY(contentOf(config).contains(line) || line.contains("override_layer_configs"));
    }

    void triesWhatTheTargetForbidsWhenForced()
    {
        const auto ask = [](const QStringList& rest) {
            return runCli(tune(QStringList{"--config", demoFile("config.yaml"), "--target", "sqnr_db=60",
                                           "--max-overrides", "2"}
                               + rest))
                .json();
        };
        QVERIFY(!ask({})["refusals"].toArray().isEmpty());
        QVERIFY(ask({"--force"})["refusals"].toArray().isEmpty());
    }

    void aTargetMayBeOfOneOutput()
    {
        const auto all = runCli(tune({"--target", "sqnr_db=-100"})).json()["start"].toObject()["outputs"].toArray();
        const auto name = all.at(0)["name"].toString();
        const auto one = runCli(tune({"--target", name + ":sqnr_db=-100"}));
        QVERIFY2(one.status == 0, one.all().constData());
        QCOMPARE(one.json()["start"].toObject()["outputs"].toArray().size(), 1);
        const auto wrong = runCli(tune({"--target", "nobody:sqnr_db=1"}));
        QVERIFY(wrong.status == 1 && wrong.isOneErrorLine() && wrong.err.contains(name.toUtf8()));
    }

    void endsInTimeWithTheBestSoFar()
    {
        const auto result = runCli(tune({"--target", "sqnr_db=200", "--time-limit", "0.001"}));
        QVERIFY2(result.status == 3, result.all().constData());
        QVERIFY(!result.json()["complete"].toBool() && !result.json()["reached"].toBool());
        QVERIFY(result.json()["best"].toObject().contains("metric_value"));
    }

    void saysWhatIsNoTarget()
    {
        QCOMPARE(runCli(tune({"--target", "max_qscale_diff=1"})).status, 2);
        QCOMPARE(runCli(tune({"--target", "sqnr_db"})).status, 2);
        QCOMPARE(runCli(tune({"--target", "sqnr_db=much"})).status, 2);
        QCOMPARE(runCli(tune({"--target", "sqnr_db=1", "--apply"})).status, 1);
    }
};

QTEST_GUILESS_MAIN(TestCliTune)
#include "tst_cli_tune.moc"
