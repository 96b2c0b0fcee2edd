// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/matching/name_affixes.h"

#include <algorithm>
#include <array>
#include <unordered_map>

namespace ql::analysis {

namespace {

// Longer ones first: the shorter are their tails.
constexpr std::array<std::string_view, 23> kSuffixes{
    "_DequantizeLinear_Output",
    "_QuantizeLinear_Output",
    "_QuantizeLinear_Input",
    "_DequantizeLinear",
    "_QuantizeLinear",
    "_output_quantized",
    "quant_scaled_output",
    "_quant_output_scale_mul",
    "_quantized_cast_output",
    "_quantized_cast",
    "_fake_quantized",
    "_fake_quant",
    "_dequantized",
    "_quantized",
    "_dequantize",
    "_quantize",
    "_dequant",
    "_quant",
    "_qdq",
    "_fused",
    "_scaled",
    "_QLinear",
    "_integer",
};
constexpr std::array<std::string_view, 2> kPrefixes{"quantized_", "fused_"};

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

} // namespace

std::string withoutQuantizationAffixes(std::string_view name)
{
    bool hasChanged = true;
    while (hasChanged) {
        hasChanged = false;
        for (const auto suffix : kSuffixes) {
            if (name.size() <= suffix.size() || !name.ends_with(suffix))
                continue;
            name.remove_suffix(suffix.size());
            hasChanged = true;
        }
        for (const auto prefix : kPrefixes) {
            if (name.size() <= prefix.size() || !name.starts_with(prefix))
                continue;
            name.remove_prefix(prefix.size());
            hasChanged = true;
        }
    }
    return std::string(name);
}

std::string withoutCopyNumber(std::string_view name)
{
    std::string bare = withoutQuantizationAffixes(name);
    std::size_t end = bare.size();
    while (end > 0 && isDigit(bare[end - 1]))
        --end;
    if (end == bare.size() || end < 2 || bare[end - 1] != '.')
        return bare;
    return withoutQuantizationAffixes(std::string_view(bare).substr(0, end - 1));
}

std::vector<std::string> possibleOriginals(std::string_view name)
{
    std::vector<std::string> names{std::string(name)};
    const auto add = [&names](std::string_view shorter) {
        if (std::ranges::find(names, shorter) == names.end())
            names.emplace_back(shorter);
    };
    for (std::size_t i = 0; i < names.size(); ++i) { // grows while it is read
        const std::string known = names[i];
        for (const auto suffix : kSuffixes)
            if (known.size() > suffix.size() && known.ends_with(suffix))
                add(std::string_view(known).substr(0, known.size() - suffix.size()));
        for (const auto prefix : kPrefixes)
            if (known.size() > prefix.size() && known.starts_with(prefix))
                add(std::string_view(known).substr(prefix.size()));
    }
    std::ranges::stable_sort(names, std::ranges::greater{}, &std::string::size);
    return names;
}

bool isNumbered(std::string_view name, std::string_view opType)
{
    constexpr std::array<std::string_view, 6> kNothing{"", "input", "output", "tensor", "value", "x"};
    constexpr std::string_view kOutput = "_output_0";
    if (name.ends_with(kOutput))
        name.remove_suffix(kOutput.size());
    for (const std::string_view prefix : {"/", "onnx::"})
        if (name.starts_with(prefix))
            name.remove_prefix(prefix.size());
    auto stem = name;
    while (!stem.empty() && isDigit(stem.back()))
        stem.remove_suffix(1);
    if (stem.size() == name.size())
        return false;
    while (!stem.empty() && (stem.back() == '_' || stem.back() == '.' || stem.back() == '-'))
        stem.remove_suffix(1);
    return stem == opType || std::ranges::find(kNothing, stem) != kNothing.end();
}

namespace {

struct StemAndNumber {
    std::string stem; ///< the name without its last number, empty where it has none
    std::string number;
};

StemAndNumber splitAtLastNumber(std::string_view name)
{
    std::size_t end = name.size();
    while (end > 0 && !isDigit(name[end - 1]))
        --end;
    std::size_t begin = end;
    while (begin > 0 && isDigit(name[begin - 1]))
        --begin;
    if (begin == end)
        return {};
    return {std::string(name.substr(0, begin)) + '#' + std::string(name.substr(end)),
            std::string(name.substr(begin, end - begin))};
}

using NumbersOfStems = std::unordered_map<std::string, std::set<std::string>>;

NumbersOfStems numbersOf(const std::vector<std::string>& names)
{
    NumbersOfStems numbers;
    for (const auto& name : names)
        if (auto [stem, number] = splitAtLastNumber(name); !stem.empty())
            numbers[stem].insert(number);
    return numbers;
}

/// How many of @p numbers aren't among @p others.
std::size_t lacking(const std::set<std::string>& numbers, const std::set<std::string>& others)
{
    return std::size_t(std::ranges::count_if(numbers, [&](const auto& each) { return !others.contains(each); }));
}

} // namespace

CountedStems::CountedStems(const std::vector<std::string>& baseline, const std::vector<std::string>& analysis)
{
    constexpr std::size_t kMany = 2;
    const auto others = numbersOf(analysis);
    for (const auto& [stem, numbers] : numbersOf(baseline))
        if (const auto found = others.find(stem); found != others.end() && lacking(numbers, found->second) >= kMany
                                                  && lacking(found->second, numbers) >= kMany)
            m_stems.insert(stem);
}

bool CountedStems::has(std::string_view name) const
{
    return m_stems.contains(splitAtLastNumber(name).stem);
}

std::string canonicalScope(std::string_view scope)
{
    std::string path;
    std::string_view before;
    while (!scope.empty()) {
        const auto part = scope.substr(0, scope.find('/'));
        scope.remove_prefix(std::min(scope.size(), part.size() + 1));
        // The members of a list or a sequence repeat its name.
        const bool repeats =
            !before.empty() && part.size() > before.size() && part.starts_with(before) && part[before.size()] == '.';
        path += repeats ? std::string(part.substr(before.size())) : (path.empty() ? "" : ".") + std::string(part);
        before = part;
    }
    return path;
}

} // namespace ql::analysis
