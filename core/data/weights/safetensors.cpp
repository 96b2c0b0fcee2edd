// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/weights/safetensors.h"

#include "core/base/error.h"
#include "core/data/weights/mapped_tensor.h"
#include "core/import/onnx/model_file.h"

#include <nlohmann/json.hpp>

#include <cstring>
#include <set>

namespace ql::data {

namespace {

using graph::DataType;
using nlohmann::json;

constexpr std::size_t kLengthBytes = 8;
constexpr std::uint64_t kLongestHeader = 100'000'000; ///< the format's own limit

[[noreturn]] void throwDamaged(const Message& what)
{
    throw Error(ErrorCode::FileCorrupt, what, "the file may be truncated or damaged: fetch it again");
}

std::optional<DataType> typeNamed(const std::string& name)
{
    static const std::map<std::string, DataType> kTypes{{"BOOL", DataType::Bool},
                                                        {"U8", DataType::UInt8},
                                                        {"I8", DataType::Int8},
                                                        {"F8_E5M2", DataType::Float8E5M2},
                                                        {"F8_E4M3", DataType::Float8E4M3FN},
                                                        {"F8_E8M0", DataType::Float8E8M0},
                                                        {"I16", DataType::Int16},
                                                        {"U16", DataType::UInt16},
                                                        {"F16", DataType::Float16},
                                                        {"BF16", DataType::BFloat16},
                                                        {"I32", DataType::Int32},
                                                        {"U32", DataType::UInt32},
                                                        {"F32", DataType::Float},
                                                        {"C64", DataType::Complex64},
                                                        {"F64", DataType::Double},
                                                        {"I64", DataType::Int64},
                                                        {"U64", DataType::UInt64}};
    const auto found = kTypes.find(name);
    return found == kTypes.end() ? std::nullopt : std::optional(found->second);
}

/// JSON that nests no deeper than a header does, so that nobody's parser has to go deep.
json parsed(std::string_view text)
{
    constexpr int kDeepest = 8;
    const auto callback = [](int depth, json::parse_event_t, json&) {
        if (depth > kDeepest)
            throwDamaged("the header nests too deep");
        return true;
    };
    try {
        return json::parse(text, callback);
    } catch (const json::exception&) {
        throwDamaged("the header is no JSON");
    }
}

import::StoredTensor tensorOf(const std::string& name, const json& entry,
                              const MappedPart& data){const auto type = typeNamed(entry.at("dtype").get<std::string>());
if (!type)
    throw Error(ErrorCode::UnsupportedFormat, Message("it has element type {}", entry.at("dtype").get<std::string>()),
                "the file may be newer than this program");
const auto shape = entry.at("shape").get<graph::Shape>();
const auto begin = entry.at("data_offsets").at(0).get<std::uint64_t>();
const auto end = entry.at("data_offsets").at(1).get<std::uint64_t>();
const auto bytes = graph::packedByteCount(*type, graph::elementCount(shape));
if (begin > end || end > data.bytes.size() || end - begin != bytes)
    throwDamaged(Message("bytes {} to {} of {} can't be shape {}, which needs {}", begin, end, data.bytes.size(),
                         graph::toString(shape), bytes));
return {name, {}, mappedTensor(data.file, *type, shape, data.bytes.subspan(begin, bytes)), {}};
} // namespace

std::filesystem::path besides(const std::filesystem::path& index, const std::string& name)
{
    if (name.empty() || std::filesystem::path(name).filename() != name || name == "..")
        throwDamaged(Message("the index names file {}, which doesn't lie beside it", name));
    return index.parent_path() / name;
}

void addFile(const std::filesystem::path& path, import::ImportedModel& model)
{
    withContext(Message::text(path.string()), [&] {
        const auto file = import::MappedFile::open(path);
        for (auto& tensor : safetensorsIn(file))
            model.tensors.push_back(std::move(tensor));
        model.dataFiles.push_back(file->stamp());
    });
}

} // namespace ql::data

std::vector<import::StoredTensor> safetensorsIn(const std::shared_ptr<const import::MappedFile>& file)
{
    const auto bytes = file->bytes();
    std::uint64_t length = 0;
    if (bytes.size() >= kLengthBytes)
        std::memcpy(&length, bytes.data(), kLengthBytes);
    if (bytes.size() < kLengthBytes || length > bytes.size() - kLengthBytes || length > kLongestHeader)
        throwDamaged("the file breaks off within its header");
    const auto header =
        parsed({reinterpret_cast<const char*>(bytes.data()) + kLengthBytes, static_cast<std::size_t>(length)});
    const MappedPart data{file, bytes.subspan(kLengthBytes + length)};
    if (!header.is_object())
        throwDamaged("the header is no JSON object");
    std::vector<import::StoredTensor> tensors;
    for (const auto& [name, entry] : header.items()) {
        if (name == "__metadata__")
            continue;
        withContext(Message("tensor {}", name), [&, &key = name, &described = entry] {
            try {
                tensors.push_back(tensorOf(key, described, data));
            } catch (const json::exception&) {
                throwDamaged("the header doesn't say dtype, shape and data_offsets of it");
            }
        });
    }
    return tensors;
}

std::vector<std::string> shardsIn(const std::string& text)
{
    const auto index = parsed(text);
    std::set<std::string> files;
    try {
        for (const auto& [tensor, file] : index.at("weight_map").items())
            files.insert(file.get<std::string>());
    } catch (const json::exception&) {
        throwDamaged("weight_map doesn't give a file for each tensor");
    }
    return {files.begin(), files.end()};
}

import::ImportedModel readSafetensors(const std::filesystem::path& path)
{
    return withContext(Message::text(path.string()), [&path] {
        import::ImportedModel model;
model.format = "safetensors";
model.isWeightsOnly = true;
model.path = path;
if (import::kindOf(path) != import::FileKind::WeightIndex) {
    const auto file = import::MappedFile::open(path);
    model.tensors = safetensorsIn(file);
    return model;
}
for (const auto& shard : shardsIn(readText(path)))
    addFile(besides(path, shard), model);
return model;
});
}

} // namespace ql::data
