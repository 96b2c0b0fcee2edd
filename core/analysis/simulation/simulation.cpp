// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/simulation/simulation.h"

#include "core/analysis/samples/config_images.h"
#include "core/analysis/samples/samples.h"
#include "core/analysis/simulation/method_search.h"
#include "core/analysis/simulation/quantization_settings.h"
#include "core/analysis/simulation/sample_findings.h"
#include "core/base/error.h"
#include "core/base/log.h"
#include "core/config/describe.h"
#include "core/data/datasets/dataset.h"
#include "core/graph/ir/open_bodies.h"
#include "core/graph/operators/operator_traits.h"
#include "core/import/import_model.h"
#include "core/quant/half_precision.h"
#include "core/quant/preparation/float_preparation.h"
#include "core/quant/quantized_graph/quantized_graph.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <iterator>
#include <optional>
#include <spdlog/spdlog.h>
#include <utility>

namespace ql::analysis {

namespace {

constexpr int kLeastOpset = 13; ///< the first with per-channel quantizers

/// A file or folder and in which state it is.
std::string stateOf(const std::string& path)
{
    namespace fs = std::filesystem;
    const auto line = [](const fs::path& file) {
        const auto stamp = stampOf(file);
        return fmt::format("{}\n{} {} {}\n", file.string(), stamp.size, stamp.modifiedNs, stamp.inode);
    };
    auto text = line(path);
    std::error_code ignored;
    if (fs::is_directory(path, ignored))
        for (const auto& entry : fs::recursive_directory_iterator(path, ignored))
            text += line(entry.path());
    return text;
}

/// Sees to it that @p known holds the model in @p path, and nothing of any other.
void readSource(const std::string& path, const results::QuantizationOptions& options,
                const results::ImageOptions& images, SimulationCache& known, const importers::ImportedModel* opened,
                const JobContext& ctx)
{
    const auto source = fmt::format("{}{}{}{}\n{} {}\n{}\n{}", stateOf(path), stateOf(options.data),
                                    options.weights.empty() ? "" : stateOf(options.weights), options.stateDict,
                                    options.sampleCount, options.batchSize,
                                    images.file.empty() ? "" : stateOf(images.file), fmt::join(images.settings, "\n"));
    if (known.model && known.source == source && std::ranges::all_of(known.dataFiles, ql::isCurrent))
        return;
    known = {};
    auto model = readQuantizable(path, known.notes, ctx.stopToken(), opened);
    if (!options.weights.empty())
        known.loadFindings = loadWeights(model.graph, options.weights, options.stateDict);
    known.model = std::make_shared<const graph::Graph>(std::move(model.graph));
    known.dataFiles = std::move(model.dataFiles);
    known.source = source;
}

/// What @p fused lacks of @p before went into the convolutions.
void logFused(const graph::Graph& before, const graph::Graph& fused)
{
    std::size_t count = 0;
    for (const auto& node : before.nodes())
        if (graph::familyTraits(node.opType).foldsIntoConvolution && !fused.findNode(node.name)) {
            spdlog::debug("{}: fused into the convolution before it", node.name);
            ++count;
        }
    logInfo(Message("fusing: {} normalizations went into the convolutions before them", count));
}

void foldBaseline(const quant::QuantSettings& settings, SimulationCache& known)
{
    const auto folding =
        settings.foldsBatchNorm ? fmt::format("all but {}", fmt::join(settings.unfolded, "\n")) : "none";
    if (known.baseline && known.folding == folding)
        return;
    known.folding = folding;
    known.observations = {};
    known.data = nullptr; // it is bound to the graph's inputs
    known.baseline = known.model;
    if (auto folded = quant::foldWeights(*known.model))
        known.baseline = std::make_shared<const graph::Graph>(std::move(*folded));
    if (!settings.foldsBatchNorm)
        return;
    const auto before = known.baseline;
    known.baseline = std::make_shared<const graph::Graph>(quant::foldBatchNorm(*before, settings.unfolded));
    logFused(*before, *known.baseline);
}

/// Whether zero points are 0 in what a search tries: both, that of the settings first, unless someone asked for one.
std::vector<bool> searchedSymmetries(const results::QuantizationOptions& options, const config::QuantConfig* config,
                                     const quant::QuantSettings& settings)
{
    const bool isSymmetric = settings.common.activation.format.isSymmetric;
    const bool isSaid = config && config->common.activation.isSymmetric.position.line > 0;
    if (options.isSymmetric || isSaid)
        return {isSymmetric};
    return {isSymmetric, !isSymmetric};
}

/// AMCT's targets know no offsets of weights; the simulation does.
void addOffsetFindings(const std::vector<quant::LayerRecord>& records, std::vector<results::Diagnostic>& findings)
{
    for (const auto& record : records) {
        const auto found = std::ranges::find_if(record.weightOffsets, [](auto offset) { return offset != 0; });
        if (found == record.weightOffsets.end())
            continue;
        results::Diagnostic finding;
        finding.rule = "weight-offset";
        finding.subject = record.key;
        finding.message =
            Message("the record has offset_w {}, where AMCT allows only 0: simulated as it stands", *found);
        findings.push_back(std::move(finding));
    }
}

/// Where only some layers compute so, the others are quantized.
void addHalfPrecisionFinding(const graph::Graph& graph, const quant::QuantSettings& settings,
                             std::vector<results::Diagnostic>& findings)
{
    const auto half = quant::halfPrecisionLayers(graph, settings);
    if (half.count == 0)
        return;
    results::Diagnostic finding;
    finding.rule = "half-precision";
    finding.subject = half.first;
    finding.message = Message("{} layers compute in {} and are left as they are: scales are found of float32 only",
                              half.count, half.typeName);
    finding.remedy = Message("export the model in float32: model.float() in PyTorch, without autocast");
    findings.push_back(std::move(finding));
}

std::vector<quant::LayerRecord> readRecord(const std::string& path)
{
    std::vector<quant::LayerRecord> records;
    withContext(Message::text(path), [&] {
        const auto file = readFileBytes(path);
        records = quant::parseRecord({reinterpret_cast<const char*>(file.data.get()), file.size});
    });
    return records;
}

/// What the samples themselves say, examined once for every simulation on them.
void addSampleFindings(PreparedSimulation& prepared, SimulationCache* cache, JobContext& ctx)
{
    std::map<std::size_t, std::vector<results::Diagnostic>> fresh;
    auto& known = cache ? cache->sampleFindings : fresh;
    const auto count = prepared.sampleCount;
    if (!known.contains(count))
        known.emplace(count, sampleFindings(*prepared.data, count, ctx, *prepared.ranks));
    const auto& found = known.at(count);
    prepared.findings.insert(prepared.findings.end(), found.begin(), found.end());
}

auto readStandard(const std::string& path, std::vector<std::string>& notes, const std::stop_token& stop,
                  const importers::ImportedModel* opened) -> importers::ImportedModel
{
    try {
        if (auto form = opened ? importers::standardForm(*opened, kLeastOpset) : std::nullopt)
            return std::move(*form);
        return importers::importStandard(path, kLeastOpset, stop);
    } catch (const Error& error) {
        if (error.code() != ErrorCode::UnsupportedFormat)
            throw;
        auto model = importers::importModel(path, stop);
        notes.push_back(error.message().english() + "; quantized models are simulated, but not written");
        return model;
    }
}

/// What a config says of layers that aren't there would be left out in silence. @throws Error (BadArgument)
void requireKnownLayers(const std::vector<results::Diagnostic>& findings, const std::string& file)
{
    const auto isUnknown = [](const results::Diagnostic& finding) {
        return finding.severity == results::Severity::Error
               && (finding.rule == "unknown-layer" || finding.rule == "unknown-type");
    };
    const auto count = std::ranges::count_if(findings, isUnknown);
    if (count == 0)
        return;
    const auto& first = *std::ranges::find_if(findings, isUnknown);
    const auto goOn = Message("--allow-unknown-layers goes on without it");
    auto remedy = first.remedy.empty() ? goOn : Message("{}; {}", first.remedy, goOn);
    if (count == 1)
        throw Error(ErrorCode::BadArgument, config::findingText(first, file), std::move(remedy));
    throw Error(
        ErrorCode::BadArgument,
        Message("{}, the first of {} entries that the model has nothing for", config::findingText(first, file), count),
        std::move(remedy));
}

/// Whether a config has scales of activations, so that nothing need be calibrated.
bool givesScales(const quant::QuantSettings& settings, const graph::Graph& graph)
{
    const auto isGiven = [](const quant::QuantizerSettings& tensor) { return tensor.observer.method == "fixed"; };
    const auto isActivation = [&graph](const std::string& name) {
        const auto value = graph.findValue(name);
        return value && !graph.value(*value).initializer;
    };
    return std::ranges::any_of(settings.values,
                               [&](const auto& value) { return isGiven(value.second) && isActivation(value.first); })
           || std::ranges::any_of(settings.layers, [&](const auto& layer) { return isGiven(layer.second.activation); });
}

/// Settings, findings and the search of what the config says, if there is one, with the options on top. How many
/// batches it wants.
int takeSettings(PreparedSimulation& prepared, const results::QuantizationOptions& options,
                 const results::ImageOptions& images, const graph::Graph& model)
{
    std::optional<config::QuantConfig> said;
    if (!options.config.empty()) {
        const auto file = options.configText ? config::usableOfText(options.config, *options.configText)
                                             : config::openUsable(options.config);
        said = file.config();
        prepared.settings = settingsFromConfig(*said, model);
        auto findings = config::simulationFindings(file, model, options.batchSize != 0);
        if (!options.allowsUnknownLayers)
            requireKnownLayers(findings, options.config);
        std::ranges::move(findings, std::back_inserter(prepared.findings));
        std::ranges::move(imageFindings(*said, images, model), std::back_inserter(prepared.findings));
    }
    applyOptions(options, model, prepared.settings);
    prepared.percentiles = options.percentiles;
    prepared.symmetries = searchedSymmetries(options, said ? &*said : nullptr, prepared.settings);
    return said ? std::max(1, said->batchCount.value_or(1)) : 1;
}

void takeRecord(PreparedSimulation& prepared, const results::QuantizationOptions& options)
{
    prepared.recordFile = options.record;
    prepared.records = readRecord(options.record);
    prepared.recalibrated = options.recalibrated;
    addOffsetFindings(prepared.records, prepared.findings);
    if (options.recalibrated.empty())
        prepared.settings = withMethod(prepared.settings, {}); // nothing to search for
    else
        requireAnyMeant(*prepared.baseline, options.recalibrated);
}

void takeSamples(PreparedSimulation& prepared, const results::QuantizationOptions& options,
                 const results::ImageOptions& images, int batches, SimulationCache& known)
{
    if (!known.data)
        known.data = data::openDataset(options.data, *prepared.baseline, {preprocessingOf(images), {}, options.held});
    prepared.data = known.data;
    prepared.sampleCount = prepared.data->size();
    if (options.sampleCount != 0)
        prepared.sampleCount = std::min(prepared.sampleCount, options.sampleCount);
    if (options.batchSize != 0)
        prepared.sampleCount = std::min(prepared.sampleCount, options.batchSize * std::size_t(batches));
    // Taken out while samples run: what is observed by halves, because someone cancels, is never kept.
    prepared.observations = std::exchange(known.observations, {});
}

} // namespace

auto readQuantizable(const std::string& path, std::vector<std::string>& notes, const std::stop_token& stop,
                     const importers::ImportedModel* opened) -> importers::ImportedModel
{
    auto model = readStandard(path, notes, stop, opened);
    model.graph = graph::withOpenBodies(std::move(model.graph));
    return model;
}

graph::Graph SimulatedModel::qdq() const
{
    return quant::qdqGraph(source, plan);
}

graph::Graph SimulatedModel::qoperator() const
{
    return quant::qoperatorGraph(source, plan);
}

quant::CalibrationData PreparedSimulation::samples() const
{
    return {sampleCount, [data = data](std::size_t i) { return data->inputs(i); }};
}

quant::QuantPlan PreparedSimulation::plan(const quant::QuantSettings& settings, JobContext& ctx)
{
    auto plan = quant::planFor(*baseline, settings);
    const auto apply = [&](quant::QuantPlan& to) {
        withContext(Message::text(recordFile), [&] { quant::applyRecord(*baseline, to, records, settings); });
    };
    if (!recordFile.empty() && recalibrated.empty()) {
        apply(plan);
        return plan;
    }
    std::optional<quant::QuantPlan> recorded; // of what isn't calibrated anew
    if (!recalibrated.empty())
        apply(recorded.emplace(plan));
    if (!data) { // the config has the scales: what it has none for stays in float
        quant::settleParameters(*baseline, plan, observations);
        return plan;
    }
    withContext(Message::text(path), [&] {
        Journal none;
        quant::observe(*baseline, plan, samples(), observations, journal ? *journal : none, ctx,
                       quant::CalibrationState::Calibration, *ranks);
    });
    quant::settleParameters(*baseline, plan, observations, *ranks, ctx);
    if (recorded)
        quant::keepRecorded(*baseline, plan, *recorded,
                            [this](const graph::Node& node) { return startsWithAny(node, recalibrated); });
    return plan;
}

PreparedSimulation prepareSimulation(const std::string& path, const results::QuantizationOptions& options,
                                     const results::ImageOptions& images, JobContext& ctx, SimulationCache* cache,
                                     const importers::ImportedModel* opened)
{
    SimulationCache fresh;
    auto& known = cache ? *cache : fresh;
    readSource(path, options, images, known, opened, ctx);
    ctx.throwIfCancelled();
    PreparedSimulation prepared;
    prepared.path = path;
    prepared.notes = known.notes;
    prepared.findings = known.loadFindings;
    const auto batches = takeSettings(prepared, options, images, *known.model);
    foldBaseline(prepared.settings, known);
    addHalfPrecisionFinding(*known.baseline, prepared.settings, prepared.findings);
    prepared.baseline = known.baseline;
    prepared.statistics = quant::normalizedStatistics(*known.model);
    if (!options.record.empty())
        takeRecord(prepared, options);
    if (options.data.empty() && !options.record.empty())
        return prepared;
    if (options.data.empty() && givesScales(prepared.settings, *known.model)) {
        prepared.notes.emplace_back("the config's scales are taken as they are; values without one stay in float");
        return prepared;
    }
    if (options.data.empty())
        throw Error(ErrorCode::BadArgument, "nothing to calibrate with",
                    "give samples with --data (--calibration-data in other commands), or known scales with --record");
    takeSamples(prepared, options, images, batches, known);
    return prepared;
}

SimulatedModel simulateModel(const std::string& path, const results::QuantizationOptions& options,
                             const results::ImageOptions& images, JobContext& ctx, SimulationCache* cache,
                             const importers::ImportedModel* opened, RankGroup& ranks)
{
    auto prepared = prepareSimulation(path, options, images, ctx, cache, opened);
    prepared.ranks = &ranks;
    return simulateModel(std::move(prepared), ctx, cache);
}

SimulatedModel simulateModel(PreparedSimulation prepared, JobContext& ctx, SimulationCache* cache)
{
    SimulatedModel model{.baseline = prepared.baseline, .source = *prepared.baseline};
    if (prepared.data)
        addSampleFindings(prepared, cache, ctx);
    const auto known = prepared.observations.workedOutCount();
    if (isSearchAsked(prepared.settings)) { // a record's scales leave nothing to search
        model.plan = searchedPlan(prepared, model.candidates, ctx);
    } else {
        ctx.beginStage("calibrating", prepared.sampleCount, 0.05, 0.8);
        model.plan = prepared.plan(prepared.settings, ctx);
    }
    model.calibratedPoints = prepared.observations.workedOutCount() - known;
    if (cache && prepared.data)
        cache->observations = std::move(prepared.observations);
    if (prepared.settings.correctsBias && !prepared.data)
        throw Error(ErrorCode::BadArgument, "bias correction needs data", "calibrate with --data instead of --record");
    if (prepared.settings.correctsBias) {
        logInfo(Message("correcting biases on {} samples", prepared.sampleCount));
        ctx.beginStage("correcting biases", prepared.sampleCount, 0.8, 0.9);
        quant::correctBiases(model.source, model.plan, prepared.samples(), ctx, *prepared.ranks);
    }
    model.points = std::size_t(std::ranges::count_if(
        model.plan.quantizers, [](const quant::PlannedQuantizer& quantizer) { return !quantizer.sameAs; }));
    model.records = std::move(prepared.records);
    model.data = prepared.data;
    model.sampleCount = prepared.sampleCount;
    model.notes = std::move(prepared.notes);
    model.findings = std::move(prepared.findings);
    return model;
}

} // namespace ql::analysis
