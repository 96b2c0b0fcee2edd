// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/images/image_module.h"

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/data/images/yuv.h"

#include <opencv2/core/utility.hpp>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

namespace ql::data {

namespace {

using Color = Preprocessing::Color;
using Resize = Preprocessing::Resize;

constexpr std::size_t kDicomMark = 128; ///< "DICM" stands there

/// The formats of isImageFile() by how their files begin. OpenCV goes by that, too, and has decoders for a dozen more,
/// whatever a file is called: its DICOM reader takes gigabytes for 200 bytes, or ends the process.
bool isReadFormat(std::string_view begin)
{
    using namespace std::string_view_literals;
    if (begin.starts_with("RIFF")) // and what its decoder won't have is offered to the others
        return begin.substr(std::min<std::size_t>(8, begin.size())).starts_with("WEBP")
               && begin.substr(std::min(kDicomMark, begin.size())) != "DICM";
    if (begin.size() >= 3 && begin[0] == 'P') // PNM
        return begin[1] >= '1' && begin[1] <= '6' && " \t\n\v\f\r"sv.find(begin[2]) != std::string_view::npos;
    constexpr std::array kBeginnings{"\x89PNG\r\n\x1a\n"sv, "\xff\xd8\xff"sv, "BM"sv, "II\x2a\0"sv, "MM\0\x2a"sv};
    return std::ranges::any_of(kBeginnings, [begin](std::string_view known) { return begin.starts_with(known); });
}

/// OpenCV works in the calling thread: samples are already read side by side, within the threads that the user allowed,
/// and TBB's own threads, one per core, were once seen waiting for each other for ever.
void keepToCallingThread()
{
    [[maybe_unused]] static const bool isKept = [] {
        cv::setNumThreads(0);
        return true;
    }();
}

cv::Mat decoded(const std::filesystem::path& path)
{
    auto file = openFile(path);
    std::array<char, kDicomMark + 4> begin{};
    file.read(begin.data(), begin.size());
    if (!isReadFormat({begin.data(), static_cast<std::size_t>(file.gcount())}))
        throw Error(ErrorCode::FileCorrupt, "this is no PNG, JPEG, BMP, TIFF, WebP, PPM or PGM image");
    cv::Mat image = cv::imread(path.string(), cv::IMREAD_COLOR);
    if (image.empty())
        throw Error(ErrorCode::FileCorrupt, "OpenCV can't decode this as an image");
    return image;
}

cv::Mat cropped(const cv::Mat& image, const Preprocessing::Rectangle& part)
{
    if (part.x + part.width > image.cols || part.y + part.height > image.rows)
        throw Error(ErrorCode::BadArgument, Message("crop [{}, {}, {}, {}] leaves the image of {}x{}", part.x, part.y,
                                                    part.width, part.height, image.cols, image.rows));
    return image(cv::Rect(part.x, part.y, part.width, part.height));
}

cv::Mat colored(const cv::Mat& image, Color color)
{
    if (color == Color::Bgr)
        return image;
    cv::Mat result;
    cv::cvtColor(image, result, color == Color::Gray ? cv::COLOR_BGR2GRAY : cv::COLOR_BGR2RGB);
    return result;
}

cv::Mat resized(const cv::Mat& image, int width, int height, Preprocessing::Interpolation interpolation)
{
    constexpr int kFlags[]{cv::INTER_NEAREST, cv::INTER_LINEAR, cv::INTER_AREA, cv::INTER_CUBIC};
    cv::Mat result;
    cv::resize(image, result, cv::Size(width, height), 0, 0, kFlags[static_cast<int>(interpolation)]);
    return result;
}

cv::Mat cutFromCentre(const cv::Mat& image, const Preprocessing& how)
{
    // The short side in proportion as torchvision computes it: rounded down.
    int shortSide = how.shortSide;
    const bool isWide = image.cols >= image.rows;
    const std::int64_t small = std::min(image.cols, image.rows);
    const std::int64_t large = std::max(image.cols, image.rows);
    if (shortSide == 0) {
        const std::int64_t wantedSmall = isWide ? how.height : how.width;
        const std::int64_t wantedLarge = isWide ? how.width : how.height;
        shortSide = static_cast<int>(std::max(wantedSmall, (wantedLarge * small + large - 1) / large));
    }
    const int longSide = static_cast<int>(shortSide * large / small);
    const auto whole = isWide ? resized(image, longSide, shortSide, how.interpolation)
                              : resized(image, shortSide, longSide, how.interpolation);
    if (whole.cols < how.width || whole.rows < how.height)
        throw Error(ErrorCode::BadArgument, Message("short_side {} gives {}x{}, too small to cut {}x{} from", shortSide,
                                                    whole.cols, whole.rows, how.width, how.height));
    return whole(cv::Rect((whole.cols - how.width) / 2, (whole.rows - how.height) / 2, how.width, how.height));
}

cv::Mat letterboxed(const cv::Mat& image, const Preprocessing& how)
{
    const double factor = std::min(double(how.width) / image.cols, double(how.height) / image.rows);
    // nearbyint rounds halves to even, as Python's round() does.
    const int width = std::clamp(static_cast<int>(std::nearbyint(image.cols * factor)), 1, how.width);
    const int height = std::clamp(static_cast<int>(std::nearbyint(image.rows * factor)), 1, how.height);
    const int left = (how.width - width) / 2;
    const int top = (how.height - height) / 2;
    const auto padOf = [&how](std::size_t channel) { return how.pad.size() > 1 ? how.pad[channel] : how.pad.front(); };
    const cv::Scalar ground = how.channels() == 1 ? cv::Scalar(padOf(0)) : cv::Scalar(padOf(0), padOf(1), padOf(2));
    cv::Mat result;
    cv::copyMakeBorder(resized(image, width, height, how.interpolation), result, top, how.height - height - top, left,
                       how.width - width - left, cv::BORDER_CONSTANT, ground);
    return result;
}

cv::Mat fittedImage(const cv::Mat& image, const Preprocessing& how)
{
    switch (how.resize) {
    case Resize::None: return image;
    case Resize::Stretch: return resized(image, how.width, how.height, how.interpolation);
    case Resize::ShortSide: return cutFromCentre(image, how);
    case Resize::Letterbox: break;
    }
    return letterboxed(image, how);
}

/// Whether what a frame keeps tells, or the model wants just that.
bool needsFrame(const Preprocessing& how)
{
    return how.frame != Preprocessing::Frame::None || how.color == Color::Yuv;
}

/// What @p image (red, green, blue) is after a frame kept it, in the wanted color.
cv::Mat framed(const cv::Mat& image, const Preprocessing& how)
{
    const auto range = how.isVideoRange ? YuvRange::Video : YuvRange::Full;
    const auto width = static_cast<std::size_t>(image.cols);
    std::vector<Pixel> pixels;
    pixels.reserve(width * static_cast<std::size_t>(image.rows));
    for (int y = 0; y < image.rows; ++y)
        for (int x = 0; x < image.cols; ++x) {
            const auto& rgb = image.at<cv::Vec3b>(y, x);
            pixels.push_back(yuv::ofRgb({rgb[0], rgb[1], rgb[2]}, range));
        }
    if (how.frame == Preprocessing::Frame::Nv12)
        yuv::shareChroma(pixels, width);
    cv::Mat result(image.rows, image.cols, how.color == Color::Gray ? CV_8UC1 : CV_8UC3);
    for (int y = 0; y < image.rows; ++y)
        for (int x = 0; x < image.cols; ++x) {
            const auto& kept = pixels[static_cast<std::size_t>(y) * width + static_cast<std::size_t>(x)];
            const auto shown = how.color == Color::Yuv ? kept : yuv::toRgb(kept, range);
            if (how.color == Color::Gray) // luma of full range
                result.at<std::uint8_t>(y, x) = yuv::ofRgb(yuv::toRgb({kept[0], 128, 128}, range), YuvRange::Full)[0];
            else if (how.color == Color::Bgr)
                result.at<cv::Vec3b>(y, x) = {shown[2], shown[1], shown[0]};
            else
                result.at<cv::Vec3b>(y, x) = {shown[0], shown[1], shown[2]};
        }
    return result;
}

/// One channel's arithmetic, in float as numpy does it.
struct Normalisation {
    float mean = 0.0f;
    float divisor = 1.0f;
    float factor = 1.0f;
    bool isUnitRange = false;

