// SPDX-License-Identifier: GPL-3.0-or-later
// Scan: a body run once per slice of its scan inputs. Opset 8 has a batch axis and lengths, opset 9 free axes.
#include "core/base/error.h"
#include "core/ops/quantization/quantization_parameters.h"
#include "core/ops/support/checks.h"
#include "core/ops/support/stacked_iterations.h"

#include <algorithm>

namespace ql::ops::kernels::scan {

namespace {

using Ints = std::vector<std::int64_t>;

struct ScanPlan {
    std::size_t states = 0;
    std::size_t scans = 0; ///< scan inputs
    Ints inputAxes, inputDirections, outputAxes, outputDirections;
    std::vector<Tensor> emptyOutputs; ///< one per scan output, for no steps at all
};

Ints perScan(const graph::Node& node, const std::string& name, std::size_t count)
{
    Ints values = node.attributes.intsOr(name, Ints(count, 0));
    if (values.size() != count)
        throw Error(ErrorCode::InvalidNode,
                    Message("attribute {} has {} values, expected {}", name, values.size(), count));
    return values;
}

/// @p firstInput: where the states begin; opset 8 has the lengths before them.
ScanPlan readPlan(const graph::Node& node, std::size_t firstInput)
{
    const graph::Graph& body = node.attributes.requiredGraph("body");
    ScanPlan plan;
    const std::int64_t scans = node.attributes.requiredInt("num_scan_inputs");
    const auto inputs = static_cast<std::int64_t>(node.inputs.size() - std::min(node.inputs.size(), firstInput));
    if (scans < 1 || scans > inputs)
        throw Error(ErrorCode::InvalidNode,
                    Message("attribute num_scan_inputs is {}, but there are {} inputs", scans, inputs));
    plan.scans = static_cast<std::size_t>(scans);
    plan.states = static_cast<std::size_t>(inputs - scans);
    if (body.inputs().size() != plan.states + plan.scans || body.outputs().size() < plan.states)
        throw Error(ErrorCode::InvalidNode,
                    Message("body has {} inputs and {} outputs, expected {} and at least {}", body.inputs().size(),
                            body.outputs().size(), plan.states + plan.scans, plan.states));
    const std::size_t outputs = body.outputs().size() - plan.states;
    plan.inputAxes = perScan(node, "scan_input_axes", plan.scans);
    plan.inputDirections = perScan(node, firstInput == 1 ? "directions" : "scan_input_directions", plan.scans);
    plan.outputAxes = perScan(node, "scan_output_axes", outputs);
    plan.outputDirections = perScan(node, "scan_output_directions", outputs);
    for (std::size_t i = 0; i < outputs; ++i)
        plan.emptyOutputs.push_back(noTurns(body.value(body.outputs()[plan.states + i]), plan.outputAxes[i]));
    return plan;
}

/// Steps that every scan input has.
std::int64_t stepsOf(const ScanPlan& plan, const std::vector<Tensor>& inputs)
{
    std::int64_t steps = -1;
    for (std::size_t i = 0; i < plan.scans; ++i) {
        const at::Tensor& scan = inputs[plan.states + i].data;
        const std::int64_t found = scan.size(normalizedAxis(plan.inputAxes[i], scan.dim()));
        if (steps >= 0 && found != steps)
            throw Error(ErrorCode::ShapeMismatch,
                        Message("scan input {} has {} steps, expected {} like the first", i, found, steps));
        steps = found;
    }
    return steps;
}

/// @p state and one slice of each scan input.
std::vector<Tensor> bodyInputs(const ScanPlan& plan, const std::vector<Tensor>& inputs, std::vector<Tensor> state,
                               std::int64_t step, std::int64_t steps)
{
    for (std::size_t i = 0; i < plan.scans; ++i) {
        const Tensor& scan = inputs[plan.states + i];
        const std::int64_t axis = normalizedAxis(plan.inputAxes[i], scan.data.dim());
        state.emplace_back(scan.data.select(axis, plan.inputDirections[i] ? steps - 1 - step : step), scan.type);
    }
    return state;
}

/// @p inputs: states, then scan inputs. @p turn counts the body's runs over all batches.
std::vector<Tensor> runScan(const ScanPlan& plan, const std::vector<Tensor>& inputs, const KernelCall& call,
                            std::int64_t& turn)
{
    const std::int64_t steps = stepsOf(plan, inputs);
    const auto states = static_cast<std::ptrdiff_t>(plan.states);
    std::vector<Tensor> state(inputs.begin(), inputs.begin() + states);
    std::vector<std::vector<Tensor>> scanned(plan.emptyOutputs.size());
    for (std::int64_t step = 0; step < steps; ++step) {
        const auto results = call.runBody("body", bodyInputs(plan, inputs, std::move(state), step, steps), turn++);
        expectOutputs(results, plan.states + scanned.size(), "body");
        state.assign(results.begin(), results.begin() + states);
        for (std::size_t i = 0; i < scanned.size(); ++i)
            scanned[i].push_back(results[plan.states + i]);
    }
    for (std::size_t i = 0; i < scanned.size(); ++i) {
        if (plan.outputDirections[i])
            std::reverse(scanned[i].begin(), scanned[i].end());
        state.push_back(stackIterations(scanned[i], plan.outputAxes[i], plan.emptyOutputs[i]));
    }
    return state;
}

Kernel bindScan(const graph::Node& node)
{
    return [plan = readPlan(node, 0)](const KernelCall& call) {
        std::vector<Tensor> inputs;
        for (std::size_t i = 0; i < plan.states + plan.scans; ++i)
            inputs.push_back(call.required(i));
        std::int64_t turn = 0;
        return runScan(plan, inputs, call, turn);
    };
}

Ints readLengths(const Tensor& lengths, std::int64_t batches, std::int64_t steps)
{
    if (!lengths.isDefined())
        return Ints(static_cast<std::size_t>(batches), steps);
    expectShape(lengths, "input 0 (sequence_lens)", {batches});
    Ints values = toInts(lengths, "input 0 (sequence_lens)");
    for (const std::int64_t length : values)
        if (length < 0 || length > steps)
            throw Error(ErrorCode::InvalidNode, Message("sequence_lens holds {}, expected 0 to {}", length, steps));
    return values;
}

/// The states and scan inputs of one batch, those of @p length steps cut to it.
std::vector<Tensor> inputsOfBatch(const ScanPlan& plan, const KernelCall& call, std::int64_t batch,
                                  std::int64_t batches, std::int64_t length)
{
    std::vector<Tensor> inputs;
    for (std::size_t i = 0; i < plan.states + plan.scans; ++i) {
        const Tensor& input = call.required(1 + i);
        const bool isScan = i >= plan.states;
        if (input.data.dim() < (isScan ? 2 : 1) || input.data.size(0) != batches
            || (isScan && input.data.size(1) < length))
            throw Error(ErrorCode::ShapeMismatch,
                        Message("input {} has shape {}, expected {} batches{}", 1 + i, graph::toString(input.shape()),
                                batches, isScan ? Message(" of at least {} steps", length) : Message()));
        const at::Tensor slice = input.data[batch];
        inputs.emplace_back(isScan ? slice.narrow(0, 0, length) : slice, input.type);
    }
    return inputs;
}

/// Fills a scan output of a shorter sequence up with zeros.
Tensor lengthened(const Tensor& output, std::int64_t steps)
{
    std::vector<std::int64_t> pads(static_cast<std::size_t>(2 * output.data.dim()), 0);
    pads.back() = steps - output.data.size(0);
    return {at::constant_pad_nd(output.data, pads), output.type};
}

/// Opset 8: input 0 holds lengths, axis 0 of everything the batch, axis 1 of scan inputs the steps.
std::vector<Tensor> runBatches(const ScanPlan& plan, const KernelCall& call)
{
    const at::Tensor& first = call.required(1 + plan.states).data;
    if (first.dim() < 2 || first.size(0) == 0)
        throw Error(ErrorCode::ShapeMismatch, "the first scan input needs a batch axis and a step axis");
    const std::int64_t batches = first.size(0);
    const std::int64_t steps = first.size(1);
    const Ints lengths = readLengths(call.input(0), batches, steps);
    std::vector<std::vector<Tensor>> joined(plan.states + plan.emptyOutputs.size());
    std::int64_t turn = 0;
    for (std::int64_t batch = 0; batch < batches; ++batch) {
        const std::int64_t length = lengths[static_cast<std::size_t>(batch)];
        const auto results = runScan(plan, inputsOfBatch(plan, call, batch, batches, length), call, turn);
        for (std::size_t i = 0; i < results.size(); ++i)
            joined[i].push_back(i < plan.states ? results[i] : lengthened(results[i], steps));
    }
    std::vector<Tensor> outputs;
    for (const auto& parts : joined)
        outputs.push_back(stackIterations(parts, 0, {}));
    return outputs;
}

Kernel bindBatchedScan(const graph::Node& node)
{
    return [plan = readPlan(node, 1)](const KernelCall& call) { return runBatches(plan, call); };
}

} // namespace

OperatorDefinitions definitions()
{
    return {{"", "Scan", 8, 8, bindBatchedScan}, {"", "Scan", 9, kLatestOpset, bindScan}};
}

} // namespace ql::ops::kernels::scan
