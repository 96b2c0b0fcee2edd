// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/raw_sample.h"

#include "core/base/error.h"
#include "core/base/unreadable.h"
#include "core/data/file_suffix.h"
#include "core/data/tensors/input_array.h"
#include "core/data/tensors/tensor_files.h"

#include <algorithm>
#include <optional>

namespace ql::data {

namespace {

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
    const auto bits = graph::bitsPerElement(input.type);
    const auto shape = input.shape && bits >= 8 && size % std::uint64_t(bits / 8) == 0
                           ? shapeOf(*input.shape, size / std::uint64_t(bits / 8))
                           : std::nullopt;
    if (!shape)
        throw Error(
            ErrorCode::BadArgument,
            Message("{}: {} bytes of raw numbers don't make the input {}", path.string(), size, describedInput(input)),
            "raw files hold the numbers of one input as the model declares it; write others as .npy");
    return {input.name, {}, readRawNumbers(path, input.type, *shape)};
}

} // namespace ql::data
