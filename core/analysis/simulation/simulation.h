// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/files.h"
#include "core/base/journal.h"
#include "core/base/rank_group.h"
#include "core/graph/ir/graph.h"
#include "core/import/imported_model.h"
#include "core/quant/calibration.h"
#include "core/quant/preparation/channel_statistics.h"
#include "core/quant/record/record.h"
#include "core/results/calibrate_result.h"
#include "core/results/diagnostic.h"

#include <map>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace ql::data {

class Dataset;
}

namespace ql::analysis {

/// What simulations of one model on the same data have in common, however they quantize: the model as it was read, its
/// baseline, the samples, and what these showed. The float network's statistics never change with a config.
struct SimulationCache {
    std::string source;               ///< names the model and the data, with their times
    std::vector<FileStamp> dataFiles; ///< beside the model
    std::shared_ptr<const graph::Graph> model;
    std::vector<std::string> notes;
    std::vector<results::Diagnostic> loadFindings; ///< on the weights that were put into it
    std::shared_ptr<const data::Dataset> data;
    std::string folding; ///< names what was folded into the baseline
    std::shared_ptr<const graph::Graph> baseline;
    quant::Observations observations;                                       ///< of the baseline
    std::map<std::size_t, std::vector<results::Diagnostic>> sampleFindings; ///< by the number of samples
};

/// A float model ready to be planned and calibrated in any number of ways.
struct PreparedSimulation {
    std::string path;                             ///< of the model
    std::shared_ptr<const graph::Graph> baseline; ///< opset 13 or later if need be, BatchNormalization folded
    quant::StatisticsByValue statistics;          ///< that its BatchNormalizations promise, folded ones too
    quant::QuantSettings settings;
    std::shared_ptr<const data::Dataset> data; ///< may be null when the scales are from a record or the config
    std::size_t sampleCount = 0;               ///< of data
    std::string recordFile;                    ///< empty = the data shows the scales
    std::vector<quant::LayerRecord> records;
    std::vector<std::string> recalibrated; ///< layers that the data shows the scales of after all, by prefix
    quant::Observations observations;      ///< what the data showed so far
    std::vector<std::string> notes;
    std::vector<results::Diagnostic> findings; ///< about the config
    std::vector<bool> symmetries;              ///< whether zero points are 0, in the order a search tries it
    std::vector<double> percentiles;           ///< that a search among percentiles tries; empty = usual ones
    RankGroup* ranks = &aloneGroup();          ///< that share the samples; never null
    Journal* journal = nullptr;                ///< of what the samples show; null = nothing is kept

    quant::CalibrationData samples() const;
    /// The plan that @p settings make, with its parameters. @throws Error as quant::planFor, observe and applyRecord
    quant::QuantPlan plan(const quant::QuantSettings& settings, JobContext& ctx);
};

/// A float model with a calibrated plan: everything that the quantized forms are made from.
struct SimulatedModel {
    std::shared_ptr<const graph::Graph> baseline; ///< opset 13 or later if need be, BatchNormalization folded
    graph::Graph source; ///< the same, biases corrected where that was asked for: the plan's graph
    quant::QuantPlan plan;
    std::vector<quant::LayerRecord> records;   ///< that the scales are from, if they are from a record
    std::shared_ptr<const data::Dataset> data; ///< may be null when the scales are from a record
    std::size_t sampleCount = 0;               ///< of data
    std::vector<results::CalibrationCandidate> candidates;
    std::vector<std::string> notes;
    std::vector<results::Diagnostic> findings; ///< about the config and the samples
    std::size_t points = 0;                    ///< quantized values that have parameters of their own
    std::size_t calibratedPoints = 0;          ///< whose parameters weren't remembered

    /// Float arithmetic with Q/DQ around it.
    graph::Graph qdq() const;
    /// Integer arithmetic.
    graph::Graph qoperator() const;
};

/// The model in an opset that can be written with quantizers; in its own where libonnx can't bring it there, which
/// @p notes say. It isn't read once more where @p opened, the same model, will do.
/// @throws what importers::importStandard throws
auto readQuantizable(const std::string& path, std::vector<std::string>& notes, const std::stop_token& stop,
                     const importers::ImportedModel* opened = nullptr) -> importers::ImportedModel;

/// Reads model, config and dataset, or takes them from @p cache; runs nothing. @throws Error naming file, layer or
/// option; Cancelled
PreparedSimulation prepareSimulation(const std::string& path, const results::QuantizationOptions& options,
                                     const results::ImageOptions& images, JobContext& ctx,
                                     SimulationCache* cache = nullptr,
                                     const importers::ImportedModel* opened = nullptr);

/// Reads the model in @p path, unless @p opened is what it holds, and quantizes it as @p options say. The
/// words of method_search.h take what gives the best output cosine on the first sample. With a @p cache of an earlier
/// simulation only what the options change is calibrated, with the same result; bias correction runs the data in any
/// case. Afterwards the cache knows this simulation too. @p ranks share the samples.
/// @throws Error naming file, layer or option; Cancelled
SimulatedModel simulateModel(const std::string& path, const results::QuantizationOptions& options,
                             const results::ImageOptions& images, JobContext& ctx, SimulationCache* cache = nullptr,
                             const importers::ImportedModel* opened = nullptr, RankGroup& ranks = aloneGroup());

/// The rest of it. With a @p cache it must be the one that @p prepared was prepared with.
SimulatedModel simulateModel(PreparedSimulation prepared, JobContext& ctx, SimulationCache* cache = nullptr);

} // namespace ql::analysis

namespace ql::analysis {

/// Puts the weights of @p file, a file without a network, in the place of the constants of @p graph that go by their
/// names, with or without what wrappers put before them; quantized ones as real numbers. Gives what was taken, what
/// fits nothing, and what stays as it was. @p stateDict is which one of a checkpoint that holds several.
/// @throws Error as data::readStateDict, (BadArgument) where a shape is another one or nothing fits
std::vector<results::Diagnostic> loadWeights(graph::Graph& graph, const std::string& file,
                                             const std::string& stateDict);

} // namespace ql::analysis
