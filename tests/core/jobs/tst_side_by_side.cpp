// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/jobs/side_by_side.h"

#include "core/base/error.h"

#include <QTest>

#include <atomic>
#include <barrier>
#include <mutex>
#include <semaphore>
#include <set>
#include <stdexcept>
#include <thread>
#include <vector>

using namespace ql;

namespace {

/// Until the piece is asked to stop.
void waitForStop(JobContext& context)
{
    while (!context.isCancelled())
        std::this_thread::yield();
    context.throwIfCancelled();
}

} // namespace

class TestSideBySide : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void takesInOrder_data()
    {
        QTest::addColumn<int>("workers");
        for (const int workers : {1, 2, 4})
            QTest::addRow("%d workers", workers) << workers;
    }

    void takesInOrder()
    {
        QFETCH(int, workers);
        const jobs::Pieces pieces{.begin = 3, .end = 503, .workers = std::size_t(workers)};
        std::vector<std::size_t> order;
        std::vector<std::string> results;
        JobContext ctx;
        jobs::runSideBySide<std::string>(
            pieces, ctx, [](std::size_t i, JobContext&) { return std::to_string(i * i); },
            [&](std::size_t i, std::string result) {
                order.push_back(i);
                results.push_back(std::move(result));
            });
        QCOMPARE(order.size(), pieces.count());
        for (std::size_t i = 0; i < order.size(); ++i) {
            QCOMPARE(order[i], i + 3);
            QCOMPARE(results[i], std::to_string((i + 3) * (i + 3)));
        }
    }

    /// Each of four pieces ends only when all four have begun.
    void worksAtTheSameTime()
    {
        std::barrier all(4);
        std::size_t taken = 0;
        JobContext ctx;
        jobs::runSideBySide<int>(
            {.end = 8, .workers = 4}, ctx,
            [&](std::size_t, JobContext&) {
                all.arrive_and_wait();
                return 0;
            },
            [&](std::size_t, int) { ++taken; });
        QCOMPARE(taken, std::size_t(8));
    }

    void runsNoFurtherAheadThanItsWindow()
    {
        const jobs::Pieces pieces{.end = 100, .workers = 2};
        std::atomic<std::size_t> furthest = 0;
        std::size_t widest = 0;
        JobContext ctx;
        jobs::runSideBySide<int>(
            pieces, ctx,
            [&](std::size_t i, JobContext&) {
                auto known = furthest.load();
                while (known < i && !furthest.compare_exchange_weak(known, i)) {
                }
                return 0;
            },
            [&](std::size_t i, int) {
                std::this_thread::yield();
                widest = std::max(widest, furthest.load() - std::min(i, furthest.load()));
            });
        QVERIFY2(widest < pieces.mostWaiting(), qPrintable(QString::number(widest)));
    }

    /// The later one throws first; the earlier one is what is reported, and all before it is taken.
    void reportsTheFirstPieceThatFails()
    {
        std::binary_semaphore laterFailed(0);
        std::vector<std::size_t> taken;
        JobContext ctx;
        try {
            jobs::runSideBySide<int>(
                {.end = 100, .workers = 4}, ctx,
                [&](std::size_t i, JobContext&) {
                    if (i == 6) {
                        laterFailed.release();
                        throw Error(ErrorCode::BadArgument, "six");
                    }
                    if (i == 5) {
                        laterFailed.acquire();
                        throw Error(ErrorCode::BadArgument, "five");
                    }
                    return 0;
                },
                [&](std::size_t i, int) { taken.push_back(i); });
            QFAIL("nothing was thrown");
        } catch (const Error& error) {
            QCOMPARE(std::string(error.what()), std::string("five"));
        }
        QCOMPARE(taken, (std::vector<std::size_t>{0, 1, 2, 3, 4}));
    }

    void anErrorStopsLaterPieces()
    {
        std::atomic<int> begun = 0;
        std::atomic<int> stopped = 0;
        JobContext ctx;
        const auto work = [&](std::size_t i, JobContext& context) {
            ++begun;
            if (i > 0) {
                try {
                    waitForStop(context);
                } catch (const Cancelled&) {
                    ++stopped;
                    throw;
                }
            }
            while (begun < 4)
                std::this_thread::yield();
            throw std::runtime_error("broken");
            return 0;
        };
        QVERIFY_EXCEPTION_THROWN(
            jobs::runSideBySide<int>({.end = 1000, .workers = 4}, ctx, work, [](std::size_t, int) {}),
            std::runtime_error);
        QCOMPARE(begun.load(), 4);
        QCOMPARE(stopped.load(), 3);
    }

    void cancellingEndsAllWorkers()
    {
        std::stop_source stop;
        JobContext ctx(stop.get_token(), {});
        std::atomic<int> begun = 0;
        std::jthread canceller([&] {
            while (begun < 4)
                std::this_thread::yield();
            stop.request_stop();
        });
        bool isTaken = false;
        const auto work = [&](std::size_t, JobContext& context) {
            ++begun;
            waitForStop(context);
            return 0;
        };
        QVERIFY_EXCEPTION_THROWN(
            jobs::runSideBySide<int>({.end = 1000, .workers = 4}, ctx, work, [&](std::size_t, int) { isTaken = true; }),
            Cancelled);
        QCOMPARE(begun.load(), 4);
        QVERIFY(!isTaken);
    }

    void whoTakesMayThrow()
    {
        JobContext ctx;
        QVERIFY_EXCEPTION_THROWN(jobs::runSideBySide<int>(
                                     {.end = 1000, .workers = 3}, ctx, [](std::size_t, JobContext&) { return 0; },
                                     [](std::size_t i, int) {
                                         if (i == 7)
                                             throw std::runtime_error("full disk");
                                     }),
                                 std::runtime_error);
    }

    void countsProgressAsResultsAreTaken()
    {
        double last = 0.0;
        JobContext ctx({}, [&](const Progress& progress) { last = progress.fraction; });
        ctx.beginStage("working", 40);
        jobs::runSideBySide<int>(
            {.end = 10, .steps = 4, .workers = 2}, ctx, [](std::size_t, JobContext&) { return 0; },
            [](std::size_t, int) {});
        QCOMPARE(last, 1.0);
    }

    void setsUpEveryWorker()
    {
        std::mutex mutex;
        std::set<std::thread::id> setUp;
        std::atomic<bool> isForeign = false;
        JobContext ctx;
        jobs::Pieces pieces{.end = 50, .workers = 3};
        pieces.around = [&](const std::function<void()>& life) {
            {
                const std::lock_guard lock(mutex);
                setUp.insert(std::this_thread::get_id());
            }
            life();
        };
        jobs::runSideBySide<int>(
            pieces, ctx,
            [&](std::size_t, JobContext&) {
                const std::lock_guard lock(mutex);
                isForeign = isForeign || !setUp.contains(std::this_thread::get_id());
                return 0;
            },
            [](std::size_t, int) {});
        QCOMPARE(setUp.size(), std::size_t(3));
        QVERIFY(!isForeign);
    }
};

QTEST_APPLESS_MAIN(TestSideBySide)
#include "tst_side_by_side.moc"
