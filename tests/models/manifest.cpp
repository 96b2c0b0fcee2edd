// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/models/manifest.h"

#include <fstream>
#include <nlohmann/json.hpp>

namespace ql::tests {

namespace {

using nlohmann::json;
namespace fs = std::filesystem;

json readJson(const fs::path& path)
{
    std::ifstream file(path);
    return json::parse(file);
}

std::map<std::string, fs::path> files(const fs::path& models, const json& byName)
{
    std::map<std::string, fs::path> paths;
    for (const auto& [name, path] : byName.items())
        paths[name] = models / path.get<std::string>();
    return paths;
}

void addFloatCases(const fs::path& models, const std::string& name, const json& model, std::vector<ModelCase>& found)
{
    for (const auto* file : {"model", "prep"}) {
        if (!model.contains(file) || model[file].is_null())
            continue;
        for (const auto& [title, each] : model["cases"].items())
            found.push_back({name + "/" + title + "/" + file, models / model[file]["path"].get<std::string>(), false,
                             files(models, each["inputs"]), files(models, each["expected_float"])});
    }
}

void addQuantizedCases(const fs::path& models, const std::string& name, const json& model,
                       std::vector<ModelCase>& found)
{
    for (const auto& [variant, twin] : model["quantized"].items())
        for (const auto& [title, expected] : twin["expected"].items())
            found.push_back({name + "/" + title + "/" + variant, models / twin["path"].get<std::string>(), true,
                             files(models, model["cases"][title]["inputs"]), files(models, expected)});
}

} // namespace

std::vector<TwinPair> twinPairs(const fs::path& models)
{
    std::vector<TwinPair> found;
    const auto manifest = readJson(models / "manifest.json");
    for (const auto& [name, model] : manifest["models"].items())
        for (const auto& [variant, twin] : model["quantized"].items())
            found.push_back({name + "__" + variant, models / twin["float_origin"].get<std::string>(),
                             models / twin["path"].get<std::string>(),
                             files(models, model["cases"].begin().value()["inputs"])});
    return found;
}

std::vector<ModelCase> modelCases(const fs::path& models)
{
    std::vector<ModelCase> found;
    const auto manifest = readJson(models / "manifest.json");
    for (const auto& [name, model] : manifest["models"].items()) {
        addFloatCases(models, name, model, found);
        addQuantizedCases(models, name, model, found);
    }
    return found;
}

std::vector<ReferencePair> referencePairs(const fs::path& models)
{
    std::vector<ReferencePair> found;
    const auto manifest = readJson(models / "manifest.json");
    for (const auto& [name, model] : manifest["models"].items()) {
        for (const auto& [variant, twin] : model["quantized"].items()) {
            if (!twin.contains("sqnr_json"))
                continue;
            const auto reference = readJson(models / twin["sqnr_json"].get<std::string>());
            const auto title = reference["case"].get<std::string>();
            ReferencePair pair{name + "__" + variant,
                               models / reference["model_float"].get<std::string>(),
                               models / reference["model_qdq"].get<std::string>(),
                               files(models, model["cases"][title]["inputs"]),
                               {}};
            for (const auto& [tensor, errors] : reference["activations_dB"].items())
                if (errors["xmodel_err"].is_number())
                    pair.sqnrDb[tensor] = errors["xmodel_err"].get<double>();
            found.push_back(std::move(pair));
        }
    }
    return found;
}

} // namespace ql::tests
