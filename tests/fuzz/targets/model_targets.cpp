// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/calibrate/calibrate.h"
#include "core/base/error.h"
#include "core/base/job_context.h"
#include "core/config/dialects/dialect.h"
#include "core/data/tensors/npy.h"
#include "core/export/onnx_writer.h"
#include "core/graph/text_form/text_form.h"
#include "core/quant/record/record.h"
#include "core/runs/program/program.h"
#include "tests/core/config/config_files.h"
#include "tests/fuzz/fuzz_body.h"
#include "tests/fuzz/targets/scratch_file.h"
#include "tests/fuzz/targets/targets.h"

#include <onnx/onnx_pb.h>

namespace ql::tests {

namespace {

/// A convolution with a Relu and a product, called as the configs of tests/data call their layers.
constexpr const char* kNetwork = R"(
    graph "small" opset 13
    input x: float32[1,2,4,4]
    const w: float32[3,2,1,1] = {1, -0.5, 0.25, 2, -1, 0.125}
    const b: float32[3] = {0.5, 0, -0.5}
    const v: float32[48,2] = float32[48,2] {)";

std::string networkText()
{
    std::string text = kNetwork;
    for (int i = 0; i < 96; ++i)
        text += std::to_string((i * 37 % 19 - 9) / 8.0) + (i < 95 ? ", " : "}\n");
    return text + "c = Conv(x, w, b) name \"conv1\"\nr = Relu(c) name \"relu1\"\nf = Flatten(r) {axis: 1}\n"
           + "y = MatMul(f, v) name \"fc\"\noutput y\n";
}

const graph::Graph& network()
{
    static const auto kGraph = graph::parseGraph(networkText());
    return kGraph;
}

std::string model(int opset, const std::vector<std::string>& operators)
{
    onnx::ModelProto model;
    model.set_ir_version(4);
    model.add_opset_import()->set_version(opset);
    auto& graph = *model.mutable_graph();
    graph.set_name("chain");
    std::string from = "x";
    const auto declare = [](onnx::ValueInfoProto& value, const std::string& name) {
        value.set_name(name);
        auto& type = *value.mutable_type()->mutable_tensor_type();
        type.set_elem_type(onnx::TensorProto::FLOAT);
        for (const int size : {1, 2})
            type.mutable_shape()->add_dim()->set_dim_value(size);
    };
    declare(*graph.add_input(), from);
    auto& weight = *graph.add_initializer();
    weight.set_name("w");
    weight.set_data_type(onnx::TensorProto::FLOAT);
    for (const float value : {1.0f, -2.0f, 0.5f, 0.25f})
        weight.add_float_data(value);
    weight.add_dims(2);
    weight.add_dims(2);
    for (const auto& type : operators) {
        auto& node = *graph.add_node();
        node.set_op_type(type);
        node.set_name("n" + std::to_string(graph.node_size()));
        node.add_input(from);
        if (type == "MatMul" || type == "Add")
            node.add_input("w");
        from = node.name() + "_out";
        node.add_output(from);
    }
    declare(*graph.add_output(), from);
    return model.SerializeAsString();
}

results::QuantizationOptions optionsFor(const ScratchFolder& folder, const graph::Shape& shape)
{
    std::vector<float> numbers(graph::elementCount(shape));
    for (std::size_t i = 0; i < numbers.size(); ++i)
        numbers[i] = static_cast<float>(i % 7) - 3;
    results::QuantizationOptions options;
    options.data = (folder.path() / "sample.npy").string();
    data::writeNpy(options.data, graph::TensorData::of(graph::DataType::Float, shape, numbers));
    return options;
}

} // namespace

std::vector<std::string> modelSeeds()
{
    return {exporting::onnxBytes(network()), model(7, {"MatMul", "Relu", "Softmax"}), model(21, {"Add", "Gelu"})};
}

std::vector<std::string> modelRunSeeds()
{
    auto seeds = modelSeeds();
    for (auto& seed : seeds)
        seed += std::string(Choices::kBytes, '\0');
    return seeds;
}

std::vector<std::string> oldModelSeeds()
{
    return {model(7, {"MatMul", "Relu", "Softmax"}), model(1, {"MatMul", "Sigmoid"}), model(9, {"Dropout", "MatMul"}),
            model(12, {"MatMul", "Squeeze", "Clip"})};
}

void fuzzCalibrate(std::string_view bytes)
{
    const ScratchFolder folder;
    try {
        results::CalibrateRequest request;
        request.model = folder.write("model.onnx", bytes).string();
        request.quantization = optionsFor(folder, {1, 2});
        request.folder = folder.path().string();
        JobContext context;
        analysis::calibrateModel(request, context);
    } catch (const Error&) {
    }
}

void fuzzSimulation(std::string_view bytes)
{
    static const auto kModel = exporting::onnxBytes(network());
    const ScratchFolder folder;
    try {
        results::CalibrateRequest request;
        request.model = folder.write("model.onnx", kModel).string();
        request.quantization = optionsFor(folder, {1, 2, 4, 4});
        request.quantization.config = folder.write("config", bytes).string();
        JobContext context;
        analysis::calibrateModel(request, context);
    } catch (const Error&) {
    }
}

std::vector<std::string> simulationSeeds()
{
    std::vector<std::string> seeds;
    for (const auto& fixture : configFixtures())
        seeds.push_back(configText(fixture.file));
    return seeds;
}

void fuzzRecord(std::string_view bytes)
{
    try {
        const auto records = quant::parseRecord(bytes);
        const auto text = quant::recordText(records);
        require(quant::recordText(quant::parseRecord(text)) == text, "a record is written as it was read");
        auto plan = quant::planFor(network(), {});
        quant::applyRecord(network(), plan, records);
    } catch (const Error&) {
    }
}

std::vector<std::string> recordSeeds()
{
    const quant::LayerRecord conv{.key = "conv1",
                                  .activations = {{0.5f, 3, 0, 8}},
                                  .weightScales = {0.1f, 0.2f, 0.3f},
                                  .weightOffsets = {0, 0, 0}};
    const quant::LayerRecord fc{.key = "fc",
                                .activations = {{0.25f, -1, 0, 16}},
                                .weightScales = {0.1f},
                                .weightOffsets = {0},
                                .weightBits = 4,
                                .skipsFusion = true,
                                .params = {1, 2, 3}};
    return {quant::recordText({conv, fc}),
            "record {\n  key: \"conv1\"\n  value {\n    scale_d: 0.5\n    offset_d: 1\n    scale_w: 0.5\n"
            "    offset_w: 0\n    dst_type: INT8\n    shift_bit: 1\n  }\n}\n"};
}

} // namespace ql::tests
