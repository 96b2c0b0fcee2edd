// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/onnx/onnx_importer.h"

#include "core/base/error.h"
#include "core/graph/operators/shape_inference.h"
#include "core/import/onnx/external_data.h"
#include "core/import/onnx/mapped_file.h"
#include "core/import/onnx/model_file.h"
#include "core/import/onnx/onnx_function.h"
#include "core/import/onnx/onnx_graph.h"
#include "core/import/onnx/onnx_names.h"
#include "core/import/onnx/onnx_shapes.h"
#include "core/import/onnx/tensor_pool.h"

#include <algorithm>
#include <limits>
#include <onnx/version_converter/convert.h>

namespace ql::import {

namespace {

int clampedToInt(std::int64_t number)
{
    return int(std::clamp<std::int64_t>(number, 0, std::numeric_limits<int>::max()));
}

std::map<std::string, int> opsetsOf(const onnx::ModelProto& model)
{
    if (model.opset_import_size() == 0)
        throw Error(ErrorCode::FileCorrupt, "the model imports no operator set", "the file may be truncated");
    std::map<std::string, int> opsets;
    for (const auto& import : model.opset_import()) {
        checkOpset(import.domain(), import.version());
        opsets[normalisedDomain(import.domain())] = clampedToInt(import.version());
    }
    return opsets;
}

std::string producerOf(const onnx::ModelProto& model)
{
    if (model.producer_version().empty())
        return model.producer_name();
    return model.producer_name() + " " + model.producer_version();
}

bool isBelow(const onnx::ModelProto& model, int opset)
{
    const auto opsets = opsetsOf(model);
    const auto standard = opsets.find("");
    return standard != opsets.end() && standard->second < opset;
}

/// Brings the standard's operators up to @p opset.
void raiseOpset(onnx::ModelProto& model, int opset)
{
    const Message hint("export the model with opset {} or later", opset);
    if (model.functions_size() > 0)
        throw Error(ErrorCode::UnsupportedFormat, "a model with functions can't be converted to a later opset", hint);
    const auto before = opsetsOf(model).at("");
    try {
        inferShapes(model); // some adapters ask for them
        model = onnx::version_conversion::ConvertVersion(model, opset);
    } catch (const std::exception& error) {
        throw Error(ErrorCode::UnsupportedFormat,
                    Message("opset {} can't be converted to {}: {}", before, opset, error.what()), hint);
    }
}

ImportedModel readModel(const std::filesystem::path& path, int leastOpset)
{
    const auto file = MappedFile::open(path);
    refuseOtherThanOnnx(file->bytes());
    auto model = parseLightly(file->bytes());
    if (isBelow(model, leastOpset)) {
        model = parseModel(file->bytes()); // the converter looks at constants
        raiseOpset(model, leastOpset);
    }
    auto opsets = opsetsOf(model);
    inlineFunctions(model);
    ExternalData external(path.parent_path(), file);
    const TensorPool tensors(*model.mutable_graph(), external);

    ImportedModel imported;
    imported.graph = readGraph(model.graph(), {tensors, std::move(opsets)});
    graph::inferShapes(imported.graph); // once more, for nodes that stand before what they read
    imported.path = path;
    imported.dataFiles = external.stamps();
    imported.format = "onnx";
    imported.irVersion = clampedToInt(model.ir_version());
    imported.producer = producerOf(model);
    imported.repeatedNodeNames = repeatedNodeNames(model.graph());
    return imported;
}

} // namespace

ImportedModel importOnnx(const std::filesystem::path& path)
{
    return importOnnxAtLeast(path, 0);
}

ImportedModel importOnnxAtLeast(const std::filesystem::path& path, int opset)
{
    return withContext(Message::text(path.string()), [&] {
        try {
            return readModel(path, opset);
        } catch (const std::bad_alloc&) {
            throw Error(ErrorCode::FileCorrupt, "the model asks for more memory than there is");
        }
    });
}

} // namespace ql::import
