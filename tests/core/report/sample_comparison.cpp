// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/report/sample_comparison.h"

#include <limits>

namespace ql::tests {

using namespace results;

namespace {

TensorStatistics statistics(double min, double max, double mean, double variance)
{
    TensorStatistics statistics;
    statistics.count = 3072;
    statistics.min = min;
    statistics.max = max;
    statistics.mean = mean;
    statistics.variance = variance;
    return statistics;
}

LayerRow quantLayer()
{
    LayerRow row;
    row.name = "quant";
    row.baseline = {"x", "quant", "Identity", "float32", statistics(0.0002798, 0.9996471, 0.4986397, 0.0838)};
    row.analysis = {"x_dq", "quant_dq", "DequantizeLinear", "float32", statistics(0.0, 0.9957269, 0.49867, 0.0837)};
    row.baselineShape = row.shape = {1, 3, 32, 32};
    row.quantizer = QuantizerInfo{"int8", {0.0078404}, {0}, {}, -128, 127};
    row.match = {"value-name", 1.0};
    row.metrics = Metrics{0.9999922, 0.0019772, 0.0039202, 5.1e-06, 48.1, 0.0039, 0.0125, 0.0031, 0.5000016};
    return row;
}

LayerRow convLayer()
{
    LayerRow row;
    row.index = 1;
    row.name = "block.conv";
    row.scope = "block";
    row.baseline = {"c", "block.conv", "Conv", "float32", statistics(-3.0, 4.0, 0.5, 1.25)};
    row.analysis = {"c_dq", "block.conv_q", "QLinearConv", "float32", statistics(-1.0, 1.0, 0.25, 0.5)};
    row.baselineShape = row.shape = {1, 2};
    row.quantizer = QuantizerInfo{"int8", {0.5, 0.25}, {0, 3}, 1, -128, 127};
    row.match = {"structure", 0.75};
    row.metrics = Metrics{0.5, 1.0, 3.0, 4.0, std::numeric_limits<double>::quiet_NaN(), 0.9, 0.1, 0.2, {}};
    row.nanCount = 2;
    row.clampedCount = 7;
    row.macs = 9216;
    row.causes = results::LayerCauses{.localDb = 12.5,
                                      .localSteps = 3.0,
                                      .propagated = results::ErrorPart{40.0, 0.01},
                                      .weights = {35.0, 0.04},
                                      .rounding = {},
                                      .clamping = {13.0, 0.95},
                                      .mainCause = "clamping"};
    row.advice = {{results::Severity::Error, "clamping", {}, "7 of 3072 elements (0.23 %) are clamped.", "Use int16."}};
    return row;
}

LayerRow mismatchLayer()
{
    LayerRow row;
    row.index = 2;
    row.name = "resize";
    row.state = LayerRow::State::ShapeMismatch;
    row.baseline = {"r", "resize", "Resize", "float32", {}};
    row.analysis = {"r", "resize", "Resize", "float32", {}};
    row.baselineShape = {1, 3, 41, 41};
    row.shape = {1, 3, 41, 42};
    row.match = {"node-name", 1.0};
    return row;
}

LayerRow lonelyLayer(int index, LayerRow::State state, const char* name)
{
    LayerRow row;
    row.index = index;
    row.name = name;
    row.state = state;
    auto& side = state == LayerRow::State::UnmatchedBaseline ? row.baseline : row.analysis;
    side = {std::string(name) + "_out", name, "Relu", "float32", {}};
    return row;
}

} // namespace

CompareResult sampleComparison()
{
    CompareResult result;
    result.baseline = "float.onnx";
    result.analysis = "int8.onnx";
    Metrics equal;
    equal.cosine = 1.0;
    equal.sqnrDb = std::numeric_limits<double>::infinity();
    result.outputs = {{"logits", equal, {1, 10}}, {"boxes", std::nullopt, {1, 4}}};
    result.layers = {quantLayer(), convLayer(), mismatchLayer(),
                     lonelyLayer(3, LayerRow::State::UnmatchedBaseline, "relu_a"),
                     lonelyLayer(4, LayerRow::State::UnmatchedAnalysis, "relu_b")};
    result.unmatchedBaseline = {"relu_a"};
    result.unmatchedAnalysis = {"relu_b"};
    result.errorOrigin = "block.conv";
    result.isOriginMeasured = true;
    result.causes = {results::CauseRuns::Quick, 1, 2, {}};
    result.causesSeconds = 0.25;
    result.baselineSeconds = 0.25;
    result.analysisSeconds = 0.5;
    result.totalSeconds = 1.0;
    return result;
}

} // namespace ql::tests
