// SPDX-License-Identifier: GPL-3.0-or-later
// How iq1, iq2 and iq3 blocks lie in GGUF files: places in tables, signs of seven or eight numbers at a time (of seven,
// the eighth makes their count even), and a scale of four or three bits for each 16 or 32 elements. Numbers are
// little-endian.
#include "core/data/weights/gguf_blocks.h"

#include "core/data/weights/gguf_grids.h"
#include "core/graph/ir/minifloat.h"

#include <bit>

namespace ql::data {

namespace {

using Bytes = const std::uint8_t*;

std::uint32_t pair(Bytes at)
{
    return std::uint32_t(at[0]) | std::uint32_t(at[1]) << 8;
}

std::uint32_t quad(Bytes at)
{
    return pair(at) | pair(at + 2) << 16;
}

float halfOf(std::uint32_t bits)
{
    return float(graph::decodeMinifloat(graph::DataType::Float16, std::uint16_t(bits)));
}

/// Eight signs of seven stored ones.
std::uint32_t evenSigns(std::uint32_t seven)
{
    return seven | (std::uint32_t(std::popcount(seven)) & 1) << 7;
}

float signedBy(std::uint32_t signs, int i, float magnitude)
{
    return (signs >> i & 1) != 0 ? -magnitude : magnitude;
}

void eightMagnitudes(std::uint32_t group, std::uint32_t signs, float scale, float* y)
{
    constexpr float kMagnitudes[] = {8, 25, 43, 0};
    for (int i = 0; i < 8; ++i)
        y[i] = signedBy(signs, i, scale * kMagnitudes[group >> (2 * i) & 3]);
}

/// Two groups of four magnitudes.
void fourAndFour(std::uint32_t first, std::uint32_t second, std::uint32_t signs, float scale, const float* magnitudes,
                 float* y)
{
    for (int i = 0; i < 4; ++i) {
        y[i] = signedBy(signs, i, scale * magnitudes[first >> (3 * i) & 7]);
        y[i + 4] = signedBy(signs, i + 4, scale * magnitudes[second >> (3 * i) & 7]);
    }
}

void eightTernary(std::uint32_t group, float offset, float scale, float* y)
{
    for (int i = 0; i < 8; ++i)
        y[i] = scale * (float(group >> (2 * i) & 3) - 1.0F + offset);
}

constexpr int kParts = 8;  ///< of 32 elements
constexpr int kGroups = 4; ///< of 8 elements in a part
constexpr float kIq1Delta = 0.125F;

float* groupOf(float* y, int part, int group)
{
    return y + 32 * part + 8 * group;
}

} // namespace

void expandIq2Xxs(Bytes block, float* y)
{
    const float d = halfOf(pair(block));
    for (int part = 0; part < kParts; ++part) {
        const auto* places = block + 2 + 8 * part;
        const auto bits = quad(places + 4);
        const float scale = d * (0.5F + float(bits >> 28)) * 0.25F;
        for (int group = 0; group < kGroups; ++group)
            eightMagnitudes(grid2Xxs()[places[group]], evenSigns(bits >> (7 * group) & 127), scale,
                            groupOf(y, part, group));
    }
}

void expandIq2Xs(Bytes block, float* y)
{
    const float d = halfOf(pair(block));
    for (int part = 0; part < kParts; ++part)
        for (int group = 0; group < kGroups; ++group) {
            const auto place = pair(block + 2 + 8 * part + 2 * group);
            const auto nibble = block[66 + part] >> (4 * (group / 2)) & 15;
            eightMagnitudes(grid2Xs()[place & 511], evenSigns(place >> 9), d * (0.5F + float(nibble)) * 0.25F,
                            groupOf(y, part, group));
        }
}

void expandIq2S(Bytes block, float* y)
{
    const float d = halfOf(pair(block));
    for (int part = 0; part < kParts; ++part)
        for (int group = 0; group < kGroups; ++group) {
            const std::uint32_t high = block[66 + part] >> (2 * group) & 3;
            const auto nibble = block[74 + part] >> (4 * (group / 2)) & 15;
            eightMagnitudes(grid2S()[block[2 + kGroups * part + group] | high << 8], block[34 + kGroups * part + group],
                            d * (0.5F + float(nibble)) * 0.25F, groupOf(y, part, group));
        }
}

void expandIq3Xxs(Bytes block, float* y)
{
    constexpr float kMagnitudes[] = {4, 12, 20, 28, 36, 44, 52, 62};
    const float d = halfOf(pair(block));
    for (int part = 0; part < kParts; ++part) {
        const auto bits = quad(block + 66 + 4 * part);
        const float scale = d * (0.5F + float(bits >> 28)) * 0.5F;
        for (int group = 0; group < kGroups; ++group) {
            const auto* places = block + 2 + 8 * part + 2 * group;
            fourAndFour(grid3Xxs()[places[0]], grid3Xxs()[places[1]], evenSigns(bits >> (7 * group) & 127), scale,
                        kMagnitudes, groupOf(y, part, group));
        }
    }
}

void expandIq3S(Bytes block, float* y)
{
    constexpr float kMagnitudes[] = {1, 3, 5, 7, 9, 11, 13, 15};
    const float d = halfOf(pair(block));
    for (int part = 0; part < kParts; ++part) {
        const auto nibble = block[106 + part / 2] >> (4 * (part % 2)) & 15;
        const float scale = d * float(1 + 2 * nibble);
        for (int group = 0; group < kGroups; ++group) {
            const auto* places = block + 2 + 8 * part + 2 * group;
            const auto high = std::uint32_t(block[66 + part]) >> (2 * group);
            fourAndFour(grid3S()[places[0] | (high & 1) << 8], grid3S()[places[1] | (high >> 1 & 1) << 8],
                        block[74 + kGroups * part + group], scale, kMagnitudes, groupOf(y, part, group));
        }
    }
}

void expandIq1S(Bytes block, float* y)
{
    const float d = halfOf(pair(block));
    for (int part = 0; part < kParts; ++part) {
        const auto high = pair(block + 34 + 2 * part);
        const float scale = d * float(2 * (high >> 12 & 7) + 1);
        const float offset = (high & 0x8000) != 0 ? -kIq1Delta : kIq1Delta;
        for (int group = 0; group < kGroups; ++group)
            eightTernary(grid1()[block[2 + kGroups * part + group] | (high >> (3 * group) & 7) << 8], offset, scale,
                         groupOf(y, part, group));
    }
}

/// The scale's four nibbles stand above four times four scales of three bits.
void expandIq1M(Bytes block, float* y)
{
    const auto* scales = block + 48;
    std::uint32_t bits = 0;
    for (int i = 0; i < 4; ++i)
        bits |= (pair(scales + 2 * i) >> 12) << (4 * i);
    const float d = halfOf(bits);
    for (int part = 0; part < kParts; ++part)
        for (int group = 0; group < kGroups; ++group) {
            const auto three = pair(scales + part / 2 * 2) >> (6 * (part % 2) + 3 * (group / 2)) & 7;
            const std::uint32_t high = block[32 + 2 * part + group / 2] >> (4 * (group % 2));
            eightTernary(grid1()[block[kGroups * part + group] | (high & 7) << 8],
                         (high & 8) != 0 ? -kIq1Delta : kIq1Delta, d * float(2 * three + 1), groupOf(y, part, group));
        }
}

} // namespace ql::data
