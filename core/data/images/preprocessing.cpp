// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/images/preprocessing.h"

#include "core/base/error.h"
#include "core/base/start/placeholder_libraries.h"
#include "core/data/file_suffix.h"
#include "core/data/images/image_file.h"
#include "core/data/images/image_module.h"

#include <algorithm>
#include <dlfcn.h>

namespace ql::data {

namespace {

using Color = Preprocessing::Color;
using Layout = Preprocessing::Layout;

bool isChannelCount(const graph::Dimension& dimension)
{
    return dimension.size == 1 || dimension.size == 3;
}

/// The input as its four dimensions; a batch of several images can't be filled from one.
const graph::DeclaredShape& imageShape(const graph::Value& input)
{
    if (!input.shape || input.shape->size() != 4 || input.shape->front().size > 1)
        throw Error(ErrorCode::ShapeMismatch,
                    Message("input {} has shape {}, expected an image: batch 1 and four dimensions", input.name,
                            input.shape ? graph::toString(*input.shape) : "unknown"),
                    "give this input as .npy");
    return *input.shape;
}

Layout layoutOf(const graph::DeclaredShape& shape, const graph::Value& input)
{
    const bool isFirst = isChannelCount(shape[1]);
    if (isFirst == isChannelCount(shape[3]))
        throw Error(ErrorCode::BadArgument,
                    Message("input {} [{}] does not say where its channels are", input.name, graph::toString(shape)),
                    "say layout: nchw or nhwc");
    return isFirst ? Layout::Nchw : Layout::Nhwc;
}

void fillSize(Preprocessing& how, const graph::Dimension& width, const graph::Dimension& height,
              const graph::Value& input)
{
    if (how.resize == Preprocessing::Resize::None)
        return;
    if (how.width == 0 && width.size > 0 && height.size > 0) {
        how.width = static_cast<int>(width.size);
        how.height = static_cast<int>(height.size);
    }
    if (how.width == 0)
        throw Error(
            ErrorCode::BadArgument,
            Message("input {} [{}] does not say how large images are", input.name, graph::toString(*input.shape)),
            "say size: WIDTHxHEIGHT");
}

using ImageModule = void (*)(const std::filesystem::path&, const Preprocessing&, graph::TensorData&);

ImageModule loadImageModule()
{
    constexpr const char* kLibrary = "libquantloupe_images.so";
    Dl_info here{};
    std::string path = kLibrary;
    if (dladdr(reinterpret_cast<void*>(&isImageFile), &here) != 0 && here.dli_fname) {
        const auto beside = std::filesystem::path(here.dli_fname).parent_path() / kLibrary;
        if (std::filesystem::exists(beside))
            path = beside.string();
    }
    loadReplacedLibraries();
    void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    void* entry = library ? dlsym(library, kReadImageSymbol) : nullptr;
    if (!entry)
        throw Error(ErrorCode::Engine, Message("images cannot be read: {}", dlerror()),
                    "is OpenCV installed and libquantloupe_images.so beside libquantloupe_engine.so?");
    return reinterpret_cast<ImageModule>(entry);
}

} // namespace

Preprocessing fitted(Preprocessing how, const graph::Value& input)
{
    const auto& shape = imageShape(input);
    if (!how.layout)
        how.layout = layoutOf(shape, input);
    const bool isNchw = *how.layout == Layout::Nchw;
    const auto& channels = isNchw ? shape[1] : shape[3];
    if (!how.color)
        how.color = channels.size == 1 ? Color::Gray : Color::Rgb;
    if (channels.size >= 0 && channels.size != how.channels())
        throw Error(ErrorCode::ShapeMismatch, Message("input {} [{}] has {} channels, the image has {}", input.name,
                                                      graph::toString(shape), channels.size, how.channels()));
    fillSize(how, isNchw ? shape[3] : shape[2], isNchw ? shape[2] : shape[1], input);
    if (!how.dtype)
        how.dtype = input.type == graph::DataType::UInt8 ? graph::DataType::UInt8 : graph::DataType::Float;
    if (*how.dtype == graph::DataType::UInt8
        && (how.isUnitRange || !how.mean.empty() || !how.std.empty() || !how.scale.empty()))
        throw Error(ErrorCode::BadArgument, "uint8 images can't be normalised", "leave out range, mean, std and scale");
    for (const auto* list : {&how.mean, &how.std, &how.scale, &how.pad})
        if (list->size() > 1 && list->size() != static_cast<std::size_t>(how.channels()))
            throw Error(
                ErrorCode::BadArgument,
                Message("mean, std, scale and pad have one number or one for each of {} channels", how.channels()));
    return how;
}

graph::TensorData readImage(const std::filesystem::path& path, const Preprocessing& how)
{
    withContext(Message::text(path.string()), [&] {
        requireDecodable(path);
        requireWhole(path);
    });
    static const ImageModule module = loadImageModule();
    graph::TensorData image;
    withContext(Message::text(path.string()), [&] { module(path, how, image); });
    return image;
}

bool isImageFile(const std::filesystem::path& path)
{
    static constexpr std::array kSuffixes{".bmp", ".jpeg", ".jpg", ".png", ".ppm", ".pgm", ".tif", ".tiff", ".webp"};
    return std::ranges::find(kSuffixes, lowerCaseSuffix(path)) != kSuffixes.end();
}

} // namespace ql::data
