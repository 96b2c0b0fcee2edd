// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/graph.h"

#include <array>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace ql::data {

/// How a model wants its images. The steps happen in this order: decode (8 bits, blue-green-red, turned upright), crop,
/// color, resize, frame, range, mean, std or scale, layout. Each but the frame's equals Python OpenCV's and numpy's
/// float32 result bit for bit.
struct Preprocessing {
    enum class Color {
        Rgb,
        Bgr,
        Gray,
        Yuv ///< Y, Cb, Cr (yuv.h)
    };
    /// What a camera keeps of the picture before the model gets it (yuv.h).
    enum class Frame {
        None,
        Yuv444, ///< 8 bits of Y, Cb and Cr
        Nv12    ///< the same with one Cb and Cr for every two by two pixels
    };
    enum class Layout { Nchw, Nhwc };
    enum class Resize {
        None,
        Stretch,   ///< to width × height, whatever the proportions
        ShortSide, ///< the short side to shortSide, the long one in proportion (rounded down), then cut from the centre
        Letterbox  ///< as large as fits (rounded), centred on a ground of colour pad
    };
    enum class Interpolation { Nearest, Linear, Area, Cubic };
    struct Rectangle {
        int x = 0;
        int y = 0;
        int width = 0;
        int height = 0;
    };

    std::optional<Color> color;   ///< nothing: gray for a one-channel input, else rgb
    std::optional<Layout> layout; ///< nothing: where the input has its 1 or 3 channels
    std::optional<Rectangle> crop;
    Resize resize = Resize::Stretch;
    int width = 0; ///< 0: the input's
    int height = 0;
    int shortSide = 0; ///< 0: as small as covers width × height
    Interpolation interpolation = Interpolation::Linear;
    std::vector<double> pad{0.0}; ///< one number or one per channel, 0 … 255
    Frame frame = Frame::None;
    bool isVideoRange = false;            ///< of the frame, and of color Yuv
    bool isUnitRange = false;             ///< pixels divided by 255
    std::vector<double> mean;             ///< subtracted; none, one, or one per channel
    std::vector<double> std;              ///< divides what is left
    std::vector<double> scale;            ///< multiplies it; either std or scale
    std::optional<graph::DataType> dtype; ///< Float or UInt8; nothing: the input's

    int channels() const { return color == Color::Gray ? 1 : 3; }
};

/// Reads the YAML file @p path (empty: none) and then the "key=value" words of @p settings on top of it. Keys:
///   color: rgb | bgr | gray | yuv444 layout: nchw | nhwc         dtype: float32 | uint8
///   resize: none | stretch | short-side | letterbox              interpolation: nearest | linear | area | cubic
///   size: 320x240 (width x height)   short_side: 256             pad: 114 or [114, 114, 114]
///   crop: [x, y, width, height]      range: 1 (0 to 1) or 255    mean, std, scale: a number or one per channel
///   frame: none | nv12 | nv12-video | yuv444 | yuv444-video (a camera's, before the color conversion; ITU-R BT.601)
/// @throws Error (BadArgument, FileNotFound, FileCorrupt) naming file, key and what is allowed.
Preprocessing readPreprocessing(const std::filesystem::path& path, std::span<const std::string> settings = {});

/// @p wanted with everything that it leaves open filled in from the declaration of @p input.
/// @throws Error (BadArgument, ShapeMismatch) when something stays open or the declaration contradicts it.
Preprocessing fitted(Preprocessing wanted, const graph::Value& input);

/// An image file as a batch of one. @p how must be complete, see fitted(). Loads OpenCV when first called: every other
/// command is spared its hundred libraries.
/// @throws Error (FileNotFound, FileCorrupt, BadArgument, Engine; UnsupportedFormat for more than 150 million pixels)
graph::TensorData readImage(const std::filesystem::path& path, const Preprocessing& how);

/// Whether the suffix is one of an image format that is read.
bool isImageFile(const std::filesystem::path& path);

} // namespace ql::data
