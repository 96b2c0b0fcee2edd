// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/calibrate/calibrate.h"

#include "core/analysis/analyses.h"
#include "core/analysis/compare/compare.h"
#include "core/analysis/measure/error_energy.h"
#include "core/analysis/simulation/simulation.h"
#include "core/analysis/simulation/written_forms.h"
#include "core/analysis/simulation/written_ports.h"
#include "core/analysis/workspace/workspace.h"
#include "core/data/datasets/dataset.h"
#include "core/graph/operators/operator_traits.h"
#include "core/runtime/on_ranks.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <map>
#include <mutex>
#include <tuple>

namespace ql::analysis {

namespace {

using results::CalibrateResult;

/// Outputs are compared on so many samples at most: enough to judge, and the integer forms are slow.
constexpr std::size_t kMostCompared = 16;

/// How the outputs agree with those of the float model, in graph order.
struct Agreements {
    std::vector<OutputAgreement> fake;
    std::vector<OutputAgreement> real;

    static auto parts(auto& self) { return std::tie(self.fake, self.real); }
};

void compareOutputs(const SimulatedModel& model, const graph::Graph& qdq, const graph::Graph& integers,
                    CalibrateResult& result, RankGroup& ranks, JobContext& ctx)
{
    const auto count = std::min(model.sampleCount, kMostCompared);
    const auto outputs = model.baseline->outputs().size();
    Agreements all{std::vector<OutputAgreement>(outputs), std::vector<OutputAgreement>(outputs)};
    const runtime::Program exactProgram(*model.baseline);
    const runtime::Program fakeProgram(qdq);
    const runtime::Program realProgram(integers);
    ctx.beginStage("comparing outputs", count, 0.9, 1.0);
    std::mutex reading;
    const auto work = [&](std::size_t i, JobContext& context) {
        std::unique_lock lock(reading);
        const auto inputs = model.data->inputs(i);
        lock.unlock();
        const auto exact = runtime::outputsOf(exactProgram, inputs, context);
        const auto simulated = runtime::outputsOf(fakeProgram, inputs, context);
        const auto computed = runtime::outputsOf(realProgram, inputs, context);
        Agreements found{std::vector<OutputAgreement>(outputs), std::vector<OutputAgreement>(outputs)};
        for (std::size_t k = 0; k < outputs; ++k) {
            found.fake[k].add(exact[k], simulated[k]);
            found.real[k].add(exact[k], computed[k]);
        }
        return found;
    };
    const auto take = [&](std::size_t, const Agreements& found) {
        for (std::size_t k = 0; k < outputs; ++k) {
            all.fake[k].add(found.fake.at(k));
            all.real[k].add(found.real.at(k));
        }
        ctx.step();
    };
    const double bytes = runtime::declaredBytes(*model.baseline) + 2 * runtime::declaredBytes(qdq);
    runtime::runOnRanks<Agreements>(ranks, {.end = count, .steps = 0}, "samples", bytes, ctx, work, take);
    result.comparedSamples = count;
    for (std::size_t k = 0; k < outputs && count > 0; ++k)
        result.outputs.push_back({model.baseline->value(model.baseline->outputs()[k]).name, all.fake[k].sqnrDb(),
                                  all.fake[k].cosine(), all.real[k].sqnrDb(), all.real[k].cosine()});
}

/// How the layers of @p form agree with the float model's on the first sample.
std::shared_ptr<const results::CompareResult> comparedLayers(const SimulatedModel& model, const graph::Graph& form,
                                                             const std::string& path, JobContext& ctx)
{
    const import::ImportedModel baseline{.graph = *model.baseline, .path = path};
    const import::ImportedModel analysis{.graph = form, .path = path};
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

bool isIntegerOperator(const graph::Node& node)
{
    return graph::traitsNamed(node.opType).integers == graph::Integers::Requantizing;
}

/// What the written models keep of a TorchScript program that no other program knows.
void noteOwnOperators(const graph::Graph& graph, CalibrateResult& result)
{
    const auto isOwn = [](const graph::Node& node) { return node.domain == "aten" || node.domain == "prim"; };
    const auto count = std::ranges::count_if(graph.nodes(), isOwn);
    if (count == 0)
        return;
    const auto& first = *std::ranges::find_if(graph.nodes(), isOwn);
    result.notes.push_back(fmt::format("node {} ({}.{}){} has no ONNX form: only Quantloupe runs the written models; "
                                       "export the model with torch.onnx for others",
                                       first.name, first.domain, first.opType,
                                       count > 1 ? fmt::format(", like {} more,", count - 1) : ""));
}

} // namespace

std::shared_ptr<const CalibrateResult> calibrateModel(const results::CalibrateRequest& request, JobContext& ctx)
{
    requireFolder(request.ports, request.folder);
    auto& ranks = ranksOf(request.options);
    auto model = simulateModel(request.model, request.quantization, request.images, ctx, nullptr, nullptr, ranks);
    auto result = std::make_shared<CalibrateResult>();
    result->model = request.model;
    result->samples = model.sampleCount;
    result->candidates = std::move(model.candidates);
    result->notes = std::move(model.notes);
    result->configFindings = std::move(model.findings);
    describeValues(model, *result);
    const auto qdq = model.qdq();
    const auto integers = model.qoperator();
    result->integerOperators = std::uint64_t(std::ranges::count_if(integers.nodes(), isIntegerOperator));
    compareOutputs(model, qdq, integers, *result, ranks, ctx);
    if (request.comparesLayers && model.data)
        compareLayers(model, qdq, integers, *result, ctx);
    if (!request.folder.empty()) {
        const QuantizedForms forms{&qdq, result->integerOperators > 0 ? &integers : nullptr};
        const auto suffixes = request.names == results::FileNames::Amct ? kAmctSuffixes : FormSuffixes{};
        const WrittenWords words{std::filesystem::path(request.model).stem().string(), suffixes, request.ports,
                                 model.records};
        result->files = writeForms(forms, model.source, model.plan, request.folder, words);
        noteOwnOperators(qdq, *result);
    }
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
