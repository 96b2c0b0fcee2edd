// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/many_samples.h"
#include "tests/cli/rank_processes.h"

#include <QDir>
#include <QElapsedTimer>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>
#include <csignal>
#include <numeric>

using namespace ql::tests;

namespace {

constexpr int kCopies = 80; ///< of the demo's 64 samples

/// One rank that is killed once rank 0 shows so much as done, of which reading the models is 5 %; -1 = at once, 0 = as
/// soon as it shows any.
struct Death {
    int ranks = 2;
    int victim = 1;
    int percent = 0;
};

constexpr Death kDeaths[]{{2, 1, -1}, {2, 0, -1}, {2, 1, 0},  {2, 0, 7},  {2, 1, 9},
                          {3, 2, 12}, {2, 0, 15}, {2, 1, 18}, {3, 1, 22}, {2, 0, 26}};

/// A job, and the rank of it that will die.
class Doomed {
public:
    Doomed(const Death& death, const QStringList& arguments)
        : m_death(death)
        , m_job(death.ranks)
    {
        m_job.set("QUANTLOUPE_RANKS_PATIENCE", "3");
        m_job.set("QUANTLOUPE_RANKS_SILENCE", "3");
        for (int rank = 0; rank < death.ranks; ++rank)
            m_job.start(rank, arguments + QStringList{"--progress", rank == 0 ? "always" : "never"});
        m_job.process(death.victim).waitForStarted();
        if (death.percent < 0)
            kill();
    }

    bool isKilled() const { return m_isKilled; }

    /// Kills once it is time. False when the job ended before.
    bool look()
    {
        auto& first = m_job.process(0);
        first.waitForReadyRead(1);
        first.setReadChannel(QProcess::StandardError);
        m_drawn += first.readAllStandardError();
        static const QRegularExpression kPercent(" (\\d+) %  (?:searching|calibrating)");
        int percent = -1;
        for (const auto& match : kPercent.globalMatch(QString::fromUtf8(m_drawn)))
            percent = match.captured(1).toInt();
        if (percent >= m_death.percent)
            kill();
        return m_isKilled || first.state() == QProcess::Running;
    }

    /// Waits for all. False where the kill came too late for everybody to die of it: a survivor has all it needs.
    bool end()
    {
        m_results = m_job.finish();
        m_results[0].err.prepend(m_drawn);
        for (int rank = 0; rank < m_death.ranks; ++rank)
            if (rank != m_death.victim && m_results[std::size_t(rank)].status == 0)
                return false;
        return true;
    }

    /// What is wrong with how it ended; empty if nothing is.
    QByteArray problem() const
    {
        QByteArray said, all;
        for (int rank = 0; rank < m_death.ranks; ++rank) {
            const auto& result = m_results[std::size_t(rank)];
            all += "rank " + QByteArray::number(rank) + ' ' + result.all();
            if (rank == m_death.victim)
                continue;
            said += result.err;
            if (result.status != 1)
                return "a survivor's status isn't 1\n" + all;
        }
        if (said.count("error: ") != 1)
            return "not one line that says why\n" + all;
        const auto name = "rank " + QByteArray::number(m_death.victim) + " on ";
        const bool isEarly = m_death.percent <= 0;
        const bool isNamed = said.contains(name) && said.contains("ended or no longer answers");
        const bool isMissed = said.contains("ranks did not come within") || said.contains("cannot meet at");
        return isNamed || (isEarly && isMissed) ? QByteArray() : "the dead one is not named\n" + all;
    }

private:
    void kill()
    {
        if (!m_isKilled)
            ::kill(pid_t(m_job.process(m_death.victim).processId()), SIGKILL);
        m_isKilled = true;
    }

    Death m_death;
    RankProcesses m_job;
    std::vector<CliResult> m_results;
    QByteArray m_drawn;
    bool m_isKilled = false;
};

} // namespace

