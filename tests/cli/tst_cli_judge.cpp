// SPDX-License-Identifier: GPL-3.0-or-later
// --judge-command: a program of the user's that says how good outputs are.
#include "tests/cli/cli_process.h"
#include "tests/cli/rank_processes.h"
#include "tests/support/file_content.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QTest>

using namespace ql::tests;

namespace {

QString demoJudge()
{
    return QStringLiteral("/usr/bin/python3 '%1' '%2'").arg(demoFile("judge.py"), demoFile("labels.npy"));
}

QStringList onPair(const QString& command, const QStringList& rest)
{
    return QStringList{command,
                       "--baseline",
                       demoFile("float.onnx"),
                       "--analysis",
                       demoFile("int8.onnx"),
                       "--data",
                       demoFile("inputs.npy"),
                       "--json"}
           + rest;
}

QStringList onConfig(const QString& command, const QString& config, const QStringList& rest)
{
    return QStringList{command, "--baseline", demoFile("float.onnx"), "--data", demoFile("inputs.npy"), "--config",
                       config,  "--json"}
           + rest;
}

void write(const QString& path, const QByteArray& content)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(content) == content.size());
}

/// A judge for /bin/sh; the folder is $1.
QString shell(const QString& script)
{
    return QStringLiteral("/bin/sh -c '%1' judge").arg(script);
}

} // namespace

class TestCliJudge : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    QString file(const QString& name) const { return m_folder.filePath(name); }

