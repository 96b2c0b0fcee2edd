// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/ticks.h"

#include <QStringList>
#include <QTest>

#include <cmath>
#include <limits>

using namespace ql::widgets;

namespace {

QStringList labels(const std::vector<Tick>& ticks)
{
    QStringList words;
    for (const Tick& tick : ticks)
        words.append(tick.label);
    return words;
}

} // namespace

class TestTicks : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void roundNumbers()
    {
        QCOMPARE(labels(roundTicks(-1.05, 1.05, 5, ChartScale::Linear)),
                 (QStringList{"\u22121", "\u22120.5", "0", "0.5", "1"}));
        QCOMPARE(labels(roundTicks(0.0, 43.0, 5, ChartScale::Linear)), (QStringList{"0", "10", "20", "30", "40"}));
    }

    void wholeNumbersStayWhole()
    {
        QCOMPARE(labels(roundTicks(-0.5, 3.5, 10, ChartScale::Linear, true)), (QStringList{"0", "1", "2", "3"}));
    }

    void decades()
    {
        QCOMPARE(labels(roundTicks(-0.3, 4.2, 10, ChartScale::Log10)),
                 (QStringList{"1", "10", "100", "1000", "10\u202Fk"}));
    }

    void withinOneDecade()
    {
        QCOMPARE(labels(roundTicks(0.0, 1.0, 10, ChartScale::Log10)), (QStringList{"1", "2", "5", "10"}));
    }

    /// A curve that hardly changes has an axis that can be read, too.
    void betweenTwoRoundNumbersOfADecade()
    {
        QCOMPARE(labels(roundTicks(std::log10(0.0011), std::log10(0.0019), 4, ChartScale::Log10)),
                 (QStringList{"0.0012", "0.0014", "0.0016", "0.0018"}));
        for (const Tick& tick : roundTicks(std::log10(0.0011), std::log10(0.0019), 4, ChartScale::Log10))
            QVERIFY(std::abs(std::pow(10.0, tick.at) - tick.label.toDouble()) < 1e-9);
    }

    /// Far from zero, four digits do not tell neighbours apart.
    void neighboursAreNeverCalledTheSame()
    {
        QCOMPARE(labels(roundTicks(12.3450, 12.3462, 4, ChartScale::Linear)),
                 (QStringList{"12.345", "12.3455", "12.346"}));
        QCOMPARE(labels(roundTicks(20000.2, 20001.1, 4, ChartScale::Linear)), (QStringList{"20000.5", "20001.0"}));
    }

    void nothingForBadRanges()
    {
        QVERIFY(roundTicks(1.0, 1.0, 5, ChartScale::Linear).empty());
        QVERIFY(roundTicks(0.0, std::numeric_limits<double>::infinity(), 5, ChartScale::Linear).empty());
    }
};

QTEST_APPLESS_MAIN(TestTicks)
#include "tst_ticks.moc"
