// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/runs/pairs/prefetching_side.h"
#include "tests/support/busy_work.h"

#include <QtTest>

#include <algorithm>
#include <atomic>
#include <omp.h>
#include <set>
#include <thread>

using namespace ql;
using runs::PrefetchingSide;

namespace {

constexpr std::chrono::microseconds kNodeTime(70);

/// Node i makes value i. Says when it is used while it runs.
class SlowSide final : public runs::ValueSource {
public:
    explicit SlowSide(std::size_t nodes, std::size_t broken = std::size_t(-1))
        : m_nodes(nodes)
        , m_broken(broken)
        , m_macs(nodes, 1)
    {
    }

    std::size_t readyAfter(graph::ValueId value) const override { return value.position() + 1; }
    void keep(graph::ValueId value) override { change(value, 1); }
    void release(graph::ValueId value) override { change(value, -1); }
    void advanceTo(std::size_t count) override
    {
        m_isRunning = true;
        for (; m_done < count; ++m_done) {
            if (m_done == m_broken) {
                m_isRunning = false;
                throw Error(ErrorCode::Engine, Message("node {}", m_done));
            }
            tests::workFor(kNodeTime);
            threads.insert(std::this_thread::get_id());
        }
        m_isRunning = false;
    }
    std::size_t nodeCount() const override { return m_nodes; }
    runs::Tensor tensor(graph::ValueId) const override { return {}; }
    std::vector<runs::Tensor> outputs() const override { return {}; }
    double seconds() const override { return 0.0; }
    const std::vector<std::uint64_t>& macs() const override { return m_macs; }

    std::size_t done() const { return m_done; }

    std::set<std::thread::id> threads; ///< that ran nodes
    std::map<std::size_t, int> kept;   ///< by value
    bool wasDisturbed = false;

private:
    void change(graph::ValueId value, int by)
    {
        wasDisturbed = wasDisturbed || m_isRunning;
        kept[value.position()] += by;
    }

    std::size_t m_nodes;
    std::size_t m_broken;
    std::vector<std::uint64_t> m_macs;
    std::atomic<std::size_t> m_done = 0;
    std::atomic<bool> m_isRunning = false;
};

std::vector<std::size_t> countsTo(std::size_t nodes)
{
    std::vector<std::size_t> counts(nodes);
    for (std::size_t i = 0; i < nodes; ++i)
        counts[i] = i + 1;
    return counts;
}

/// As runs::runInLockstep() and those who measure rows do: keeps every value, looks at it, and lets it go.
/// @returns the fewest threads that the caller had meanwhile
int visitAll(runs::PrefetchingSide& ahead, std::size_t nodes)
{
    int fewest = omp_get_max_threads();
    for (std::size_t i = 0; i < nodes; ++i)
        ahead.keep(graph::ValueId(i));
    ahead.expect(countsTo(nodes));
    for (std::size_t i = 0; i < nodes; ++i) {
        ahead.advanceTo(i + 1);
        ahead.keep(graph::ValueId(i));
        ahead.release(graph::ValueId(i));
        tests::workFor(kNodeTime);
        ahead.release(graph::ValueId(i));
        fewest = std::min(fewest, omp_get_max_threads());
    }
    return fewest;
}

} // namespace

class PrefetchingSideTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { omp_set_num_threads(4); }

    void runsBesideItsCaller()
    {
        constexpr std::size_t kNodes = 400;
        SlowSide side(kNodes);
        std::size_t steps = 0;
        JobContext ctx({},
                       [&steps](const Progress& progress) { steps = std::size_t(progress.fraction * kNodes + 0.5); });
        ctx.beginStage("running", kNodes);
        {
            runs::PrefetchingSide ahead(side, ctx);
            QCOMPARE(visitAll(ahead, kNodes), 2); // the other two are the side's
            QCOMPARE(omp_get_max_threads(), 4);
            QCOMPARE(ahead.nodeCount(), kNodes);
        }
        QCOMPARE(side.done(), kNodes);
        QCOMPARE(steps, kNodes);
        QVERIFY(!side.wasDisturbed);
        for (const auto& [value, count] : side.kept)
            QVERIFY2(count == 0, std::to_string(value).c_str());
        QVERIFY2(side.threads.size() > 1 || !side.threads.contains(std::this_thread::get_id()), "ran on one thread");
    }

    void staysWithItsCallerWhereItIsSoonDone()
    {
        // Where the machine is busy, three short nodes may take long.
        constexpr int kAttempts = 50;
        bool hasStayed = false;
        for (int attempt = 0; attempt < kAttempts && !hasStayed; ++attempt) {
            SlowSide side(3);
            JobContext ctx;
            runs::PrefetchingSide ahead(side, ctx);
            hasStayed = visitAll(ahead, 3) == 4 && side.threads == std::set{std::this_thread::get_id()};
        }
        QVERIFY(hasStayed);
    }

    /// However far it had come: what a caller sees doesn't depend on how long things take.
    void throwsWhereItWouldWithout()
    {
        for (const std::size_t broken : {0, 1, 63, 71, 255}) {
            SlowSide side(300, broken);
            JobContext ctx;
            runs::PrefetchingSide ahead(side, ctx);
            ahead.expect(countsTo(300));
            for (std::size_t i = 0; i < broken; ++i)
                ahead.advanceTo(i + 1);
            try {
                ahead.advanceTo(broken + 1);
                QFAIL("nothing was thrown");
            } catch (const Error& error) {
                QCOMPARE(error.message().english(), "node " + std::to_string(broken));
            }
        }
    }

    void goesWhereNobodyExpectedIt()
    {
        SlowSide side(50);
        JobContext ctx;
        runs::PrefetchingSide ahead(side, ctx);
        ahead.advanceTo(10);
        QCOMPARE(side.done(), std::size_t(10));
        ahead.expect({5, 12, 11, 20});
        ahead.advanceTo(30);
        QVERIFY(side.done() >= 30);
        ahead.advanceTo(3); // it is there
        ahead.finish();
        QCOMPARE(side.done(), std::size_t(50));
    }

    void endsInTheMiddle()
    {
        SlowSide side(100000);
        {
            JobContext ctx;
            runs::PrefetchingSide ahead(side, ctx);
            ahead.expect(countsTo(100000));
            ahead.advanceTo(200);
        }
        QVERIFY(side.done() < 1000);
        QCOMPARE(omp_get_max_threads(), 4);
    }

    void isCancelled()
    {
        SlowSide side(100000);
        std::stop_source stop;
        JobContext ctx(stop.get_token(), {});
        runs::PrefetchingSide ahead(side, ctx);
        ahead.expect(countsTo(100000));
        ahead.advanceTo(1);
        stop.request_stop();
        QVERIFY_EXCEPTION_THROWN(ahead.advanceTo(2000), Cancelled);
    }
};

QTEST_GUILESS_MAIN(PrefetchingSideTest)
#include "tst_prefetching_side.moc"
