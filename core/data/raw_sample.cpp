// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/raw_sample.h"

#include "core/base/error.h"
#include "core/base/log.h"
#include "core/base/unreadable.h"
#include "core/data/file_suffix.h"
#include "core/data/raw_types.h"
#include "core/data/tensors/input_array.h"
#include "core/data/tensors/tensor_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

namespace ql::data {

namespace {

using graph::DataType;

/// The declared shape with its one unknown dimension such that there are @p count elements; nothing when none fits.
std::optional<graph::Shape> shapeOf(const graph::DeclaredShape& declared, std::uint64_t count)
{
    graph::Shape shape;
    std::int64_t* open = nullptr;
    std::uint64_t known = 1;
    shape.reserve(declared.size());
    for (const auto& dimension : declared) {
        shape.push_back(std::max<std::int64_t>(dimension.size, 1));
        if (dimension.size < 0 && open)
            return std::nullopt;
        if (dimension.size < 0)
            open = &shape.back();
        else
            known *= std::uint64_t(dimension.size);
    }
    if (known == 0 || count % known != 0 || (!open && count != known))
        return std::nullopt;
    if (open)
        *open = std::int64_t(count / known);
    return shape;
}

/// Types that other tools write numbers in for want of being told.
constexpr std::array kCommonTypes{DataType::Float, DataType::Double, DataType::Int64, DataType::Int32};

/// The shape that @p size bytes make of @p input as numbers of @p type; nothing where they make none.
std::optional<graph::Shape> shapeOfBytes(const graph::Value& input, DataType type, std::uint64_t size)
{
    const auto width = std::uint64_t(graph::bitsPerElement(type)) / 8;
    return input.shape && width > 0 && size % width == 0 ? shapeOf(*input.shape, size / width) : std::nullopt;
}

/// "x=file.bin:float64:1x3": what to write for @p path to be read so.
std::string word(const graph::Value& input, const std::filesystem::path& path, DataType type, const graph::Shape& shape)
{
    return fmt::format("{}={}:{}:{}", input.name, path.string(), graph::name(type), graph::toString(shape));
}

/// Others than the declared one in which the size fits.
std::vector<DataType> otherTypes(const graph::Value& input, std::uint64_t size)
{
    std::vector<DataType> types;
    for (const auto type : kCommonTypes)
        if (type != input.type && shapeOfBytes(input, type, size))
            types.push_back(type);
    return types;
}

/// Whether numbers of @p type that are given as such are converted for @p input.
bool isTaken(DataType type, const graph::Value& input)
{
    return graph::isFloatingPoint(type) == graph::isFloatingPoint(input.type);
}

[[noreturn]] void refuseSize(const std::filesystem::path& path, const graph::Value& input, std::uint64_t size)
{
    for (const auto type : otherTypes(input, size))
        if (isTaken(type, input))
            throw Error(ErrorCode::BadArgument,
                        Message("{}: {} bytes of raw numbers don't make the input {}", path.string(), size,
                                describedInput(input)),
                        Message("they do as {}: write {}", graph::name(type),
                                word(input, path, type, *shapeOfBytes(input, type, size))));
    throw Error(
        ErrorCode::BadArgument,
        Message("{}: {} bytes of raw numbers don't make the input {}", path.string(), size, describedInput(input)),
        "raw files hold the numbers of one input as the model declares it; write others as .npy");
}

/// Where the numbers are of no usual size as declared, and of one as another type that makes the input, too.
void requireType(const std::filesystem::path& path, const graph::Value& input, const graph::TensorData& data)
{
    const auto bytes = data.bytes();
    const auto types = otherTypes(input, bytes.size());
    const auto likelier = likelierType(bytes, input.type, types);
    const auto found = rawNumbers(bytes, input.type);
    if (likelier) {
        const auto usual = rawNumbers(bytes, *likelier);
        const auto shape = *shapeOfBytes(input, *likelier, bytes.size());
        const auto asDeclared = word(input, path, input.type, data.shape());
        throw Error(
            ErrorCode::BadArgument,
            Message("{}: {} bytes make the input as {} ({}) with numbers from {} to {}, and as {} ({}) with "
                    "numbers from {} to {}",
                    path.string(), bytes.size(), graph::name(input.type), graph::toString(data.shape()),
                    fmt::format("{:.3g}", found.low), fmt::format("{:.3g}", found.high), graph::name(*likelier),
                    graph::toString(shape), fmt::format("{:.3g}", usual.low), fmt::format("{:.3g}", usual.high)),
            isTaken(*likelier, input) ? Message("write {}, or {}", word(input, path, *likelier, shape), asDeclared)
                                      : Message("convert them, or write {} if that is what they are", asDeclared));
    }
    if (found.areOdd() && graph::isFloatingPoint(input.type))
        logWarning(
            Message("{}: of {} numbers read as {}, {} are NaN, infinite or of no usual size: are they of that type?",
                    path.string(), found.count, graph::name(input.type), found.odd));
}

} // namespace

bool isRawFile(const std::filesystem::path& path)
{
    const auto suffix = lowerCaseSuffix(path);
    return suffix == ".bin" || suffix == ".raw";
}

SourceArray readRawSample(const std::filesystem::path& path, const graph::Value& input)
{
    std::error_code failure;
    const auto size = std::filesystem::file_size(path, failure);
    if (failure)
        throw unreadable(failure).addContext(Message::text(path.string()));
    const auto shape = shapeOfBytes(input, input.type, size);
    if (!shape)
        refuseSize(path, input, size);
    auto data = readRawNumbers(path, input.type, *shape);
    if (std::ranges::find(kCommonTypes, input.type) != kCommonTypes.end())
        requireType(path, input, data);
    return {input.name, {}, std::move(data)};
}

} // namespace ql::data
