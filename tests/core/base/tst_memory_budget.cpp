// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/memory/memory_budget.h"

#include <QtTest>

#include <cmath>
#include <memory>
#include <thread>
#include <vector>

using ql::MemoryBudget;
using ql::MemoryShare;
using Limit = MemoryShare::Limit;

class TestMemoryBudget : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// In whatever order questions that are asked side by side end.
    void theLeastOfAllCounts()
    {
        QVERIFY(std::isinf(MemoryBudget::bytes()));
        auto first = std::make_unique<MemoryBudget>(100.0);
        auto second = std::make_unique<MemoryBudget>(0.0);
        const auto third = std::make_unique<MemoryBudget>(50.0);
        QCOMPARE(MemoryBudget::bytes(), 50.0);
        first.reset();
        QCOMPARE(MemoryBudget::bytes(), 50.0);
        second = std::make_unique<MemoryBudget>(20.0);
        QCOMPARE(MemoryBudget::bytes(), 20.0);
        second.reset();
        QCOMPARE(MemoryBudget::bytes(), 50.0);
    }

    void aShareIsNoMoreThanItsMost()
    {
        MemoryShare share(Limit::Budgeted, 100);
        QVERIFY(share.take(60));
        QVERIFY(!share.take(41));
        QVERIFY(share.take(40));
        QVERIFY(share.take(0));
        QVERIFY(!share.take(1));
        QVERIFY(!share.take(std::size_t(-1)));
        QCOMPARE(share.bytes(), std::size_t(100));
        share.giveBack(60);
        QVERIFY(share.take(60));
        QVERIFY(!MemoryShare(Limit::Fixed, 100).take(101));
    }

    /// What was taken before stays: nothing is evicted for a budget that comes later.
    void theBudgetLimitsSharesWhileItLives()
    {
        MemoryShare budgeted(Limit::Budgeted, 100);
        MemoryShare fixed(Limit::Fixed, 100);
        QVERIFY(budgeted.take(30) && fixed.take(30));
        {
            const MemoryBudget budget(50.5);
            QVERIFY(!budgeted.take(21));
            QVERIFY(budgeted.take(20));
            QVERIFY(fixed.take(70));
            const MemoryBudget smaller(10.0);
            QVERIFY(!budgeted.take(0));
            QCOMPARE(budgeted.bytes(), std::size_t(50));
        }
        QVERIFY(budgeted.take(50));
        const MemoryBudget larger(1000.0);
        QVERIFY(!budgeted.take(1));
    }

    void threadsNeverTakeMoreTogether()
    {
        MemoryShare share(Limit::Fixed, 1000);
        std::atomic<std::size_t> taken = 0;
        std::vector<std::jthread> threads;
        for (int i = 0; i < 4; ++i)
            threads.emplace_back([&] {
                for (int turn = 0; turn < 1000; ++turn)
                    if (share.take(3))
                        taken += 3;
            });
        threads.clear();
        QCOMPARE(share.bytes(), std::size_t(999));
        QCOMPARE(taken.load(), share.bytes());
    }
};

QTEST_APPLESS_MAIN(TestMemoryBudget)
#include "tst_memory_budget.moc"
