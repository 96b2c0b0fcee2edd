// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/compare_result.h"

#include <limits>
#include <memory>
#include <string>

namespace ql::tests {

inline results::LayerRow sampleLayer(int index, std::string name, std::string opType, double sqnrDb, double cosine)
{
    results::LayerRow row;
    row.index = index;
    row.name = std::move(name);
    row.baseline = {
        .value = row.name + "_out", .node = row.name, .opType = opType, .dtype = "float32", .statistics = {}};
    row.analysis = row.baseline;
    row.analysis.value += "_DequantizeLinear_Output";
    row.baseline.statistics = {
        .count = 1000, .nanCount = 0, .infCount = 0, .min = -1.5, .max = 2.0, .mean = 0.25, .variance = 1.0};
    row.analysis.statistics = {
        .count = 1000, .nanCount = 0, .infCount = 0, .min = -1.0, .max = 1.0, .mean = 0.2, .variance = 0.9};
    row.baselineShape = row.shape = {1, 10, 10, 10};
    row.quantizer = results::QuantizerInfo{.dtype = "int8",
                                           .scales = {0.0078125},
                                           .zeroPoints = {0},
                                           .channelAxis = std::nullopt,
                                           .lowest = -128,
                                           .highest = 127};
    row.match = {.rule = "node-name", .confidence = 1.0};
    row.metrics = results::Metrics{.cosine = cosine,
                                   .l1 = 0.001,
                                   .atol = 0.01,
                                   .mse = 1e-5,
                                   .sqnrDb = sqnrDb,
                                   .relL2 = 0.1,
                                   .kl = 0.01,
                                   .js = 0.005,
                                   .maxQscaleDiff = 1.28};
    row.histogram = results::HistogramPair{
        .low = -1.5, .high = 2.0, .baseline = {1, 20, 300, 0, 40, 3, 2}, .analysis = {0, 25, 310, 2, 40, 0, 0}};
    row.clampedCount = 31;
    row.macs = 9216;
    return row;
}

/// Seven rows with one of everything: a bad layer with advice, equal tensors, NaN, no partner, differing shapes, fused.
inline std::shared_ptr<results::CompareResult> sampleResult()
{
    using State = results::LayerRow::State;
    auto result = std::make_shared<results::CompareResult>();
    auto& layers = result->layers;
    layers.push_back(sampleLayer(0, "conv_1", "Conv", 42.0, 0.9999));
    layers[0].scope = "encoder/stem";
    layers.push_back(sampleLayer(1, "relu_1", "Relu", std::numeric_limits<double>::infinity(), 1.0));
    layers.push_back(sampleLayer(2, "conv_2", "Conv", -2.9, 0.31));
    layers[2].advice = {
        {results::Severity::Error, "clamping", {}, "clamps 31 of 1,000 values (3.1 %).", "Try int16."},
        {results::Severity::Info, "scale-wasted", {}, "the range is hardly used.", "Use a smaller scale."}};
    layers.push_back(sampleLayer(3, "softmax", "Softmax", std::numeric_limits<double>::quiet_NaN(), 0.5));
    layers.push_back(sampleLayer(4, "lonely", "Gemm", 0.0, 0.0));
    layers[4].state = State::UnmatchedBaseline;
    layers[4].analysis = {};
    layers[4].metrics.reset();
    layers[4].histogram.reset();
    layers[4].quantizer.reset();
    layers.push_back(sampleLayer(5, "reshaped", "Gemm", 0.0, 0.0));
    layers[5].state = State::ShapeMismatch;
    layers[5].metrics.reset();
    layers[5].histogram.reset();
    layers.push_back(sampleLayer(6, "bias_add", "Add", 0.0, 0.0));
    layers[6].state = State::Fused;
    layers[6].fusedInto = "conv_2";
    layers[6].analysis = {};
    layers[6].metrics.reset();
    layers[6].histogram.reset();
    result->errorOrigin = "conv_2";
    result->isOriginMeasured = true;
    result->totalSeconds = 1.2;
    return result;
}

} // namespace ql::tests
