// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/sensitivity/sensitivity.h"
#include "core/base/error.h"
#include "core/data/tensors/npy.h"
#include "core/import/import_model.h"
#include "core/runs/program/program.h"
#include "core/runs/threads/thread_guard.h"
#include "tests/models/manifest.h"

#include <filesystem>
#include <memory>
#include <string>

namespace ql::tests {

inline const std::filesystem::path kDemo = QUANTLOUPE_SOURCE_DIR "/resources/demo";

struct Models {
    importers::ImportedModel baseline;
    importers::ImportedModel analysis;
    runs::NamedTensors inputs;
};

inline Models openDemo()
{
    Models models{importers::importModel(kDemo / "float.onnx"), importers::importModel(kDemo / "int8.onnx"), {}};
    models.inputs.emplace("image", ops::toTensor(data::readNpy(kDemo / "bad_case.npy")));
    return models;
}

inline Models openCase(const std::filesystem::path& root, const std::string& model, const std::string& variant,
                       const std::string& title)
{
    for (const auto& each : modelCases(root)) {
        if (each.title != model + "/" + title + "/" + variant)
            continue;
        // The third party quantized the published file, everyone else what ONNX Runtime's preprocessing made of it.
        const auto baseline = model + (variant.starts_with("thirdparty") ? ".onnx" : "_prep.onnx");
        Models models{importers::importModel(root / "models" / baseline), importers::importModel(each.model), {}};
        for (const auto& [name, path] : each.inputs)
            models.inputs.emplace(name, ops::toTensor(data::readNpy(path)));
        return models;
    }
    throw Error(ErrorCode::BadArgument, Message("no such case: {}/{}/{}", model, title, variant));
}

inline std::shared_ptr<const results::SensitivityResult>
rank(const Models& models, const results::SensitivityRequest& request, const analysis::SampleSource& samples)
{
    const runs::ThreadGuard threads;
    JobContext ctx;
    return analysis::sensitivity(models.baseline.graph, models.analysis.graph, samples, request, ctx);
}

inline std::shared_ptr<const results::SensitivityResult> rank(const Models& models,
                                                              const results::SensitivityRequest& request = {})
{
    return rank(models, request, {1, [&](std::size_t) { return models.inputs; }});
}

inline const results::SensitivityRow* findRow(const results::SensitivityResult& result, const std::string& name,
                                              const std::string& type)
{
    for (const auto& row : result.outputs.at(0).rows)
        if (row.opName == name && row.sensitiveType == type)
            return &row;
    return nullptr;
}

} // namespace ql::tests
