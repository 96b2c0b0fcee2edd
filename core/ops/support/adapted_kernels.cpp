// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/support/adapted_kernels.h"

#include "core/base/error.h"
#include "core/ops/support/checks.h"
#include "core/ops/support/element_wise.h"

namespace ql::ops {

namespace {

constexpr int kFirstThatBroadcasts = 7;

/// @p b with an axis for every axis of @p a, from @p axis on; @p axis < 0 lets its last axis be a's last.
Tensor aligned(const Tensor& a, const Tensor& b, std::int64_t axis)
{
    const auto rank = a.data.dim();
    const auto own = b.data.dim();
    const auto begin = axis < 0 ? rank - own : axis;
    const bool isFitting = begin >= 0 && begin + own <= rank;
    auto shape = b.shape();
    for (std::int64_t i = 0; isFitting && i < own; ++i)
        if (shape[std::size_t(i)] != 1 && shape[std::size_t(i)] != a.data.size(begin + i))
            shape.clear();
    if (!isFitting || shape.size() != std::size_t(own))
        throw Error(ErrorCode::ShapeMismatch, Message("input 1 of shape {} doesn't fit {} from axis {} on",
                                                      graph::toString(b.shape()), graph::toString(a.shape()), begin));
    shape.resize(std::size_t(rank - begin), 1);
    return {b.data.reshape(shape), b.type};
}

Kernel bindOld(const OperatorDefinition& now, const graph::Node& node)
{
    const bool broadcasts = node.attributes.intOr("broadcast", 0) != 0;
    return [kernel = now.bind(node), broadcasts, axis = node.attributes.intOr("axis", -1)](const KernelCall& call) {
        const auto& a = call.required(0);
        const auto& b = call.required(1);
        if (a.shape() == b.shape())
            return kernel(call);
        if (!broadcasts)
            throw Error(ErrorCode::ShapeMismatch,
                        Message("inputs have shapes {} and {}, expected one shape, or attribute broadcast",
                                graph::toString(a.shape()), graph::toString(b.shape())));
        const std::vector<Tensor> inputs{a, aligned(a, b, axis)};
        return kernel({inputs, call.runBody});
    };
}

} // namespace

OperatorDefinitions withOldBroadcast(OperatorDefinitions now)
{
    OperatorDefinitions all = now;
    for (const auto& definition : now)
        if (definition.domain.empty() && definition.since == kFirstThatBroadcasts)
            all.push_back({definition.domain, definition.name, 1, kFirstThatBroadcasts - 1,
                           [definition](const graph::Node& node) { return bindOld(definition, node); }});
    return all;
}

Kernel channelsLast(Kernel kernel)
{
    return [kernel = std::move(kernel)](const KernelCall& call) {
        const auto& x = call.required(0);
        if (x.data.dim() < 3)
            throw Error(ErrorCode::ShapeMismatch, Message("input 0 has rank {}, expected 3 or more", x.data.dim()));
        std::vector<Tensor> inputs(call.inputs.begin(), call.inputs.end());
        inputs[0].data = x.data.movedim(-1, 1).contiguous();
        auto results = kernel({inputs, call.runBody, call.constants});
        results.at(0).data = results[0].data.movedim(1, -1).contiguous();
        return results;
    };
}

Kernel inSinglePrecision(Kernel kernel)
{
    return [kernel = std::move(kernel)](const KernelCall& call) {
        const auto type = call.required(0).type;
        if (type != graph::DataType::Float16 && type != graph::DataType::BFloat16)
            return kernel(call);
        std::vector<Tensor> inputs(call.inputs.begin(), call.inputs.end());
        for (std::size_t i = 0; i < inputs.size(); ++i) {
            if (!inputs[i].isDefined() || !graph::isFloatingPoint(inputs[i].type))
                continue;
            expectSameType(inputs[i], Message("input {}", i), call.input(0));
            inputs[i] = storedAs(inputs[i].data, graph::DataType::Float);
        }
        auto results = kernel({inputs, call.runBody});
        for (auto& result : results)
            if (result.isDefined())
                result = storedAs(result.data, type);
        return results;
    };
}

Kernel standardKernel(const graph::Node& node, std::string_view name, int opset)
{
    const auto* definition = Registry::builtIn().find("", name, opset);
    if (!definition)
        throw Error(ErrorCode::Internal, Message("operator {} is missing", name));
    return definition->bind(node);
}

} // namespace ql::ops
