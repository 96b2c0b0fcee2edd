// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/torch/call_text.h"

#include "core/ops/support/kernel_errors.h"
#include "core/ops/torch/torch_value.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace ql::ops {

namespace {

using Kind = TorchExpression::Kind;
constexpr std::size_t kMostItems = 8;
constexpr std::size_t kLongestText = 40;

std::string valueText(const c10::IValue& value);

template <typename Items, typename Spell>
std::string itemsText(const Items& items, std::string_view begin, std::string_view end, Spell&& spell)
{
    std::vector<std::string> spelled;
    for (const auto& item : items) {
        spelled.push_back(spelled.size() < kMostItems ? spell(item) : "…");
        if (spelled.size() > kMostItems)
            break;
    }
    while (!spelled.empty() && spelled.back() == "none") // what a call leaves to its operator
        spelled.pop_back();
    return fmt::format("{}{}{}", begin, fmt::join(spelled, ", "), end);
}

std::string valueText(const c10::IValue& value)
{
    if (value.isNone() || value.isBool() || value.isInt() || value.isDouble() || value.isDevice())
        return spellLiteral(value);
    if (value.isString())
        return value.toStringRef().size() > kLongestText ? "\"…\"" : spellLiteral(value);
    if (value.isTensor())
        return describedInputs(std::vector{fromValue(value)}).english();
    if (value.isList())
        return itemsText(value.toListRef(), "[", "]", valueText);
    if (value.isTuple())
        return itemsText(value.toTupleRef().elements(), "(", ")", valueText);
    if (value.isGenericDict()) {
        std::vector<c10::IValue> keys;
        for (const auto& entry : value.toGenericDict())
            keys.push_back(entry.key());
        return itemsText(keys, "{", "}", valueText);
    }
    return value.tagKind();
}

/// The overload is LibTorch's choice: "aten::add.Tensor".
std::string withoutOverload(const std::string& name)
{
    return name.substr(0, name.find('.', name.find("::")));
}

std::string partText(const TorchExpression& part, std::span<const Tensor> inputs);

std::string callOf(const TorchExpression& call, std::span<const Tensor> inputs)
{
    const auto spell = [&](const TorchExpression& part) { return partText(part, inputs); };
    const auto partsFrom = [&](std::size_t first) { return std::span(call.parts).subspan(first); };
    if (call.name == "ql::list" && !call.parts.empty()) // the types of its elements come first
        return itemsText(partsFrom(1), "[", "]", spell);
    if (call.name == "ql::dictionary" && call.parts.size() > 1)
        return itemsText(partsFrom(2), "{", "}", spell);
    // Around the program's own call: what came of it is unpacked, written through or seen again.
    if (call.name.starts_with("ql::") && !call.parts.empty())
        return spell(call.parts.front());
    return itemsText(call.parts, withoutOverload(call.name) + "(", ")", spell);
}

std::string partText(const TorchExpression& part, std::span<const Tensor> inputs)
{
    const auto spell = [&](const TorchExpression& each) { return partText(each, inputs); };
    switch (part.kind) {
    case Kind::Literal: return valueText(part.literal);
    case Kind::Input: return part.input < inputs.size() ? valueText(toValue(inputs[part.input])) : "-";
    case Kind::List: return itemsText(part.parts, "[", "]", spell);
    case Kind::Tuple: return itemsText(part.parts, "(", ")", spell);
    case Kind::Call: break;
    }
    return callOf(part, inputs);
}

} // namespace

std::string callText(const TorchExpression& expression, std::span<const Tensor> inputs)
{
    return partText(expression, inputs);
}

std::string callText(const std::string& name, const std::vector<c10::IValue>& arguments)
{
    return itemsText(arguments, withoutOverload(name) + "(", ")", valueText);
}

} // namespace ql::ops
