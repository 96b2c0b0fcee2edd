// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace ql::data {

/// Luma and chroma of 8 bits by ITU-R BT.601, of full range (JFIF: Y, Cb and Cr from 0 to 255) or of video range (Y
/// from 16 to 235, Cb and Cr from 16 to 240). Results are rounded to the nearest and kept within 0 to 255.
enum class YuvRange { Full, Video };

using Pixel = std::array<std::uint8_t, 3>; ///< red, green, blue, or Y, Cb (U), Cr (V)

namespace yuv {

constexpr double kRed = 0.299; // BT.601, 2.5.1
constexpr double kBlue = 0.114;
constexpr double kGreen = 1.0 - kRed - kBlue;
constexpr double kMiddle = 128.0;

struct Scales {
    double offset; ///< of luma
    double luma;
    double chroma;
};
constexpr Scales scalesOf(YuvRange range)
{
    return range == YuvRange::Full ? Scales{0.0, 1.0, 1.0} : Scales{16.0, 219.0 / 255.0, 224.0 / 255.0};
}

inline std::uint8_t byteOf(double value)
{
    return static_cast<std::uint8_t>(std::clamp(std::floor(value + 0.5), 0.0, 255.0));
}

inline Pixel ofRgb(const Pixel& rgb, YuvRange range)
{
    const auto scales = scalesOf(range);
    const double luma = kRed * rgb[0] + kGreen * rgb[1] + kBlue * rgb[2];
    const double u = (rgb[2] - luma) / (2.0 * (1.0 - kBlue));
    const double v = (rgb[0] - luma) / (2.0 * (1.0 - kRed));
    return {byteOf(scales.offset + scales.luma * luma), byteOf(kMiddle + scales.chroma * u),
            byteOf(kMiddle + scales.chroma * v)};
}

inline Pixel toRgb(const Pixel& pixel, YuvRange range)
{
    const auto scales = scalesOf(range);
    const double luma = (pixel[0] - scales.offset) / scales.luma;
    const double u = (pixel[1] - kMiddle) / scales.chroma;
    const double v = (pixel[2] - kMiddle) / scales.chroma;
    const double red = luma + 2.0 * (1.0 - kRed) * v;
    const double blue = luma + 2.0 * (1.0 - kBlue) * u;
    return {byteOf(red), byteOf((luma - kRed * red - kBlue * blue) / kGreen), byteOf(blue)};
}

/// One Cb and one Cr for every two by two pixels: their mean, as a 4:2:0 frame (NV12) keeps it.
inline void shareChroma(std::span<Pixel> pixels, std::size_t width)
{
    const auto height = width == 0 ? 0 : pixels.size() / width;
    for (std::size_t top = 0; top < height; top += 2)
        for (std::size_t left = 0; left < width; left += 2) {
            std::vector<Pixel*> block;
            for (std::size_t y = top; y < std::min(top + 2, height); ++y)
                for (std::size_t x = left; x < std::min(left + 2, width); ++x)
                    block.push_back(&pixels[y * width + x]);
            for (const std::size_t channel : {std::size_t(1), std::size_t(2)}) {
                double sum = 0.0;
                for (const auto* pixel : block)
                    sum += (*pixel)[channel];
                for (auto* pixel : block)
                    (*pixel)[channel] = byteOf(sum / double(block.size()));
            }
        }
}

} // namespace yuv

} // namespace ql::data
