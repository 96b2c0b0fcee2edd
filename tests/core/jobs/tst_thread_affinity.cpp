// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/jobs/thread_affinity.h"

#include <QTest>

#include <atomic>
#include <chrono>
#include <latch>
#include <pthread.h>
#include <sched.h>
#include <thread>

using namespace ql;

namespace {

cpu_set_t processorsOf(std::thread::native_handle_type thread)
{
    cpu_set_t set;
    CPU_ZERO(&set);
    ::pthread_getaffinity_np(thread, sizeof set, &set);
    return set;
}

/// A thread that sleeps until it is let go.
class Sleeper {
public:
    Sleeper()
        : m_thread([this] { m_end.wait(); })
    {
    }
    ~Sleeper() { m_end.count_down(); }

    auto handle() { return m_thread.native_handle(); }
    cpu_set_t processors() { return processorsOf(handle()); }

private:
    std::latch m_end{1};
    std::jthread m_thread;
};

/// The calling thread's processors, for a test that changes them.
class OwnProcessors {
public:
    ~OwnProcessors() { use(m_all); }
    const cpu_set_t& all() const { return m_all; }
    void useOnly(int processor)
    {
        cpu_set_t one;
        CPU_ZERO(&one);
        CPU_SET(processor, &one);
        use(one);
    }
    void use(const cpu_set_t& set) { ::pthread_setaffinity_np(::pthread_self(), sizeof set, &set); }

private:
    cpu_set_t m_all = processorsOf(::pthread_self());
};

bool areEqual(const cpu_set_t& left, const cpu_set_t& right)
{
    return CPU_EQUAL(&left, &right);
}

} // namespace

class TestThreadAffinity : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void helpersStartApart();
    void helpersAreBoundToNothing();
    void aHelperLeavesItsCallersProcessor();
    void aHelperFollowsWhatItsCallerMayHave();
    void oneProcessorIsLeftAsItIs();

private:
    OwnProcessors m_own;
};

void TestThreadAffinity::helpersStartApart()
{
    if (CPU_COUNT(&m_own.all()) < 2)
        QSKIP("needs two processors");
    std::atomic<int> helpers{-1};
    std::jthread helper([&](const std::stop_token& stop) {
        while (!stop.stop_requested())
            helpers = ::sched_getcpu();
    });
    const auto isApart = [&] {
        jobs::startOnAnotherProcessor(helper.native_handle(), 1);
        helpers = -1;
        while (helpers < 0)
            std::this_thread::yield();
        return helpers != ::sched_getcpu();
    };
    // The system may move both at any time, and gives a busy machine's processors late.
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    bool areApart = isApart();
    while (!areApart && std::chrono::steady_clock::now() < end)
        areApart = isApart();
    QVERIFY(areApart);
}

void TestThreadAffinity::helpersAreBoundToNothing()
{
    Sleeper first, second, third;
    std::size_t number = 0;
    for (auto* sleeper : {&first, &second, &third}) {
        jobs::startOnAnotherProcessor(sleeper->handle(), ++number);
        QVERIFY(areEqual(sleeper->processors(), m_own.all()));
    }
}

void TestThreadAffinity::aHelperLeavesItsCallersProcessor()
{
    if (CPU_COUNT(&m_own.all()) < 2)
        QSKIP("needs two processors");
    Sleeper sleeper;
    jobs::ThreadAffinity away;
    int before = 0, after = -1;
    while (before != after) { // the calling thread may be moved in between
        before = ::sched_getcpu();
        away.keep(sleeper.handle());
        after = ::sched_getcpu();
    }
    auto expected = m_own.all();
    CPU_CLR(before, &expected);
    QVERIFY(areEqual(sleeper.processors(), expected));
}

void TestThreadAffinity::aHelperFollowsWhatItsCallerMayHave()
{
    if (CPU_COUNT(&m_own.all()) < 2)
        QSKIP("needs two processors");
    Sleeper sleeper;
    jobs::ThreadAffinity away;
    for (int processor = 0; processor < CPU_SETSIZE; ++processor) {
        if (!CPU_ISSET(processor, &m_own.all()))
            continue;
        m_own.useOnly(processor); // and is there now
        m_own.use(m_own.all());
        away.keep(sleeper.handle());
        const auto allowed = sleeper.processors();
        QCOMPARE(CPU_COUNT(&allowed), CPU_COUNT(&m_own.all()) - 1);
    }
}

void TestThreadAffinity::oneProcessorIsLeftAsItIs()
{
    Sleeper sleeper;
    m_own.useOnly(::sched_getcpu());
    jobs::ThreadAffinity away;
    away.keep(sleeper.handle());
    jobs::startOnAnotherProcessor(sleeper.handle(), 1);
    m_own.use(m_own.all());
    QVERIFY(areEqual(sleeper.processors(), m_own.all()));
}

QTEST_GUILESS_MAIN(TestThreadAffinity)
#include "tst_thread_affinity.moc"
