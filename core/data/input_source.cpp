// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/input_source.h"

#include "core/base/error.h"
#include "core/base/unreadable.h"
#include "core/data/file_suffix.h"
#include "core/data/tensors/npy.h"
#include "core/data/tensors/tensor_files.h"
#include "core/data/weights/pt_file.h"

#include <algorithm>
#include <fmt/format.h>

namespace ql::data {

namespace fs = std::filesystem;

namespace {

/// `file.bin:float32:1x3`, taken apart.
struct RawSource {
    fs::path path;
    std::string type;
    std::string shape;
};

std::optional<RawSource> asRawSource(const std::string& source)
{
    const auto second = source.rfind(':');
    if (second == std::string::npos || second == 0)
        return std::nullopt;
    const auto first = source.rfind(':', second - 1);
    if (first == std::string::npos || first == 0)
        return std::nullopt;
    return RawSource{source.substr(0, first), source.substr(first + 1, second - first - 1), source.substr(second + 1)};
}

graph::TensorData readRaw(const RawSource& raw)
{
    const auto type = graph::dataTypeFromName(raw.type);
    const auto shape = parsedShape(raw.shape);
    if (!type || graph::bitsPerElement(*type) == 0)
        throw Error(ErrorCode::BadArgument, Message("unknown element type '{}'", raw.type),
                    "write file.bin:float32:1x3x224x224");
    if (!shape)
        throw Error(ErrorCode::BadArgument, Message("'{}' is not a shape", raw.shape),
                    "write file.bin:float32:1x3x224x224");
    return readRawNumbers(raw.path, *type, *shape);
}

SourceArray readProto(const fs::path& path, graph::ValueKind kind)
{
    if (kind == graph::ValueKind::Tensor)
        return {{}, {}, readTensorProto(path).second};
    return {.name = {}, .position = {}, .data = {}, .held = readHeldProto(path, kind)};
}

std::vector<SourceArray> readProtoFolder(const fs::path& folder, std::span<const graph::ValueKind> kinds)
{
    std::vector<SourceArray> arrays;
    for (;;) {
        const auto path = folder / fmt::format("input_{}.pb", arrays.size());
        if (!fs::exists(path))
            return arrays;
        const auto position = arrays.size();
        arrays.push_back(readProto(path, position < kinds.size() ? kinds[position] : graph::ValueKind::Tensor));
        arrays.back().position = position;
    }
}

std::vector<SourceArray> readNpyFolder(const fs::path& folder)
{
    std::vector<fs::path> paths;
    for (const auto& entry : fs::directory_iterator(folder))
        if (entry.is_regular_file() && lowerCaseSuffix(entry.path()) == ".npy")
            paths.push_back(entry.path());
    std::ranges::sort(paths);
    std::vector<SourceArray> arrays;
    for (const auto& path : paths)
        arrays.push_back({path.stem().string(), {}, readNpy(path)});
    return arrays;
}

std::vector<SourceArray> readFolder(const fs::path& folder, std::span<const graph::ValueKind> kinds)
{
    auto arrays = fs::exists(folder / "input_0.pb") ? readProtoFolder(folder, kinds) : readNpyFolder(folder);
    if (arrays.empty())
        throw Error(ErrorCode::FileNotFound, Message("{}: holds neither input_0.pb nor .npy files", folder.string()));
    return arrays;
}

std::vector<SourceArray> named(std::vector<std::pair<std::string, graph::TensorData>> arraysInFile)
{
    std::vector<SourceArray> arrays;
    for (auto& [name, data] : arraysInFile)
        arrays.push_back({std::move(name), {}, std::move(data)});
    return arrays;
}

[[noreturn]] void failUnknown(const fs::path& path)
{
    std::error_code failure;
    if (static_cast<void>(fs::status(path, failure)); failure)
        throw unreadable(failure).addContext(Message::text(path.string()));
    throw Error(ErrorCode::UnsupportedFormat, Message("{}: not a .npy, .npz, .pt, .pb or image file", path.string()),
                "raw numbers need type and shape, as in file.bin:float32:1x3x224x224");
}

} // namespace

std::vector<SourceArray> readSource(const std::string& source, std::span<const graph::ValueKind> kinds)
{
    const fs::path path(source);
    const auto suffix = lowerCaseSuffix(path);
    std::error_code ignored;
    if (suffix == ".npy")
        try {
            return {{{}, {}, readNpy(path)}};
        } catch (const Error&) { // a folder may be called so; to ask first would take as long as to read a small file
            if (!fs::is_directory(path, ignored))
                throw;
        }
    if (fs::is_directory(path, ignored))
        return readFolder(path, kinds);
    if (const auto raw = asRawSource(source); raw && !fs::exists(path, ignored))
        return {{{}, {}, readRaw(*raw)}};
    if (suffix == ".npz")
        return named(readNpz(path));
    if (suffix == ".pt")
        return named(readPt(path));
    if (suffix == ".pb")
        return {readProto(path, kinds.size() == 1 ? kinds.front() : graph::ValueKind::Tensor)};
    failUnknown(path);
}

} // namespace ql::data
