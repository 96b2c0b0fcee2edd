// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/torchscript/origins/source_place.h"

#include "core/ops/torch_version.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <vector>

namespace ql::importers::torchscript {

namespace {

using Places = std::vector<std::string>;

bool isLibrary(const std::string& place)
{
    return place.find("-packages/torch/") != std::string::npos;
}

/// "/home/me/net.py(12): forward" → "/home/me/net.py:12"
std::string placeOfLine(const std::string& line)
{
    const auto close = line.find("): ");
    const auto open = line.rfind('(', close);
    if (close == std::string::npos || open == std::string::npos || open == 0)
        return {};
    const auto number = line.substr(open + 1, close - open - 1);
    const bool isNumber = !number.empty() && std::ranges::all_of(number, [](char c) { return c >= '0' && c <= '9'; });
    return isNumber ? line.substr(0, open) + ":" + number : std::string();
}

/// What a trace keeps in place of code: Python's stack, the innermost line first.
Places tracedPlaces(const std::string& text)
{
    Places places;
    std::size_t begin = 0;
    while (begin < text.size()) {
        const auto end = std::min(text.find('\n', begin), text.size());
        auto place = placeOfLine(text.substr(begin, end - begin));
        if (place.empty())
            return {};
        places.push_back(std::move(place));
        begin = end + 1;
    }
    std::ranges::reverse(places);
    return places;
}

Places placesOf(const torch::jit::SourceRange& range)
{
    if (!range.source())
        return {};
    const auto original = range.findSourceRangeThatGenerated();
    if (!original || !original->source())
        return {};
    const auto line = original->file_line_col();
    if (line && !std::get<0>(*line).empty())
        return {fmt::format("{}:{}", std::get<0>(*line), std::get<1>(*line))};
    return tracedPlaces(original->source()->text_str().str());
}

} // namespace

std::string sourcePlace(const torch::jit::Node& instruction)
{
    Places places;
    const auto add = [&places](const torch::jit::SourceRange& range) {
        for (auto& place : placesOf(range))
            if (places.empty() || places.back() != place)
                places.push_back(std::move(place));
    };
    if (const auto stack = instruction.callstack())
        for (const auto& entry : (*stack)->vec())
            add(std::get<1>(entry));
    add(instruction.sourceRange());
    if (std::ranges::all_of(places, isLibrary))
        return places.empty() ? std::string() : places.back();
    std::erase_if(places, isLibrary);
    return fmt::format("{}", fmt::join(places, " > "));
}

} // namespace ql::importers::torchscript
