// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/text_form/text_form.h"
#include "core/quant/quantized_graph/quantized_graph.h"
#include "tests/core/analysis/ranked_models.h"
#include "tests/support/models.h"
#include "tests/support/random_floats.h"
#include "tests/support/spearman.h"

#include <fmt/format.h>

#include <QtTest>
#include <algorithm>
#include <array>
#include <cmath>

using namespace ql;
using namespace ql::tests;
using results::MetricId;
using results::SensitivityMode;
using results::SensitivityRequest;

namespace {

constexpr double kFineStep = 1.0 / 4096; ///< of 16 bits: up to 8

/// A weight of small numbers: what it multiplies keeps its size.
std::string weightText(const char* name, std::int64_t columns, unsigned seed)
{
    auto text = "const " + std::string(name) + ": float32[8," + std::to_string(columns) + "] = {";
    for (const float number : randomFloats(8 * columns, seed))
        text += (text.ends_with('{') ? "" : ", ") + std::to_string(0.35f * number);
    return text + "}\n";
}

/// Three products; what each reads goes through a pair of @p type with a step of so many fine ones.
graph::Graph products(const std::string& type, std::array<int, 3> steps)
{
    std::string text = "graph \"products\" opset 21\ninput x: float32[1,8]\nconst z: " + type + "[] = {0}\n";
    text += weightText("w1", 8, 1) + weightText("w2", 8, 2) + weightText("w3", 4, 3);
    const auto pair = [&](const std::string& value) {
        return value + "q: " + type + "[1,8] = QuantizeLinear(" + value + ", s" + value + ", z)\n" + value
               + "d: float32[1,8] = DequantizeLinear(" + value + "q, s" + value + ", z)\n";
    };
    const char* const quantized[]{"x", "r", "b"};
    for (std::size_t i = 0; i < 3; ++i)
        text += fmt::format("const s{}: float32[] = {{{:.12f}}}\n", quantized[i], steps[i] * kFineStep);
    return graph::parseGraph(text + pair("x") + "a: float32[1,8] = MatMul(xd, w1) name \"first\"\n"
                             + "r: float32[1,8] = Relu(a) name \"relu\"\n" + pair("r")
                             + "b: float32[1,8] = MatMul(rd, w2) name \"second\"\n" + pair("b")
                             + "y: float32[1,4] = MatMul(bd, w3) name \"third\"\noutput y\n");
}

/// @p baseline with pairs of 8 bits on top of what it has.
graph::Graph simulatedOnTop(const graph::Graph& baseline)
{
    auto plan = quant::planFor(baseline, {});
    for (auto& quantizer : plan.quantizers)
        if (!quantizer.sameAs)
            quantizer.parameters = quant::perTensor(quantizer.role == quant::QuantizerRole::Weight ? 0.02 : 0.08, 0);
    return quant::qdqGraph(baseline, plan);
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

    /// A baseline with quantizers of 16 bits: derivatives pass them, to each of what 8 bits do.
    void derivativesPassTheBaselinesOwnQuantizers_data()
    {
        QTest::addColumn<bool>("isSimulated");
        QTest::newRow("in place of its own") << false; // odd steps: rounding twice is rounding once
        QTest::newRow("on top of its own") << true;
    }
    void derivativesPassTheBaselinesOwnQuantizers()
    {
        QFETCH(bool, isSimulated);
        Models models;
        models.baseline.graph = products("int16", {1, 1, 1});
        models.analysis.graph = isSimulated ? simulatedOnTop(models.baseline.graph) : products("int8", {411, 819, 205});
        const auto numbers = randomFloats(8, 4);
        models.inputs.emplace("x", ops::Tensor(at::tensor(numbers).view({1, 8})));
        const SensitivityRequest request{.metrics = {MetricId::Mse}, .growingSets = 0};
        auto predicting = request;
        predicting.method = results::SensitivityMethod::Gradient;
        const auto exact = rank(models, request);
        const auto predicted = rank(models, predicting);
        QVERIFY(!exact->inside && !predicted->inside);
        const auto& rows = predicted->outputs.at(0).rows;
        QCOMPARE(rows.size(), exact->outputs.at(0).rows.size());
        QVERIFY(rows.size() >= 3);
        QVERIFY(spearman(predicted->outputs[0], exact->outputs[0]) >= 0.85);
        for (const auto& row : rows) {
            const auto* run = findRow(*exact, row.opName, row.sensitiveType);
            QVERIFY(row.isPredicted && run && run->metricValue > 0.0);
            const double ratio = row.metricValue / run->metricValue;
            QVERIFY2(ratio > 0.6 && ratio < 1.7, fmt::format("{} {}", row.opName, ratio).c_str());
        }
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
