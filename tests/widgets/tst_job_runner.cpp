// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/jobs/job_runner.h"

#include <QElapsedTimer>
#include <QSignalSpy>
#include <QTest>
#include <QThread>

#include <atomic>
#include <semaphore>

using namespace ql;
using namespace ql::widgets;

namespace {

using Runner = ResultRunner<const int>;

struct Spies {
    explicit Spies(Runner& runner)
        : finished(&runner, &JobRunner::finished)
        , cancelled(&runner, &JobRunner::cancelled)
        , failed(&runner, &JobRunner::failed)
    {
    }
    bool anyEnding() const { return finished.count() + cancelled.count() + failed.count() > 0; }

    QSignalSpy finished;
    QSignalSpy cancelled;
    QSignalSpy failed;
};

/// Goes on until it is cancelled.
Runner::Pointer endless(JobContext& context)
{
    while (true) {
        context.step();
        std::this_thread::yield();
    }
}

} // namespace

class TestJobRunner : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void growingJobKeepsWhatItPublished()
    {
        Runner runner;
        Spies spies(runner);
        const QSignalSpy grew(&runner, &JobRunner::grew);
        runner.startGrowing(QStringLiteral("grow"), [](JobContext& context, const Runner::Publish& publish) {
            publish(std::make_shared<const int>(1));
            publish(std::make_shared<const int>(2));
            return endless(context);
        });
        QTRY_COMPARE(grew.count(), 2);
        QCOMPARE(*runner.result(), 2);
        runner.cancel();
        QCOMPARE(spies.cancelled.count(), 1);
        QCOMPARE(*runner.result(), 2);
    }

    /// What it writes down when it is told to stop comes after the window knows that it is cancelled.
    void cancelledJobSaysWhatItGotTo()
    {
        Runner runner;
        Spies spies(runner);
        const QSignalSpy grew(&runner, &JobRunner::grew);
        std::atomic<bool> hasTold = false;
        const auto untilStopped = [&hasTold](JobContext& context, const Runner::Publish& publish) -> Runner::Pointer {
            try {
                publish(std::make_shared<const int>(1));
                return endless(context);
            } catch (const Cancelled&) {
                publish(std::make_shared<const int>(2));
                hasTold = true;
                throw;
            }
        };
        runner.startGrowing(QStringLiteral("grow"), untilStopped);
        QTRY_COMPARE(grew.count(), 1);
        runner.cancel();
        QCOMPARE(*runner.result(), 1);
        QTRY_COMPARE(grew.count(), 2);
        QCOMPARE(*runner.result(), 2);
        QCOMPARE(spies.cancelled.count(), 1);
        // A result that was dropped does not come back.
        hasTold = false;
        runner.startGrowing(QStringLiteral("grow"), untilStopped);
        QTRY_COMPARE(grew.count(), 3);
        runner.clear();
        QTRY_VERIFY(hasTold);
        QCoreApplication::sendPostedEvents();
        QCOMPARE(grew.count(), 3);
        QVERIFY(!runner.result());
    }

    void replacedJobPublishesNothingMore()
    {
        Runner runner;
        Spies spies(runner);
        std::binary_semaphore mayPublish{0};
        runner.startGrowing(QStringLiteral("old"), [&mayPublish](JobContext&, const Runner::Publish& publish) {
            mayPublish.acquire();
            publish(std::make_shared<const int>(1));
            return std::make_shared<const int>(2);
        });
        runner.cancel();
        mayPublish.release();
        runner.start(QStringLiteral("new"), [](JobContext&) { return std::make_shared<const int>(3); });
        QTRY_COMPARE(spies.finished.count(), 1);
        QCOMPARE(*runner.result(), 3);
    }

    void finishesOnTheWindowsThread()
    {
        Runner runner;
        Spies spies(runner);
        QThread* thread = nullptr;
        connect(&runner, &JobRunner::finished, this, [&thread] { thread = QThread::currentThread(); });
        runner.start(QStringLiteral("count"), [](JobContext&) { return std::make_shared<const int>(7); });
        QVERIFY(runner.isRunning());
        QCOMPARE(runner.title(), QStringLiteral("count"));
        QTRY_COMPARE(spies.finished.count(), 1);
        QCOMPARE(thread, QThread::currentThread());
        QVERIFY(!runner.isRunning());
        QCOMPARE(*runner.result(), 7);
        QCOMPARE(spies.cancelled.count() + spies.failed.count(), 0);
    }

    void cancelIsNotAFailure()
    {
        Runner runner;
        Spies spies(runner);
        runner.start({}, endless);
        runner.cancel();
        QCOMPARE(spies.cancelled.count(), 1);
        QVERIFY(!runner.isRunning());
        // The next job waits for the old one to end; the old one's own ending must not show.
        runner.start({}, [](JobContext&) { return std::make_shared<const int>(1); });
        QTRY_COMPARE(spies.finished.count(), 1);
        QCOMPARE(spies.cancelled.count(), 1);
        QCOMPARE(spies.failed.count(), 0);
        runner.cancel();
        QCOMPARE(spies.cancelled.count(), 1);
    }

    void failureCarriesTheErrorAndKeepsTheOldResult()
    {
        Runner runner;
        Spies spies(runner);
        runner.start({}, [](JobContext&) { return std::make_shared<const int>(3); });
        QTRY_COMPARE(spies.finished.count(), 1);
        std::string message;
        connect(&runner, &JobRunner::failed, this, [&message](const Error& error) { message = error.what(); });
        runner.start({}, [](JobContext&) -> Runner::Pointer { throw Error(ErrorCode::FileCorrupt, "bad bytes"); });
        QTRY_COMPARE(spies.failed.count(), 1);
        QCOMPARE(message, std::string("bad bytes"));
        QCOMPARE(*runner.result(), 3);
    }

    void newStartReplacesTheOldJob()
    {
        Runner runner;
        Spies spies(runner);
        runner.start({}, endless);
        runner.start({}, [](JobContext&) { return std::make_shared<const int>(2); });
        QTRY_COMPARE(spies.finished.count(), 1);
        QCOMPARE(*runner.result(), 2);
        QCOMPARE(spies.cancelled.count(), 0);
    }

    void lateResultIsDropped()
    {
        Runner runner;
        Spies spies(runner);
        std::binary_semaphore goOn{0};
        runner.start({}, [&goOn](JobContext&) {
            goOn.acquire();
            return std::make_shared<const int>(1);
        });
        goOn.release();
        // The result may be queued already when the next job takes its place.
        runner.start({}, [](JobContext&) { return std::make_shared<const int>(2); });
        QTRY_COMPARE(spies.finished.count(), 1);
        QCOMPARE(*runner.result(), 2);
    }

    void progressComesAtMostTenTimesASecond()
    {
        Runner runner;
        QSignalSpy progressed(&runner, &JobRunner::progressed);
        Spies spies(runner);
        QElapsedTimer clock;
        clock.start();
        runner.start({}, [](JobContext& context) {
            const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(450);
            // Stages of one step each: the context tells every one of them.
            while (std::chrono::steady_clock::now() < end) {
                context.beginStage("stage", 1);
                context.step();
            }
            return std::make_shared<const int>(0);
        });
        QTRY_VERIFY(spies.anyEnding());
        QVERIFY(progressed.count() >= 1);
        QVERIFY2(progressed.count() <= clock.elapsed() / 100 + 1, qPrintable(QString::number(progressed.count())));
    }

    void dyingRunnerCancelsAndWaits()
    {
        std::atomic<bool> hasEnded = false;
        std::binary_semaphore isRunning{0};
        {
            Runner runner;
            runner.start({}, [&hasEnded, &isRunning](JobContext& context) -> Runner::Pointer {
                struct Leave {
                    std::atomic<bool>& flag;
                    ~Leave() { flag = true; }
                } leave{hasEnded};
                isRunning.release();
                return endless(context);
            });
            isRunning.acquire();
        }
        QVERIFY(hasEnded);
    }
};

QTEST_GUILESS_MAIN(TestJobRunner)
#include "tst_job_runner.moc"
