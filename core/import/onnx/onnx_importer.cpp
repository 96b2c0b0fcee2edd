// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/onnx/onnx_importer.h"

#include "core/base/error.h"
#include "core/base/job_context.h"
#include "core/base/log.h"
#include "core/graph/operators/shape_inference.h"
#include "core/import/foreign/foreign_formats.h"
#include "core/import/onnx/external_data.h"
#include "core/import/onnx/mapped_file.h"
#include "core/import/onnx/model_file.h"
#include "core/import/onnx/onnx_function.h"
#include "core/import/onnx/onnx_graph.h"
#include "core/import/onnx/onnx_names.h"
#include "core/import/onnx/onnx_shapes.h"
#include "core/import/onnx/tensor_pool.h"
#include "core/import/worker/read_in_child.h"

#include <algorithm>
#include <fmt/ranges.h>
#include <limits>
#include <new>
#include <onnx/version_converter/convert.h>
#include <set>

namespace ql::importers {

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

/// The version converter, shared because registering its adapters takes longer than most conversions.
const onnx::version_conversion::DefaultVersionConverter& converter()
{
    static const onnx::version_conversion::DefaultVersionConverter kConverter;
    return kConverter;
}

constexpr char kConverted = 'm';
constexpr char kRefused = 'r';

/// The serialized result of a conversion: kConverted and the converted model, or kRefused and the error message.
std::string converted(onnx::ModelProto& model, int opset)
{
    try {
        inferShapes(model); // some adapters ask for them
        return kConverted
               + converter()
                     .convert_version(model, onnx::OpSetID(opsetsOf(model).at("")), onnx::OpSetID(opset))
                     .SerializeAsString();
    } catch (const std::bad_alloc&) {
        throw;
    } catch (const std::exception& error) {
        return kRefused + std::string(error.what());
    }
}

/// Converts the model's default domain to @p opset, in a child process because libonnx's converter may crash on invalid
/// models.
void raiseOpset(onnx::ModelProto& model, int opset, const std::stop_token& stop)
{
    const Message hint("export the model with opset {} or later", opset);
    if (model.functions_size() > 0)
        throw Error(ErrorCode::UnsupportedFormat, "a model with functions can't be converted to a later opset", hint);
    const auto before = opsetsOf(model).at("");
    SharedMemory memory;
    converter(); // before there are children, so that none has to make it
    const auto convert = [&] {
        const auto answer = converted(model, opset);
        memory.append(std::as_bytes(std::span(answer)));
    };
    withContext(Message("converting opset {} to {}", before, opset),
                [&] { readInChild(convert, memory, model.ByteSizeLong(), stop); });
    const auto answer = memory.seal();
    const std::string_view text(reinterpret_cast<const char*>(answer.data.get()), answer.size);
    if (!text.starts_with(kConverted))
        throw Error(ErrorCode::UnsupportedFormat,
                    Message("opset {} can't be converted to {}: {}", before, opset, text.substr(text.empty() ? 0 : 1)),
                    hint);
    model = parseModel(answer.span().subspan(1));
}

/// The model in @p bytes of the file at @p path. Whatever isn't one may be another tool's, by its name; a damaged model
/// begins as ONNX does.
onnx::ModelProto parseOnly(const std::filesystem::path& path, std::span<const std::byte> bytes)
{
    constexpr std::byte kFirstTag{0x08};
    refuseOtherThanOnnx(bytes, path);
    try {
        return parseLightly(bytes);
    } catch (const Error&) {
        if (bytes.front() != kFirstTag)
            refuseForeignName(path);
        throw;
    }
}

ImportedModel readModel(const std::filesystem::path& path, const std::shared_ptr<const MappedFile>& file,
                        int leastOpset, const std::stop_token& stop)
{
    auto model = parseOnly(path, file->bytes());
    if (isBelow(model, leastOpset)) {
        model = parseModel(file->bytes()); // the converter looks at constants
        raiseOpset(model, leastOpset, stop);
    }
    auto opsets = opsetsOf(model);
    ExternalData external(path.parent_path(), file);
    inlineFunctions(model, external.budget(), stop);
    const TensorPool tensors(*model.mutable_graph(), external, stop);

    std::set<std::string> strangers;
    ImportedModel imported;
    imported.graph = readGraph(model.graph(), {tensors, std::move(opsets), stop, strangers});
    if (!strangers.empty())
        logWarning(Message("{}: attributes that their operators don't have are ignored: {}", path.string(),
                           Message::names({strangers.begin(), strangers.end()}, ", ")));
    throwIfStopped(stop);
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

ImportedModel importOnnx(const std::filesystem::path& path, const std::shared_ptr<const MappedFile>& file,
                         int leastOpset, const std::stop_token& stop)
{
    return withContext(Message::text(path.string()), [&] {
        try {
            return readModel(path, file, leastOpset, stop);
        } catch (const std::bad_alloc&) {
            throw Error(ErrorCode::FileCorrupt, "the model asks for more memory than there is");
        }
    });
}

} // namespace ql::importers
