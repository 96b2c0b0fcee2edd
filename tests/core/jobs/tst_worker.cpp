// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/jobs/worker.h"

#include <QTest>

#include <atomic>
#include <chrono>
#include <future>
#include <memory>
#include <semaphore>
#include <stdexcept>
#include <vector>

using namespace ql;

namespace {

/// How jobs of a test ended, in order; wait() returns when the next one has.
struct Endings {
    std::vector<std::string> words;
    std::counting_semaphore<> ended{0};

    jobs::Callbacks<int> callbacks()
    {
        return {.progress = {},
                .finished = [this](int value) { add("finished " + std::to_string(value)); },
                .cancelled = [this] { add("cancelled"); },
                .failed = [this](const Error& error) { add(std::string("failed ") + error.what()); }};
    }
    void add(std::string word)
    {
        words.push_back(std::move(word));
        ended.release();
    }
    void wait() { ended.acquire(); }
};

/// A body that announces that it runs, then steps until it is cancelled.
std::function<int(JobContext&)> endless(std::binary_semaphore& running)
{
    return [&running](JobContext& context) -> int {
        context.beginStage("waiting", 0);
        running.release();
        while (true) {
            context.step();
            std::this_thread::yield();
        }
    };
}

} // namespace

class TestWorker : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void finishesInOrder()
    {
        Endings endings;
        jobs::Worker worker;
        worker.start<int>([](JobContext&) { return 1; }, endings.callbacks());
        worker.start<int>([](JobContext&) { return 2; }, endings.callbacks());
        endings.wait();
        endings.wait();
        QCOMPARE(endings.words, (std::vector<std::string>{"finished 1", "finished 2"}));
    }

    void reportsProgressBeforeTheEnd()
    {
        Endings endings;
        std::vector<double> fractions;
        auto callbacks = endings.callbacks();
        callbacks.progress = [&fractions](const Progress& progress) { fractions.push_back(progress.fraction); };
        jobs::Worker worker;
        worker.start<int>(
            [](JobContext& context) {
                context.beginStage("one", 1);
                context.step();
                return 0;
            },
            callbacks);
        endings.wait();
        QCOMPARE(fractions, (std::vector<double>{0.0, 1.0}));
    }

    void cancelStopsTheRunningJobOnly()
    {
        Endings endings;
        std::binary_semaphore running{0};
        jobs::Worker worker;
        const auto job = worker.start<int>(endless(running), endings.callbacks());
        worker.start<int>([](JobContext&) { return 7; }, endings.callbacks());
        running.acquire();
        worker.cancel(job);
        endings.wait();
        endings.wait();
        QCOMPARE(endings.words, (std::vector<std::string>{"cancelled", "finished 7"}));
    }

    void cancelledWhileWaitingNeverRuns()
    {
        Endings endings;
        std::binary_semaphore running{0};
        std::atomic<bool> hasRun = false;
        jobs::Worker worker;
        const auto first = worker.start<int>(endless(running), endings.callbacks());
        const auto second = worker.start<int>([&hasRun](JobContext&) { return hasRun = true; }, endings.callbacks());
        running.acquire();
        worker.cancel(second);
        worker.cancel(first);
        endings.wait();
        endings.wait();
        QCOMPARE(endings.words, (std::vector<std::string>{"cancelled", "cancelled"}));
        QVERIFY(!hasRun);
    }

    void failsWithTheError()
    {
        Endings endings;
        jobs::Worker worker;
        worker.start<int>([](JobContext&) -> int { throw Error(ErrorCode::FileCorrupt, "bad bytes"); },
                          endings.callbacks());
        worker.start<int>([](JobContext&) -> int { throw std::runtime_error("odd"); }, endings.callbacks());
        worker.start<int>([](JobContext&) -> int { throw 3; }, endings.callbacks());
        worker.start<int>([](JobContext&) { return 4; }, endings.callbacks());
        for (int i = 0; i < 4; ++i)
            endings.wait();
        QCOMPARE(endings.words, (std::vector<std::string>{"failed bad bytes", "failed odd",
                                                          "failed an unknown exception", "finished 4"}));
    }

    void lateResultOfACancelledJobIsDropped()
    {
        Endings endings;
        std::binary_semaphore running{0};
        std::binary_semaphore goOn{0};
        jobs::Worker worker;
        const auto job = worker.start<int>(
            [&running, &goOn](JobContext&) {
                running.release();
                goOn.acquire();
                return 5;
            },
            endings.callbacks());
        running.acquire();
        worker.cancel(job);
        goOn.release();
        endings.wait();
        QCOMPARE(endings.words, (std::vector<std::string>{"cancelled"}));
    }

    /// What a job holds may take its time to die; meanwhile others cancel and start.
    void capturesDieWhileOthersCancel()
    {
        struct Held {
            std::binary_semaphore isDying{0};
            std::binary_semaphore isCancelled{0};
            std::atomic<bool> wasCancelledMeanwhile = false;
        } held;
        Endings endings;
        jobs::Worker worker;
        const auto die = [](Held* dying) {
            dying->isDying.release();
            dying->wasCancelledMeanwhile = dying->isCancelled.try_acquire_for(std::chrono::seconds(5));
        };
        const auto job =
            worker.start<int>([capture = std::shared_ptr<Held>(&held, die)](JobContext&) { return capture ? 1 : 0; },
                              endings.callbacks());
        held.isDying.acquire();
        worker.cancel(job);
        worker.cancelAll();
        worker.start<int>([](JobContext&) { return 2; }, endings.callbacks());
        held.isCancelled.release();
        endings.wait();
        endings.wait();
        QVERIFY(held.wasCancelledMeanwhile);
        QCOMPARE(endings.words, (std::vector<std::string>{"finished 1", "finished 2"}));
    }

    /// Whoever is told of a cancel may ask the worker in turn.
    void cancelsFromACallbackOfTheStopToken()
    {
        Endings endings;
        std::binary_semaphore running{0};
        jobs::Worker worker;
        const auto job = worker.start<int>(
            [&](JobContext& context) -> int {
                const std::stop_callback again(context.stopToken(), [&worker] { worker.cancelAll(); });
                return endless(running)(context);
            },
            endings.callbacks());
        running.acquire();
        worker.cancel(job);
        endings.wait();
        QCOMPARE(endings.words, (std::vector<std::string>{"cancelled"}));
    }

    void dyingOwnerCancelsAndWaits()
    {
        Endings endings;
        std::binary_semaphore running{0};
        auto worker = std::make_unique<jobs::Worker>();
        worker->start<int>(endless(running), endings.callbacks());
        worker->start<int>([](JobContext&) { return 1; }, endings.callbacks());
        running.acquire();
        worker.reset();
        QCOMPARE(endings.words.front(), std::string("cancelled"));
        QVERIFY(endings.words.back() != "finished 1");
    }
};

QTEST_APPLESS_MAIN(TestWorker)
#include "tst_worker.moc"
