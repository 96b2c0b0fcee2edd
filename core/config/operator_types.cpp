// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/operator_types.h"

#include "core/graph/operators/operator_traits.h"

#include <ranges>
#include <unordered_map>

namespace ql::config {

namespace {

std::string_view lastWord(std::string_view type)
{
    return type.substr(type.rfind('.') + 1); // npos + 1 is 0
}

/// By the last word of torch's spelling.
std::unordered_map<std::string_view, std::string_view> typesByWord()
{
    std::unordered_map<std::string_view, std::string_view> types;
    for (const auto* traits : graph::allOperators())
        for (const auto part : std::views::split(traits->torchNames, ' '))
            types.emplace(lastWord({part.begin(), part.end()}), traits->name);
    return types;
}

/// Empty for a word that isn't torch's.
std::string_view torchMeaning(std::string_view type)
{
    static const auto kTypes = typesByWord();
    const auto found = kTypes.find(lastWord(type));
    return found == kTypes.end() ? std::string_view() : found->second;
}

std::string_view onnxName(std::string_view type)
{
    const auto meaning = torchMeaning(type);
    return meaning.empty() ? lastWord(type) : meaning;
}

} // namespace

std::string onnxType(std::string_view type)
{
    return std::string(onnxName(type));
}

std::string torchType(std::string_view onnxType)
{
    const auto names = graph::traitsNamed(onnxType).torchNames;
    return std::string(names.empty() ? onnxType : names.substr(0, names.find(' ')));
}

bool isTorchType(std::string_view type)
{
    return !torchMeaning(type).empty();
}

bool isSameType(std::string_view a, std::string_view b)
{
    return a == b || onnxName(a) == onnxName(b);
}

} // namespace ql::config
