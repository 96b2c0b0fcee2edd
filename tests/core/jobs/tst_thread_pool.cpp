// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/jobs/thread_pool.h"
#include "tests/support/busy_work.h"

#include <QTest>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <sched.h>
#include <set>
#include <string>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

using namespace ql;

namespace {

/// In a piece of work that is long enough for helpers to come.
std::size_t threadsAtWork(int threads)
{
    std::mutex mutex;
    std::set<std::thread::id> seen;
    jobs::runInPool(threads, 200, [&](std::int64_t) {
        tests::workFor(std::chrono::microseconds(20));
        const std::lock_guard lock(mutex);
        seen.insert(std::this_thread::get_id());
    });
    return seen.size();
}

/// Until every other thread of this process sleeps: helpers spin for a moment after their work.
void awaitSleep()
{
    const auto isAwake = [own = std::to_string(::gettid())](const auto& thread) {
        const auto task = thread.path();
        std::string line;
        std::getline(std::ifstream(task / "stat"), line); // its state stands behind the name in parentheses
        return task.filename() != own && line.size() > line.rfind(')') + 2 && line[line.rfind(')') + 2] == 'R';
    };
    while (std::ranges::any_of(std::filesystem::directory_iterator("/proc/self/task"), isAwake))
        std::this_thread::yield();
}

/// The fewest of @p rounds with pauses between them, by a team of its own: a team that waited for a busy processor
/// works alone for a while.
std::size_t fewestAtWork(int threads, int rounds)
{
    std::size_t fewest = std::size_t(threads);
    std::jthread([&] {
        for (int round = 0; round < rounds; ++round) {
            fewest = std::min(fewest, threadsAtWork(threads));
            awaitSleep();
        }
    }).join();
    return fewest;
}

/// What becomes of the processors of a process that is forked from this one, comes to @p processor, and works in a team
/// whose helpers it doesn't have: its exit status, 0 where they stay.
int statusOfForked(int processor, const cpu_set_t& all)
{
    const auto child = ::fork();
    if (child == 0) {
        cpu_set_t set;
        CPU_ZERO(&set);
        CPU_SET(processor, &set);
        ::sched_setaffinity(0, sizeof set, &set); // is there now
        ::sched_setaffinity(0, sizeof all, &all);
        std::atomic<int> parts = 0;
        jobs::runInPool(2, 8, [&](std::int64_t) { ++parts; });
        ::sched_getaffinity(0, sizeof set, &set);
        ::_exit(parts != 8 ? 1 : CPU_EQUAL(&set, &all) ? 0 : 2);
    }
    int status = -1;
    ::waitpid(child, &status, 0);
    return status;
}

/// Sooner or later: where all processors are busy, a helper may come too late.
template <typename Condition>
bool isReached(const Condition& condition)
{
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    while (std::chrono::steady_clock::now() < end)
        if (condition())
            return true;
    return false;
}

} // namespace

class TestThreadPool : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// Whether its helpers sleep, or are about to, or were just woken.
    void worksAfterItRested()
    {
        jobs::restPool(); // there is none yet
        for (std::int64_t round = 0; round < 4000; ++round) {
            std::vector<int> counts(16, 0);
            jobs::runInPool(3, 16, [&](std::int64_t part) { ++counts[std::size_t(part)]; });
            QCOMPARE(counts, std::vector<int>(16, 1));
            jobs::restPool();
            if (round % 100 == 0)
                awaitSleep();
        }
        QVERIFY(isReached([] { return fewestAtWork(2, 1) == 2; }));
    }

    void runsEveryPartOnce_data()
    {
        QTest::addColumn<int>("threads");
        for (const int threads : {1, 2, 4, 7})
            QTest::addRow("%d threads", threads) << threads;
    }

    /// Deals follow each other at once: a helper that comes late must not take a part of the next one for one of its
    /// own.
    void runsEveryPartOnce()
    {
        QFETCH(int, threads);
        for (std::int64_t round = 0; round < 4000; ++round) {
            const std::int64_t parts = round % 17;
            std::vector<int> counts(17, 0);
            jobs::runInPool(threads, parts, [&](std::int64_t part) { ++counts[std::size_t(part)]; });
            std::vector<int> expected(17, 0);
            std::fill_n(expected.begin(), parts, 1);
            QCOMPARE(counts, expected);
        }
    }

    void takesAsManyPartsAsItMay()
    {
        std::vector<int> counts(jobs::kMostPoolParts, 0);
        jobs::runInPool(3, jobs::kMostPoolParts, [&](std::int64_t part) { ++counts[std::size_t(part)]; });
        QCOMPARE(counts, std::vector<int>(jobs::kMostPoolParts, 1));
    }

    void worksOnOtherThreads()
    {
        QVERIFY(isReached([] { return fewestAtWork(2, 1) == 2; }));
    }

    /// After a pause, too, in which the helpers fell asleep.
    void wakesItsHelpers()
    {
        QVERIFY(isReached([] { return fewestAtWork(2, 3) == 2; }));
    }

    void usesNoMoreThreadsThanAsked()
    {
        jobs::runInPool(4, 64, [](std::int64_t) { std::this_thread::yield(); });
        std::mutex mutex;
        std::set<std::thread::id> seen;
        for (int round = 0; round < 1000; ++round)
            jobs::runInPool(2, 8, [&](std::int64_t) {
                const std::lock_guard lock(mutex);
                seen.insert(std::this_thread::get_id());
            });
        QVERIFY(seen.size() <= 2);
    }

    void runsAloneWithinAPart()
    {
        std::atomic<int> inside = 0;
        jobs::runInPool(2, 4, [&](std::int64_t) {
            const auto outer = std::this_thread::get_id();
            jobs::runInPool(2, 4, [&](std::int64_t) { inside += std::this_thread::get_id() == outer ? 1 : 0; });
        });
        QCOMPARE(inside.load(), 16);
        QVERIFY(!jobs::isInPool());
    }

    /// Each thread has helpers of its own, which end with it.
    void belongsToItsThread()
    {
        std::vector<std::jthread> callers;
        std::atomic<std::int64_t> sum = 0;
        for (int i = 0; i < 4; ++i)
            callers.emplace_back([&sum] {
                for (int round = 0; round < 200; ++round)
                    jobs::runInPool(2, 8, [&](std::int64_t part) { sum += part; });
            });
        callers.clear();
        QCOMPARE(sum.load(), 4 * 200 * 28);
    }

    void aForkedProcessKeepsItsProcessors()
    {
        cpu_set_t all;
        QCOMPARE(::sched_getaffinity(0, sizeof all, &all), 0);
        jobs::runInPool(2, 8, [](std::int64_t) {});
        awaitSleep();
        for (int processor = 0; processor < CPU_SETSIZE; ++processor)
            if (CPU_ISSET(processor, &all))
                QCOMPARE(statusOfForked(processor, all), 0);
    }
};

QTEST_GUILESS_MAIN(TestThreadPool)
#include "tst_thread_pool.moc"
