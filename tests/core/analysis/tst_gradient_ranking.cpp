// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/analysis/ranked_models.h"
#include "tests/support/models.h"

#include <QtTest>
#include <algorithm>
#include <cmath>

using namespace ql;
using namespace ql::tests;
using results::MetricId;
using results::SensitivityMode;
using results::SensitivityRequest;

namespace {

std::vector<double> placesOf(const std::vector<double>& values)
{
    std::vector<double> places;
    for (const double value : values) // alike ones share the mean of their places
        places.push_back(0.5
                         * double(std::ranges::count_if(values, [=](double each) { return each < value; })
                                  + std::ranges::count_if(values, [=](double each) { return each <= value; })));
    return places;
}

/// Of the rows that both have numbers for; 1 = the same order.
double spearman(const results::SensitivityOutput& found, const results::SensitivityOutput& expected)
{
    std::vector<double> a, b;
    for (const auto& row : found.rows)
        for (const auto& other : expected.rows)
            if (row.opName == other.opName && row.sensitiveType == other.sensitiveType && !std::isnan(row.metricValue)
                && !std::isnan(other.metricValue)) {
                a.push_back(row.metricValue);
                b.push_back(other.metricValue);
            }
    const auto x = placesOf(a), y = placesOf(b);
    const double mean = 0.5 * double(a.size());
    double xy = 0.0, xx = 0.0, yy = 0.0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        xy += (x[i] - mean) * (y[i] - mean);
        xx += (x[i] - mean) * (x[i] - mean);
        yy += (y[i] - mean) * (y[i] - mean);
    }
    return xy / std::sqrt(xx * yy);
}

} // namespace

/// Rankings that derivatives predict, against those of a run for each row.
class TestGradientRanking : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// Rows in the order of predictions and of runs, by Spearman's coefficient.
    void derivativesRankAsRunsDo_data()
    {
        if (!tests::modelsFolder())
            QSKIP("QUANTLOUPE_MODELS is not set: nothing was tested on real models");
        QTest::addColumn<QString>("model");
        QTest::addColumn<QString>("variant");
        QTest::addColumn<QString>("title");
        for (const auto* variant : {"qdq_s8_pc", "qop_u8s8", "qdq_a16w8_ms"})
            QTest::addRow("ultraface %s", variant) << "ultraface" << variant << "satya";
        for (const auto* variant : {"dyn", "qdq_s8_convmm", "qdq_s8_pc"})
            QTest::addRow("silero %s", variant) << "silero_mini_v2" << variant << "en_w3";
        QTest::addRow("supres") << "supres"
                                << "qdq_s8_pc"
                                << "cat";
    }

    void derivativesRankAsRunsDo()
    {
        QFETCH(QString, model);
        QFETCH(QString, variant);
        QFETCH(QString, title);
        const auto models =
            openCase(*tests::modelsFolder(), model.toStdString(), variant.toStdString(), title.toStdString());
        const auto exact = rank(models, {.growingSets = 0});
        const auto predicted =
            rank(models, {.method = results::SensitivityMethod::Gradient, .exactTop = 3, .growingSets = 3});
        for (std::size_t i = 0; i < exact->outputs.size(); ++i) {
            QVERIFY(spearman(predicted->outputs[i], exact->outputs[i]) >= 0.85);
            QCOMPARE(predicted->outputs[i].everythingOn, exact->outputs[i].everythingOn);
            QCOMPARE(predicted->outputs[i].cumulative.size(), std::size_t(3));
        }
        for (const auto& row : predicted->outputs[0].rows) // rows that were run have the runs' numbers
            if (const auto* run = findRow(*exact, row.opName, row.sensitiveType); !row.isPredicted)
                QCOMPARE(row.metricValue, run->metricValue);
        QVERIFY(std::ranges::count(predicted->outputs[0].rows, false, &results::SensitivityRow::isPredicted) >= 3);
        QVERIFY(predicted->verdict.outputs.empty());
    }

    void derivativesRefuseWhatTheyCantPredict()
    {
        const auto models = openDemo();
        using results::SensitivityMethod;
        const auto problem = [&](SensitivityRequest request) -> std::string {
            request.method = SensitivityMethod::Gradient;
            try {
                rank(models, request);
            } catch (const Error& error) {
                return error.what();
            }
            return {};
        };
        QVERIFY(problem({.metrics = {MetricId::Cosine}}).find("not cosine") != std::string::npos);
        QVERIFY(problem({.mode = SensitivityMode::OneOff}).find("one-on") != std::string::npos);
        QVERIFY(problem({.replaysDecisions = true}).find("decisions") != std::string::npos);
        QVERIFY(problem({.probes = 0}).find("--probes") != std::string::npos);
        QCOMPARE(problem({.metrics = {MetricId::Mse, MetricId::RelL2}}), std::string());
    }
};

QTEST_APPLESS_MAIN(TestGradientRanking)
#include "tst_gradient_ranking.moc"
