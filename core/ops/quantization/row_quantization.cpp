// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/quantization/row_quantization.h"

#include "core/base/error.h"

#include <algorithm>
#include <cmath>
#include <span>

namespace ql::ops {

namespace {

using Row = std::span<float>;

void roundSymmetrically(Row row, float magnitude)
{
    constexpr float kMost = 127.0F;
    const float scale = magnitude / kMost;
    const float inverse = kMost / magnitude;
    for (auto& x : row)
        x = std::clamp(std::round(x * inverse), -kMost, kMost) * scale;
}

/// The zero point comes from the end of the range at which it is the more exact.
void roundAsymmetrically(Row row, double least, double most)
{
    constexpr double kLowest = -128.0;
    constexpr double kHighest = 127.0;
    const double scale = (most - least) / (kHighest - kLowest);
    const double fromLeast = kLowest - least / scale;
    const double fromMost = kHighest - most / scale;
    const bool isLeastBetter = -kLowest + std::abs(least / scale) < kHighest + std::abs(most / scale);
    const double zeroPoint = std::clamp(std::round(isLeastBetter ? fromLeast : fromMost), kLowest, kHighest);
    const auto step = static_cast<float>(scale);
    const float inverse = 1.0F / step;
    const auto offset = static_cast<float>(zeroPoint);
    for (auto& x : row)
        x = (std::clamp(std::round(offset + x * inverse), float(kLowest), float(kHighest)) - offset) * step;
}

void roundRow(Row row, RowQuantization how)
{
    const auto [least, most] = std::ranges::minmax_element(row);
    const float low = std::min(*least, 0.0F);
    const float high = std::max(*most, 0.0F);
    if (low == high)
        return;
    if (how == RowQuantization::Symmetric)
        roundSymmetrically(row, std::max(-low, high));
    else
        roundAsymmetrically(row, double(low), double(high));
}

} // namespace

RowQuantization rowQuantization(std::int64_t attribute)
{
    if (attribute < std::int64_t(RowQuantization::None) || attribute > std::int64_t(RowQuantization::Asymmetric))
        throw Error(ErrorCode::InvalidNode,
                    Message("rows can't be quantized in way {}, expected 0, 1 or 2", attribute));
    return RowQuantization(attribute);
}

at::Tensor quantizedRows(const at::Tensor& x, RowQuantization how)
{
    if (how == RowQuantization::None || x.numel() == 0)
        return x;
    auto result = x.contiguous().clone();
    const auto rows = x.dim() == 0 ? std::int64_t{1} : x.size(0);
    const auto length = static_cast<std::size_t>(x.numel() / rows);
    auto* first = result.data_ptr<float>();
    for (std::int64_t i = 0; i < rows; ++i, first += length) {
        const Row row(first, length);
        if (std::ranges::all_of(row, [](float number) { return std::isfinite(number); }))
            roundRow(row, how);
    }
    return result;
}

at::Tensor quantizedRows(const at::Tensor& x, RowQuantization how, std::int64_t split)
{
    if (how == RowQuantization::None || x.dim() == 0 || split <= 0 || split >= x.size(-1))
        return quantizedRows(x, how);
    return at::cat(
        {quantizedRows(x.narrow(-1, 0, split), how), quantizedRows(x.narrow(-1, split, x.size(-1) - split), how)}, -1);
}

} // namespace ql::ops
