// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/jobs/task_queue.h"

#include <QTest>

#include <atomic>
#include <semaphore>
#include <stdexcept>
#include <thread>
#include <vector>

using namespace ql;

namespace {

const auto kNothingAround = [](const std::function<void()>& life) { life(); };

} // namespace

class TestTaskQueue : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void runsEveryTaskOnce()
    {
        std::vector<int> results(1000, 0);
        {
            jobs::TaskQueue queue(3, kNothingAround);
            for (int& result : results)
                queue.add([&result] { ++result; });
            queue.wait(results.size() - 1);
            QCOMPARE(results, std::vector<int>(1000, 1));
        }
    }

    void worksBesideTheCaller()
    {
        std::binary_semaphore isRunning(0);
        std::binary_semaphore mayEnd(0);
        std::thread::id where;
        jobs::TaskQueue queue(1, kNothingAround);
        const auto task = queue.add([&] {
            where = std::this_thread::get_id();
            isRunning.release();
            mayEnd.acquire();
        });
        isRunning.acquire(); // the caller does something else meanwhile
        mayEnd.release();
        queue.wait(task);
        QVERIFY(where != std::this_thread::get_id());
    }

    void theCallerHelpsWhereTooManyWait()
    {
        std::binary_semaphore mayEnd(0);
        std::binary_semaphore isRunning(0);
        std::atomic<int> here = 0;
        const auto caller = std::this_thread::get_id();
        jobs::TaskQueue queue(2, kNothingAround);
        queue.add([&] {
            isRunning.release();
            mayEnd.acquire();
        });
        isRunning.acquire();
        for (int i = 0; i < 5; ++i)
            queue.add([&] { here += std::this_thread::get_id() == caller ? 1 : 0; });
        QCOMPARE(here.load(), 3);
        mayEnd.release();
        queue.wait(5);
    }

    void throwsWhatTheFirstTaskThrew()
    {
        jobs::TaskQueue queue(8, kNothingAround);
        queue.add([] {});
        queue.add([] { throw std::runtime_error("first"); });
        const auto last = queue.add([] { throw std::runtime_error("second"); });
        queue.wait(0);
        try {
            queue.wait(last);
            QFAIL("nothing was thrown");
        } catch (const std::runtime_error& error) {
            QCOMPARE(std::string(error.what()), std::string("first"));
        }
    }

    void waitsForWhatHasBegunAtItsEnd()
    {
        std::binary_semaphore isRunning(0);
        std::atomic<bool> isLeaving = false;
        std::atomic<bool> hasEnded = false;
        {
            jobs::TaskQueue queue(8, kNothingAround);
            queue.add([&] {
                isRunning.release();
                while (!isLeaving)
                    std::this_thread::yield();
                hasEnded = true;
            });
            isRunning.acquire();
            isLeaving = true;
        }
        QVERIFY(hasEnded);
    }
};

QTEST_APPLESS_MAIN(TestTaskQueue)
#include "tst_task_queue.moc"
