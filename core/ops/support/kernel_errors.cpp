// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/support/kernel_errors.h"

#include "core/graph/ir/data_type.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

namespace ql::ops {

namespace {

std::string described(const Tensor& tensor)
{
    if (tensor.isDefined() || tensor.holdsStrings())
        return fmt::format("{}[{}]", graph::name(tensor.holdsStrings() ? graph::DataType::String : tensor.type),
                           graph::toString(tensor.shape()));
    if (tensor.isSequence())
        return fmt::format("sequence[{}]", tensor.items->size());
    return tensor.isPresent() ? "object" : "-";
}

} // namespace

Message describedInputs(std::span<const Tensor> inputs)
{
    std::string text;
    for (const auto& input : inputs)
        text += (text.empty() ? "" : ", ") + described(input);
    return Message::text(text.empty() ? "()" : text);
}

void refuse(std::string_view words, Message refusal)
{
    spdlog::debug("LibTorch: {}", words);
    throw Error(ErrorCode::Engine, std::move(refusal), "hold their types and shapes against the operator's own page");
}

} // namespace ql::ops
