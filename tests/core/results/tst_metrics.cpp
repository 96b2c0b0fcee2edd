// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/results/metrics.h"

#include <QTest>

#include <cmath>
#include <set>
#include <string>

using namespace ql::results;

class TestMetrics : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void keysAreDistinctAndRoundTrip()
    {
        std::set<std::string_view> keys;
        for (const MetricId metric : kAllMetrics) {
            QVERIFY(!key(metric).empty());
            keys.insert(key(metric));
            QCOMPARE(metricFromKey(key(metric)), std::optional(metric));
        }
        QCOMPARE(keys.size(), kAllMetrics.size());
        QCOMPARE(metricFromKey("sqnr"), std::optional(MetricId::Sqnr));
        QCOMPARE(metricFromKey("sqnr_db"), std::optional(MetricId::Sqnr));
        QVERIFY(!metricFromKey("Cosine"));
        QVERIFY(!metricFromKey(""));
    }

    void valueOfReadsEachField()
    {
        const Metrics metrics{
            .cosine = 1, .l1 = 2, .atol = 3, .mse = 4, .sqnrDb = 5, .relL2 = 6, .kl = 7, .js = 8, .maxQscaleDiff = 9.0};
        double expected = 1.0;
        for (const MetricId metric : kAllMetrics)
            QCOMPARE(valueOf(metrics, metric).value(), expected++);
        QVERIFY(!valueOf(Metrics{}, MetricId::MaxQscaleDiff));
    }

    void worstIsLowestForCosineAndSqnrOnly()
    {
        QVERIFY(isWorse(MetricId::Cosine, 0.5, 0.9));
        QVERIFY(isWorse(MetricId::Sqnr, -3.0, 20.0));
        QVERIFY(isWorse(MetricId::Sqnr, 20.0, INFINITY));
        QVERIFY(isWorse(MetricId::Mse, 2.0, 1.0));
        QVERIFY(!isWorse(MetricId::Mse, 1.0, 1.0));
        QVERIFY(!isWorse(MetricId::Cosine, 0.9, 0.5));
    }

    void nanIsWorstOfAll()
    {
        for (const MetricId metric : kAllMetrics) {
            QVERIFY(isWorse(metric, NAN, INFINITY));
            QVERIFY(isWorse(metric, NAN, -INFINITY));
            QVERIFY(!isWorse(metric, 0.0, NAN));
            QVERIFY(!isWorse(metric, NAN, NAN));
        }
    }
};

QTEST_APPLESS_MAIN(TestMetrics)
#include "tst_metrics.moc"
