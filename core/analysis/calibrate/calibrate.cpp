// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/calibrate/calibrate.h"

#include "core/analysis/analyses.h"
#include "core/analysis/compare/compare.h"
#include "core/analysis/identity/job_identity.h"
#include "core/analysis/simulation/method_search.h"
#include "core/analysis/simulation/sample_findings.h"
#include "core/analysis/simulation/written_forms.h"
#include "core/analysis/simulation/written_layout.h"
#include "core/analysis/simulation/written_ports.h"
#include "core/analysis/workspace/workspace.h"
#include "core/base/error.h"
#include "core/base/log.h"
#include "core/data/datasets/dataset.h"
#include "core/quant/preparation/float_preparation.h"
#include "core/quant/quantized_graph/quantized_graph.h"
#include "core/quant/quantized_graph/quantized_weights.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <map>

namespace ql::analysis {

namespace {

using results::CalibrateResult;

/// How the layers of @p form agree with the float model's on the first sample.
std::shared_ptr<const results::CompareResult> comparedLayers(const SimulatedModel& model, const graph::Graph& form,
                                                             const std::string& path, JobContext& ctx)
{
    const importers::ImportedModel baseline{.graph = *model.baseline, .path = path};
    const importers::ImportedModel analysis{.graph = form, .path = path};
    results::CompareRequest request;
    request.causes = results::CauseRuns::None;
    return compareModels(baseline, analysis, model.data->inputs(0), request, ctx);
}

void compareLayers(const SimulatedModel& model, const graph::Graph& qdq, const graph::Graph& integers,
                   CalibrateResult& result, JobContext& ctx)
{
    const auto fake = comparedLayers(model, qdq, result.model, ctx);
    const auto real = comparedLayers(model, integers, result.model, ctx);
    std::map<std::string, const results::Metrics*> realMetrics;
    for (const auto& row : real->layers)
        if (row.metrics)
            realMetrics.emplace(row.baseline.value, &*row.metrics);
    for (const auto& row : fake->layers) {
        const auto computed = realMetrics.find(row.baseline.value);
        if (!row.metrics && computed == realMetrics.end())
            continue;
        results::CalibratedLayer layer{.name = row.name, .scope = row.scope, .opType = row.baseline.opType};
        if (row.metrics) {
            layer.fakeSqnrDb = row.metrics->sqnrDb;
            layer.fakeCosine = row.metrics->cosine;
        }
        if (computed != realMetrics.end()) {
            layer.realSqnrDb = computed->second->sqnrDb;
            layer.realCosine = computed->second->cosine;
        }
        result.layers.push_back(std::move(layer));
    }
}

void describeValues(const SimulatedModel& model, CalibrateResult& result)
{
    for (std::size_t i = 0; i < model.plan.quantizers.size(); ++i) {
        const auto& quantizer = model.plan.quantizers[i];
        const auto& parameters = model.plan.parametersOf(i);
        result.values.push_back({.name = model.source.value(quantizer.value).name,
                                 .layer = quantizer.layer,
                                 .role = quantizer.role == quant::QuantizerRole::Weight ? "weight" : "activation",
                                 .dtype = quantizer.settings.typeName(),
                                 .bits = quantizer.settings.bits(),
                                 .observer = quantizer.settings.observer.method,
                                 .scales = {parameters.scales.begin(), parameters.scales.end()},
                                 .zeroPoint = parameters.zeroPoints.front(),
                                 .isShared = quantizer.sameAs.has_value()});
    }
}

void logSettled(const CalibrateResult& result)
{
    const auto weights = std::ranges::count(result.values, "weight", &results::CalibratedValue::role);
    logInfo(Message("quantized: {} weights and {} activations", weights, std::ssize(result.values) - weights));
}

/// Each activation is quantized by what was seen of it so far, which hangs on the order of the samples: every rank runs
/// them all.
SimulatedModel calibrateQuantized(const results::CalibrateRequest& request, JobContext& ctx)
{
    auto prepared = prepareSimulation(request.model, request.quantization, request.images, ctx);
    if (isSearchAsked(prepared.settings))
        throw Error(ErrorCode::BadArgument, "observers are searched for on the float network only",
                    "name one with --observer, or leave out --observe-quantized");
    auto plan = quant::planFor(*prepared.baseline, prepared.settings);
    ctx.beginStage("calibrating", prepared.sampleCount, 0.05, 0.8);
    withContext(Message::text(request.model), [&] {
        quant::calibrate(*prepared.baseline, plan, prepared.samples(), ctx,
                         quant::CalibrationState::CalibrationFakeQuant);
    });
    SimulatedModel model{.baseline = prepared.baseline, .source = *prepared.baseline, .plan = std::move(plan)};
    if (prepared.settings.correctsBias)
        quant::correctBiases(model.source, model.plan, prepared.samples(), ctx, ranksOf(request.options));
    const auto ofSamples = sampleFindings(*prepared.data, prepared.sampleCount, ctx, ranksOf(request.options));
    model.findings = std::move(prepared.findings);
    model.findings.insert(model.findings.end(), ofSamples.begin(), ofSamples.end());
    model.data = std::move(prepared.data);
    model.sampleCount = prepared.sampleCount;
    model.notes = std::move(prepared.notes);
    return model;
}

/// What makes two calibrations the same.
std::uint64_t jobOf(const results::CalibrateRequest& request, const PreparedSimulation& prepared)
{
    Fingerprint sum;
    addTo(sum, request.quantization);
    addTo(sum, request.images);
    addTo(sum, *prepared.baseline);
    return sum.addFile(request.model).add(prepared.data->fingerprint()).value();
}

/// In the network that was asked for. A record leaves nothing to observe.
SimulatedModel calibrated(const results::CalibrateRequest& request, Journal& journal, JobContext& ctx)
{
    if (request.observed != results::Observed::InFloat && request.quantization.record.empty())
        return calibrateQuantized(request, ctx);
    auto prepared = prepareSimulation(request.model, request.quantization, request.images, ctx);
    prepared.ranks = &ranksOf(request.options);
    if (!request.folder.empty() && prepared.data)
        journal = Journal(request.folder, "calibrate", jobOf(request, prepared));
    prepared.journal = &journal;
    return simulateModel(std::move(prepared), ctx);
}

/// Of the first sample; empty where there is none, or where it leaves an input out.
std::vector<std::size_t> inputRanksOf(const SimulatedModel& model)
{
    std::vector<std::size_t> ranks;
    if (!model.data || model.data->size() == 0)
        return ranks;
    const auto inputs = model.data->inputs(0);
    for (const auto input : model.source.inputs()) {
        const auto given = inputs.find(model.source.value(input).name);
        if (given == inputs.end())
            return {};
        ranks.push_back(given->second.shape().size());
    }
    return ranks;
}

} // namespace

std::shared_ptr<const CalibrateResult> calibrateModel(const results::CalibrateRequest& request, JobContext& ctx)
{
    requireFolder(request.ports, request.folder);
    const auto stem = std::filesystem::path(request.model).stem().string();
    const auto suffixes = request.names == results::FileNames::Amct ? kAmctSuffixes : FormSuffixes{};
    requireFormsApart(request.folder, stem, suffixes);
    Journal journal;
    auto model = calibrated(request, journal, ctx);
    auto result = std::make_shared<CalibrateResult>();
    result->model = request.model;
    result->samples = model.sampleCount;
    if (request.quantization.record.empty())
        result->observed = request.observed;
    result->candidates = std::move(model.candidates);
    result->notes = std::move(model.notes);
    result->configFindings = std::move(model.findings);
    describeValues(model, *result);
    logSettled(*result);
    quant::QuantizedWeights weights(model.source, model.plan);
    const auto qdq = quant::qdqGraph(model.source, model.plan, weights);
    const auto integers = quant::qoperatorGraph(model.source, model.plan, weights);
    result->integerOperators = integerOperatorsOf(integers);
    if (!request.quantization.config.empty())
        noteFloatLayers(model, integers, *result);
    evaluate(request, model, qdq, integers, *result, ctx);
    if (request.comparesLayers && model.data)
        compareLayers(model, qdq, integers, *result, ctx);
    if (!request.folder.empty()) {
        const auto ranks = inputRanksOf(model);
        const auto writtenQdq = withStandardLayout(qdq, ranks);
        const auto writtenIntegers = withStandardLayout(integers, ranks);
        const QuantizedForms forms{&writtenQdq, result->integerOperators > 0 ? &writtenIntegers : nullptr};
        const WrittenWords words{stem, suffixes, request.ports, model.records};
        result->files = writeForms(forms, model.source, model.plan, request.folder, words);
        notePortability(writtenQdq, writtenIntegers, *result);
    }
    journal.remove();
    return result;
}

std::shared_ptr<const results::CalibrateResult> calibrate(Workspace&, const results::CalibrateRequest& request,
                                                          JobContext& ctx,
                                                          const results::Listener<results::CalibrateResult>&)
{
    const ComputeScope scope(request.options);
    return calibrateModel(request, ctx);
}

} // namespace ql::analysis
