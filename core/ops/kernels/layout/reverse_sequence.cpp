// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/ops/support/checks.h"

namespace ql::ops::kernels::reverse_sequence {

namespace {

/// For each step and sequence the step that comes there: the first @p lengths steps turned around, the others as they
/// are.
at::Tensor turnedSteps(const at::Tensor& lengths, std::int64_t steps)
{
    const auto step = at::arange(steps, at::kLong).unsqueeze(1);
    const auto length = lengths.unsqueeze(0);
    return at::where(step.lt(length), length.sub(1).sub(step), step.expand({steps, lengths.size(0)}));
}

Kernel bind(const graph::Node& node)
{
    const auto batchAxis = node.attributes.intOr("batch_axis", 1);
    const auto timeAxis = node.attributes.intOr("time_axis", 0);
    if (batchAxis == timeAxis)
        throw Error(ErrorCode::InvalidNode, Message("attributes batch_axis and time_axis are both {}", batchAxis));
    return [batchAxis, timeAxis](const KernelCall& call) -> std::vector<Tensor> {
        const auto& x = call.required(0);
        const graph::Shape axes{normalizedAxis(timeAxis, x.data.dim()), normalizedAxis(batchAxis, x.data.dim())};
        const auto moved = x.data.movedim(axes, {0, 1});
        const auto lengths = toInts(call.required(1), "input 1 (sequence_lens)");
        if (lengths.size() != static_cast<std::size_t>(moved.size(1)))
            throw Error(ErrorCode::ShapeMismatch,
                        Message("input 1 (sequence_lens) has {} elements, expected {}", lengths.size(), moved.size(1)));
        for (const auto length : lengths)
            if (length < 0 || length > moved.size(0))
                throw Error(ErrorCode::InvalidNode,
                            Message("input 1 (sequence_lens) has {}, expected 0 to {}", length, moved.size(0)));
        graph::Shape perStep(static_cast<std::size_t>(moved.dim()), 1);
        perStep[0] = moved.size(0);
        perStep[1] = moved.size(1);
        const auto steps = turnedSteps(at::tensor(lengths, at::kLong), moved.size(0)).view(perStep);
        return {{at::gather(moved, 0, steps.expand(moved.sizes())).movedim({0, 1}, axes), x.type}};
    };
}

} // namespace

OperatorDefinitions definitions()
{
    return {{"", "ReverseSequence", 10, kLatestOpset, bind}};
}

} // namespace ql::ops::kernels::reverse_sequence
