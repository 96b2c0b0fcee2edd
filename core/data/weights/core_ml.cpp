// SPDX-License-Identifier: GPL-3.0-or-later
// Sources: Model.proto and MIL.proto of github.com/apple/coremltools (8.3, read in November 2026), whose numbers of
// fields stand here.
#include "core/data/weights/core_ml.h"

#include "core/base/documents/json_text.h"
#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/log.h"
#include "core/data/weights/core_ml_sparse.h"
#include "core/data/weights/core_ml_tensors.h"

#include <nlohmann/json.hpp>

#include <set>

namespace ql::data {

namespace {

using importers::ImportedModel;

constexpr int kDeepestBlock = 32;

/// The specification within the package: what the manifest names, else where Core ML's tools put it.
std::filesystem::path specificationOf(const std::filesystem::path& package)
{
    const auto manifest = readJson(readText(package / "Manifest.json"), "the manifest is damaged: save it again");
    const auto usual = package / "Data" / "com.apple.CoreML" / "model.mlmodel";
    const auto root = manifest.is_object() ? manifest.value("rootModelIdentifier", std::string()) : std::string();
    if (root.empty() || !manifest.contains("itemInfoEntries") || !manifest["itemInfoEntries"].contains(root))
        return usual;
    const std::filesystem::path inside = manifest["itemInfoEntries"][root].value("path", std::string());
    for (const auto& part : inside)
        if (part == ".." || inside.is_absolute())
            throw Error(ErrorCode::FileCorrupt,
                        Message("the manifest names {}, which lies outside the package", inside.string()),
                        "save the package again");
    return inside.empty() ? usual : package / "Data" / inside;
}

/// Collects the constants of a program's blocks.
class ProgramReader {
public:
    ProgramReader(ProgramValues& values, ImportedModel& model)
        : m_values(values)
        , m_model(model)
    {
    }

    void addFunction(const WireMessage& function)
    {
        for (const auto specialization : function.each(3)) // block_specializations: key, block
            addBlock(WireMessage(specialization).message(2), 0);
    }
    void leaveOutParts()
    {
        std::erase_if(m_model.tensors,
                      [this](const importers::StoredTensor& tensor) { return m_read.contains(tensor.name); });
    }
    void tellSkipped() const
    {
        if (!m_skipped.empty())
            logWarning(Message("{} weights are left out, as they are computed by {}", m_skippedCount,
                               Message::names({m_skipped.begin(), m_skipped.end()}, ", ")));
    }

private:
    void addBlock(const WireMessage& block, int depth)
    {
        if (depth > kDeepestBlock)
            throw Error(ErrorCode::FileCorrupt, "the program's blocks are nested too deeply",
                        "the package may be damaged: save it again");
        for (const auto bytes : block.each(3)) {
            const WireMessage operation(bytes);
            const auto type = operation.text(1);
            if (type == "const" || type.starts_with("constexpr_"))
                addConstant(type, operation);
            for (const auto inner : operation.each(4))
                addBlock(WireMessage(inner), depth + 1);
        }
    }

    /// Its name is that of its first output.
    void addConstant(const std::string& type, const WireMessage& operation)
    {
        const auto name = operation.message(3).text(1);
        withContext(Message("constant {}", name), [&] {
            ProgramParameters parameters;
            takeAttributes(operation, parameters);
            const bool isComplete = takeInputs(operation, parameters);
            if (const auto value = parameters.find("val"); type == "const" && value != parameters.end())
                m_results.emplace(name, value->second);
            const bool isSetting = type == "const" && !isWeight(parameters);
            if (isSetting || !m_names.insert(name).second)
                return;
            if (!isComplete || !(addSparse(type, operation, parameters) || addTensor(type, name, parameters)))
                skip(type);
        });
    }

