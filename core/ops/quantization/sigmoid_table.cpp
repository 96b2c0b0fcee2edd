// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/quantization/sigmoid_table.h"

#include <algorithm>
#include <array>
#include <cstdlib>

namespace ql::ops {

namespace {

constexpr std::array<std::uint16_t, 256> kSigmoid{
    32768, 33451, 34133, 34813, 35493, 36169, 36843, 37513, 38180, 38841, 39498, 40149, 40794, 41432, 42064, 42688,
    43304, 43912, 44511, 45102, 45683, 46255, 46817, 47369, 47911, 48443, 48964, 49475, 49975, 50464, 50942, 51409,
    51865, 52311, 52745, 53169, 53581, 53983, 54374, 54755, 55125, 55485, 55834, 56174, 56503, 56823, 57133, 57433,
    57724, 58007, 58280, 58544, 58800, 59048, 59288, 59519, 59743, 59959, 60168, 60370, 60565, 60753, 60935, 61110,
    61279, 61441, 61599, 61750, 61896, 62036, 62172, 62302, 62428, 62549, 62666, 62778, 62886, 62990, 63090, 63186,
    63279, 63368, 63454, 63536, 63615, 63691, 63765, 63835, 63903, 63968, 64030, 64090, 64148, 64204, 64257, 64308,
    64357, 64405, 64450, 64494, 64536, 64576, 64614, 64652, 64687, 64721, 64754, 64786, 64816, 64845, 64873, 64900,
    64926, 64950, 64974, 64997, 65019, 65039, 65060, 65079, 65097, 65115, 65132, 65149, 65164, 65179, 65194, 65208,
    65221, 65234, 65246, 65258, 65269, 65280, 65291, 65301, 65310, 65319, 65328, 65337, 65345, 65352, 65360, 65367,
    65374, 65381, 65387, 65393, 65399, 65404, 65410, 65415, 65420, 65425, 65429, 65433, 65438, 65442, 65445, 65449,
    65453, 65456, 65459, 65462, 65465, 65468, 65471, 65474, 65476, 65479, 65481, 65483, 65485, 65488, 65489, 65491,
    65493, 65495, 65497, 65498, 65500, 65501, 65503, 65504, 65505, 65507, 65508, 65509, 65510, 65511, 65512, 65513,
    65514, 65515, 65516, 65517, 65517, 65518, 65519, 65520, 65520, 65521, 65522, 65522, 65523, 65523, 65524, 65524,
    65525, 65525, 65526, 65526, 65526, 65527, 65527, 65528, 65528, 65528, 65529, 65529, 65529, 65529, 65530, 65530,
    65530, 65530, 65531, 65531, 65531, 65531, 65531, 65532, 65532, 65532, 65532, 65532, 65532, 65533, 65533, 65533,
    65533, 65533, 65533, 65533, 65533, 65534, 65534, 65534, 65534, 65534, 65534, 65534, 65534, 65534, 65534, 65535};

std::int32_t entered(std::int32_t x, TableScale scale)
{
    const std::int64_t half = scale.shift > 0 ? std::int64_t{1} << (scale.shift - 1) : 0;
    return std::int32_t((std::int64_t(x) * scale.multiplier + half) >> scale.shift);
}

/// Between two elements of the table, with @p fractionBits more bits; @p most beyond its end.
std::int32_t between(std::int32_t x, int fractionBits, std::int32_t most)
{
    const auto magnitude = static_cast<std::uint32_t>(std::abs(x));
    const auto at = magnitude >> fractionBits;
    if (at >= kSigmoid.size() - 1)
        return most;
    const auto rest = std::int32_t(magnitude & ((1U << fractionBits) - 1));
    return (std::int32_t(kSigmoid[at]) << fractionBits) + rest * (std::int32_t(kSigmoid[at + 1]) - kSigmoid[at]);
}

} // namespace

TableScale tableScale(double scale)
{
    constexpr double kMost = 32767.0;
    double multiplier = scale * 4096.0 * 3.0;
    TableScale result;
    while (multiplier <= kMost / 2 && result.shift <= 30) {
        ++result.shift;
        multiplier *= 2;
    }
    result.multiplier = std::int32_t(std::min(multiplier, kMost));
    return result;
}

std::int32_t tabledLogistic(std::int32_t x, TableScale scale)
{
    constexpr int kBits = 9;
    const auto real = entered(x, scale);
    const auto upper = between(real, kBits, 0x7fff << (kBits + 1));
    return (real >= 0 ? upper + (1 << kBits) : (1 << (16 + kBits)) - upper + (1 << kBits) - 1) >> (kBits + 1);
}

std::int32_t tabledTanh(std::int32_t x, TableScale scale)
{
    constexpr int kBits = 8;
    constexpr std::int32_t kHalf = 1 << (15 + kBits); // sigmoid(0)
    constexpr std::int32_t kRounding = 1 << (kBits - 1);
    const auto real = entered(x, scale);
    const auto upper = between(real, kBits, 0xffff << kBits);
    return (real >= 0 ? upper - kHalf + kRounding : kHalf - upper + kRounding - 1) >> kBits;
}

} // namespace ql::ops
