// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <span>

namespace ql::data {

/// The tables that iq1 to iq3 blocks of GGUF files choose from: each element is a group of numbers, its lowest bits the
/// first. In eights, two bits each: of iq2 the magnitudes 8, 25 and 43, of iq1 the numbers -1, 0 and 1. In fours, three
/// bits each: 4, 12 … 52, 62 of iq3_xxs; 1, 3 … 15 of iq3_s.
std::span<const std::uint16_t, 2048> grid1();
std::span<const std::uint16_t, 256> grid2Xxs();
std::span<const std::uint16_t, 512> grid2Xs();
std::span<const std::uint16_t, 1024> grid2S();
std::span<const std::uint16_t, 256> grid3Xxs();
std::span<const std::uint16_t, 512> grid3S();

} // namespace ql::data
