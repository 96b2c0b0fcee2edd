// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/support/stacked_iterations.h"

#include "core/base/error.h"
#include "core/ops/support/checks.h"

#include <algorithm>

namespace ql::ops {

namespace {

Tensor stackedStrings(const std::vector<Tensor>& turns, std::int64_t axis)
{
    auto shape = turns.front().shape();
    if (normalizedAxis(axis, static_cast<std::int64_t>(shape.size()) + 1) != 0)
        throw Error(ErrorCode::InvalidNode, Message("scan outputs of strings are stacked along axis 0, not {}", axis));
    shape.insert(shape.begin(), static_cast<std::int64_t>(turns.size()));
    std::vector<std::string> strings;
    for (const Tensor& turn : turns)
        strings.insert(strings.end(), turn.strings->strings().begin(), turn.strings->strings().end());
    return stringTensor(std::move(shape), std::move(strings));
}

} // namespace

Tensor stackIterations(const std::vector<Tensor>& turns, std::int64_t axis, const Tensor& withoutTurns)
{
    if (turns.empty())
        return withoutTurns;
    std::vector<at::Tensor> parts;
    for (const Tensor& turn : turns) {
        if (turn.shape() != turns.front().shape())
            throw Error(ErrorCode::ShapeMismatch,
                        Message("a scan output has shape {} in one turn and {} in another",
                                graph::toString(turns.front().shape()), graph::toString(turn.shape())));
        if (turn.holdsStrings() != turns.front().holdsStrings())
            throw Error(ErrorCode::TypeMismatch, Message("a scan output has type {} in one turn and {} in another",
                                                         graph::name(turns.front().type), graph::name(turn.type)));
        parts.push_back(turn.data);
    }
    if (turns.front().holdsStrings())
        return stackedStrings(turns, axis);
    return {at::stack(parts, normalizedAxis(axis, parts.front().dim() + 1)), turns.front().type};
}

Tensor noTurns(const graph::Value& declared, std::int64_t axis)
{
    std::vector<std::int64_t> shape;
    if (declared.shape)
        for (const graph::Dimension& dimension : *declared.shape)
            shape.push_back(std::max<std::int64_t>(dimension.size, 0));
    axis = normalizedAxis(axis, static_cast<std::int64_t>(shape.size()) + 1);
    shape.insert(shape.begin() + static_cast<std::ptrdiff_t>(axis), 0);
    const graph::DataType type = declared.type == graph::DataType::Undefined ? graph::DataType::Float : declared.type;
    if (type == graph::DataType::String)
        return stringTensor(std::move(shape), {});
    return {at::empty(shape, storageType(type)), type};
}

void expectOutputs(const std::vector<Tensor>& outputs, std::size_t expected, const Message& body)
{
    if (outputs.size() != expected)
        throw Error(ErrorCode::InvalidNode, Message("{} has {} outputs, expected {}", body, outputs.size(), expected));
}

} // namespace ql::ops
