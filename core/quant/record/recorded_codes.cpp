// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/quant/record/recorded_codes.h"

#include <algorithm>

namespace ql::quant {

namespace {

std::size_t mostCodes(int bits)
{
    return std::size_t(1) << bits;
}

/// One list that holds for every scale.
bool isShared(const LayerRecord& record)
{
    return record.weightScales.size() <= 1 || record.params.size() <= mostCodes(record.weightBits);
}

std::size_t lengthOfLists(const LayerRecord& record)
{
    return isShared(record) ? record.params.size() : record.params.size() / record.weightScales.size();
}

} // namespace

std::vector<std::int64_t> recordedCodes(const std::vector<std::vector<std::int32_t>>& codes, int bits)
{
    std::vector<std::int64_t> recorded;
    for (const auto& list : codes) {
        recorded.insert(recorded.end(), list.begin(), list.end());
        if (codes.size() > 1 && !list.empty() && list.size() < mostCodes(bits))
            recorded.insert(recorded.end(), mostCodes(bits) - list.size(), list.back());
    }
    return recorded;
}

std::vector<std::vector<std::int32_t>> codesFrom(const LayerRecord& record)
{
    std::vector<std::vector<std::int32_t>> codes;
    if (record.params.empty())
        return codes;
    const auto length = lengthOfLists(record);
    for (std::size_t i = 0; i < std::max<std::size_t>(1, record.weightScales.size()); ++i) {
        const auto begin = record.params.begin() + std::ptrdiff_t(isShared(record) ? 0 : i * length);
        auto& list = codes.emplace_back(begin, begin + std::ptrdiff_t(length));
        std::ranges::sort(list);
        const auto [last, end] = std::ranges::unique(list);
        list.erase(last, end);
    }
    return codes;
}

bool hasWholeLists(const LayerRecord& record)
{
    return isShared(record) || record.params.size() % record.weightScales.size() == 0;
}

float scaleOfCode(const LayerRecord& record, std::size_t i)
{
    return isShared(record) ? record.weightScales.front() : record.weightScales[i / lengthOfLists(record)];
}

} // namespace ql::quant
