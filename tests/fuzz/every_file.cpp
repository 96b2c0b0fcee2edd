// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/every_file.h"

#include "tests/core/config/config_files.h"
#include "tests/core/report/foreign_files.h"
#include "tests/fuzz/mutator.h"
#include "tests/fuzz/targets/scratch_file.h"
#include "tests/fuzz/targets/targets.h"
#include "tests/support/foreign_models.h"

#include <algorithm>
#include <random>

namespace ql::tests {

namespace fs = std::filesystem;

namespace {

/// Kinds that a fuzz target has samples of.
struct TargetKind {
    const char* target;
    const char* name;
};

constexpr TargetKind kTargetKinds[]{{"import", "model.onnx"},
                                    {"torchscript", "model.pt"},
                                    {"exported-program", "model.pt2"},
                                    {"tflite", "model.tflite"},
                                    {"state-dict", "weights.pth"},
                                    {"safetensors", "weights.safetensors"},
                                    {"gguf", "weights.gguf"},
                                    {"npy", "x.npy"},
                                    {"npz", "inputs.npz"},
                                    {"tensor-proto", "input_0.pb"},
                                    {"dump", "index.json"},
                                    {"image", "photo.png"},
                                    {"preprocessing", "preprocess.yaml"},
                                    {"record", "record.txt"},
                                    {"result", "result.json"},
                                    {"project", "project.yaml"},
                                    {"trials", "trials.json"},
                                    {"name-map", "map.txt"}};

std::string noise(std::size_t size)
{
    std::mt19937 random(11);
    std::string bytes;
    while (bytes.size() < size)
        bytes += char(random());
    return bytes;
}

std::vector<AnyFile> otherFiles()
{
    return {{"empty.onnx", ""},
            {"letter.txt", "Dear model,\nplease run.\n"},
            {"model.onnx", "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 12\n"},
            {"model.html", "<!DOCTYPE html>\n<html><body>404</body></html>"},
            {"archive.zip", zipNaming("photo.jpg").toStdString()},
            {"dump.raw", std::string(4096, '\0')},
            {"program.so", "\x7f" + std::string("ELF\x02\x01\x01") + noise(2000)},
            {"dump.bin", noise(1 << 16)}};
}

std::vector<AnyFile> samplesOf(const std::string& kind)
{
    std::vector<AnyFile> files;
    if (kind == "config")
        for (const auto& fixture : configFixtures())
            files.push_back({fixture.file, configText(fixture.file)});
    else if (kind == "other tool's result")
        for (const auto& sample : foreignSamples())
            files.push_back({sample.name, sample.text});
    else if (kind == "other tool's model")
        for (const auto& model : foreignModels())
            files.push_back({model.name, model.content.toStdString()});
    else if (kind == "none of it")
        files = otherFiles();
    else
        for (const auto& known : kTargetKinds)
            if (known.target == kind)
                for (const auto& seed : fuzzTarget(kind).seeds())
                    files.push_back({known.name, seed});
    return files;
}

std::string numbered(std::size_t number)
{
    return std::to_string(1000 + number).substr(1);
}

} // namespace

const std::vector<std::string>& everyKindOfFile()
{
    static const auto kKinds = [] {
        std::vector<std::string> kinds{"config", "other tool's result", "other tool's model", "none of it"};
        for (const auto& known : kTargetKinds)
            kinds.emplace_back(known.target);
        return kinds;
    }();
    return kKinds;
}

void writeEveryFile(const fs::path& folder)
{
    for (const auto& kind : everyKindOfFile()) {
        const auto samples = samplesOf(kind);
        for (std::size_t i = 0; i < samples.size(); ++i) {
            const auto place = folder / kind / numbered(i);
            fs::create_directories(place);
            std::ofstream(place / samples[i].name, std::ios::binary) << samples[i].bytes;
        }
    }
}

std::vector<AnyFile> filesOfKind(const fs::path& folder, const std::string& kind)
{
    std::vector<fs::path> paths;
    for (const auto& entry : fs::recursive_directory_iterator(folder / kind))
        if (entry.is_regular_file())
            paths.push_back(entry.path());
    std::ranges::sort(paths);
    std::vector<AnyFile> files;
    for (const auto& path : paths)
        files.push_back({path.filename().string(), contentOf(path)});
    return files;
}

std::vector<DamagedFile> damagedFiles(const std::string& kind, const AnyFile& file, unsigned seed)
{
    constexpr unsigned kMutants = 9; // each way in which a Mutator damages
    const auto& [name, bytes] = file;
    std::vector<DamagedFile> files{
        {"whole", file}, {"as a model", {"model.onnx", bytes}}, {"without a suffix", {"model", bytes}}};
    for (const std::size_t size : {std::size_t(1), std::size_t(4), std::size_t(8), std::size_t(16), std::size_t(64),
                                   bytes.size() / 2, bytes.size() * 9 / 10, bytes.size() - 1})
        if (size < bytes.size())
            files.push_back({"cut to " + std::to_string(size), {name, bytes.substr(0, size)}});
    if (bytes.empty())
        return files;
    Mutator mutator(bytes, seed);
    const auto known = std::ranges::find(fuzzTargets(), kind, &FuzzTarget::name);
    for (unsigned i = 0; i < kMutants; ++i) {
        auto mutant = mutator.next();
        files.push_back({std::move(mutant.description), {name, std::move(mutant.bytes)}});
        if (auto kept = known == fuzzTargets().end() ? std::string() : mutantOf(*known, bytes, seed + i); !kept.empty())
            files.push_back({"in its form by " + std::to_string(seed + i), {name, std::move(kept)}});
    }
    return files;
}

} // namespace ql::tests
