// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

namespace ql::tests {

/// @p count normally distributed numbers, always the same for a seed.
inline std::vector<float> randomFloats(std::int64_t count, unsigned seed)
{
    std::mt19937 generator(seed);
    std::normal_distribution<float> normal;
    std::vector<float> values(static_cast<std::size_t>(count));
    for (float& value : values)
        value = normal(generator);
    return values;
}

} // namespace ql::tests
