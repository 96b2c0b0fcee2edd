// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/layers/tensor_slice.h"

#include <ATen/ATen.h>

#include <algorithm>
#include <charconv>

namespace ql::analysis {

namespace {

constexpr auto kAxisEnd = SliceRange().end;

std::string_view withoutBlanks(std::string_view text)
{
    const auto begin = text.find_first_not_of(' ');
    return begin == text.npos ? std::string_view() : text.substr(begin, text.find_last_not_of(' ') + 1 - begin);
}

std::optional<std::int64_t> placeIn(std::string_view text)
{
    std::int64_t number = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
    return problem == std::errc() && end == text.data() + text.size() ? std::optional(number) : std::nullopt;
}

/// "4:84", "-4:", ":" or "3".
std::optional<SliceRange> rangeIn(std::string_view text)
{
    const auto colon = text.find(':');
    if (colon == text.npos) {
        const auto index = placeIn(text);
        return index ? std::optional(SliceRange{*index, *index == -1 ? kAxisEnd : *index + 1}) : std::nullopt;
    }
    const auto first = withoutBlanks(text.substr(0, colon));
    const auto last = withoutBlanks(text.substr(colon + 1));
    const auto begin = first.empty() ? std::optional<std::int64_t>(0) : placeIn(first);
    const auto end = last.empty() ? std::optional(kAxisEnd) : placeIn(last);
    return begin && end ? std::optional(SliceRange{*begin, *end}) : std::nullopt;
}

} // namespace

std::int64_t SliceRange::count(std::int64_t size) const
{
    const auto at = [size](std::int64_t place) {
        return std::clamp<std::int64_t>(place < 0 ? place + size : place, 0, size);
    };
    return at(end) - at(begin);
}

std::optional<std::vector<SliceRange>> sliceRanges(std::string_view brackets)
{
    auto text = withoutBlanks(brackets);
    if (text.size() < 2 || text.front() != '[' || text.back() != ']')
        return std::nullopt;
    text = text.substr(1, text.size() - 2);
    std::vector<SliceRange> ranges;
    for (std::size_t begin = 0; begin <= text.size();) {
        const auto comma = std::min(text.find(',', begin), text.size());
        const auto range = rangeIn(withoutBlanks(text.substr(begin, comma - begin)));
        if (!range)
            return std::nullopt;
        ranges.push_back(*range);
        begin = comma + 1;
    }
    return ranges;
}

std::optional<at::Tensor> sliceOf(const at::Tensor& tensor, const std::vector<SliceRange>& ranges)
{
    if (tensor.dim() < std::int64_t(ranges.size()))
        return std::nullopt;
    auto part = tensor;
    for (std::size_t axis = 0; axis < ranges.size(); ++axis) {
        if (ranges[axis].count(tensor.size(std::int64_t(axis))) <= 0)
            return std::nullopt;
        part = part.slice(std::int64_t(axis), ranges[axis].begin, ranges[axis].end);
    }
    return part.contiguous();
}

std::optional<at::Tensor> sliceOf(const at::Tensor& tensor, std::string_view brackets)
{
    const auto ranges = sliceRanges(brackets);
    return ranges ? sliceOf(tensor, *ranges) : std::nullopt;
}

} // namespace ql::analysis
