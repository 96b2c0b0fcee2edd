// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/advice/advice.h"
#include "core/analysis/verdict/quality.h"
#include "core/graph/text_form/text_form.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <optional>

namespace ql::tests {

using namespace ql::analysis;
using results::Diagnostic;
using results::LayerRow;

/// Four layers in a chain, quantized but for the logarithm; the tests set what was measured.
inline const char* const kFloat = R"(graph "float" opset 13
    input x: float32[1,4]
    const w: float32[4,4] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}
    a = MatMul(x, w) name "a"
    b = Sigmoid(a) name "b"
    c = Log(b) name "c"
    d = MatMul(c, w) name "d"
    output d)";

inline const char* const kQuantized = R"(graph "quantized" opset 13
    input x: float32[1,4]
    const s: float32[] = {0.1}
    const z: int8[] = {0}
    const wq: int8[4,4] = {10, 0, 0, 0, 0, 10, 0, 0, 0, 0, 10, 0, 0, 0, 0, 10}
    w = DequantizeLinear(wq, s, z)
    xq = QuantizeLinear(x, s, z)
    xd = DequantizeLinear(xq, s, z)
    a = MatMul(xd, w) name "a"
    aq = QuantizeLinear(a, s, z)
    ad = DequantizeLinear(aq, s, z)
    b = Sigmoid(ad) name "b"
    bq = QuantizeLinear(b, s, z)
    bd = DequantizeLinear(bq, s, z)
    c = Log(bd) name "c"
    d_QuantizeLinear_Input = MatMul(c, w) name "d"
    dq = QuantizeLinear(d_QuantizeLinear_Input, s, z)
    d = DequantizeLinear(dq, s, z)
    output d)";

/// A comparison of the two, of which the tests set what it measured.
class AdvisedComparison {
public:
    AdvisedComparison(const std::string& baseline = kFloat, const std::string& analysis = kQuantized)
        : baselineGraph(graph::parseGraph(baseline))
        , analysisGraph(graph::parseGraph(analysis))
        , baselineLayers(collectLayers(baselineGraph, &analysisGraph))
        , analysisLayers(collectLayers(analysisGraph, &baselineGraph))
        , matching(matchLayers(baselineGraph, baselineLayers, analysisGraph, analysisLayers))
        , models{baselineGraph, analysisGraph, baselineLayers, analysisLayers, matching}
        , rows(makeRows(models, false))
    {
        for (auto& source : rows)
            measured(source.row.name, -1.0, 1.0, 40.0);
    }

    LayerRow& row(std::string_view name)
    {
        return std::find_if(rows.begin(), rows.end(), [name](const auto& source) { return source.row.name == name; })
            ->row;
    }

    /// Both sides span low … high; SQNR as given; nothing clamped.
    LayerRow& measured(std::string_view name, double low, double high, double sqnrDb)
    {
        LayerRow& found = row(name);
        found.metrics = results::Metrics{.cosine = sqnrDb > 15.0 ? 0.999 : 0.8, .sqnrDb = sqnrDb};
        for (auto* side : {&found.baseline, &found.analysis}) {
            side->statistics.count = 1000;
            side->statistics.min = low;
            side->statistics.max = high;
        }
        return found;
    }

    /// Controlled runs found it at @p localDb by itself, by these shares of its own error.
    void ran(std::string_view name, double localDb, double weights, double rounding, double clamping)
    {
        results::LayerCauses causes{.localDb = localDb, .localSteps = 1.0, .mainCause = {}};
        for (auto [part, share] : {std::pair(&causes.weights, weights), std::pair(&causes.rounding, rounding),
                                   std::pair(&causes.clamping, clamping)})
            *part = {share > 0.0 ? localDb - 10.0 * std::log10(share) : INFINITY, share};
        row(name).causes = causes;
    }

    /// Runs found that output "d" at @p wholeDb goes to @p rightDb with it set right, and is at @p aloneDb with it
    /// alone wrong.
    results::OutputEffect& hasEffect(std::string_view name, double wholeDb, std::optional<double> rightDb,
                                     std::optional<double> aloneDb = {})
    {
        row(name).effect = results::OutputEffect{
            .output = "d", .slice = {}, .wholeDb = wholeDb, .setRightDb = rightDb, .aloneDb = aloneDb, .together = {}};
        return *row(name).effect;
    }

    /// The name of the layer at which the error starts, of a model whose output is at @p outputDb.
    std::string advise(double outputDb = 5.0)
    {
        result.outputs = {{"d", results::Metrics{.sqnrDb = outputDb}, {1, 4}}};
        result.verdict.outputs = {{.name = "d", .quality = qualityOfSqnr(outputDb)}};
        analysis::advise(rows, models, result);
        return result.errorOrigin;
    }

    const Diagnostic* advice(std::string_view name, std::string_view rule)
    {
        const auto& all = row(name).advice;
        const auto found =
            std::find_if(all.begin(), all.end(), [rule](const Diagnostic& one) { return one.rule == rule; });
        return found == all.end() ? nullptr : &*found;
    }

    graph::Graph baselineGraph;
    graph::Graph analysisGraph;
    std::vector<Layer> baselineLayers;
    std::vector<Layer> analysisLayers;
    Matching matching;
    MatchedModels models;
    std::vector<LayerRowSource> rows;
    results::CompareResult result;
};

inline bool says(const Diagnostic* advice, std::string_view text)
{
    if (advice && (advice->message.english() + " " + advice->remedy.english()).find(text) != std::string::npos)
        return true;
    qWarning("no \"%s\" in \"%s\"", std::string(text).c_str(),
             advice ? (advice->message.english() + " " + advice->remedy.english()).c_str() : "(nothing)");
    return false;
}

} // namespace ql::tests
