// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/html/html_report.h"
#include "core/results/attribution_result.h"
#include "core/results/badcase_result.h"
#include "core/results/sensitivity_result.h"
#include "core/results/weights_result.h"
#include "tests/support/sample_answers.h"
#include "tests/support/sample_result.h"

namespace ql::tests {

/// Three samples, two outputs, every metric that has no scale; one label flips.
inline std::shared_ptr<results::BadCaseResult> sampleBadCase()
{
    auto result = std::make_shared<results::BadCaseResult>();
    result->baseline = "float.onnx";
    result->analysis = "int8.onnx";
    result->data = "photos";
    result->metrics = {{"cosine", {}, true}, {"atol", {}, false}, {"custom", "max(abs(x - y))", false}};
    result->rankedBy = 1;
    result->outputs = {"scores", "boxes"};
    result->datasetSize = 5;
    result->samples = {"cat.jpg", "dog.jpg", "lion.png"};
    result->values = {0.9, 0.5,   0.5,   0.99, 0.25, 0.25, 0.8, std::numeric_limits<double>::quiet_NaN(), 0.75,
                      1.0, 0.125, 0.125, 0.95, 0.5,  0.5,  0.7, std::numeric_limits<double>::infinity(),  3.0};
    result->labels = results::LabelComparison{"scores", {0, 1, 2}, {0, 1, 2}, {0, 1, 1}};
    result->badCaseFile = "out/badcase.pt";
    result->seconds = 2.0;
    result->isComplete = true;
    return result;
}

/// One output, three rows, one of them NaN.
inline std::shared_ptr<results::SensitivityResult> sampleSensitivity()
{
    auto result = std::make_shared<results::SensitivityResult>();
    result->baseline = "float.onnx";
    result->analysis = "int8.onnx";
    results::SensitivityOutput output;
    output.name = "scores";
    output.everythingOn = 12.5;
    output.reproductionDb = std::numeric_limits<double>::infinity();
    output.rows = {{"conv_2",
                    "activation",
                    "Conv",
                    std::numeric_limits<double>::quiet_NaN(),
                    "int8",
                    9216,
                    0.75,
                    {"conv_2"},
                    {"a"}},
                   {"conv_1", "weight", "Conv", 3.25, "int8", 3072, 0.25, {"conv_1"}, {"w", "b"}},
                   {"image", "activation", "Input", 41.5, "uint8", 0, 0.0, {"image"}, {}}};
    output.cumulative = {{"conv_2", "activation", 20.0}, {"conv_1", "weight", 37.5}};
    output.scopes = {output.rows[1]};
    output.scopeRepair = results::ScopeRepair{"block.0", 44.0, "conv_2", "activation", 20.0};
    result->verdict = sampleVerdict();
    result->replaysDecisions = true;
    result->decisions = {{"top", "TopK", 10, 3}};
    result->resumedRows = 2;
    result->outputs = {output};
    result->samples = 1;
    result->executedNodes = 20;
    result->naiveNodes = 60;
    result->isComplete = true;
    return result;
}

/// Two weights, one with its channels, one that only the analysis model has.
inline std::shared_ptr<results::WeightsResult> sampleWeights()
{
    auto result = std::make_shared<results::WeightsResult>();
    result->baseline = "float.onnx";
    result->analysis = "int8.onnx";
    results::WeightRow row;
    row.baseline = {"w", "conv_1", "Conv", "float32", {2, 1}, {.count = 2, .min = -1.0, .max = 16.0}};
    row.analysis = {"w_quantized", "conv_1", "Conv", "int8", {2, 1}, {.count = 2, .min = -1.0, .max = 15.5}};
    row.granularity = "per-channel";
    row.quantizer = results::QuantizerInfo{"int8", {0.5, 0.25}, {0, 0}, 0, -128, 127};
    row.match = {"stripped-name", 0.9};
    row.metrics = results::Metrics{.cosine = 0.5, .sqnrDb = 12.0};
    row.channelAxis = 0;
    row.channels = {{.channel = 0, .sqnrDb = std::numeric_limits<double>::infinity(), .rangeRatio = 1.0},
                    {.channel = 1, .sqnrDb = 3.5, .scale = 0.25, .rangeRatio = 16.0, .isOutlier = true}};
    results::WeightRow lonely;
    lonely.index = 1;
    lonely.state = results::WeightRow::State::UnmatchedAnalysis;
    lonely.analysis = {"slope", "prelu", "PRelu", "float32", {4}, {}};
    lonely.granularity = "float";
    lonely.problem = "no constant scale";
    result->rows = {row, lonely};
    result->unmatchedAnalysis = {"slope"};
    return result;
}

/// Two layers: one clamps, one passes on what it gets.
inline std::shared_ptr<results::AttributionResult> sampleAttribution()
{
    auto result = std::make_shared<results::AttributionResult>();
    result->baseline = "float.onnx";
    result->analysis = "int8.onnx";
    result->samples = 3;
    result->outputs = {{"scores", 12.5, std::numeric_limits<double>::infinity()}};
    result->origin = results::AttributedOrigin{"conv_2", "Conv", 41.0, "conv_2", -2.9};
    results::AttributionRow row;
    row.name = "conv_2";
    row.opType = "Conv";
    row.scope = "block";
    row.quantDtype = "int8";
    row.accumulatedDb = -2.9;
    row.localDb = -2.5;
    row.propagated = {41.0, 0.05};
    row.weights = {20.0, 0.15};
    row.rounding = {35.0, 0.1};
    row.clamping = {-2.0, 0.7};
    row.elements = 1000;
    row.clampedCount = 31;
    row.mainCause = "clamping";
    results::AttributionRow next;
    next.index = 1;
    next.name = "relu_1";
    next.opType = "Relu";
    next.accumulatedDb = -1.0;
    next.localDb = std::numeric_limits<double>::infinity();
    result->rows = {row, next};
    result->unplaced = {"x"};
    result->executedNodes = 30;
    return result;
}

inline std::shared_ptr<results::CompareResult> sampleWholeComparison()
{
    auto comparison = sampleResult();
    comparison->baseline = "float.onnx";
    comparison->analysis = "int8.onnx";
    results::OutputComparison output;
    output.name = "scores";
    output.metrics = comparison->layers[2].metrics;
    output.shape = {1, 10};
    comparison->outputs = {output, {"boxes", std::nullopt, {1, 4}}};
    return comparison;
}

/// A report with everything in it.
inline results::ResultParts sampleParts()
{
    return results::ResultParts(sampleWholeComparison(), sampleSensitivity(), sampleBadCase(), sampleWeights(),
                                sampleAttribution(), sampleShadow(), sampleFindings());
}

} // namespace ql::tests
