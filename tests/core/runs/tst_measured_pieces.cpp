// SPDX-License-Identifier: GPL-3.0-or-later
// How long a piece takes tells how many are worked on at a time: it is measured once.
#include "core/runs/program/program.h"
#include "core/runs/threads/side_by_side.h"
#include "core/runs/threads/thread_guard.h"

#include <QTest>

#include <chrono>
#include <semaphore>
#include <vector>

using namespace ql;
using namespace std::chrono_literals;

namespace {

constexpr std::size_t kPieces = 4;

/// Whether the first two pieces are worked on at the same time.
bool areFirstTogether(double& secondsEach)
{
    std::binary_semaphore first(0), second(0);
    std::vector<bool> met;
    JobContext ctx;
    runs::runSideBySide<bool>(
        {.end = kPieces, .steps = 0}, nullptr, 0.0, secondsEach, ctx,
        [&](std::size_t i, JobContext&) {
            if (i > 1)
                return true;
            (i == 0 ? first : second).release();
            return (i == 0 ? second : first).try_acquire_for(i == 0 ? 300ms : 5s);
        },
        [&](std::size_t i, bool hasMet) {
            if (i < 2)
                met.push_back(hasMet);
        });
    return met.at(0);
}

} // namespace

class TestMeasuredPieces : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theFirstRunsAloneUntilItIsKnown()
    {
        const runs::ThreadGuard guard(2);
        double secondsEach = 0.0;
        QVERIFY(!areFirstTogether(secondsEach));
        QVERIFY(secondsEach >= 0.2);
        secondsEach = 0.01;
        QVERIFY(areFirstTogether(secondsEach));
        QCOMPARE(secondsEach, 0.01);
    }

    void whatTakesNothingStaysOnOneThread()
    {
        const runs::ThreadGuard guard(2);
        double secondsEach = 1e-6;
        QVERIFY(!areFirstTogether(secondsEach));
    }
};

QTEST_GUILESS_MAIN(TestMeasuredPieces)
#include "tst_measured_pieces.moc"
