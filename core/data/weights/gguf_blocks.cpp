// SPDX-License-Identifier: GPL-3.0-or-later
// The block types of GGUF files: how the integers of a block, its scales and offsets lie in it, as ggml's documentation
// and its k-quants (llama.cpp, pull request 1684) describe them. Numbers are little-endian.
#include "core/data/weights/gguf_blocks.h"

#include "core/graph/ir/minifloat.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <iterator>

namespace ql::data {

namespace {

using Bytes = const std::uint8_t*;

float half(Bytes at)
{
    return float(graph::decodeMinifloat(graph::DataType::Float16, std::uint16_t(at[0] | at[1] << 8)));
}

std::uint32_t word(Bytes at)
{
    return std::uint32_t(at[0]) | std::uint32_t(at[1]) << 8 | std::uint32_t(at[2]) << 16 | std::uint32_t(at[3]) << 24;
}

int signedByte(std::uint8_t byte)
{
    return static_cast<std::int8_t>(byte);
}

// Blocks of 32: the first half of the elements are the low nibbles.

void q4_0(Bytes block, float* y)
{
    const float d = half(block);
    for (int i = 0; i < 16; ++i) {
        y[i] = d * float((block[2 + i] & 15) - 8);
        y[i + 16] = d * float((block[2 + i] >> 4) - 8);
    }
}

void q4_1(Bytes block, float* y)
{
    const float d = half(block);
    const float m = half(block + 2);
    for (int i = 0; i < 16; ++i) {
        y[i] = d * float(block[4 + i] & 15) + m;
        y[i + 16] = d * float(block[4 + i] >> 4) + m;
    }
}

/// The fifth bits lie together in a word.
int fifth(std::uint32_t bits, int i)
{
    return int(bits >> i & 1) << 4;
}

void q5_0(Bytes block, float* y)
{
    const float d = half(block);
    const auto bits = word(block + 2);
    for (int i = 0; i < 16; ++i) {
        y[i] = d * float(((block[6 + i] & 15) | fifth(bits, i)) - 16);
        y[i + 16] = d * float(((block[6 + i] >> 4) | fifth(bits, i + 16)) - 16);
    }
}

void q5_1(Bytes block, float* y)
{
    const float d = half(block);
    const float m = half(block + 2);
    const auto bits = word(block + 4);
    for (int i = 0; i < 16; ++i) {
        y[i] = d * float((block[8 + i] & 15) | fifth(bits, i)) + m;
        y[i + 16] = d * float((block[8 + i] >> 4) | fifth(bits, i + 16)) + m;
    }
}

void q8_0(Bytes block, float* y)
{
    for (int i = 0; i < 32; ++i)
        y[i] = half(block) * float(signedByte(block[2 + i]));
}

void q8_1(Bytes block, float* y)
{
    for (int i = 0; i < 32; ++i)
        y[i] = half(block) * float(signedByte(block[4 + i]));
}

// Blocks of 256, in which smaller ones have integers as scales.

void q2K(Bytes block, float* y)
{
    const float d = half(block + 80);
    const float m = half(block + 82);
    for (int i = 0; i < 256; ++i) {
        const int part = i / 128;
        const auto scale = block[i / 16];
        const int integer = block[16 + 32 * part + i % 32] >> (2 * (i % 128 / 32)) & 3;
        y[i] = d * float(scale & 15) * float(integer) - m * float(scale >> 4);
    }
}

/// Six bits each: four in a nibble of the first eight bytes, two in the last four.
int scaleOfQ3(Bytes scales, int i)
{
    const int low = i < 8 ? scales[i] & 15 : scales[i - 8] >> 4;
    return (low | (scales[8 + i % 4] >> (2 * (i / 4)) & 3) << 4) - 32;
}

void q3K(Bytes block, float* y)
{
    const float d = half(block + 108);
    for (int i = 0; i < 256; ++i) {
        const int low = block[32 + 32 * (i / 128) + i % 32] >> (2 * (i % 128 / 32)) & 3;
        const bool isHigh = (block[i % 32] >> (i / 32) & 1) != 0;
        y[i] = d * float(scaleOfQ3(block + 96, i / 16)) * float(low - (isHigh ? 0 : 4));
    }
}

/// Six bits each of eight scales and eight offsets in twelve bytes.
struct ScaleAndOffset {
    int scale;
    int offset;
};

ScaleAndOffset scaleOfQ4(Bytes scales, int i)
{
    if (i < 4)
        return {scales[i] & 63, scales[i + 4] & 63};
    return {(scales[i + 4] & 15) | (scales[i - 4] >> 6) << 4, (scales[i + 4] >> 4) | (scales[i] >> 6) << 4};
}

void q4K(Bytes block, float* y)
{
    const float d = half(block);
    const float m = half(block + 2);
    for (int i = 0; i < 256; ++i) {
        const auto [scale, offset] = scaleOfQ4(block + 4, i / 32);
        const auto pair = block[16 + i / 64 * 32 + i % 32];
        y[i] = d * float(scale) * float(i % 64 < 32 ? pair & 15 : pair >> 4) - m * float(offset);
    }
}

void q5K(Bytes block, float* y)
{
    const float d = half(block);
    const float m = half(block + 2);
    for (int i = 0; i < 256; ++i) {
        const auto [scale, offset] = scaleOfQ4(block + 4, i / 32);
        const auto pair = block[48 + i / 64 * 32 + i % 32];
        const int high = (block[16 + i % 32] >> (i / 32) & 1) << 4;
        y[i] = d * float(scale) * float((i % 64 < 32 ? pair & 15 : pair >> 4) | high) - m * float(offset);
    }
}

void q6K(Bytes block, float* y)
{
    const float d = half(block + 208);
    for (int i = 0; i < 256; ++i) {
        const int part = i / 128;
        const int quarter = i % 128 / 32;
        const auto pair = block[64 * part + i % 32 + 32 * (quarter % 2)];
        const int low = quarter < 2 ? pair & 15 : pair >> 4;
        const int high = block[128 + 32 * part + i % 32] >> (2 * quarter) & 3;
        y[i] = d * float(signedByte(block[192 + i / 16])) * float((low | high << 4) - 32);
    }
}

void q8K(Bytes block, float* y)
{
    float d = 0.0F;
    std::memcpy(&d, block, sizeof d);
    for (int i = 0; i < 256; ++i)
        y[i] = d * float(signedByte(block[4 + i]));
}

// Nibbles that stand for numbers of a table.

constexpr std::array<int, 16> kUneven{-127, -104, -83, -65, -49, -35, -22, -10, 1, 13, 25, 38, 53, 69, 89, 113};

void iq4Nl(Bytes block, float* y)
{
    const float d = half(block);
    for (int i = 0; i < 16; ++i) {
        y[i] = d * float(kUneven[block[2 + i] & 15]);
        y[i + 16] = d * float(kUneven[block[2 + i] >> 4]);
    }
}

void iq4Xs(Bytes block, float* y)
{
    const float d = half(block);
    const int high = block[2] | block[3] << 8;
    for (int i = 0; i < 256; ++i) {
        const int part = i / 32;
        const int scale = (block[4 + part / 2] >> (4 * (part % 2)) & 15) | (high >> (2 * part) & 3) << 4;
        const auto pair = block[8 + part * 16 + i % 16];
        y[i] = d * float(scale - 32) * float(kUneven[i % 32 < 16 ? pair & 15 : pair >> 4]);
    }
}

constexpr std::array<float, 16> kFourBitFloats{0, .5F, 1, 1.5F, 2, 3, 4, 6, -0.F, -.5F, -1, -1.5F, -2, -3, -4, -6};

/// float4e2m1 with one exponent for the block.
void mxfp4(Bytes block, float* y)
{
    const float d = std::ldexp(1.0F, int(block[0]) - 127);
    for (int i = 0; i < 16; ++i) {
        y[i] = d * kFourBitFloats[block[1 + i] & 15];
        y[i + 16] = d * kFourBitFloats[block[1 + i] >> 4];
    }
}

/// float4e2m1 with a scale of float8e4m3 for each 16; a scale that is no number stands for 0.
void nvfp4(Bytes block, float* y)
{
    for (int i = 0; i < 64; ++i) {
        const auto code = std::uint16_t(block[i / 16] & 127);
        const float scale = code == 127 ? 0.0F : float(graph::decodeMinifloat(graph::DataType::Float8E4M3FN, code));
        const auto both = block[4 + i / 16 * 8 + i % 8];
        y[i] = scale * kFourBitFloats[i % 16 < 8 ? both & 15 : both >> 4];
    }
}

/// One bit: the scale or its opposite.
void q1_0(Bytes block, float* y)
{
    const float d = half(block);
    for (int i = 0; i < 128; ++i)
        y[i] = (block[2 + i / 8] >> (i % 8) & 1) != 0 ? d : -d;
}

void q2_0(Bytes block, float* y)
{
    for (int i = 0; i < 64; ++i)
        y[i] = half(block) * float((block[2 + i / 4] >> (2 * (i % 4)) & 3) - 1);
}

void tq2(Bytes block, float* y)
{
    const float d = half(block + 64);
    for (int i = 0; i < 256; ++i)
        y[i] = d * float((block[i / 128 * 32 + i % 32] >> (2 * (i % 128 / 32)) & 3) - 1);
}

/// Five digits to the base of 3 in a byte, as a fraction of it.
float ternary(std::uint8_t byte, int digit, float d)
{
    constexpr std::array<int, 5> kPowers{1, 3, 9, 27, 81};
    const auto fraction = static_cast<std::uint8_t>(byte * kPowers[std::size_t(digit)]);
    return d * float((int(fraction) * 3 >> 8) - 1);
}

void tq1(Bytes block, float* y)
{
    const float d = half(block + 52);
    for (int i = 0; i < 160; ++i)
        y[i] = ternary(block[i % 32], i / 32, d);
    for (int i = 0; i < 80; ++i)
        y[160 + i] = ternary(block[32 + i % 16], i / 16, d);
    for (int i = 0; i < 16; ++i)
        y[240 + i] = ternary(block[48 + i % 4], i / 4, d);
}

using importers::BlockFormat;

struct Numbered {
    std::uint32_t type;
    BlockFormat format;
};

constexpr Numbered kFormats[] = {
    {2, {"q4_0", 32, 18, q4_0}},
    {3, {"q4_1", 32, 20, q4_1}},
    {6, {"q5_0", 32, 22, q5_0}},
    {7, {"q5_1", 32, 24, q5_1}},
    {8, {"q8_0", 32, 34, q8_0}},
    {9, {"q8_1", 32, 36, q8_1}},
    {10, {"q2_K", 256, 84, q2K}},
    {11, {"q3_K", 256, 110, q3K}},
    {12, {"q4_K", 256, 144, q4K}},
    {13, {"q5_K", 256, 176, q5K}},
    {14, {"q6_K", 256, 210, q6K}},
    {15, {"q8_K", 256, 292, q8K}},
    {16, {"iq2_xxs", 256, 66, expandIq2Xxs}},
    {17, {"iq2_xs", 256, 74, expandIq2Xs}},
    {18, {"iq3_xxs", 256, 98, expandIq3Xxs}},
    {19, {"iq1_s", 256, 50, expandIq1S}},
    {20, {"iq4_nl", 32, 18, iq4Nl}},
    {21, {"iq3_s", 256, 110, expandIq3S}},
    {22, {"iq2_s", 256, 82, expandIq2S}},
    {23, {"iq4_xs", 256, 136, iq4Xs}},
    {29, {"iq1_m", 256, 56, expandIq1M}},
    {34, {"tq1_0", 256, 54, tq1}},
    {35, {"tq2_0", 256, 66, tq2}},
    {39, {"mxfp4", 32, 17, mxfp4}},
    {40, {"nvfp4", 64, 36, nvfp4}},
    {41, {"q1_0", 128, 18, q1_0}},
    {42, {"q2_0", 64, 18, q2_0}},
};

} // namespace

const BlockFormat* blockFormat(std::uint32_t type)
{
    const auto* found = std::ranges::find(kFormats, type, &Numbered::type);
    return found == std::end(kFormats) ? nullptr : &found->format;
}

} // namespace ql::data
