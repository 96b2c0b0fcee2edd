// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/compare/target_fit.h"

#include "core/analysis/matching/paired_inputs.h"
#include "core/analysis/simulation/simulation.h"
#include "core/base/error.h"
#include "core/base/order.h"
#include "core/quant/quantized_graph/quantized_graph.h"
#include "core/runs/pairs/lockstep.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ql::analysis {

namespace {

using results::CompareResult;
using Result = std::shared_ptr<const CompareResult>;

constexpr const char* kAuto = "auto";

/// The model that computes in integers, and the dump that it is held against.
class TargetPair {
public:
    TargetPair(const results::CompareRequest& request, const ModelAccess& access, JobContext& ctx)
        : m_request(request)
        , m_isDumpFirst(isDump(request.models.baseline))
        , m_dump(m_isDumpFirst ? request.models.baseline : request.models.analysis)
        , m_path(m_isDumpFirst ? request.models.analysis : request.models.baseline)
    {
        const auto& quantization = request.models.quantization;
        if (quantization.areGiven()) {
            m_model.graph = simulateModel(m_path, quantization, request.samples.images, ctx).qoperator();
            m_model.path = m_path;
        } else {
            m_model = *access.open(m_path);
        }
        m_model.graph = withContext(Message::text(m_path), [this] { return onTargetIntegers(m_model.graph); });
        m_inputs = inputs(access);
    }

    const graph::Graph& graph() const { return m_model.graph; }

    Result compare(const ops::TargetArithmetic& target, JobContext& ctx) const
    {
        runs::LockstepSide running(m_model.graph, m_path, m_inputs, ctx, {computesAs(target)});
        DumpValues dumped(m_dump);
        const ComparedSide model{m_path, m_model.graph, running};
        const ComparedSide dump{m_isDumpFirst ? m_request.models.baseline : m_request.models.analysis, m_dump.graph(),
                                dumped, m_dump.hasStructure()};
        return m_isDumpFirst ? compareValues(dump, model, m_request, ctx) : compareValues(model, dump, m_request, ctx);
    }

private:
    runs::NamedTensors inputs(const ModelAccess& access) const
    {
        const auto dumped = inputsIn(m_dump);
        if (m_request.samples.inputs.empty() && dumped.size() == m_model.graph.inputs().size())
            return inputsForAnalysis(m_dump.graph(), m_model.graph, dumped);
        return access.readInputs(m_model);
    }

    const results::CompareRequest& m_request;
    bool m_isDumpFirst;
    data::DumpModel m_dump;
    std::string m_path;
    importers::ImportedModel m_model;
    runs::NamedTensors m_inputs;
};

results::ArithmeticFit fitOf(std::string_view name, const CompareResult& result)
{
    constexpr double kMostNoise = 1e4; // of a layer that has nothing in common with the dump's
    results::ArithmeticFit fit{.name = std::string(name), .worstSqnrDb = std::numeric_limits<double>::infinity()};
    for (const auto& layer : result.layers) {
        if (!layer.metrics || std::isnan(layer.metrics->sqnrDb))
            continue;
        ++fit.layers;
        fit.exact += layer.metrics->atol == 0.0 ? 1 : 0;
        fit.noise += std::min(std::pow(10.0, -layer.metrics->sqnrDb / 10.0), kMostNoise);
        fit.worstSqnrDb = std::min(fit.worstSqnrDb, layer.metrics->sqnrDb);
    }
    fit.noise = fit.layers == 0 ? 0.0 : fit.noise / double(fit.layers);
    return fit;
}

std::vector<std::string> bestOf(const std::vector<results::ArithmeticFit>& fits)
{
    constexpr double kAlike = 1.05;
    const auto least = std::ranges::min_element(fits, Rising<NaNs::Last>(), &results::ArithmeticFit::noise)->noise;
    std::vector<std::string> best;
    for (const auto& fit : fits)
        if (fit.noise <= least * kAlike)
            best.push_back(fit.name);
    return best;
}

std::vector<const ops::TargetArithmetic*> asked(const std::string& name)
{
    if (name != kAuto)
        return {&ops::targetArithmeticNamed(name)};
    std::vector<const ops::TargetArithmetic*> all;
    for (const auto& target : ops::knownTargetArithmetics())
        all.push_back(&target);
    return all;
}

std::uint64_t countTargetNodes(const graph::Graph& graph)
{
    return std::uint64_t(std::ranges::count_if(graph.nodes(), ops::isComputedByTargets));
}

} // namespace

runs::Interceptor computesAs(const ops::TargetArithmetic& target)
{
    return [&target](const runs::ValueEvent& event) -> std::optional<runs::Tensor> {
        return ops::isComputedByTargets(event.node) ? ops::computedBy(target, event.node, event.inputs) : std::nullopt;
    };
}

graph::Graph onTargetIntegers(const graph::Graph& graph)
{
    auto integers = quant::withIntegerProducts(graph);
    if (countTargetNodes(integers) == 0)
        throw Error(ErrorCode::BadArgument,
                    "the model has no convolution or product on 8-bit integers, whose arithmetic a target could choose",
                    "give a model quantized to 8 bits with constant scales, or a float model with its config");
    return integers;
}

Result compareWithTarget(const results::CompareRequest& request, const ModelAccess& access, JobContext& ctx)
{
    if (isDump(request.models.baseline) == isDump(request.models.analysis))
        throw Error(ErrorCode::BadArgument, "a target's arithmetic is found by its dump, on one side of the comparison",
                    "give a model on integers, and the folder that holds the target's tensors");
    const auto targets = asked(request.targetArithmetic);
    const TargetPair pair(request, access, ctx);
    results::TargetArithmetics found{.nodes = countTargetNodes(pair.graph())};
    Result best;
    for (const auto* target : targets) {
        auto result = pair.compare(*target, ctx);
        found.fits.push_back(fitOf(target->name, *result));
        const auto isLess = [&](const auto& fit) { return found.fits.back().noise < fit.noise; };
        if (!best || std::all_of(found.fits.begin(), found.fits.end() - 1, isLess)) {
            best = std::move(result);
            found.used = target->name;
        }
    }
    if (found.fits.front().layers == 0)
        throw Error(ErrorCode::BadArgument, "no layer of the model has a partner in the dump",
                    "name the pairs with --map");
    found.best = bestOf(found.fits);
    auto result = std::make_shared<CompareResult>(*best);
    result->arithmetics = std::move(found);
    return result;
}

} // namespace ql::analysis
