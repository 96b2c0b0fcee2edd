// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/targets/targets.h"

#include "core/base/error.h"
#include "core/pickle/zip_archive.h"
#include "tests/fuzz/fuzz_body.h"
#include "tests/fuzz/message_mutator.h"
#include "tests/fuzz/mutator.h"
#include "tests/fuzz/source_mutator.h"
#include "tests/fuzz/targets/scratch_file.h"
#include "tests/support/zip_file.h"

#include <algorithm>

namespace ql::tests {

namespace {

using Form = FuzzTarget::Form;
constexpr std::size_t kTail = Choices::kBytes;

std::string modelMutant(const std::string& bytes, unsigned seed)
{
    onnx::ModelProto model;
    if (!model.ParseFromString(bytes) || model.ByteSizeLong() == 0)
        return {};
    return MessageMutator(bytes, seed).next().bytes;
}

std::string textMutant(const std::string& bytes, unsigned seed)
{
    return bytes.empty() ? std::string() : SourceMutator(bytes, seed).next().bytes;
}

std::vector<ZipPart> partsOf(const std::string& bytes)
{
    const ScratchFolder folder;
    std::vector<ZipPart> parts;
    try {
        pickle::ZipArchive archive(folder.write("archive", bytes), "an archive");
        for (const auto& entry : archive.entries()) {
            archive.check(entry);
            const auto content = archive.read(entry);
            parts.push_back({entry.name, std::string(reinterpret_cast<const char*>(content.data.get()), content.size)});
        }
    } catch (const Error&) {
        parts.clear();
    }
    return parts;
}

/// One entry damaged; the checksums are right again.
std::string archiveMutant(const std::string& bytes, unsigned seed)
{
    auto parts = partsOf(bytes);
    std::erase_if(parts, [](const ZipPart& part) { return part.bytes.empty(); });
    if (parts.empty())
        return {};
    auto& part = parts[seed / 8 % parts.size()];
    part.bytes = part.name.ends_with(".py") || part.name.ends_with(".json") ? textMutant(part.bytes, seed)
                                                                            : Mutator(part.bytes, seed).next().bytes;
    return zipFile(parts);
}

std::string formMutant(Form form, const std::string& bytes, unsigned seed)
{
    switch (form) {
    case Form::Text: return textMutant(bytes, seed);
    case Form::Model: return modelMutant(bytes, seed);
    case Form::Archive: return archiveMutant(bytes, seed);
    case Form::Bytes: return {};
    }
    return {};
}

} // namespace

const std::vector<FuzzTarget>& fuzzTargets()
{
    static const std::vector<FuzzTarget> targets{
        {"config", fuzzConfig, configSeeds, Form::Text},
        {"config-edits", fuzzConfigEdits, configEditSeeds, Form::Text, kTail},
        {"result", fuzzResult, resultSeeds, Form::Text},
        {"project", fuzzProject, projectSeeds, Form::Text},
        {"trials", fuzzTrials, trialSeeds, Form::Text},
        {"name-map", fuzzNameMap, nameMapSeeds, Form::Text},
        {"expression", fuzzExpression, expressionSeeds, Form::Text},
        {"record", fuzzRecord, recordSeeds, Form::Text},
        {"npy", fuzzNpy, npySeeds},
        {"npz", fuzzNpz, npzSeeds, Form::Archive},
        {"state-dict", fuzzStateDict, stateDictSeeds, Form::Archive},
        {"safetensors", fuzzSafetensors, safetensorsSeeds},
        {"gguf", fuzzGguf, ggufSeeds},
        {"tensor-proto", fuzzTensorProto, tensorProtoSeeds},
        {"dump", fuzzDump, dumpSeeds, Form::Text},
        {"preprocessing", fuzzPreprocessing, preprocessingSeeds, Form::Text},
        {"image", fuzzImage, imageSeeds},
        {"import", fuzzImport, modelSeeds, Form::Model},
        {"bodies", fuzzImport, bodySeeds, Form::Model},
        {"sparse", fuzzImport, sparseSeeds, Form::Model},
        {"run", fuzzRun, modelRunSeeds, Form::Model, kTail},
        {"calibrate", fuzzCalibrate, oldModelSeeds, Form::Model},
        {"quantized-calibrate", fuzzQuantized, quantizedSeeds, Form::Model, kTail},
        {"simulation", fuzzSimulation, simulationSeeds, Form::Text},
        {"torchscript", fuzzTorchScript, torchScriptSeeds, Form::Archive},
        {"exported-program", fuzzExportedProgram, exportedProgramSeeds, Form::Archive},
        {"tflite", fuzzTfLite, tfLiteSeeds},
        {"import-result", fuzzImportResult, importResultSeeds},
    };
    return targets;
}

const FuzzTarget& fuzzTarget(std::string_view name)
{
    const auto& targets = fuzzTargets();
    const auto found = std::ranges::find(targets, name, &FuzzTarget::name);
    if (found != targets.end())
        return *found;
    std::string names;
    for (const auto& target : targets)
        names += " " + std::string(target.name);
    throw std::invalid_argument("no target \"" + std::string(name) + "\", there are:" + names);
}

std::string mutantOf(const FuzzTarget& target, std::string_view bytes, unsigned seed)
{
    if (bytes.size() <= target.tail)
        return {};
    const auto size = bytes.size() - target.tail;
    std::string tail(bytes.substr(size));
    if (target.tail > 0 && seed % 2 == 0)
        tail[seed / 2 % tail.size()] = static_cast<char>(seed >> 8);
    auto mutant = formMutant(target.form, std::string(bytes.substr(0, size)), seed);
    return mutant.empty() ? mutant : mutant + tail;
}

} // namespace ql::tests
