// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/ops/strings/string_kernels.h"
#include "core/ops/support/checks.h"
#include "core/ops/support/direct_tensor.h"

#include <numeric>

namespace ql::ops::kernels::split {

namespace {

/// Equal parts, the last one smaller when they don't come out even.
graph::Shape equalParts(std::int64_t size, std::size_t outputs)
{
    const auto count = static_cast<std::int64_t>(outputs);
    const auto each = (size + count - 1) / count;
    graph::Shape lengths;
    for (std::int64_t i = 0; i < count; ++i)
        lengths.push_back(std::clamp<std::int64_t>(size - i * each, 0, each));
    return lengths;
}

void expectComplete(const graph::Shape& lengths, std::int64_t size, std::size_t outputs)
{
    if (lengths.size() != outputs)
        throw Error(ErrorCode::InvalidNode,
                    Message("split has {} entries, expected {} as outputs", lengths.size(), outputs));
    std::int64_t total = 0;
    for (const auto length : lengths)
        if (length < 0 || __builtin_add_overflow(total, length, &total))
            throw Error(ErrorCode::InvalidNode, Message("split has an entry of {}", length));
    if (total != size)
        throw Error(ErrorCode::ShapeMismatch, Message("split adds up to {}, expected {}", total, size));
}

/// In the first version they had the type of what is split.
graph::Shape lengthsFrom(const Tensor& tensor, bool mayBeFloats)
{
    if (mayBeFloats && at::isFloatingType(tensor.data.scalar_type()))
        return toInts(Tensor(tensor.data.to(at::kLong)), "input 1 (split)");
    return toInts(tensor, "input 1 (split)");
}

Kernel bind(const graph::Node& node)
{
    const auto axis = node.attributes.intOr("axis", 0);
    const auto attribute = node.attributes.intsOr("split", {});
    const auto count = node.attributes.intOr("num_outputs", std::int64_t(node.outputs.size()));
    if (count != std::int64_t(node.outputs.size()))
        throw Error(ErrorCode::InvalidNode,
                    Message("attribute num_outputs is {}, the node lists {} outputs", count, node.outputs.size()));
    return [axis, attribute, outputs = node.outputs.size(), isFirst = node.opset == 1](const KernelCall& call) {
        const auto& x = call.required(0);
        const auto along = normalizedAxis(axis, x.data.dim());
        auto lengths = call.has(1) ? lengthsFrom(call.input(1), isFirst) : attribute;
        if (lengths.empty())
            lengths = equalParts(x.data.size(along), outputs);
        expectComplete(lengths, x.data.size(along), outputs);
        std::vector<Tensor> parts;
        auto sizes = x.data.sizes().vec();
        std::int64_t offset = 0;
        for (const auto length : lengths) {
            sizes[static_cast<std::size_t>(along)] = length;
            parts.emplace_back(viewOf(x.data, sizes, x.data.strides(), offset), x.type);
            offset += length * x.data.stride(along);
        }
        return parts;
    };
}

} // namespace

OperatorDefinitions definitions()
{
    return takingStrings({{"", "Split", 1, kLatestOpset, bind}});
}

} // namespace ql::ops::kernels::split
