// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/weights/safetensors.h"

#include "core/base/documents/json_text.h"
#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/log.h"
#include "core/data/weights/mapped_tensor.h"
#include "core/import/onnx/model_file.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstring>
#include <limits>
#include <map>
#include <set>

namespace ql::data {

namespace {

using graph::DataType;
using importers::ImportedModel; // whose namespace clang-format takes for a keyword at the beginning of a line
using nlohmann::json;

constexpr std::size_t kLengthBytes = 8;
constexpr std::uint64_t kLongestHeader = 100'000'000; ///< the format's own limit

Message damagedHint()
{
    return "the file may be truncated or damaged: fetch it again";
}

[[noreturn]] void throwDamaged(const Message& what)
{
    throw Error(ErrorCode::FileCorrupt, what, damagedHint());
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

/// Whole numbers from 0 on, as the format has them: JSON's 2.9 would be taken for a 2.
std::vector<std::int64_t> wholeNumbers(const json& entry, const char* key)
{
    const auto& list = entry.at(key);
    const auto isWhole = [](const json& number) {
        return number.is_number_unsigned() && number.get<std::uint64_t>() <= std::numeric_limits<std::int64_t>::max();
    };
    if (!list.is_array() || !std::ranges::all_of(list, isWhole))
        throwDamaged(Message("{} is {}, expected whole numbers from 0 on", key, list.dump()));
    return list.get<std::vector<std::int64_t>>();
}

/// A tensor of the header and the bytes that it says are its own.
struct PlacedTensor {
    std::string name;
    DataType type = DataType::Undefined;
    graph::Shape shape;
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
};

PlacedTensor placedTensor(const std::string& name, const json& entry, std::size_t available)
{
    const auto type = typeNamed(entry.at("dtype").get<std::string>());
    if (!type)
        throw Error(ErrorCode::UnsupportedFormat,
                    Message("it has element type {}", entry.at("dtype").get<std::string>()),
                    "the file may be newer than this program");
    const auto shape = wholeNumbers(entry, "shape");
    const auto offsets = wholeNumbers(entry, "data_offsets");
    if (offsets.size() != 2)
        throwDamaged(Message("data_offsets holds {} numbers, expected 2", offsets.size()));
    const auto begin = std::uint64_t(offsets[0]), end = std::uint64_t(offsets[1]);
    const auto bytes = graph::packedByteCount(*type, graph::elementCount(shape));
    if (begin > end || end > available || end - begin != bytes)
        throwDamaged(Message("bytes {} to {} of {} can't be shape {}, which needs {}", begin, end, available,
                             graph::toString(shape), bytes));
    return {name, *type, shape, begin, end};
}

/// No byte belongs to two tensors. Those that belong to none are warned of: no number is wrong because of them.
void requireNoSharedBytes(const std::vector<PlacedTensor>& tensors, std::size_t available)
{
    std::vector<const PlacedTensor*> order;
    for (const auto& tensor : tensors)
        if (tensor.begin != tensor.end)
            order.push_back(&tensor);
    std::ranges::sort(order, {}, [](const PlacedTensor* tensor) { return tensor->begin; });
    std::uint64_t used = 0, end = 0;
    for (std::size_t i = 0; i < order.size(); ++i) {
        if (order[i]->begin < end)
            throwDamaged(Message("tensor {} begins at byte {}, within tensor {}, which ends at {}", order[i]->name,
                                 order[i]->begin, order[i - 1]->name, end));
        end = order[i]->end;
        used += order[i]->end - order[i]->begin;
    }
    if (used < available)
        logWarning(Message("{} of {} bytes of tensors belong to none", available - used, available));
}

std::filesystem::path besides(const std::filesystem::path& index, const std::string& name)
{
    if (name.empty() || std::filesystem::path(name).filename() != name || name == "..")
        throwDamaged(Message("the index names file {}, which doesn't lie beside it", name));
    return index.parent_path() / name;
}

/// Adds what the index says of one file: all of that must be there, and nothing of it in another file.
void addShard(const std::filesystem::path& path, std::set<std::string> expected, std::set<std::string>& known,
              importers::ImportedModel& model)
{
    withContext(Message::text(path.string()), [&] {
        const auto file = importers::MappedFile::open(path);
        for (auto& tensor : safetensorsIn(file)) {
            if (!known.insert(tensor.name).second)
                throwDamaged(Message("tensor {} stands in another file of the index, too", tensor.name));
            if (expected.erase(tensor.name) == 0)
                logWarning(Message("{}: the index doesn't say that tensor {} lies here", path.string(), tensor.name));
            model.tensors.push_back(std::move(tensor));
        }
        if (!expected.empty())
            throwDamaged(Message("tensor {} isn't here, where the index says that it lies", *expected.begin()));
        model.dataFiles.push_back(file->stamp());
    });
}

} // namespace

std::vector<importers::StoredTensor> safetensorsIn(const std::shared_ptr<const importers::MappedFile>& file)
{
    const auto bytes = file->bytes();
    std::uint64_t length = 0;
    if (bytes.size() >= kLengthBytes)
        std::memcpy(&length, bytes.data(), kLengthBytes);
    if (bytes.size() < kLengthBytes || length > bytes.size() - kLengthBytes || length > kLongestHeader)
        throwDamaged("the file breaks off within its header");
    constexpr int kDeepest = 8;
    const std::string_view text(reinterpret_cast<const char*>(bytes.data()) + kLengthBytes, std::size_t(length));
    const auto header = withContext("the header", [text] { return readJson(text, damagedHint(), kDeepest); });
    const MappedPart data{file, bytes.subspan(kLengthBytes + length)};
    if (!header.is_object())
        throwDamaged("the header is no JSON object");
    std::vector<PlacedTensor> all;
    for (const auto& [name, entry] : header.items()) {
        if (name == "__metadata__")
            continue;
        withContext(Message("tensor {}", name), [&, &key = name, &of = entry] {
            try {
                all.push_back(placedTensor(key, of, data.bytes.size()));
            } catch (const json::exception&) {
                throwDamaged("the header doesn't say dtype, shape and data_offsets of it");
            }
        });
    }
    requireNoSharedBytes(all, data.bytes.size());
    std::vector<importers::StoredTensor> tensors;
    for (const auto& tensor : all)
        tensors.push_back({tensor.name,
                           {},
                           mappedTensor(data.file, tensor.type, tensor.shape,
                                        data.bytes.subspan(tensor.begin, tensor.end - tensor.begin)),
                           {}});
    return tensors;
}

Shards shardsIn(const std::string& text)
{
    const auto index = readJson(text, damagedHint());
    Shards shards;
    try {
        for (const auto& [tensor, file] : index.at("weight_map").items())
            shards[file.get<std::string>()].insert(tensor);
    } catch (const json::exception&) {
        throwDamaged("weight_map doesn't give a file for each tensor");
    }
    return shards;
}

ImportedModel readSafetensors(const std::filesystem::path& path)
{
    return withContext(Message::text(path.string()), [&path] {
        ImportedModel model;
        model.format = "safetensors";
        model.isWeightsOnly = true;
        model.path = path;
        if (importers::kindOf(path) != importers::FileKind::WeightIndex) {
            const auto file = importers::MappedFile::open(path);
            model.tensors = safetensorsIn(file);
            return model;
        }
        std::set<std::string> known;
        for (const auto& [shard, tensors] : shardsIn(readText(path)))
            addShard(besides(path, shard), tensors, known, model);
        return model;
    });
}

} // namespace ql::data