/// A rank is killed at ten points of a search: one line says which, and the next start has the whole result.
class TestCliRankDeaths : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        writeManySamples(m_folder.filePath("many.npy"), kCopies);
        m_search = QStringList{"badcase",
                               "--data",
                               m_folder.filePath("many.npy"),
                               "--baseline",
                               demoFile("float.onnx"),
                               "--analysis",
                               demoFile("int8.onnx"),
                               "--out"};
        const auto whole = runCli(m_search + QStringList{m_folder.filePath("whole")});
        QVERIFY2(whole.status == 0, whole.all().constData());
        m_values = contentOf(m_folder.filePath("whole/badcase_samples.csv"));
        QVERIFY(m_values.count('\n') > 64 * kCopies);
    }

    void oneLineNamesTheDead()
    {
        std::vector<std::size_t> waiting(std::size(kDeaths));
        std::iota(waiting.begin(), waiting.end(), std::size_t(0));
        for (int attempt = 0; attempt < kAttempts && !QTest::currentTestFailed(); ++attempt) {
            std::vector<std::size_t> late;
            for (std::size_t i = 0; i < waiting.size(); i += kAtATime) {
                const auto end = std::min(i + kAtATime, waiting.size());
                const auto again = killIn({waiting.begin() + std::ptrdiff_t(i), waiting.begin() + std::ptrdiff_t(end)});
                late.insert(late.end(), again.begin(), again.end());
            }
            waiting = late;
        }
        QVERIFY2(waiting.empty(), "a job was done before its rank died, again and again");
    }

    void theNextStartHasItAll()
    {
        int resumed = 0;
        for (std::size_t i = 0; i < std::size(kDeaths); i += 2) {
            RankProcesses again(2, m_search + QStringList{outOf(i)});
            const auto alone = runCli(m_search + QStringList{outOf(i + 1)});
            const auto both = again.finish();
            QVERIFY2(alone.status == 0 && both[0].status == 0, (alone.all() + both[0].all()).constData());
            for (const auto job : {i, i + 1}) {
                QVERIFY(contentOf(outOf(job) + "/badcase_samples.csv") == m_values);
                resumed += contentOf(outOf(job) + "/badcase.json").contains("\"resumed_samples\": 0,") ? 0 : 1;
            }
        }
        QVERIFY2(resumed >= 3, "where another than rank 0 died in its midst, work is kept");
    }

    void aCalibrationEndsWithOneLineToo()
    {
        const QStringList calibration{"calibrate",  demoFile("float.onnx"), "--data", m_folder.filePath("many.npy"),
                                      "--observer", "percentile",           "--out"};
        int index = 0;
        for (const auto& death : {Death{2, 1, 10}, Death{3, 0, 30}, Death{2, 1, 60}}) {
            const auto out = m_folder.filePath("calibrated" + QString::number(index++));
            std::unique_ptr<Doomed> job;
            for (int attempt = 0; attempt < kAttempts && !job; ++attempt) {
                QDir(out).removeRecursively(); // done before the kill came
                job = std::make_unique<Doomed>(death, calibration + QStringList{out});
                bool isAlive = true;
                while (isAlive && !job->isKilled())
                    isAlive = job->look();
                if (!isAlive || !job->end())
                    job.reset();
            }
            QVERIFY2(job, "the job ended before its time, again and again");
            if (const auto problem = job->problem(); !problem.isEmpty())
                QFAIL(problem.constData());
            QVERIFY(!QFile::exists(out + "/float_qdq.onnx"));
        }
    }

    void anInterruptOfOneStopsAll()
    {
        const auto out = m_folder.filePath("interrupted");
        auto results = interrupt(out);
        for (int attempt = 1; attempt < kAttempts && results[0].status == 0; ++attempt) {
            QDir(out).removeRecursively(); // done before the signal came
            results = interrupt(out);
        }
        QVERIFY2(results[0].status == 130 && results[0].err.contains("cancelled\n"), results[0].all().constData());
        QVERIFY2(results[1].status == 130 && !results[1].err.contains("cancelled"), results[1].all().constData());
        const auto again = runCli(m_search + QStringList{out});
        QVERIFY2(again.status == 0, again.all().constData());
        QVERIFY(contentOf(out + "/badcase_samples.csv") == m_values);
    }

private:
    static constexpr std::size_t kAtATime = 5;
    static constexpr int kAttempts = 10;

    /// Starts these deaths' jobs side by side and holds each to what a death must do. Returns those that were done too
    /// soon, as happens where this test gets the processor late.
    std::vector<std::size_t> killIn(const std::vector<std::size_t>& deaths)
    {
        std::vector<std::unique_ptr<Doomed>> jobs;
        for (const auto death : deaths) {
            QDir(outOf(death)).removeRecursively();
            jobs.push_back(std::make_unique<Doomed>(kDeaths[death], m_search + QStringList{outOf(death)}));
        }
        bool isOneAlive = true;
        for (QElapsedTimer clock = started(); isOneAlive && clock.elapsed() < 60'000;) {
            isOneAlive = false;
            for (const auto& job : jobs)
                isOneAlive = (!job->isKilled() && job->look() && !job->isKilled()) || isOneAlive;
        }
        std::vector<std::size_t> late;
        for (std::size_t i = 0; i < jobs.size(); ++i) {
            if (!jobs[i]->end())
                late.push_back(deaths[i]);
            else if (const auto problem = jobs[i]->problem(); !problem.isEmpty())
                QTest::qFail((QByteArray::number(int(deaths[i])) + ": " + problem).constData(), __FILE__, __LINE__);
        }
        return late;
    }

    /// A search in which rank 1 is interrupted once rank 0 shows that it searches.
    std::vector<CliResult> interrupt(const QString& out)
    {
        RankProcesses job(2, m_search + QStringList{out, "--progress", "always"});
        auto& first = job.process(0);
        first.setReadChannel(QProcess::StandardError);
        QByteArray drawn;
        while (!drawn.contains("searching the bad case") && first.waitForReadyRead(30'000))
            drawn += first.readAllStandardError();
        ::kill(pid_t(job.process(1).processId()), SIGINT);
        return job.finish();
    }

    static QElapsedTimer started()
    {
        QElapsedTimer clock;
        clock.start();
        return clock;
    }

    QString outOf(std::size_t job) const { return m_folder.filePath(QString::number(job)); }

    QTemporaryDir m_folder;
    QStringList m_search;
    QByteArray m_values;
};

QTEST_GUILESS_MAIN(TestCliRankDeaths)
#include "tst_cli_rank_deaths.moc"