    /// What only another operation spreads out.
    bool addSparse(const std::string& type, const WireMessage& operation, const ProgramParameters& parameters)
    {
        auto sparse = sparseNumbers(type, parameters);
        std::vector<std::string> names;
        for (const auto output : operation.each(3))
            names.push_back(WireMessage(output).text(1));
        if (!sparse || names.size() != 2)
            return false;
        m_results.emplace(names[0], ProgramValue{std::move(sparse->mask), true});
        m_results.emplace(names[1], ProgramValue{std::move(sparse->numbers), true});
        return true;
    }
    bool addTensor(const std::string& type, const std::string& name, const ProgramParameters& parameters)
    {
        auto tensor = programTensor(type, parameters);
        if (!tensor)
            return false;
        tensor->name = name;
        m_places.emplace(name, m_model.tensors.size());
        m_model.tensors.push_back(std::move(*tensor));
        return true;
    }
    void skip(const std::string& type)
    {
        m_skipped.insert(type);
        ++m_skippedCount;
    }

    /// Numbers that a layer computes with: what is worth the weight file, and small tensors of floats.
    static bool isWeight(const ProgramParameters& parameters)
    {
        const auto found = parameters.find("val");
        return found != parameters.end()
               && (found->second.isInFile
                   || (found->second.data.size() > 1 && graph::isFloatingPoint(found->second.data.type())));
    }

    /// Words among them say nothing of numbers.
    void takeAttributes(const WireMessage& operation, ProgramParameters& parameters)
    {
        for (const auto bytes : operation.each(5)) {
            const WireMessage entry(bytes);
            if (auto value = m_values.read(entry.message(2)))
                parameters.emplace(entry.text(1), std::move(*value));
        }
    }
    /// Of another operation, whose tensor is then no weight of its own.
    std::optional<ProgramValue> resultOf(const std::string& name)
    {
        if (const auto found = m_results.find(name); found != m_results.end() && !m_places.contains(name))
            return found->second;
        const auto place = m_places.find(name);
        if (place == m_places.end())
            return std::nullopt;
        m_read.insert(name);
        return ProgramValue{programNumbers(m_model.tensors[place->second]), true};
    }
    /// Whether all of them are known: some are what other constants give.
    bool takeInputs(const WireMessage& operation, ProgramParameters& parameters)
    {
        bool isComplete = true;
        for (const auto bytes : operation.each(2)) {
            const WireMessage entry(bytes);
            const auto binding = entry.message(2).message(1); // argument › its one binding
            auto value = binding.has(2) ? m_values.read(binding.message(2)) : resultOf(binding.text(1));
            isComplete = isComplete && (value || !binding.has(1));
            if (value)
                parameters.emplace(entry.text(1), std::move(*value));
        }
        return isComplete;
    }

    ProgramValues& m_values;
    ImportedModel& m_model;
    std::set<std::string> m_names;
    std::map<std::string, ProgramValue> m_results; ///< of settings, and what isn't a weight by itself
    std::map<std::string, std::size_t> m_places;   ///< of the model's tensors
    std::set<std::string> m_read;                  ///< tensors that others are made of
    std::set<std::string> m_skipped;
    std::size_t m_skippedCount = 0;
};

void readProgram(const WireMessage& program, ProgramValues& values, ImportedModel& model)
{
    ProgramReader reader(values, model);
    for (const auto function : program.each(2)) // functions: name, function
        reader.addFunction(WireMessage(function).message(2));
    reader.leaveOutParts();
    reader.tellSkipped();
    model.dataFiles = values.files();
}

} // namespace

bool isCoreMlPackage(const std::filesystem::path& path)
{
    std::error_code ignored;
    return std::filesystem::is_regular_file(path / "Manifest.json", ignored);
}

ImportedModel readCoreMlPackage(const std::filesystem::path& path)
{
    return withContext(Message::text(path.string()), [&path] {
        constexpr int kProgram = 502; // mlProgram
        ImportedModel model;
        model.format = "core_ml";
        model.isWeightsOnly = true;
        model.path = path;
        const auto specification = specificationOf(path);
        const auto file = importers::MappedFile::open(specification);
        const WireMessage root(file->bytes());
        if (!root.has(kProgram))
            throw Error(
                ErrorCode::UnsupportedFormat, "this Core ML package holds no ML program",
                "convert the model with convert_to=\"mlprogram\", or read the model that it was converted from");
        ProgramValues values(specification.parent_path());
        readProgram(root.message(kProgram), values, model);
        model.dataFiles.push_back(file->stamp());
        return model;
    });
}

} // namespace ql::data
