// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/support/recurrent.h"

#include "core/base/error.h"
#include "core/ops/quantization/quantization_parameters.h"
#include "core/ops/support/checks.h"
#include "core/ops/support/recurrent_activations.h"

namespace ql::ops {

namespace {

std::vector<bool> readDirections(const graph::Node& node)
{
    const std::string direction = node.attributes.stringOr("direction", "forward");
    if (direction == "forward")
        return {false};
    if (direction == "reverse")
        return {true};
    if (direction == "bidirectional")
        return {false, true};
    throw Error(ErrorCode::InvalidNode, Message("attribute direction is \"{}\"", direction),
                "use forward, reverse or bidirectional");
}

at::Tensor readLengths(const Tensor& lengths, std::int64_t steps, std::int64_t batch)
{
    if (!lengths.isDefined())
        return {};
    expectType(lengths, "sequence_lens", {graph::DataType::Int32});
    expectShape(lengths, "sequence_lens", {batch});
    const at::Tensor values = lengths.data.to(at::kLong);
    if (batch == 0 || values.eq(steps).all().item<bool>())
        return {};
    if (values.min().item<std::int64_t>() < 0 || values.max().item<std::int64_t>() > steps)
        throw Error(ErrorCode::InvalidNode,
                    Message("sequence_lens holds {}, expected 0 to {} (the steps of X)",
                            values.min().item<std::int64_t>() < 0 ? values.min().item<std::int64_t>()
                                                                  : values.max().item<std::int64_t>(),
                            steps));
    return values;
}

/// Keeps the old state, and gives 0 as output, where the sequence has ended.
void maskEnded(const at::Tensor& isRunning, const RecurrentState& before, RecurrentState& after, at::Tensor& output)
{
    for (std::size_t i = 0; i < after.size(); ++i)
        after[i] = at::where(isRunning, after[i], before[i]);
    output = at::where(isRunning, after[0], at::zeros_like(after[0]));
}

} // namespace

RecurrentAttributes readRecurrent(const graph::Node& node, const std::vector<std::string>& defaults)
{
    RecurrentAttributes result;
    result.hiddenSize = node.attributes.requiredInt("hidden_size");
    if (result.hiddenSize < 1)
        throw Error(ErrorCode::InvalidNode, Message("attribute hidden_size is {}", result.hiddenSize));
    result.isBackward = readDirections(node);
    result.activations = readRecurrentActivations(node, defaults, result.isBackward.size());
    result.clip = node.attributes.floatOr("clip", 0.0);
    result.isBatchFirst = node.attributes.intOr("layout", 0) != 0;
    result.outputCount = node.outputs.size();
    return result;
}

RecurrentInputs readInputs(const KernelCall& call, const RecurrentAttributes& attributes, std::size_t lengthsInput)
{
    const Tensor& x = call.required(0);
    expectRank(x, "input 0 (X)", 3);
    expectType(x, "input 0 (X)", {graph::DataType::Float, graph::DataType::Double});
    RecurrentInputs result;
    result.x = attributes.isBatchFirst ? x.data.transpose(0, 1) : x.data;
    result.lengths = readLengths(call.input(lengthsInput), result.x.size(0), result.x.size(1));
    return result;
}

at::Tensor readWeight(const Tensor& weight, const Message& what, const graph::Shape& expected,
                      const RecurrentInputs& inputs)
{
    expectShape(weight, what, expected);
    expectType(weight, what, {dataTypeOf(inputs.x.scalar_type())});
    return weight.data;
}

at::Tensor readInitial(const KernelCall& call, std::size_t input, const Message& what,
                       const RecurrentAttributes& attributes, const RecurrentInputs& inputs)
{
    const std::int64_t directions = attributes.directions();
    if (!call.has(input))
        return at::zeros({directions, inputs.batch(), attributes.hiddenSize}, inputs.x.options());
    const graph::Shape shape = attributes.isBatchFirst
                                   ? graph::Shape{inputs.batch(), directions, attributes.hiddenSize}
                                   : graph::Shape{directions, inputs.batch(), attributes.hiddenSize};
    const at::Tensor state = readWeight(call.input(input), what, shape, inputs);
    return attributes.isBatchFirst ? state.transpose(0, 1) : state;
}

RecurrentRun runSteps(const at::Tensor& projected, RecurrentState initial, const at::Tensor& lengths, bool isBackward,
                      const RecurrentStep& step)
{
    const std::int64_t steps = projected.size(0);
    RecurrentRun run;
    run.outputs = at::empty({steps, initial[0].size(0), initial[0].size(1)}, initial[0].options());
    RecurrentState state = std::move(initial);
    for (std::int64_t i = 0; i < steps; ++i) {
        const std::int64_t t = isBackward ? steps - 1 - i : i;
        RecurrentState next = step(projected[t], state);
        at::Tensor output = next[0];
        if (lengths.defined())
            maskEnded(lengths.gt(t).unsqueeze(1), state, next, output);
        run.outputs[t].copy_(output);
        state = std::move(next);
    }
    run.last = std::move(state);
    return run;
}

std::vector<Tensor> joinedOutputs(const std::vector<RecurrentRun>& runs, const RecurrentAttributes& attributes)
{
    std::vector<at::Tensor> outputs;
    for (const RecurrentRun& run : runs)
        outputs.push_back(run.outputs);
    at::Tensor y = at::stack(outputs, 1);
    std::vector<Tensor> result;
    result.emplace_back(attributes.isBatchFirst ? y.permute({2, 0, 1, 3}).contiguous() : y);
    for (std::size_t i = 0; i < runs.front().last.size(); ++i) {
        std::vector<at::Tensor> states;
        for (const RecurrentRun& run : runs)
            states.push_back(run.last[i]);
        result.emplace_back(at::stack(states, attributes.isBatchFirst ? 1 : 0));
    }
    result.resize(attributes.outputCount);
    return result;
}

} // namespace ql::ops