private Q_SLOTS:
    void initTestCase()
    {
        QVERIFY(QDir(m_folder.path()).mkdir("temporary")); // others run judges at the same time
        qputenv("TMPDIR", file("temporary").toUtf8());
    }

    /// Top-1 of the demo's judge is what --labels counts.
    void tunesForTopOne()
    {
        const auto counted = runCli(onPair("badcase", {"--labels", demoFile("labels.npy")})).json();
        const double samples = counted["samples"].toDouble();
        const auto result =
            runCli(onConfig("tune", demoFile("config.yaml"),
                            {"--judge-samples", "0", "--target", "judge=0.95", "--judge-command", demoJudge()}));
        QVERIFY2(result.status == 0, result.all().constData());
        const auto answer = result.json();
        QCOMPARE(answer["metric"].toString(), QString("judge"));
        QCOMPARE(answer["baseline_value"].toDouble(),
                 counted["labels"].toObject()["baseline_correct"].toDouble() / samples);
        QVERIFY(answer["start"].toObject()["metric_value"].toDouble() < 0.95);
        QVERIFY(answer["reached"].toBool());
        QVERIFY(answer["best"].toObject()["metric_value"].toDouble() >= 0.95);
    }

    void searchesTheSampleThatLosesMost()
    {
        const auto result = runCli(onPair("badcase", {"--num-steps", "12", "--labels", demoFile("labels.npy"),
                                                      "--judge-command", demoJudge(), "--out", file("found")}));
        QVERIFY2(result.status == 0, result.all().constData());
        const auto answer = result.json();
        const auto labels = answer["labels"].toObject();
        const auto judged = answer["values"].toObject()["judge"].toObject()["logits"].toArray();
        const auto drops = answer["values"].toObject()["judge_drop"].toObject()["logits"].toArray();
        QCOMPARE(judged.size(), 12);
        double flips = 0.0;
        for (qsizetype i = 0; i < judged.size(); ++i) {
            const auto right = labels["labels"].toArray().at(i);
            const double inFloat = labels["baseline_top1"].toArray().at(i) == right;
            const double quantized = labels["analysis_top1"].toArray().at(i) == right;
            QCOMPARE(judged.at(i).toDouble(), quantized);
            QCOMPARE(drops.at(i).toDouble(), inFloat - quantized);
            flips += drops.at(i).toDouble();
        }
        QVERIFY(flips > 0.0);
        QCOMPARE(answer["metric"].toString(), QString("judge_drop"));
        QCOMPARE(drops.at(answer["worst"].toObject()["judge_drop"].toObject()["index"].toInt()).toDouble(), 1.0);
        QVERIFY(contentOf(file("found/badcase.txt")).contains("judge_drop"));
        const auto byAtol =
            runCli(onPair("badcase", {"--num-steps", "2", "--metric", "atol", "--judge-command", shell("echo 1")}));
        QCOMPARE(byAtol.json()["metric"].toString(), QString("atol"));
    }

    /// The float model is judged 3, any other 5: lower is better.
    void obeysTheOrder()
    {
        const auto judge = shell("grep -q \"\\\"model\\\": \\\"baseline\\\"\" \"$1/index.json\" && echo 3 || echo 5");
        const QStringList words{"--judge-command", judge, "--judge-better", "lower"};
        const auto found = runCli(onPair("badcase", QStringList{"--num-steps", "1"} + words)).json();
        QCOMPARE(found["values"].toObject()["judge_drop"].toObject()["logits"].toArray().at(0).toDouble(), 2.0);
        QCOMPARE(found["values"].toObject()["judge"].toObject()["logits"].toArray().at(0).toDouble(), 5.0);
        for (const auto& [target, reached] : {std::pair("judge=5", true), std::pair("judge=4.5", false)}) {
            const auto result = runCli(onConfig(
                "tune", demoFile("config.yaml"),
                QStringList{"--judge-samples", "1", "--max-overrides", "1", "--time-limit", "1", "--target", target}
                    + words));
            QVERIFY2(result.status == (reached ? 0 : 3), result.all().constData());
            QCOMPARE(result.json()["metric"].toString(), QString("judge_loss"));
            QCOMPARE(result.json()["baseline_value"].toDouble(), 3.0);
            QCOMPARE(result.json()["reached"].toBool(), reached);
        }
    }

    void ranksLayersAndRepairs()
    {
        const auto ranked =
            runCli({"sensitivity", "--baseline", demoFile("float.onnx"), "--analysis", demoFile("int8.onnx"), "--input",
                    demoFile("bad_case.npy"), "--prefix", "/block1/depthwise", "--json", "--judge-command",
                    shell("ls \"$1/0/analysis\" | wc -l")});
        QVERIFY2(ranked.status == 0, ranked.all().constData());
        const auto output = ranked.json()["outputs"].toArray().at(0).toObject();
        QCOMPARE(output["metric"].toString(), QString("judge"));
        QVERIFY(!output["rows"].toArray().isEmpty());
        for (const auto& row : output["rows"].toArray())
            QCOMPARE(row.toObject()["metric_value"].toDouble(), 1.0);

        const auto fixed = runCli(onConfig("fix", demoFile("config.yaml"),
                                           {"--judge-samples", "0", "--fix", "per_channel", "--worst-layers", "1",
                                            "--judge-command", demoJudge(), "--out", file("fixed")}));
        QVERIFY2(fixed.status == 0, fixed.all().constData());
        const auto answer = fixed.json();
        const double inFloat = answer["judged_baseline"].toDouble();
        const double before = answer["start"].toObject()["judged"].toDouble();
        const double after = answer["best"].toObject()["judged"].toDouble();
        QVERIFY(before < after && after <= inFloat);
        const auto row = answer["rows"].toArray().at(0).toObject();
        QCOMPARE(row["state"].toString(), QString("chosen"));
        const double alone = row["alone"].toObject()["judged"].toDouble();
        QVERIFY(std::abs(row["judge_gain"].toDouble() - (alone - before) / (inFloat - before)) < 1e-12);
        QVERIFY(contentOf(file("fixed/fix.txt")).contains("judged"));
    }

    void aBadJudgeChangesNothing_data()
    {
        QTest::addColumn<QString>("judge");
        QTest::addColumn<QString>("complaint");
        QTest::newRow("crash") << shell("kill -SEGV $$") << "was ended by signal 11";
        QTest::newRow("status") << shell("echo 1; echo no labels >&2; exit 4") << "ended with exit status 4";
        QTest::newRow("why") << shell("echo no labels >&2; exit 4") << "no labels";
        QTest::newRow("hanging") << shell("sleep 60") << "took longer than 0.5 s";
        QTest::newRow("silent") << shell(":") << "printed nothing, expected one number";
        QTest::newRow("word") << shell("echo good") << "printed \"good\", expected one finite number";
        QTest::newRow("two numbers") << shell("echo 0.5 0.6") << "printed \"0.5 0.6\", expected one finite number";
        QTest::newRow("unit") << shell("echo 50%") << "printed \"50%\"";
        QTest::newRow("NaN") << shell("echo nan") << "printed \"nan\", expected one finite number";
        QTest::newRow("infinity") << shell("echo inf") << "printed \"inf\"";
        QTest::newRow("babbling") << shell("yes") << "printed more than 65536 bytes";
        QTest::newRow("missing") << QString("no-such-judge") << "no-such-judge can't be started: No such file";
    }
    void aBadJudgeChangesNothing()
    {
        QFETCH(QString, judge);
        QFETCH(QString, complaint);
        const QString config = file("config.yaml");
        QFile::remove(config);
        QVERIFY(QFile::copy(demoFile("config.yaml"), config));
        const auto before = contentOf(config);
        const QStringList words{"--judge-command", judge, "--judge-time-limit", "0.5", "--out", file("out")};
        const QList<QStringList> calls{
            onConfig("tune", config, QStringList{"--judge-samples", "1", "--target", "judge=1", "--apply"} + words),
            onConfig("fix", config, QStringList{"--judge-samples", "1", "--fix", "per_channel"} + words),
            onPair("badcase", QStringList{"--num-steps", "2"} + words),
            onPair("sensitivity", QStringList{"--num-steps", "1", "--prefix", "/head"} + words)};
        const bool isOne = std::string_view(QTest::currentDataTag()) != "why"; // how it ends is the same for all
        for (const auto& call : isOne ? calls.first(1) : calls) {
            const auto result = runCli(call);
            QVERIFY2(result.status == 1 && result.isOneErrorLine() && result.out.isEmpty(), result.all().constData());
            QVERIFY2(result.err.contains(complaint.toUtf8()) && result.err.contains(judge.left(12).toUtf8()),
                     result.all().constData());
            QVERIFY(QDir(file("out")).isEmpty());
        }
        QCOMPARE(contentOf(config), before);
        QVERIFY(QDir(file("temporary")).isEmpty());
    }

    void refusesWhatItCannotUnderstand()
    {
        const auto quote = runCli(onPair("badcase", {"--judge-command", "judge 'a"}));
        QCOMPARE(quote.status, 2);
        QVERIFY2(quote.err.contains("without its end"), quote.all().constData());
        const auto none = runCli(onConfig("tune", demoFile("config.yaml"), {"--target", "judge=1"}));
        QVERIFY2(none.isOneErrorLine() && none.err.contains("--judge-command"), none.all().constData());
        const auto other =
            runCli(onConfig("tune", demoFile("config.yaml"), {"--target", "sqnr_db=20", "--judge-command", "true"}));
        QVERIFY2(other.isOneErrorLine() && other.err.contains("judge=VALUE"), other.all().constData());
    }

    /// A project from elsewhere runs no program until its user says so, and again when the program changes.
    void projectsNeedTrust()
    {
        QTemporaryDir home;
        qputenv("XDG_STATE_HOME", home.path().toUtf8());
        QDir(m_folder.path()).mkdir("project");
        write(file("project/judge.sh"), "touch was-here; echo 1\n");
        write(file("project/p.yaml"),
              QStringLiteral("quantloupe: 1\nbaseline: %1\nanalysis: %2\nrun:\n  - badcase: {data: "
                             "%3, num-steps: 1, judge-command: sh judge.sh}\n")
                  .arg(demoFile("float.onnx"), demoFile("int8.onnx"), demoFile("inputs.npy"))
                  .toUtf8());
        const QStringList run{"project", "run", file("project/p.yaml")};
        const auto refused = runCli(run);
        QVERIFY2(refused.isOneErrorLine() && refused.err.contains("runs programs (sh judge.sh)"),
                 refused.all().constData());
        QVERIFY(!QFile::exists(file("project/was-here")));
        const auto trusted = runCli(run + QStringList{"--trust"});
        QVERIFY2(trusted.status == 0, trusted.all().constData());
        QVERIFY(QFile::exists(file("project/was-here")));
        QCOMPARE(runCli(run).status, 0);
        write(file("project/judge.sh"), "echo 2\n");
        QVERIFY(runCli(run).isOneErrorLine());
    }

    /// Each rank judges its samples; what a judge sees as a whole is refused.
    void onSeveralRanks()
    {
        const auto search = onPair("badcase", {"--num-steps", "4", "--judge-command", demoJudge()});
        const auto alone = runCli(search).json();
        const auto shared = RankProcesses(2, search).finish();
        QVERIFY2(shared[0].status == 0 && shared[1].status == 0, (shared[0].all() + shared[1].all()).constData());
        QCOMPARE(shared[0].json()["values"], alone["values"]);
        const auto refused = RankProcesses(2, onConfig("tune", demoFile("config.yaml"),
                                                       {"--target", "judge=1", "--judge-command", demoJudge()}))
                                 .finish();
        QVERIFY2(refused[0].status == 1 && refused[0].err.contains("runs on one process, 2 were started"),
                 refused[0].all().constData());
    }
};

QTEST_GUILESS_MAIN(TestCliJudge)
#include "tst_cli_judge.moc"
