// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/calibrate/calibrate.h"

#include "core/analysis/analyses.h"
#include "core/analysis/measure/error_energy.h"
#include "core/analysis/simulation/simulation.h"
#include "core/analysis/simulation/written_forms.h"
#include "core/analysis/workspace/workspace.h"
#include "core/data/datasets/dataset.h"
#include "core/graph/operators/operator_traits.h"
#include "core/runtime/side_by_side.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <mutex>

namespace ql::analysis {

namespace {

using results::CalibrateResult;

/// Outputs are compared on so many samples at most: enough to judge, and the integer forms are slow.
constexpr std::size_t kMostCompared = 16;

/// Of one sample, in graph order.
struct Outputs {
    std::vector<runtime::Tensor> exact;
    std::vector<runtime::Tensor> simulated;
    std::vector<runtime::Tensor> computed;
};

void compareOutputs(const SimulatedModel& model, const graph::Graph& qdq, const graph::Graph& integers,
                    CalibrateResult& result, JobContext& ctx)
{
    const auto count = std::min(model.sampleCount, kMostCompared);
    const auto outputs = model.baseline->outputs().size();
    std::vector<OutputAgreement> fake(outputs);
    std::vector<OutputAgreement> real(outputs);
    const runtime::Program exactProgram(*model.baseline);
    const runtime::Program fakeProgram(qdq);
    const runtime::Program realProgram(integers);
    ctx.beginStage("comparing outputs", count, 0.9, 1.0);
    std::mutex reading;
    const auto work = [&](std::size_t i, JobContext& context) {
        std::unique_lock lock(reading);
        const auto inputs = model.data->inputs(i);
        lock.unlock();
        return Outputs{runtime::outputsOf(exactProgram, inputs, context),
                       runtime::outputsOf(fakeProgram, inputs, context),
                       runtime::outputsOf(realProgram, inputs, context)};
    };
    const auto take = [&](std::size_t, const Outputs& found) {
        for (std::size_t k = 0; k < outputs; ++k) {
            fake[k].add(found.exact[k], found.simulated[k]);
            real[k].add(found.exact[k], found.computed[k]);
        }
        ctx.step();
    };
    const double bytes = runtime::declaredBytes(*model.baseline) + 2 * runtime::declaredBytes(qdq);
    runtime::runSideBySide<Outputs>({.end = count, .steps = 0}, "samples", bytes, ctx, work, take);
    result.comparedSamples = count;
    for (std::size_t k = 0; k < outputs && count > 0; ++k)
        result.outputs.push_back({model.baseline->value(model.baseline->outputs()[k]).name, fake[k].sqnrDb(),
                                  fake[k].cosine(), real[k].sqnrDb(), real[k].cosine()});
}

void describeValues(const SimulatedModel& model, CalibrateResult& result)
{
    for (std::size_t i = 0; i < model.plan.quantizers.size(); ++i) {
        const auto& quantizer = model.plan.quantizers[i];
        const auto& parameters = model.plan.parametersOf(i);
        const auto& format = quantizer.settings.format;
        result.values.push_back({.name = model.source.value(quantizer.value).name,
                                 .layer = quantizer.layer,
                                 .role = quantizer.role == quant::QuantizerRole::Weight ? "weight" : "activation",
                                 .dtype = std::string(graph::name(format.storage())),
                                 .bits = format.bits,
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
    auto model = simulateModel(request.model, request.quantization, request.images, ctx);
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
    compareOutputs(model, qdq, integers, *result, ctx);
    if (!request.folder.empty()) {
        const QuantizedForms forms{&qdq, result->integerOperators > 0 ? &integers : nullptr};
        result->files = writeForms(forms, model.source, model.plan, request.folder,
                                   std::filesystem::path(request.model).stem().string());
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
