// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/rank_processes.h"
#include "tests/support/strangers.h"

#include <QElapsedTimer>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QTest>
#include <thread>

using namespace ql::tests;

namespace {

constexpr const char* kSecret = "QUANTLOUPE_RANKS_SECRET";

QStringList demoSearch()
{
    return {"badcase",
            "--data",
            demoFile("inputs.npy"),
            "--baseline",
            demoFile("float.onnx"),
            "--analysis",
            demoFile("int8.onnx"),
            "--json"};
}

std::vector<Listening> placesOf(QProcess& process)
{
    return listeningOf(std::to_string(process.processId()));
}

/// Whether the process listens before a minute is over.
bool waitUntilItListens(QProcess& process)
{
    process.waitForStarted();
    QElapsedTimer clock;
    clock.start();
    while (placesOf(process).empty() && process.state() == QProcess::Running && clock.elapsed() < 60'000)
        std::this_thread::yield();
    return !placesOf(process).empty();
}

} // namespace

/// Who gets into a job of ranks, and what becomes of who doesn't.
class TestCliRankSecrets : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void strangersAreTurnedAway()
    {
        const auto alone = runCli(demoSearch());
        RankProcesses job(3);
        job.start(0, demoSearch());
        QVERIFY(waitUntilItListens(job.process(0)));
        std::vector<Stranger> strangers;
        for (const auto& words : strangersWords())
            strangers.emplace_back(job.port(), words);
        for (const auto& stranger : strangers)
            QVERIFY(stranger.isConnected());
        job.start(1, demoSearch());
        job.start(2, demoSearch());
        const auto results = job.finish();
        for (const auto& result : results)
            QVERIFY2(result.status == 0, result.all().constData());
        QCOMPARE(results[0].json()["values"], alone.json()["values"]);
        QCOMPARE(results[0].err.count("refused a connection from 127.0.0.1 port "), qsizetype(strangers.size()));
        for (const int rank : {1, 2})
            QVERIFY2(results[rank].err.isEmpty(), results[rank].all().constData());
    }

    void nobodyListensOnEveryInterface()
    {
        RankProcesses job(3);
        job.set("QUANTLOUPE_RANKS_PATIENCE", "2");
        job.start(0, demoSearch());
        job.start(1, demoSearch());
        for (const int rank : {0, 1}) {
            QVERIFY(waitUntilItListens(job.process(rank)));
            for (const auto& place : placesOf(job.process(rank)))
                QCOMPARE(place.address, std::string("0100007F"));
        }
        const auto results = job.finish();
        QVERIFY2(results[0].err.contains("1 of 3 ranks did not come within 2 s: 2"), results[0].all().constData());
    }

    void aWrongSecretIsSaidByEach()
    {
        RankProcesses job(3);
        job.set("QUANTLOUPE_RANKS_PATIENCE", "10");
        job.set(kSecret, "the secret of this job");
        job.start(0, demoSearch());
        QVERIFY(waitUntilItListens(job.process(0)));
        job.start(1, demoSearch());
        job.set(kSecret, "the secret of another");
        job.start(2, demoSearch());
        const auto results = job.finish();
        QVERIFY2(results[2].status == 1 && results[2].isOneErrorLine(), results[2].all().constData());
        QVERIFY2(results[2].err.contains("the secret there is another"), results[2].all().constData());
        QVERIFY2(results[0].status == 1 && results[0].err.count("error: ") == 1, results[0].all().constData());
        QVERIFY2(results[0].err.contains("1 of 3 ranks did not come within 10 s: 2"), results[0].all().constData());
        QCOMPARE(results[0].err.count("refused a connection"), qsizetype(1));
        QVERIFY2(results[1].status == 1 && results[1].err.isEmpty(), results[1].all().constData());
    }

    void aMissingSecretIsSaid()
    {
        RankProcesses job(2);
        job.set("QUANTLOUPE_RANKS_PATIENCE", "10");
        job.start(1, demoSearch());
        job.set(kSecret, "the secret of this job");
        job.start(0, demoSearch());
        const auto results = job.finish();
        QVERIFY2(results[1].status == 1 && results[1].isOneErrorLine(), results[1].all().constData());
        QVERIFY2(results[1].err.contains("was given a secret, this rank was not"), results[1].all().constData());
        QVERIFY2(results[1].err.contains("QUANTLOUPE_RANKS_SECRET_FILE"), results[1].all().constData());
        QVERIFY2(results[0].status == 1 && results[0].err.count("error: ") == 1, results[0].all().constData());
        QVERIFY2(results[0].err.contains("1 of 2 ranks did not come within 10 s: 1"), results[0].all().constData());
    }

    void aSecretInAFileWillDo()
    {
        QTemporaryDir folder;
        QFile file(folder.filePath("secret"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("the secret of this job\n");
        file.close();
        file.setPermissions(QFile::ReadOwner);
        RankProcesses job(2);
        job.set(kSecret, "the secret of this job");
        job.start(0, demoSearch());
        RankProcesses other(2); // of the same job
        other.set("MASTER_PORT", QString::number(job.port()));
        other.set("QUANTLOUPE_RANKS_SECRET_FILE", file.fileName());
        other.start(1, demoSearch());
        const auto results = job.finish();
        QVERIFY2(results[0].status == 0 && results[0].err.isEmpty(), results[0].all().constData());
        QCOMPARE(other.finish()[1].status, 0);
    }
};

QTEST_GUILESS_MAIN(TestCliRankSecrets)
#include "tst_cli_rank_secrets.moc"
