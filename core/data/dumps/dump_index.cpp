// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/dumps/dump_index.h"

#include "core/base/documents/json_text.h"
#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/writing/write_scope.h"
#include "core/data/dumps/board_folder.h"
#include "core/data/dumps/dump_entry.h"
#include "core/data/file_suffix.h"
#include "core/data/tensors/npy.h"
#include "core/data/tensors/tensor_files.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <set>
#include <sstream>
#include <utility>

namespace ql::data {

namespace fs = std::filesystem;

namespace {

constexpr const char* kTensorProto = ".tensorproto"; ///< of ONNX Runtime's dump of nodes
constexpr int kDeepest = 8;                          ///< folders below a board's

[[noreturn]] void failCorrupt(const fs::path& file, const Message& message, const Message& hint = "")
{
    throw Error(ErrorCode::FileCorrupt, Message("{}: {}", file.string(), message), hint);
}

Json jsonIn(const fs::path& file)
{
    return withContext(Message::text(file.string()), [&file] { return readJson(readText(file)); });
}

/// A dump tells where its tensors lie, but not outside of its folder, neither by a path nor by a link.
fs::path fileInside(const fs::path& folder, const std::string& name, const fs::path& index)
{
    const fs::path relative = fs::path(name).lexically_normal();
    if (relative.is_absolute() || relative.empty() || *relative.begin() == "..")
        failCorrupt(index, Message("file {} lies outside of the dump", name));
    if (!liesWithin(folder / relative, folder))
        failCorrupt(index, Message("file {} is a link that leads out of the dump", name),
                    "put the file itself into the dump's folder");
    if (!fs::is_regular_file(folder / relative))
        failCorrupt(index, Message("file {} isn't there", name), "is the dump complete?");
    return folder / relative;
}

/// A scale means nothing without the type of the integers; the file knows it where its description doesn't.
void completeType(DumpedTensor& tensor)
{
    if (!tensor.quantizer || tensor.type || tensor.file.empty() || !tensor.isDescribed())
        return;
    tensor.type = tensor.read().type();
    if (graph::isQuantizedInteger(*tensor.type))
        tensor.quantizer->type = *tensor.type;
}

std::vector<DumpedTensor> readIndex(const fs::path& folder, const fs::path& index)
{
    const auto json = jsonIn(index);
    const auto tensors = json.is_object() ? json.find("tensors") : json.end();
    if (!json.is_object() || tensors == json.end() || !tensors->is_array())
        failCorrupt(index, "expected an object with a list \"tensors\"");
    std::vector<DumpedTensor> result;
    for (std::size_t i = 0; i < tensors->size(); ++i) {
        const auto where = fmt::format("{}: tensor {}", index.string(), i);
        auto tensor = withContext(Message::text(where), [&] { return dumpEntry((*tensors)[i], {}); });
        const auto file = withContext(Message::text(where), [&] { return stringOf((*tensors)[i], "file", true); });
        if (!file.empty())
            tensor.file = fileInside(folder, file, index);
        completeType(tensor);
        result.push_back(std::move(tensor));
    }
    return result;
}

DumpedTensor withTextSidecar(const std::string& name, const fs::path& sidecar)
{
    const auto bytes = readFileBytes(sidecar);
    std::istringstream words(std::string(reinterpret_cast<const char*>(bytes.data.get()), bytes.size));
    std::string type, shape, more;
    words >> type >> shape;
    if (shape.empty())
        shape = std::exchange(type, "float32");
    DumpedTensor tensor{.name = name};
    tensor.type = graph::dataTypeFromName(type);
    tensor.shape = parsedShape(shape);
    if (!tensor.type || !tensor.shape || words >> more)
        failCorrupt(sidecar, "expected a type and a shape", "write: int8 1x3x224x224");
    return tensor;
}

/// What stands beside NAME.*, or nothing.
std::optional<DumpedTensor> fromSidecar(const fs::path& file)
{
    const auto stem = file.stem().string();
    const auto json = file.parent_path() / (stem + ".shape.json");
    if (fs::exists(json))
        return withContext(Message::text(json.string()), [&] { return dumpEntry(readJson(readText(json)), stem); });
    const auto text = file.parent_path() / (stem + ".txt");
    if (fs::exists(text) && lowerCaseSuffix(file) != ".npy")
        return withTextSidecar(stem, text);
    return std::nullopt;
}

bool isText(const fs::path& file)
{
    return lowerCaseSuffix(file) == ".txt" || lowerCaseSuffix(file) == ".float";
}

/// A text that describes the numbers in another file is no tensor.
bool isSidecar(const fs::path& file)
{
    return std::ranges::any_of(std::array{".bin", ".raw", ".npy"}, [&file](const char* suffix) {
        return fs::exists(fs::path(file).replace_extension(suffix));
    });
}

/// By its beginning; the last word may be cut.
bool holdsNumbers(const fs::path& file)
{
    constexpr std::size_t kLooked = 1024;
    std::string text(kLooked, '\0');
    auto stream = withContext(Message::text(file.string()), [&file] { return openFile(file); });
    stream.read(text.data(), kLooked);
    text.resize(static_cast<std::size_t>(stream.gcount()));
    if (text.size() == kLooked)
        text.resize(std::min(text.find_last_of(" \t\r\n,"), kLooked));
    return numbersInText(text).has_value();
}

void addFile(std::vector<DumpedTensor>& tensors, const fs::path& file)
{
    const auto suffix = lowerCaseSuffix(file);
    const bool isRaw = suffix == ".bin" || suffix == ".raw" || suffix == ".y";
    if (suffix == ".npz") {
        const NpzArchive archive(file);
        for (const auto& name : archive.names())
            tensors.push_back({.name = name, .file = file, .entry = name, .isBare = true});
    } else if (suffix == ".npy" || isRaw) {
        auto tensor = fromSidecar(file);
        tensors.push_back(tensor ? std::move(*tensor) : DumpedTensor{.name = file.stem().string(), .isBare = true});
        tensors.back().file = file;
        tensors.back().isBare = tensors.back().isBare || (isRaw && !tensors.back().isDescribed());
        completeType(tensors.back());
    } else if (suffix == kTensorProto) {
        tensors.push_back({.name = file.stem().string(), .file = file, .isBare = true});
    } else if (isText(file) && !isSidecar(file) && holdsNumbers(file)) {
        tensors.push_back({.name = file.stem().string(), .file = file, .isBare = true});
    }
}

/// With @p isDeep files in subfolders, too, named with their path: "block1/conv:0.raw" as SNPE writes them.
std::vector<DumpedTensor> readFiles(const fs::path& folder, bool isDeep = false)
{
    std::vector<fs::path> files;
    for (auto entry = fs::recursive_directory_iterator(folder); entry != fs::recursive_directory_iterator(); ++entry) {
        if (entry->is_directory() && (!isDeep || entry.depth() >= kDeepest))
            entry.disable_recursion_pending();
        else if (entry->is_regular_file())
            files.push_back(entry->path());
    }
    std::ranges::sort(files);
    std::vector<DumpedTensor> tensors;
    for (const auto& file : files) {
        const auto before = tensors.size();
        addFile(tensors, file);
        if (const auto above = file.parent_path().lexically_relative(folder); isDeep && above != ".")
            for (auto i = before; i < tensors.size(); ++i)
                tensors[i].name = (above / tensors[i].name).generic_string();
    }
    return tensors;
}

/// Whole numbers as int64, others as float64: whoever runs on them knows the type.
graph::TensorData readTextArray(const DumpedTensor& tensor)
{
    const auto numbers = tensor.bareNumbers();
    if (!numbers && graph::elementCount(*tensor.shape) == 0)
        return graph::TensorData::of<double>(graph::DataType::Double, *tensor.shape, {});
    if (!numbers)
        failCorrupt(tensor.file, "these are no numbers", "write one number a line");
    const auto count = numbers->bytes.size / sizeof(double); // as large as int64
    if (count != graph::elementCount(*tensor.shape))
        throw Error(ErrorCode::ShapeMismatch,
                    Message("{}: holds {} numbers, the dump says shape {}", tensor.file.string(), count,
                            graph::toString(*tensor.shape)),
                    "was the file replaced?");
    return graph::TensorData::copyOf(*numbers->type, *tensor.shape, numbers->bytes.span());
}

graph::TensorData readArray(const DumpedTensor& tensor)
{
    if (lowerCaseSuffix(tensor.file) == ".npz") {
        const NpzArchive archive(tensor.file);
        const auto found = std::ranges::find(archive.names(), tensor.entry);
        if (found == archive.names().end())
            throw Error(ErrorCode::FileNotFound, Message("{}: no array {}", tensor.file.string(), tensor.entry));
        return archive.read(static_cast<std::size_t>(found - archive.names().begin()));
    }
    if (lowerCaseSuffix(tensor.file) == ".npy")
        return readNpy(tensor.file);
    if (lowerCaseSuffix(tensor.file) == kTensorProto)
        return readTensorProto(tensor.file).second;
    if (!tensor.isDescribed())
        failCorrupt(tensor.file, "nothing says type and shape of these numbers",
                    "write NAME.shape.json {\"dtype\": \"float32\", \"shape\": [1, 3, 2, 2]} beside NAME.bin");
    if (isText(tensor.file))
        return readTextArray(tensor);
    return readRawNumbers(tensor.file, *tensor.type, *tensor.shape);
}

} // namespace

graph::TensorData DumpedTensor::read() const
{
    auto data = readArray(*this);
    if (shape && data.shape() != *shape)
        throw Error(ErrorCode::ShapeMismatch,
                    Message("{}: has shape {}, the dump says {}", file.string(), graph::toString(data.shape()),
                            graph::toString(*shape)),
                    "was the file replaced?");
    if (type && !isText(file) && data.type() != *type && storedType(*type) != data.type())
        throw Error(ErrorCode::TypeMismatch, Message("{}: holds {}, the dump says {}", file.string(),
                                                     graph::name(data.type()), graph::name(*type)));
    return data;
}

bool DumpedTensor::isDescribed() const
{
    return lowerCaseSuffix(file) == ".npz" || lowerCaseSuffix(file) == ".npy" || lowerCaseSuffix(file) == kTensorProto
           || (type && shape);
}

std::optional<BareNumbers> DumpedTensor::bareNumbers() const
{
    if (isText(file))
        return numbersInText(withContext(Message::text(file.string()), [this] { return readText(file); }));
    if (isDescribed())
        return numbersOf(read());
    return BareNumbers{readFileBytes(file), type, shape};
}

DumpIndex readDumpIndex(const fs::path& folder)
{
    DumpIndex result;
    if (const auto index = folder / "index.json"; fs::exists(index)) {
        result.tensors = readIndex(folder, index);
    } else if (result.tensors = readFiles(folder, isSampleFolder(folder));
               result.tensors.empty() || fs::exists(folder / "dump.json")) {
        const auto place = folderOfTensors(folder, result.notes);
        result.tensors = readFiles(place, true);
        nameByTool(result.tensors, folder, place, result.notes);
    } else {
        nameByTool(result.tensors, folder, folder, result.notes);
    }
    if (result.tensors.empty())
        throw Error(ErrorCode::FileNotFound, Message("{}: holds no tensors", folder.string()),
                    "a dump is a folder with index.json, or with .npy, .npz, .bin, .raw or .txt files");
    std::set<std::string> names;
    for (const auto& tensor : result.tensors)
        if (!names.insert(tensor.name).second)
            throw Error(ErrorCode::FileCorrupt, Message("{}: tensor {} is there twice", folder.string(), tensor.name));
    return result;
}

} // namespace ql::data
