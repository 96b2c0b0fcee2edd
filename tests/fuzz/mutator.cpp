// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/mutator.h"

#include <algorithm>
#include <array>
#include <utility>

namespace ql::tests {

namespace {

constexpr std::size_t kHeadBytes = 512; // most structure stands at the beginning and the end

} // namespace

Mutator::Mutator(std::string original, std::uint32_t seed)
    : m_original(std::move(original))
    , m_random(seed)
{
}

std::size_t Mutator::below(std::size_t end)
{
    // Not std::uniform_int_distribution: its numbers differ between libraries.
    return end == 0 ? 0 : m_random() % end;
}

Mutant Mutator::next()
{
    auto bytes = m_original;
    const auto size = bytes.size();
    const auto place = m_turn % 3 == 0   ? below(size)
                       : m_turn % 3 == 1 ? below(std::min(size, kHeadBytes))
                                         : size - 1 - below(std::min(size, kHeadBytes));
    const auto length = std::min(size - place, 1 + below(64));
    const auto other = below(size - length + 1);
    const auto at = [](const std::string& what, std::size_t where) { return what + " at " + std::to_string(where); };
    switch (m_turn++ % 9) {
    case 0: return {at("truncated", place), bytes.substr(0, place)};
    case 1: bytes[place] = char(bytes[place] ^ (1 << below(8))); return {at("bit flipped", place), bytes};
    case 2: bytes[place] = char(below(256)); return {at("byte overwritten", place), bytes};
    case 3: bytes[place] = char(0xff); return {at("byte set", place), bytes};
    case 4: // as a length or a size this is huge or negative
        bytes.replace(place, std::min<std::size_t>(size - place, 10), "\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01");
        return {at("largest number", place), bytes};
    case 5: bytes.replace(place, length, length, '\0'); return {at("zeroed", place), bytes};
    case 6: bytes.erase(place, length); return {at("cut out", place), bytes};
    case 7: bytes.insert(place, m_original, other, length); return {at("doubled", place), bytes};
    default:
        std::swap_ranges(bytes.begin() + std::ptrdiff_t(place), bytes.begin() + std::ptrdiff_t(place + length),
                         bytes.begin() + std::ptrdiff_t(other));
        return {at("swapped", place), bytes};
    }
}

} // namespace ql::tests
