// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/text_form/text_form.h"
#include "tests/core/analysis/ranked_models.h"
#include "tests/support/models.h"
#include "tests/support/spearman.h"

#include <QtTest>
#include <algorithm>
#include <cmath>

using namespace ql;
using namespace ql::tests;
using results::MetricId;
using results::SensitivityMode;
using results::SensitivityRequest;

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

    /// No derivative passes the chosen class: what only that shows is run, and the other output is predicted.
    void rowsBehindIntegersAreRun()
    {
        const auto network = [](bool isQuantized) {
            const std::string a = isQuantized ? "ad" : "a";
            return graph::parseGraph("graph \"network\" opset 13\n"
                                     "input x: float32[1,2]\n"
                                     "const w: float32[2,3] = {1, 2, 3, 3, 2, 1}\n"
                                     "const s: float32[] = {4}\nconst z: int8[] = {0}\n"
                                     "a = MatMul(x, w) name \"product\"\n"
                                     + (isQuantized ? std::string("aq = QuantizeLinear(a, s, z)\n"
                                                                  "ad = DequantizeLinear(aq, s, z)\n")
                                                    : std::string())
                                     + "c: int64[1,1] = ArgMax(" + a
                                     + ") {axis: 1} name \"choice\"\n"
                                       "k: float32[1,1] = Cast(c) {to: 1} name \"class\"\n"
                                       "y = Mul("
                                     + a + ", " + a
                                     + ") name \"square\"\n"
                                       "output k\noutput y\n");
        };
        Models models;
        models.baseline.graph = network(false);
        models.analysis.graph = network(true);
        models.inputs.emplace("x", ops::Tensor(at::tensor({0.9f, 1.0f}).view({1, 2})));
        const SensitivityRequest request{.metrics = {MetricId::Mse}, .growingSets = 0};
        auto predicting = request;
        predicting.method = results::SensitivityMethod::Gradient;
        const auto exact = rank(models, request);
        const auto predicted = rank(models, predicting);
        const auto& chosen = predicted->outputs.at(0).rows.at(0);
        QVERIFY(!chosen.isPredicted);
        QCOMPARE(chosen.metricValue, exact->outputs.at(0).rows.at(0).metricValue);
        QVERIFY(std::isfinite(predicted->outputs.at(1).rows.at(0).metricValue));
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
