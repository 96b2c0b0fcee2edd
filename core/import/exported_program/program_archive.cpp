// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/exported_program/program_archive.h"

#include "core/base/error.h"
#include "core/import/exported_program/program_json.h"
#include "core/ops/tensor.h"
#include "core/pickle/tensor_gatherer.h"
#include "core/pickle/zip_archive.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <string_view>

namespace ql::importers::exported_program {

namespace {

using nlohmann::json;
using Tensors = std::map<std::string, graph::TensorData>;

constexpr std::string_view kOldProgram = "serialized_exported_program.json";
constexpr std::string_view kModels = "models/";
constexpr std::string_view kWeights = "data/weights/";
constexpr std::string_view kConstants = "data/constants/";

/// The entries of a zip archive by their names behind the folder that all of them may lie in.
class Records {
public:
    Records(const FileBytes& bytes, const Message& what, std::initializer_list<std::string_view> marks,
            ExpansionBudget& budget)
        : m_archive(bytes, what)
        , m_budget(budget)
    {
        const auto folder = folderOf(marks);
        for (const auto& entry : m_archive.entries())
            if (entry.name.starts_with(folder) && !entry.name.ends_with('/'))
                withContext(Message("entry {}", entry.name), [&] {
                    m_archive.check(entry);
                    if (!m_records.emplace(entry.name.substr(folder.size()), entry).second)
                        refuseDamaged("is in the archive twice");
                });
    }

    /// Also of the archives within this one.
    ExpansionBudget& budget() const { return m_budget; }
    bool has(const std::string& name) const { return m_records.contains(name); }

    FileBytes read(const std::string& name) const
    {
        const auto found = m_records.find(name);
        if (found == m_records.end())
            refuseDamaged(Message("record {} is missing", name));
        return withContext(Message("entry {}", found->second.name),
                           [&] { return m_archive.read(found->second, m_budget); });
    }

    std::string text(const std::string& name) const
    {
        const auto bytes = read(name);
        return {reinterpret_cast<const char*>(bytes.data.get()), bytes.size};
    }

    /// The first entry that begins and ends so; empty where there is none.
    std::string find(std::string_view begin, std::string_view end) const
    {
        const auto found = std::ranges::find_if(
            m_records, [&](const auto& each) { return each.first.starts_with(begin) && each.first.ends_with(end); });
        return found == m_records.end() ? std::string() : found->first;
    }

private:
    /// With its slash: what stands before an entry that is in every archive of the kind.
    std::string folderOf(std::initializer_list<std::string_view> marks) const
    {
        for (const auto& entry : m_archive.entries())
            for (const auto mark : marks) {
                const auto at = entry.name.find(mark);
                const bool isWhole = at == 0 || (at != std::string::npos && entry.name[at - 1] == '/');
                if (isWhole && std::count(entry.name.begin(), entry.name.begin() + std::ptrdiff_t(at), '/') <= 1)
                    return entry.name.substr(0, at);
            }
        return {};
    }

