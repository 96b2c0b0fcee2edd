// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ops/integers/integer_filters.h"

#include <algorithm>
#include <functional>
#include <random>
#include <vector>

#include <hwy/targets.h>
#include <omp.h>

namespace ql::tests {

using Bytes = std::vector<std::uint8_t>;
using Sums = std::vector<std::int32_t>;

/// Random bytes, or only the two extremes.
inline Bytes randomBytes(std::size_t count, unsigned seed, bool onlyExtremes = false)
{
    std::mt19937 random(seed);
    Bytes bytes(count);
    for (auto& byte : bytes)
        byte = onlyExtremes ? (random() % 2 ? 0x7f : 0x80) : static_cast<std::uint8_t>(random());
    return bytes;
}

inline std::int64_t valueOf(const Bytes& bytes, std::int64_t i, bool isSigned)
{
    const std::uint8_t byte = bytes[static_cast<std::size_t>(i)];
    return isSigned ? static_cast<std::int8_t>(byte) : byte;
}

/// Calls @p body once for each instruction set of this machine and 1, 2 and 4 threads.
inline void onEveryTarget(const std::function<void()>& body)
{
    for (const std::int64_t target : {HWY_AVX3_DL, HWY_AVX3, HWY_AVX2, HWY_SSE4, HWY_SSSE3, HWY_SCALAR}) {
        if (!(hwy::SupportedTargets() & target) && target != HWY_SCALAR)
            continue;
        hwy::SetSupportedTargetsForTest(target);
        hwy::GetChosenTarget().Update(target);
        for (const int threads : {1, 2, 4}) {
            omp_set_num_threads(threads);
            body();
        }
        hwy::SetSupportedTargetsForTest(0);
        hwy::GetChosenTarget().DeInit();
    }
}

/// a [rows][length] · b [length][columns], one product at a time in 64 bits, then modulo 2^32.
inline Sums productByLoops(const Bytes& a, const Bytes& b, std::int64_t rows, std::int64_t length, std::int64_t columns,
                           const std::vector<std::int32_t>& aZeros, const std::vector<std::int32_t>& bZeros,
                           bool isSignedA, bool isSignedB)
{
    const auto zero = [](const std::vector<std::int32_t>& zeros, std::int64_t i) {
        return zeros[zeros.size() == 1 ? 0 : static_cast<std::size_t>(i)];
    };
    Sums sums;
    for (std::int64_t i = 0; i < rows; ++i)
        for (std::int64_t j = 0; j < columns; ++j) {
            std::int64_t sum = 0;
            for (std::int64_t k = 0; k < length; ++k)
                sum += (valueOf(a, i * length + k, isSignedA) - zero(aZeros, i))
                       * (valueOf(b, k * columns + j, isSignedB) - zero(bZeros, j));
            sums.push_back(static_cast<std::int32_t>(sum));
        }
    return sums;
}

/// Likewise for a convolution; the padding holds x's zero point.
inline Sums convolutionByLoops(const Bytes& x, const Bytes& w, const ops::ConvolutionSizes& sizes, std::int32_t xZero,
                               const std::vector<std::int32_t>& wZeros, bool isSignedX, bool isSignedW)
{
    const auto& axes = sizes.axes;
    const std::int64_t kernel[]{axes[0].kernel, axes[1].kernel, axes[2].kernel};
    const auto inputAt = [&](std::int64_t channel, std::int64_t output, std::int64_t tap) {
        const std::int64_t o[]{output / axes[2].output / axes[1].output, output / axes[2].output % axes[1].output,
                               output % axes[2].output};
        const std::int64_t t[]{tap / kernel[2] / kernel[1], tap / kernel[2] % kernel[1], tap % kernel[2]};
        std::int64_t place = channel;
        for (std::size_t a = 0; a < 3; ++a) {
            const std::int64_t at = o[a] * axes[a].stride + t[a] * axes[a].dilation - axes[a].padBegin;
            if (at < 0 || at >= axes[a].input)
                return std::int64_t{0};
            place = place * axes[a].input + at;
        }
        return valueOf(x, place, isSignedX) - xZero;
    };
    Sums sums;
    for (std::int64_t n = 0; n < sizes.samples; ++n)
        for (std::int64_t m = 0; m < sizes.groups * sizes.filters; ++m)
            for (std::int64_t output = 0; output < sizes.outputPlane(); ++output) {
                std::int64_t sum = 0;
                for (std::int64_t term = 0; term < sizes.channels * sizes.taps(); ++term) {
                    const std::int64_t channel =
                        (n * sizes.groups + m / sizes.filters) * sizes.channels + term / sizes.taps();
                    const std::int32_t wZero = wZeros[wZeros.size() == 1 ? 0 : static_cast<std::size_t>(m)];
                    sum += inputAt(channel, output, term % sizes.taps())
                           * (valueOf(w, m * sizes.channels * sizes.taps() + term, isSignedW) - wZero);
                }
                sums.push_back(static_cast<std::int32_t>(sum));
            }
    return sums;
}

} // namespace ql::tests
