// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/quant/calibration.h"
#include "core/results/calibrate_result.h"

#include <memory>
#include <string>

namespace ql::data {
class Dataset;
}

namespace ql::analysis {

/// A float model ready to be planned and calibrated in any number of ways.
struct PreparedSimulation {
    std::shared_ptr<const graph::Graph> baseline; ///< opset 13 or later if need be, BatchNormalization folded
    quant::QuantSettings settings;
    std::shared_ptr<const data::Dataset> data; ///< null when the scales are from a record
    std::size_t sampleCount = 0;               ///< of data
    quant::Observations observations;          ///< what the data showed so far
    std::vector<std::string> notes;

    quant::CalibrationData samples() const;
};

/// A float model with a calibrated plan: everything that the quantized forms are made from.
struct SimulatedModel {
    std::shared_ptr<const graph::Graph> baseline; ///< opset 13 or later if need be, BatchNormalization folded
    graph::Graph source; ///< the same, biases corrected where that was asked for: the plan's graph
    quant::QuantPlan plan;
    std::shared_ptr<const data::Dataset> data; ///< null when the scales are from a record
    std::size_t sampleCount = 0;               ///< of data, that were observed
    std::vector<results::CalibrationCandidate> candidates;
    std::vector<std::string> notes;

    /// Float arithmetic with Q/DQ around it.
    graph::Graph qdq() const;
    /// Integer arithmetic.
    graph::Graph qoperator() const;
};

/// Reads model, config and dataset; runs nothing. @throws Error naming file, layer or option; Cancelled
PreparedSimulation prepareSimulation(const std::string& path, const results::QuantizationOptions& options,
                                     const results::ImageOptions& images, JobContext& ctx);

/// Reads the model in @p path and quantizes it as @p options say. The observer "automatic" tries min_max, percentile,
/// kl and mse with weights per tensor and per channel, and takes the first of the best output cosine on the first
/// sample.
/// @throws Error naming file, layer or option; Cancelled
SimulatedModel simulateModel(const std::string& path, const results::QuantizationOptions& options,
                             const results::ImageOptions& images, JobContext& ctx);

} // namespace ql::analysis