    pickle::ZipArchive m_archive;
    ExpansionBudget& m_budget;
    std::map<std::string, pickle::ZipEntry> m_records;
};

/// The tensors in a file of torch.save: of a dictionary those under its keys, a lone one under "".
Tensors pickledTensors(const FileBytes& bytes, ExpansionBudget& budget)
{
    const Records records(bytes, "a file that torch.save wrote", {"data.pkl"}, budget);
    const auto pickled = records.read("data.pkl");
    pickle::PickleArena arena;
    std::size_t at = 0;
    const auto root = pickle::readPickle(pickled.span(), at, arena);
    const pickle::StorageReader storage = [&](const std::string& key) { return records.read("data/" + key); };
    pickle::TensorGatherer gatherer(storage, budget);
    Tensors tensors;
    pickle::visitPickle(root, '.', [&](const pickle::PickleValue& value, const std::string& name) {
        if (!value.tensor())
            return;
        if (value.tensor()->quantizer)
            throw Error(ErrorCode::UnsupportedFormat, Message("tensor {} is quantized, which is not read here", name),
                        "quantize the model with PT2E, whose integers are plain tensors");
        tensors.insert_or_assign(name, gatherer.gather(*value.tensor()));
    });
    return tensors;
}

void addPickled(Tensors& tensors, const Records& records, const std::string& name)
{
    if (!records.has(name))
        return;
    withContext(Message("entry {}", name), [&] {
        const auto bytes = records.read(name);
        if (bytes.size > 0)
            tensors.merge(pickledTensors(bytes, records.budget()));
    });
}

/// A tensor's place in its record: counted in elements.
struct Layout {
    graph::Shape sizes;
    std::vector<std::int64_t> strides;
    std::int64_t offset = 0;
};

std::int64_t knownSize(const json& size)
{
    return size.is_number() ? size.get<std::int64_t>() : size.at("as_int").get<std::int64_t>();
}

Layout layoutOf(const json& meta)
{
    Layout layout;
    for (const auto& size : meta.at("sizes"))
        layout.sizes.push_back(knownSize(size));
    for (const auto& stride : meta.at("strides"))
        layout.strides.push_back(knownSize(stride));
    layout.offset = knownSize(meta.at("storage_offset"));
    return layout;
}

/// A raw record's tensor as a pickle would describe it, so that one reader checks and copies both.
graph::TensorData rawTensor(const FileBytes& bytes, const json& meta, ExpansionBudget& budget)
{
    const auto facts = factsOf(meta);
    if (facts.type < 0)
        throw Error(ErrorCode::UnsupportedFormat, "its element type is not read here",
                    "export the model with another one");
    const auto layout = layoutOf(meta);
    if (layout.strides.size() != layout.sizes.size() || std::ranges::any_of(layout.sizes, [](auto s) { return s < 0; }))
        refuseDamaged("its shape and strides contradict each other");
    pickle::PickledTensor tensor;
    tensor.type = ops::dataTypeOf(static_cast<at::ScalarType>(facts.type));
    tensor.storage.type = tensor.type;
    tensor.storage.count = std::int64_t(bytes.size / graph::packedByteCount(tensor.type, 1));
    tensor.offset = layout.offset;
    tensor.shape = layout.sizes;
    tensor.strides = layout.strides;
    pickle::requireInside(tensor, bytes.size);
    const pickle::StorageReader storage = [&bytes](const std::string&) { return bytes; };
    return pickle::TensorGatherer(storage, budget).gather(tensor);
}

/// {"config": {"fc.weight": {"path_name": "weight_0", "use_pickle": false, "tensor_meta": …}}}
void addConfigured(Tensors& tensors, const Records& records, std::string_view folder, const std::string& config)
{
    if (!records.has(config))
        return;
    const auto read = [&] {
        const auto table = parsedJson(records.text(config), config);
        for (const auto& [name, entry] : table.at("config").items()) {
            const auto& meta = entry.at("tensor_meta");
            if (meta.is_null())
                continue; // an object of a class
            const auto bytes = records.read(std::string(folder) + entry.at("path_name").get<std::string>());
            withContext(Message("tensor {}", name), [&, &tensorName = name] {
                if (!entry.at("use_pickle").get<bool>())
                    tensors.insert_or_assign(tensorName, rawTensor(bytes, meta, records.budget()));
                else if (auto all = pickledTensors(bytes, records.budget()); all.size() == 1)
                    tensors.insert_or_assign(tensorName, std::move(all.begin()->second));
            });
        }
    };
    withContext(Message("entry {}", config), [&] {
        try {
            read();
        } catch (const json::exception& error) {
            refuseDamaged(Message("something is missing or of another kind: {}", std::string(error.what())));
        }
    });
}

/// "data/weights/" → "data/weights/model_weights_config.json"
std::string configNamed(std::string_view folder, const std::string& model)
{
    const auto kind = folder.substr(0, folder.size() - 1);
    return std::string(folder) + model + "_" + std::string(kind.substr(kind.rfind('/') + 1)) + "_config.json";
}

ProgramContents readPackage(const Records& records, const std::string& program)
{
    const auto model = program.substr(kModels.size(), program.size() - kModels.size() - std::size(".json") + 1);
    ProgramContents contents;
    contents.program = readProgram(records.text(program), program);
    for (const auto folder : {kWeights, kConstants}) {
        addPickled(contents.tensors, records, std::string(folder) + model + ".pt");
        addConfigured(contents.tensors, records, folder, configNamed(folder, model));
    }
    return contents;
}

void requireLittleEndian(const Records& records)
{
    for (const auto* name : {"byteorder", ".data/byteorder"})
        if (records.has(name) && !records.text(name).starts_with("little"))
            throw Error(ErrorCode::UnsupportedFormat, "the numbers are not in little-endian byte order",
                        "export the model on a little-endian machine");
}

ProgramContents readWhole(const FileBytes& bytes)
{
    ExpansionBudget budget(bytes.size);
    const Records records(bytes, "an exported program", {kOldProgram, "archive_format", kModels}, budget);
    requireLittleEndian(records);
    if (const auto program = records.find(kModels, ".json"); !program.empty())
        return readPackage(records, program);
    if (!records.find("data/aotinductor/", "").empty())
        throw Error(ErrorCode::UnsupportedFormat, "the package holds what AOTInductor compiled, without the program",
                    "save the exported program itself with torch.export.save");
    ProgramContents contents;
    contents.program = readProgram(records.text(std::string(kOldProgram)), std::string(kOldProgram));
    for (const auto* name : {"serialized_state_dict.pt", "serialized_constants.pt", "serialized_state_dict.json"})
        addPickled(contents.tensors, records, name);
    return contents;
}

} // namespace

ProgramContents readArchive(const FileBytes& bytes)
{
    try {
        return readWhole(bytes);
    } catch (const Error& error) { // an archive's reader doesn't know what to do about it
        if (!error.hint().empty())
            throw;
        Error told(error.code(), error.message(), "the file may be truncated or damaged: export it again");
        for (const auto& where : error.context())
            told.addContext(where);
        throw told;
    }
}

} // namespace ql::importers::exported_program
