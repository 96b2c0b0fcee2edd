// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/badcase_result.h"
#include "core/results/check_result.h"
#include "core/results/graph_outline.h"
#include "core/results/input_preview.h"
#include "core/results/layer_values.h"
#include "core/results/profile_result.h"
#include "core/results/sensitivity_result.h"
#include "core/results/shadow_result.h"
#include "core/results/verdict.h"

#include <algorithm>
#include <limits>
#include <memory>

namespace ql::tests {

/// Two outputs: one bad, with a culprit and what repairing it gave, and one that nothing can be said about.
inline results::Verdict sampleVerdict()
{
    results::ErrorBudget budget{.wholeDb = -2.57, .sumDb = 0.79, .setSize = 1, .setShare = 0.91};
    budget.shares = {{"conv_2", "activation", "Conv", "int8", 0.91, -2.95},
                     {"conv_1", "weight", "Conv", "int8", 0.09, 7.62}};
    budget.repairedDb = 15.1;
    budget.removed = 0.983;
    budget.isExplained = true;
    results::OutputVerdict logits{.name = "logits", .quality = results::Quality::Bad, .sqnrDb = -2.57};
    logits.largestDifference = 3.5;
    logits.worstDb = -4.0;
    logits.worstSample = 1;
    logits.elements = 20;
    logits.agreement = results::Agreement{.choices = 10, .equal = 1, .decisions = 2};
    logits.budget = budget;
    results::OutputVerdict state{.name = "state", .remark = results::OutputRemark::BaselineIsZero};
    state.sqnrDb = -std::numeric_limits<double>::infinity();
    state.largestDifference = 0.25;
    state.worstDb = state.sqnrDb;
    state.elements = 8;
    return {2, {logits, state}, {}};
}

/// A ranking of one output that fits sampleResult(): NaN first, then conv_2 and conv_1. Without @p isComplete only the
/// first row is known.
inline std::shared_ptr<results::SensitivityResult> sampleRanking(bool isComplete)
{
    auto result = std::make_shared<results::SensitivityResult>();
    results::SensitivityOutput output;
    output.name = "logits";
    output.everythingOn = -2.57;
    const auto row = [](const char* name, const char* type, double value) {
        results::SensitivityRow entry;
        entry.opName = name;
        entry.sensitiveType = type;
        entry.opType = "Conv";
        entry.metricValue = value;
        entry.quantDtype = "int8";
        entry.macs = 9216;
        entry.macsShare = 0.25;
        return entry;
    };
    output.rows.push_back(row("softmax", "activation", std::numeric_limits<double>::quiet_NaN()));
    if (isComplete) {
        output.rows.push_back(row("conv_2", "activation", -2.95));
        output.rows.push_back(row("conv_1", "weight", 38.05));
    }
    result->outputs.push_back(std::move(output));
    if (isComplete)
        result->verdict = sampleVerdict();
    result->samples = 1;
    result->isComplete = isComplete;
    return result;
}

/// Three samples, two outputs, two metrics; sample 1 is the worst by SQNR, sample 2 by Atol.
inline std::shared_ptr<results::BadCaseResult> sampleBadCases()
{
    auto result = std::make_shared<results::BadCaseResult>();
    result->baseline = "/models/float.onnx";
    result->analysis = "/models/int8.onnx";
    result->data = "/data/inputs.npy";
    result->metrics = {{"atol", "", false}, {"sqnr_db", "", true}};
    result->outputs = {"logits", "state"};
    result->datasetSize = 3;
    result->samples = {"inputs.npy[0]", "inputs.npy[1]", "inputs.npy[2]"};
    result->values = {0.1, 40.0, 0.2, 38.0, 0.3, 12.0, 0.5, -2.9, 0.9, 25.0, 0.1, 44.0};
    result->isComplete = true;
    return result;
}

/// An error about conv_1, a warning about softmax, a note about the model.
inline std::shared_ptr<results::CheckResult> sampleFindings()
{
    using Severity = results::Severity;
    auto result = std::make_shared<results::CheckResult>();
    result->findings = {
        {Severity::Error, "bad-scale", "conv_1", "the scale of x (int8) is NaN.", "Calibrate again."},
        {Severity::Warning, "unquantized-product", "softmax", "this Gemm computes in float.", "Quantize it."},
        {Severity::Info, "dynamic-shape", "", "the shape of input x is ?x3.", "Fix it."}};
    return result;
}

/// The weight and output of conv_1, the output of conv_2, which is by far the widest.
inline std::shared_ptr<results::ProfileResult> sampleProfile()
{
    auto result = std::make_shared<results::ProfileResult>();
    result->samples = 1;
    const auto row = [](int index, const char* layer, results::ProfileAttribute attribute, double reach) {
        results::ProfileRow entry;
        entry.index = index;
        entry.opName = "Conv";
        entry.modName = layer;
        entry.attribute = attribute;
        entry.tensor = std::string(layer) + "_out";
        entry.dtype = "float32";
        entry.shape = {1, 8, 8, 8};
        entry.whole.statistics = {
            .count = 512, .nanCount = 0, .infCount = 0, .min = -reach, .max = reach, .mean = 0.0, .variance = 1.0};
        entry.whole.histogram = {.low = -reach, .high = reach, .counts = {12, 250, 240, 10}};
        return entry;
    };
    result->rows = {row(0, "conv_1", results::ProfileAttribute::Weight, 0.5),
                    row(0, "conv_1", results::ProfileAttribute::Output, 2.0),
                    row(1, "conv_2", results::ProfileAttribute::Output, 900.0)};
    return result;
}

/// conv_1 inherits most of its error, conv_2 makes its own, lonely has no partner.
inline std::shared_ptr<results::ShadowResult> sampleShadow()
{
    auto result = std::make_shared<results::ShadowResult>();
    const auto metrics = [](double sqnrDb, double cosine) {
        results::Metrics values;
        values.sqnrDb = sqnrDb;
        values.cosine = cosine;
        return values;
    };
    const auto row = [](int index, const char* name) {
        results::ShadowRow entry;
        entry.index = index;
        entry.name = name;
        entry.baseline.opType = "Conv";
        return entry;
    };
    result->rows = {row(0, "conv_1"), row(1, "conv_2"), row(2, "lonely")};
    result->rows[0].onBaselineInputs = metrics(40.0, 0.99);
    result->rows[0].onAnalysisInputs = metrics(39.0, 0.98);
    result->rows[0].accumulated = metrics(12.0, 0.8);
    result->rows[1].onBaselineInputs = metrics(-2.0, 0.5);
    result->rows[1].accumulated = metrics(-2.5, 0.4);
    result->rows[2].state = results::ShadowRow::State::UnmatchedBaseline;
    result->unquantizedLayers = 2;
    return result;
}

/// A tensor of 2×3×4×5 elements, of which the last is off by 1, the first isn't finite and the others are rounded to
/// quarters; three channels, the middle one the worst.
inline std::shared_ptr<results::LayerValues> sampleLayerValues()
{
    auto result = std::make_shared<results::LayerValues>();
    result->name = "conv_2_out";
    result->shape = {2, 3, 4, 5};
    result->elements = 120;
    result->nonFinite = 1;
    result->quantizer = results::QuantizerInfo{
        .dtype = "int8", .scales = {0.25}, .zeroPoints = {0}, .channelAxis = {}, .lowest = -8, .highest = 7};
    constexpr std::size_t bins = results::PairDensity::kBins;
    results::ValuePairs pairs;
    pairs.density = {.low = -2.0, .high = 3.0, .counts = std::vector<std::uint64_t>(bins * bins)};
    for (std::uint64_t i = 1; i < 120; ++i) {
        const float x = -2.0F + float(i) * 4.0F / 120.0F;
        const float y = float(int(x * 4.0F)) / 4.0F + (i == 119 ? 1.0F : 0.0F);
        pairs.sample.push_back({i, x, y, i == 119});
        const auto bin = [](float v) {
            return std::min(bins - 1, std::size_t((double(v) + 2.0) / 5.0 * double(bins)));
        };
        ++pairs.density.counts[bin(y) * bins + bin(x)];
    }
    result->pairs = std::move(pairs);
    results::ErrorMap map{.rowAxis = 2, .columnAxis = 3, .at = {1, 2, 0, 0}, .rowExtent = 4, .columnExtent = 5};
    map.rows = 4;
    map.columns = 5;
    for (int cell = 0; cell < 20; ++cell) {
        map.worst.push_back(cell == 0 ? std::numeric_limits<float>::quiet_NaN() : float(cell) / 19.0F);
        map.mean.push_back(map.worst.back());
        map.baseline.push_back(float(cell));
        map.analysis.push_back(float(cell) + map.worst.back());
    }
    map.low = 1.0 / 19.0;
    map.high = 1.0;
    map.nonFinite = 1;
    result->map = std::move(map);
    results::LayerChannels channels{.axis = 1, .count = 3, .worst = {}, .histogramOf = {}, .histogram = {}};
    for (const std::int64_t channel : {1, 0, 2}) {
        results::ChannelValues values{.channel = channel, .scale = {}};
        values.baseline = {-2.0, -1.0, 0.0, 1.0, 2.0};
        values.analysis = {-1.75, -1.0, 0.25, 1.0, 3.0};
        values.sqnrDb = 10.0 + double(channel == 1 ? 0 : channel + 5);
        values.meanError = 0.01;
        channels.worst.push_back(values);
    }
    result->channels = std::move(channels);
    return result;
}

/// The same with the histogram of one channel.
inline std::shared_ptr<results::LayerValues> sampleChannelHistogram(std::int64_t channel)
{
    auto result = sampleLayerValues();
    result->channels->histogramOf = channel;
    result->channels->histogram = {.low = -2.0, .high = 3.0, .baseline = {3, 20, 20, 0}, .analysis = {0, 23, 18, 2}};
    return result;
}

inline results::InputPreview samplePreview()
{
    results::TensorPreview tensor;
    tensor.name = "image";
    tensor.dtype = "float32";
    tensor.shape = {1, 1, 8, 8};
    for (int i = 0; i < 64; ++i)
        tensor.values.push_back(float(i));
    tensor.statistics = {
        .count = 64, .nanCount = 0, .infCount = 0, .min = 0.0, .max = 63.0, .mean = 31.5, .variance = 341.25};
    return {.inputs = {tensor}};
}

inline results::OutlineNode outlineNode(std::string name, std::string opType, std::string scope)
{
    results::OutlineNode node;
    node.name = std::move(name);
    node.opType = std::move(opType);
    node.scope = std::move(scope);
    node.dtype = "float32";
    node.shape = "1x8x8x8";
    node.isCompute = true;
    return node;
}

/// x → conv_1 → relu_1 → conv_2 → softmax with a skip from relu_1 to softmax; conv_1 and relu_1 are in one scope.
inline results::GraphOutline sampleOutline()
{
    results::GraphOutline outline;
    outline.nodes = {outlineNode("x", "Input", ""), outlineNode("conv_1", "Conv", "stem"),
                     outlineNode("relu_1", "Relu", "stem"), outlineNode("conv_2", "Conv", ""),
                     outlineNode("softmax", "Softmax", "")};
    outline.nodes[1].quantDtype = "int8";
    outline.nodes[1].qscale = 0.0078125;
    outline.edges = {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {2, 4}};
    return outline;
}

} // namespace ql::tests
