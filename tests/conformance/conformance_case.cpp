// SPDX-License-Identifier: GPL-3.0-or-later
#include "conformance_case.h"

#include "core/base/error.h"
#include "core/import/import_model.h"
#include "core/import/onnx/mapped_file.h"
#include "core/import/onnx/model_file.h"
#include "core/import/onnx/onnx_tensor.h"
#include "core/runs/program/pass.h"
#include "core/runs/program/program.h"
#include "tests/support/undeclared_shapes.h"

#include <cmath>
#include <fmt/format.h>
#include <onnx/onnx-data_pb.h>

namespace ql::test {

namespace fs = std::filesystem;
using ops::Tensor;

namespace {

/// The tolerances of the standard's own runner.
constexpr double kRelativeTolerance = 1e-3;
constexpr double kAbsoluteTolerance = 1e-7;

Tensor readTensor(onnx::TensorProto& proto)
{
    importers::ExternalData external(".");
    return ops::toTensor(importers::readTensor(proto, external));
}

Tensor readSequence(onnx::SequenceProto& proto)
{
    if (proto.elem_type() != onnx::SequenceProto::TENSOR)
        throw Error(ErrorCode::UnsupportedFormat, "a sequence of something else than tensors");
    std::vector<Tensor> items;
    for (auto& item : *proto.mutable_tensor_values())
        items.push_back(readTensor(item));
    return ops::sequenceOf(std::move(items));
}

/// Nothing for an empty optional.
Tensor readOptional(onnx::OptionalProto& proto)
{
    switch (proto.elem_type()) {
    case onnx::OptionalProto::TENSOR: return readTensor(*proto.mutable_tensor_value());
    case onnx::OptionalProto::SEQUENCE: return readSequence(*proto.mutable_sequence_value());
    default: return {};
    }
}

template <typename Message>
Message parsed(const fs::path& file)
{
    const auto mapped = importers::MappedFile::open(file);
    Message message;
    if (!mapped->bytes().empty())
        importers::parseMessage(mapped->bytes(), message, "test data");
    return message;
}

/// The files carry no type: the model says what they hold.
Tensor readValue(const fs::path& file, const onnx::TypeProto& type)
{
    if (type.has_sequence_type()) {
        auto message = parsed<onnx::SequenceProto>(file);
        return readSequence(message);
    }
    if (type.has_optional_type()) {
        auto message = parsed<onnx::OptionalProto>(file);
        return readOptional(message);
    }
    auto message = parsed<onnx::TensorProto>(file);
    // numpy has no bfloat16, so the generators write its bits as uint16.
    if (type.tensor_type().elem_type() == onnx::TensorProto::BFLOAT16
        && message.data_type() == onnx::TensorProto::UINT16)
        message.set_data_type(onnx::TensorProto::BFLOAT16);
    return readTensor(message);
}

bool isClose(double found, double expected)
{
    if (std::isnan(found) || std::isnan(expected))
        return std::isnan(found) && std::isnan(expected);
    if (std::isinf(found) || std::isinf(expected))
        return found == expected;
    return std::abs(found - expected) <= kAbsoluteTolerance + kRelativeTolerance * std::abs(expected);
}

std::string elementDifference(const graph::TensorData& found, const graph::TensorData& expected)
{
    const auto left = found.toDoubles();
    const auto right = expected.toDoubles();
    for (std::size_t i = 0; i < left.size(); ++i)
        if (!isClose(left[i], right[i]))
            return fmt::format("element {} is {}, expected {}", i, left[i], right[i]);
    return {};
}

std::string stringDifference(const std::vector<std::string>& found, const std::vector<std::string>& expected)
{
    for (std::size_t i = 0; i < found.size(); ++i)
        if (found[i] != expected[i])
            return fmt::format("element {} is \"{}\", expected \"{}\"", i, found[i], expected[i]);
    return {};
}

std::string difference(const Tensor& found, const Tensor& expected)
{
    if (expected.isSequence() || found.isSequence()) {
        if (!found.isSequence() || !expected.isSequence() || found.items->size() != expected.items->size())
            return "a sequence of other length";
        for (std::size_t i = 0; i < found.items->size(); ++i)
            if (const auto text = difference((*found.items)[i], (*expected.items)[i]); !text.empty())
                return fmt::format("item {}: {}", i, text);
        return {};
    }
    if (!found.isPresent() || !expected.isPresent())
        return found.isPresent() == expected.isPresent() ? "" : "it is omitted";
    if (found.type != expected.type)
        return fmt::format("its type is {}, expected {}", graph::name(found.type), graph::name(expected.type));
    if (found.shape() != expected.shape())
        return fmt::format("its shape is {}, expected {}", graph::toString(found.shape()),
                           graph::toString(expected.shape()));
    return found.holdsStrings() ? stringDifference(found.strings->strings(), expected.strings->strings())
                                : elementDifference(ops::toTensorData(found), ops::toTensorData(expected));
}

struct Model {
    onnx::ModelProto message;
    importers::ImportedModel imported;
};

runs::NamedTensors readInputs(const onnx::ModelProto& model, const fs::path& folder)
{
    runs::NamedTensors inputs;
    const auto& ports = model.graph().input();
    for (int i = 0; i < ports.size(); ++i)
        if (const auto file = folder / fmt::format("input_{}.pb", i); fs::exists(file))
            inputs.emplace(ports[i].name(), readValue(file, ports[i].type()));
    return inputs;
}

/// What our shape inference says wrongly about the outputs when it knows the inputs' shapes and the lists of integers
/// among them; that it knows little is no mistake.
std::string inferenceMistake(const graph::Graph& graph, const runs::NamedTensors& inputs,
                             const std::vector<Tensor>& outputs)
{
    std::map<std::string, graph::TensorData> lists;
    for (const auto& [name, tensor] : inputs)
        if (tensor.isDefined() && tensor.type == graph::DataType::Int64 && tensor.data.dim() < 2)
            lists.emplace(name, ops::toTensorData(tensor));
    const auto inferred = tests::inferredAnew(graph, lists);
    for (std::size_t i = 0; i < outputs.size(); ++i) {
        const auto& value = inferred.value(inferred.outputs()[i]);
        if (!outputs[i].isDefined() && !outputs[i].holdsStrings())
            continue;
        if (value.shape && !tests::agrees(*value.shape, outputs[i].shape()))
            return fmt::format("{}: inferred shape {}, found {}", value.name, graph::toString(*value.shape),
                               graph::toString(outputs[i].shape()));
        if (value.type != graph::DataType::Undefined && value.type != outputs[i].type)
            return fmt::format("{}: inferred type {}, found {}", value.name, graph::name(value.type),
                               graph::name(outputs[i].type));
    }
    return {};
}

std::string runDataSet(const Model& model, const runs::Program& program, const fs::path& folder)
{
    const auto inputs = readInputs(model.message, folder);
    runs::Pass execution(program, inputs);
    JobContext context;
    execution.finish(context);
    const auto outputs = execution.outputs();
    const auto& ports = model.message.graph().output();
    for (int i = 0; i < ports.size(); ++i) {
        const auto expected = readValue(folder / fmt::format("output_{}.pb", i), ports[i].type());
        if (const auto text = difference(outputs.at(std::size_t(i)), expected); !text.empty())
            return fmt::format("{}: {}", ports[i].name(), text);
    }
    return inferenceMistake(model.imported.graph, inputs, outputs);
}

void run(const fs::path& folder, CaseResult& result)
{
    auto message = parsed<onnx::ModelProto>(folder / "model.onnx");
    const auto& nodes = message.graph().node();
    result.opType = nodes.size() == 1 ? nodes[0].op_type() : "(several)";
    for (const auto& opset : message.opset_import())
        if (opset.domain().empty())
            result.opset = int(opset.version());
    const Model model{std::move(message), importers::importModel(folder / "model.onnx")};
    const runs::Program program(model.imported.graph);
    for (int set = 0; fs::exists(folder / fmt::format("test_data_set_{}", set)); ++set)
        if (result.message = runDataSet(model, program, folder / fmt::format("test_data_set_{}", set));
            !result.message.empty())
            return;
    result.outcome = Outcome::Passed;
}

} // namespace

runs::NamedTensors readCaseInputs(const onnx::ModelProto& model, const fs::path& folder)
{
    return readInputs(model, folder / "test_data_set_0");
}

runs::NamedTensors readCaseInputs(const fs::path& folder)
{
    return readCaseInputs(parsed<onnx::ModelProto>(folder / "model.onnx"), folder);
}

CaseResult runConformanceCase(const fs::path& folder)
{
    CaseResult result{"(unreadable)", 0, Outcome::Failed, {}};
    try {
        run(folder, result);
    } catch (const Error& error) {
        result.message = error.what();
        if (error.code() == ErrorCode::UnsupportedOperator)
            result.outcome = Outcome::Unsupported;
    } catch (const std::exception& error) {
        result.message = std::string("untranslated exception: ") + error.what();
    }
    return result;
}

} // namespace ql::test
