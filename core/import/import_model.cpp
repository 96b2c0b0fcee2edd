// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/import_model.h"
#include "core/base/error.h"
#include "core/base/log.h"
#include "core/graph/ir/graph_copy.h"
#include "core/graph/ir/topology.h"
#include "core/import/foreign/foreign_formats.h"
#include "core/import/onnx/mapped_file.h"
#include "core/import/onnx/matrix_products.h"
#include "core/import/onnx/model_file.h"
#include "core/import/onnx/onnx_importer.h"
#include "core/import/onnx/promoted_operands.h"
#include "core/import/sandboxed_readers.h"
#include "core/import/worker/run_sandboxed.h"

#include <algorithm>
#include <array>
#include <set>

namespace ql::importers {

namespace {

/// A format that only a child process reads.
struct SandboxedFormat {
    FileKind kind;
    const char* name;
    ImportedModel (*read)(const FileBytes& bytes);
};
constexpr std::array kSandboxedFormats{
    SandboxedFormat{FileKind::ExportedProgram, "exported_program", exported_program::readModel},
    SandboxedFormat{FileKind::TorchScript, "torchscript", torchscript::readModule},
    SandboxedFormat{FileKind::TensorFlowLite, "tflite",
                    [](const FileBytes& bytes) { return tflite::readModel(bytes.span()); }},
};

/// A model's file, opened once: what is looked at is what is read, whatever happens to the file meanwhile.
struct OpenedModel {
    explicit OpenedModel(const std::filesystem::path& given)
        : path(given)
    {
        withContext(Message::text(path.string()), [&] {
            refuseForeignFolder(path);
            file = MappedFile::open(path);
            kind = kindOf(file->bytes());
        });
    }

    /// ONNX's importer tells every other kind of file by its content and says so.
    ImportedModel import(int leastOpset, const std::stop_token& stop) const
    {
        const auto format = std::ranges::find(kSandboxedFormats, kind, &SandboxedFormat::kind);
        if (format == kSandboxedFormats.end())
            return importOnnx(path, file, leastOpset, stop);
        return withContext(Message::text(path.string()), [&] {
            const auto bytes = wholeOf(file);
            auto imported = runSandboxed([&] { return format->read(bytes); }, bytes.size, stop);
            imported.path = path;
            imported.format = format->name;
            return imported;
        });
    }

    std::filesystem::path path;
    std::shared_ptr<const MappedFile> file;
    FileKind kind = FileKind::MaybeOnnx;
};

bool holdsIndices(const graph::Graph& graph, graph::ValueId value)
{
    return std::ranges::any_of(graph.value(value).consumers, [&](graph::NodeId id) {
        const auto& node = graph.node(id);
        return node.opType == "Gather" && node.inputs.size() > 1 && node.inputs[1] == value;
    });
}

/// Without what only asserts something about shapes, which no other format can say, and what only that reads.
graph::Graph withoutAssertions(const graph::Graph& graph)
{
    graph::CopyEdits edits;
    std::set<graph::ValueId> read(graph.outputs().begin(), graph.outputs().end());
    const auto order = graph::topologicalOrder(graph);
    for (auto id = order.rbegin(); id != order.rend(); ++id) {
        const auto& node = graph.node(*id);
        const bool isStep = node.domain == "prim" && node.captures.empty() && node.opType != "RaiseException"
                            && node.opType != "If" && node.opType != "Loop";
        if (isStep && std::ranges::none_of(node.outputs, [&](auto value) { return read.contains(value); })) {
            edits.droppedNodes.insert(*id);
            continue;
        }
        read.insert(node.inputs.begin(), node.inputs.end());
        read.insert(node.captures.begin(), node.captures.end());
    }
    return graph::copyGraph(graph, edits);
}

/// The standard wants types where TorchScript says none.
void declareTypes(graph::Graph& graph)
{
    for (const auto input : graph.inputs())
        graph.setType(input, holdsIndices(graph, input) ? graph::DataType::Int64 : graph::DataType::Float);
    for (const auto output : graph.outputs())
        if (graph.value(output).type == graph::DataType::Undefined)
            graph.setType(output, graph::DataType::Float);
}

} // namespace

ImportedModel importModel(const std::filesystem::path& path, const std::stop_token& stop)
{
    auto model = OpenedModel(path).import(0, stop);
    logInfo(Message("read {} ({}, {} nodes)", path.string(), model.format, model.graph.nodeCount()));
    return model;
}

std::optional<ImportedModel> standardForm(const ImportedModel& model, int opset)
{
    if (model.format == "onnx") {
        const auto standard = model.graph.opsets().find("");
        const bool isOld = standard != model.graph.opsets().end() && standard->second < opset;
        return isOld ? std::nullopt : std::optional(model);
    }
    if (model.format != "torchscript" && model.format != "exported_program")
        return std::nullopt;
    graph::CopyEdits edits;
    edits.dropsTorchCalls = true;
    auto form = model;
    form.graph = withMatrixProducts(withoutAssertions(graph::copyGraph(model.graph, edits)));
    declareTypes(form.graph);
    form.graph = withPromotedOperands(std::move(form.graph));
    return form;
}

ImportedModel importStandard(const std::filesystem::path& path, int opset, const std::stop_token& stop)
{
    const OpenedModel model(path);
    if (model.kind == FileKind::TensorFlowLite)
        throw Error(ErrorCode::UnsupportedFormat,
                    Message("{}: a TensorFlow Lite model can't be written as ONNX", path.string()),
                    "convert it with tf2onnx first");
    auto imported = model.import(opset, stop);
    if (imported.format == "onnx")
        return imported;
    return *standardForm(imported, opset);
}

} // namespace ql::importers
