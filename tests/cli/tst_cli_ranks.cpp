// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/rank_processes.h"
#include "tests/support/file_content.h"
#include "tests/support/models.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QTest>
#include <csignal>

using namespace ql::tests;

namespace {

QStringList demoPair()
{
    return {"--baseline", demoFile("float.onnx"), "--analysis", demoFile("int8.onnx")};
}

QStringList demoSearch()
{
    return QStringList{"badcase", "--data", demoFile("inputs.npy")} + demoPair();
}

QJsonObject withoutTimes(QJsonObject document)
{
    document.remove("seconds");
    return document;
}

/// What a report says, without how long it took.

} // namespace

class TestCliRanks : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void numbersDoNotDependOnTheRanks()
    {
        const auto labels = QStringList{"--labels", demoFile("labels.npy"), "--json", "--out"};
        QTemporaryDir folder;
        const auto alone = runCli(demoSearch() + labels + QStringList{folder.filePath("1")});
        QVERIFY2(alone.status == 0, alone.all().constData());
        for (const int ranks : {2, 3}) {
            const auto out = folder.filePath(QString::number(ranks));
            RankProcesses job(ranks, demoSearch() + labels + QStringList{out});
            const auto results = job.finish();
            for (const auto& result : results)
                QVERIFY2(result.status == 0 && result.err.isEmpty(), result.all().constData());
            for (std::size_t rank = 1; rank < results.size(); ++rank)
                QVERIFY2(results[rank].out.isEmpty(), results[rank].all().constData());
            QCOMPARE(results[0].json()["values"], alone.json()["values"]);
            QCOMPARE(results[0].json()["labels"], alone.json()["labels"]);
            QCOMPARE(results[0].json()["worst"], alone.json()["worst"]);
            const auto names = QDir(folder.filePath("1")).entryList(QDir::Files, QDir::Name);
            QCOMPARE(QDir(out).entryList(QDir::Files, QDir::Name), names);
            for (const auto* name : {"badcase.pt", "badcase_samples.csv"})
                QCOMPARE(contentOf(out + '/' + name), contentOf(folder.filePath("1/") + name));
        }
    }

    void rankingsDoNotDependOnTheRanks()
    {
        const auto ranking =
            QStringList{"sensitivity", "--data", demoFile("inputs.npy"), "--num-steps", "2", "--cumulative",
                        "3",           "--json"}
            + demoPair();
        auto alone = runCli(ranking).json();
        QVERIFY(!alone["outputs"].toArray().isEmpty());
        for (const int ranks : {2, 3}) {
            RankProcesses job(ranks, ranking);
            const auto results = job.finish();
            QVERIFY2(results[0].status == 0 && results[0].err.isEmpty(), results[0].all().constData());
            QCOMPARE(results[0].json(), alone);
        }
    }

    void comparisonsOfDatasetsDoNotDependOnTheRanks()
    {
        for (const auto* command : {"compare", "shadow"}) {
            const auto comparison =
                QStringList{command, "--data", demoFile("inputs.npy"), "--samples", "7", "--json"} + demoPair();
            const auto alone = runCli(comparison);
            QVERIFY2(alone.status == 0, alone.all().constData());
            QCOMPARE(alone.json()["samples"].toObject()["count"].toInt(), 7);
            RankProcesses job(3, comparison);
            const auto results = job.finish();
            QVERIFY2(results[0].status == 0 && results[0].err.isEmpty(), results[0].all().constData());
            QCOMPARE(withoutTimes(results[0].json()), withoutTimes(alone.json()));
        }
        RankProcesses job(2, QStringList{"compare", "--input", demoFile("bad_case.npy")} + demoPair());
        const auto refused = job.finish();
        QVERIFY2(refused[0].status == 1
                     && refused[0].err.contains("compare of one input runs on one process, 2 were started"),
                 refused[0].all().constData());
    }

    void searchesForOverridesDoNotDependOnTheRanks()
    {
        const QStringList search{
            "tune",     "--baseline", demoFile("float.onnx"), "--data", demoFile("calibration.npy"),
            "--target", "sqnr_db=20", "--num-samples",        "24",     "--json"};
        const auto alone = runCli(search);
        QVERIFY2(alone.status == 0, alone.all().constData());
        RankProcesses job(3, search);
        const auto results = job.finish();
        QVERIFY2(results[0].status == 0 && results[0].err.isEmpty(), results[0].all().constData());
        QCOMPARE(withoutTimes(results[0].json()), withoutTimes(alone.json()));
    }

    void calibrationsDoNotDependOnTheRanks()
    {
        for (const auto* observer : {"min_max", "moving_average", "kl"}) {
            const QStringList calibration{"calibrate",
                                          demoFile("float.onnx"),
                                          "--data",
                                          demoFile("calibration.npy"),
                                          "--observer",
                                          observer,
                                          "--bias-correction",
                                          "--json",
                                          "--out"};
            QTemporaryDir folder;
            const auto alone = runCli(calibration + QStringList{folder.filePath("1")});
            QVERIFY2(alone.status == 0, alone.all().constData());
            const auto names = QDir(folder.filePath("1")).entryList(QDir::Files, QDir::Name);
            QVERIFY(names.contains("float_qdq.onnx"));
            for (const int ranks : {2, 3}) {
                const auto out = folder.filePath(QString::number(ranks));
                RankProcesses job(ranks, calibration + QStringList{out});
                const auto results = job.finish();
                for (const auto& result : results)
                    QVERIFY2(result.status == 0 && result.err.isEmpty(), result.all().constData());
                auto found = results[0].out;
                QCOMPARE(found.replace(out.toUtf8(), folder.filePath("1").toUtf8()), alone.out);
                QCOMPARE(QDir(out).entryList(QDir::Files, QDir::Name), names);
                for (const auto* name : {"float_qdq.onnx", "float_qoperator.onnx", "float_record.txt"})
                    QVERIFY2(contentOf(out + '/' + name) == contentOf(folder.filePath("1/") + name), name);
            }
        }
    }

    void profilesDoNotDependOnTheRanks()
    {
        const QStringList profile{
            "profile", demoFile("int8.onnx"), "--data", demoFile("inputs.npy"), "--per-channel", "--json", "--out"};
        QTemporaryDir folder;
        const auto alone = runCli(profile + QStringList{folder.filePath("1")});
        QVERIFY2(alone.status == 0, alone.all().constData());
        for (const int ranks : {2, 3}) {
            const auto out = folder.filePath(QString::number(ranks));
            RankProcesses job(ranks, profile + QStringList{out});
            const auto results = job.finish();
            for (const auto& result : results)
                QVERIFY2(result.status == 0 && result.err.isEmpty(), result.all().constData());
            QCOMPARE(results[0].out, alone.out);
            QCOMPARE(contentOf(out + "/statistic.csv"), contentOf(folder.filePath("1/statistic.csv")));
        }
    }

    void repairsDoNotDependOnTheRanks()
    {
        const QStringList repair{"fix",
                                 "--baseline",
                                 demoFile("float.onnx"),
                                 "--data",
                                 demoFile("calibration.npy"),
                                 "--fix",
                                 "range",
                                 "--fix",
                                 "wide",
                                 "--fix",
                                 "bias_correction",
                                 "--worst-layers",
                                 "3",
                                 "--json",
                                 "--out"};
        QTemporaryDir folder;
        const auto alone = runCli(repair + QStringList{folder.filePath("1")});
        QVERIFY2(alone.status == 0, alone.all().constData());
        QVERIFY(alone.json()["rows"].toArray().size() > 3);
        for (const int ranks : {2, 3}) {
            const auto out = folder.filePath(QString::number(ranks));
            RankProcesses job(ranks, repair + QStringList{out});
            const auto results = job.finish();
            for (const auto& result : results)
                QVERIFY2(result.status == 0 && result.err.isEmpty(), result.all().constData());
            auto found = results[0].out;
            QCOMPARE(found.replace(out.toUtf8(), folder.filePath("1").toUtf8()), alone.out);
            QCOMPARE(contentOf(out + "/float_fixed_qdq.onnx"), contentOf(folder.filePath("1/float_fixed_qdq.onnx")));
        }
        RankProcesses inAHurry(2, repair + QStringList{folder.filePath("hurry"), "--time-limit", "0.2"});
        for (const auto& result : inAHurry.finish())
            QVERIFY2(result.status == 0 && result.err.isEmpty(), result.all().constData());
    }

    void realModelsDoNotDependOnTheRanks()
    {
        const auto models = modelsFolder();
        if (!models)
            QSKIP("QUANTLOUPE_MODELS is not set: nothing was tested on real models");
        const auto fileOf = [&](const char* name) { return QString::fromStdString(*models / name); };
        const auto model = fileOf("models/ultraface_prep.onnx");
        const auto data = fileOf("calib/ultraface.npz");
        for (const auto& words : {QStringList{"calibrate", model, "--data", data, "--bias-correction"},
                                  QStringList{"profile", model, "--data", data, "--num-steps", "4", "--per-channel"},
                                  QStringList{"fix", "--baseline", fileOf("models/mnist_prep.onnx"), "--data",
                                              fileOf("calib/mnist.npz")}}) {
            const auto command = words + QStringList{"--json"};
            const auto alone = runCli(command);
            QVERIFY2(alone.status == 0, alone.all().constData());
            for (const int ranks : {2, 3}) {
                RankProcesses job(ranks, command);
                const auto results = job.finish();
                QVERIFY2(results[0].status == 0 && results[0].err.isEmpty(), results[0].all().constData());
                QVERIFY2(results[0].out == alone.out, qPrintable(words.front()));
            }
        }
    }

    void anObserverThatCannotBeJoinedRunsAlone()
    {
        RankProcesses job(
            2, {"calibrate", demoFile("float.onnx"), "--data", demoFile("calibration.npy"), "--observer", "entropy"});
        const auto results = job.finish();
        QVERIFY2(results[0].status == 1 && results[0].isOneErrorLine(), results[0].all().constData());
        QVERIFY2(results[0].err.contains("what the observer entropy sees of some samples can't be joined"),
                 results[0].err.constData());
        QVERIFY2(results[1].status == 1 && results[1].err.isEmpty(), results[1].all().constData());
    }

    void mpirunStartsThem()
    {
        QProcess process;
        process.start("mpirun", QStringList{"--allow-run-as-root", "--oversubscribe", "-n", "3",
                                            QStringLiteral(QUANTLOUPE_BIN_DIR "/quantloupe-cli")}
                                    + demoSearch() + QStringList{"--json"});
        const auto result = finishCli(process);
        QVERIFY2(result.status == 0, result.all().constData());
        QCOMPARE(result.json()["values"], runCli(demoSearch() + QStringList{"--json"}).json()["values"]);
    }

    void oneLineSaysThatACommandRunsAlone()
    {
        RankProcesses job(2, QStringList{"info", demoFile("float.onnx")});
        const auto results = job.finish();
        QVERIFY2(results[0].status == 1 && results[0].isOneErrorLine(), results[0].all().constData());
        QVERIFY2(results[0].err.contains("info runs on one process, 2 were started"), results[0].err.constData());
        QVERIFY2(results[1].status == 1 && results[1].err.isEmpty(), results[1].all().constData());
    }

    void feedbackRunsAlone()
    {
        RankProcesses job(2, demoSearch() + QStringList{"--feedback", "logits=image"});
        const auto results = job.finish();
        QVERIFY2(results[0].status == 1 && results[0].isOneErrorLine(), results[0].all().constData());
        QVERIFY2(results[0].err.contains("such a search runs on one process"), results[0].err.constData());
        QVERIFY2(results[1].status == 1 && results[1].err.isEmpty(), results[1].all().constData());
    }

    void whatOneRankLacksIsNamedOnce()
    {
        RankProcesses job(3);
        for (int rank = 0; rank < 3; ++rank)
            job.start(rank, rank == 2 ? QStringList{"badcase", "--data", "no/such/folder"} + demoPair() : demoSearch());
        const auto results = job.finish();
        QVERIFY2(results[0].status == 1 && results[0].isOneErrorLine(), results[0].all().constData());
        QVERIFY2(results[0].err.contains("rank 2 on ") && results[0].err.contains("no/such/folder"),
                 results[0].err.constData());
        for (const int rank : {1, 2})
            QVERIFY2(results[rank].status == 1 && results[rank].err.isEmpty(), results[rank].all().constData());
    }

    void differentWorkIsRefused()
    {
        RankProcesses job(2);
        job.start(0, demoSearch());
        job.start(1, demoSearch() + QStringList{"--num-steps", "7"});
        const auto results = job.finish();
        QVERIFY2(results[0].status == 1 && results[0].isOneErrorLine(), results[0].all().constData());
        QVERIFY2(results[0].err.contains("other models, data or options than rank 0"), results[0].err.constData());
    }

    void thoseThatDoNotComeAreNamed()
    {
        RankProcesses job(3);
        job.set("QUANTLOUPE_RANKS_PATIENCE", "2");
        job.start(0, demoSearch());
        job.start(1, demoSearch());
        const auto results = job.finish();
        QVERIFY2(results[0].status == 1 && results[0].isOneErrorLine(), results[0].all().constData());
        QVERIFY2(results[0].err.contains("1 of 3 ranks did not come within 2 s: 2"), results[0].err.constData());
        QVERIFY2(results[1].status == 1 && results[1].err.isEmpty(), results[1].all().constData());
    }
};

QTEST_GUILESS_MAIN(TestCliRanks)
#include "tst_cli_ranks.moc"
