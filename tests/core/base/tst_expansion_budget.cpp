// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/base/memory/expansion_budget.h"

#include <QTest>

using ql::AllowedExpansion;
using ql::ExpansionBudget;

namespace {

constexpr std::uint64_t kMegabyte = 1 << 20;

bool isRefused(ExpansionBudget& budget, std::uint64_t count, std::uint64_t bytesEach = 1)
{
    try {
        budget.make(count, bytesEach);
    } catch (const ql::Error& error) {
        return error.code() == ql::ErrorCode::UnsupportedFormat
               && error.whole().english().find("--max-memory") != std::string::npos;
    }
    return false;
}

} // namespace

class TestExpansionBudget : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void growsWithTheFileUpToACap()
    {
        QCOMPARE(ExpansionBudget(0).allowed(), 256 * kMegabyte);
        QCOMPARE(ExpansionBudget(1000).allowed(), 256 * kMegabyte + 1024000);
        QCOMPARE(ExpansionBudget(100 * kMegabyte).allowed(), (1024 + 800) * kMegabyte);
        ExpansionBudget budget(0);
        budget.read(1000);
        QCOMPARE(budget.allowed(), ExpansionBudget(1000).allowed());
    }

    void countsAllTogether()
    {
        ExpansionBudget budget(0);
        budget.make(100 * kMegabyte);
        budget.make(50 * kMegabyte, 3);
        QVERIFY(isRefused(budget, 7 * kMegabyte));
        budget.make(6 * kMegabyte); // what was refused doesn't count
        QVERIFY(isRefused(budget, 1));
        budget.make(0);
    }

    void noProductIsTooLargeForIt()
    {
        ExpansionBudget budget(0);
        QVERIFY(isRefused(budget, std::uint64_t(1) << 40, std::uint64_t(1) << 40));
        QVERIFY(isRefused(budget, ~std::uint64_t(0)));
    }

    void isRaisedButNotLowered()
    {
        {
            const AllowedExpansion little(1);
            QCOMPARE(ExpansionBudget(0).allowed(), 256 * kMegabyte);
            const AllowedExpansion much(5000 * kMegabyte);
            QCOMPARE(ExpansionBudget(0).allowed(), 5000 * kMegabyte);
            const AllowedExpansion less(4000 * kMegabyte);
            QCOMPARE(ExpansionBudget(0).allowed(), 5000 * kMegabyte);
        }
        QCOMPARE(AllowedExpansion::bytes(), std::uint64_t(0));
        QCOMPARE(ExpansionBudget(0).allowed(), 256 * kMegabyte);
    }
};

QTEST_APPLESS_MAIN(TestExpansionBudget)
#include "tst_expansion_budget.moc"
