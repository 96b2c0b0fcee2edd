// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/replay/replay_kind.h"
#include "core/runs/threads/thread_guard.h"

#include <QTest>

#include <cmath>

using namespace ql;
using analysis::differenceOf;
using results::ReplayKind;

namespace {

/// Numbers from -4 to 4, in no order, none twice.
at::Tensor numbers()
{
    return at::sin(at::arange(512, at::kFloat) * 1.7F) * 4.0F;
}

} // namespace

class TestReplayKind : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void whatEndsSoonerClamps()
    {
        const auto x = numbers();
        const auto found = differenceOf({x, x.clamp(-1.5F, 9.0F)});
        QCOMPARE(found.kind, ReplayKind::Clamps);
        QCOMPARE(float(found.bound.value_or(0.0)), -1.5F);
        const auto told = differenceOf({x, x.clamp(-9.0F, 1.5F), true});
        QCOMPARE(told.kind, ReplayKind::OtherBounds);
        QCOMPARE(float(told.bound.value_or(0.0)), 1.5F);
    }

    void whatGoesOnLacksItsActivation()
    {
        const auto x = numbers();
        const auto found = differenceOf({x.relu(), x + 0.003F});
        QCOMPARE(found.kind, ReplayKind::ActivationMissing);
        QCOMPARE(found.bound.value_or(1.0), 0.0);
        QCOMPARE(differenceOf({x.clamp(0.0F, 2.0F), x.clamp(0.0F, 3.5F), true}).kind, ReplayKind::OtherBounds);
    }

    void overflowingIntegersWrap()
    {
        const auto x = numbers();
        const auto wrapped = at::where(x.gt(3.0F), x - 7.0F, x) + 0.001F * at::cos(x);
        const auto found = differenceOf({x, wrapped});
        QCOMPARE(found.kind, ReplayKind::Wraps);
        QVERIFY(std::abs(found.bound.value_or(0.0) - 7.0) < 0.1);
    }

    void otherDecisionsDoNotWrap()
    {
        // Zeros and ones, of which some fall otherwise: off by whole numbers, too.
        const auto x = numbers().gt(0.0F).to(at::kFloat);
        const auto flips = at::arange(512, at::kLong).remainder(9).eq(0);
        QVERIFY(differenceOf({x, at::where(flips, 1.0F - x, x)}).kind != ReplayKind::Wraps);
    }

    void fewLevelsAreAGrid()
    {
        const auto x = numbers();
        QCOMPARE(differenceOf({x, (x / 0.5F).round() * 0.5F}).kind, ReplayKind::Rounds);
    }

    void factorsPerChannelAreOtherConstants()
    {
        const auto x = numbers().view({1, 4, 128});
        const auto factors = at::tensor({1.0F, 2.0F, -0.5F, 3.0F}).view({1, 4, 1});
        QCOMPARE(differenceOf({x, (x * factors + 0.3F).contiguous()}).kind, ReplayKind::ConstantsDiffer);
    }

    void newNanIsToldFirst()
    {
        const auto x = numbers();
        auto y = x.clone();
        y[3] = NAN;
        QCOMPARE(differenceOf({x, y}).kind, ReplayKind::MakesNan);
    }

    void whatNothingExplainsIsSomethingElse()
    {
        const auto x = numbers();
        const auto found = differenceOf({x, x.roll(5)});
        QCOMPARE(found.kind, ReplayKind::Other);
        QVERIFY(!found.bound);
    }
};

QTEST_GUILESS_MAIN(TestReplayKind)
#include "tst_replay_kind.moc"