    float operator()(std::uint8_t pixel) const
    {
        const float value = isUnitRange ? float(pixel) / 255.0f : float(pixel);
        return (value - mean) / divisor * factor;
    }
};

Normalisation normalisationOf(const Preprocessing& how, std::size_t channel)
{
    const auto pick = [channel](const std::vector<double>& list, double otherwise) {
        return static_cast<float>(list.empty() ? otherwise : list.size() > 1 ? list[channel] : list.front());
    };
    return {pick(how.mean, 0.0), pick(how.std, 1.0), pick(how.scale, 1.0), how.isUnitRange};
}

/// Calls @p place(position, channel, pixel) for every pixel of @p image in the wanted layout.
template <typename Place>
void forEachPixel(const cv::Mat& image, Preprocessing::Layout layout, Place place)
{
    const auto channels = static_cast<std::size_t>(image.channels());
    const auto plane = static_cast<std::size_t>(image.rows) * static_cast<std::size_t>(image.cols);
    for (int y = 0; y < image.rows; ++y) {
        const auto* row = image.ptr<std::uint8_t>(y);
        for (std::size_t x = 0; x < static_cast<std::size_t>(image.cols); ++x) {
            const auto pixel = static_cast<std::size_t>(y) * static_cast<std::size_t>(image.cols) + x;
            for (std::size_t c = 0; c < channels; ++c)
                place(layout == Preprocessing::Layout::Nchw ? c * plane + pixel : pixel * channels + c, c,
                      row[x * channels + c]);
        }
    }
}

graph::TensorData tensorOf(const cv::Mat& image, const Preprocessing& how)
{
    const std::int64_t channels = image.channels();
    const bool isNchw = *how.layout == Preprocessing::Layout::Nchw;
    const graph::Shape shape =
        isNchw ? graph::Shape{1, channels, image.rows, image.cols} : graph::Shape{1, image.rows, image.cols, channels};
    if (*how.dtype == graph::DataType::UInt8) {
        std::vector<std::uint8_t> bytes(graph::elementCount(shape));
        forEachPixel(image, *how.layout,
                     [&bytes](std::size_t at, std::size_t, std::uint8_t pixel) { bytes[at] = pixel; });
        return graph::TensorData::of(graph::DataType::UInt8, shape, bytes);
    }
    std::vector<Normalisation> normalisations;
    for (std::size_t channel = 0; channel < static_cast<std::size_t>(channels); ++channel)
        normalisations.push_back(normalisationOf(how, channel));
    std::vector<float> values(graph::elementCount(shape));
    forEachPixel(image, *how.layout, [&](std::size_t at, std::size_t channel, std::uint8_t pixel) {
        values[at] = normalisations[channel](pixel);
    });
    return graph::TensorData::of(graph::DataType::Float, shape, values);
}

} // namespace

} // namespace ql::data

void quantloupe_read_image(const std::filesystem::path& path, const ql::data::Preprocessing& how,
                           ql::graph::TensorData& image)
{
    using namespace ql::data;
    keepToCallingThread();
    try {
        cv::Mat pixels = decoded(path);
        if (how.crop)
            pixels = cropped(pixels, *how.crop);
        if (!needsFrame(how)) {
            image = tensorOf(fittedImage(colored(pixels, *how.color), how), how);
            return;
        }
        auto asRgb = how;
        asRgb.color = Color::Rgb;
        image = tensorOf(framed(fittedImage(colored(pixels, Color::Rgb), asRgb), how), how);
    } catch (const cv::Exception& error) {
        throw ql::Error(ql::ErrorCode::FileCorrupt, ql::Message("OpenCV refuses the image: {}", error.err));
    }
}
