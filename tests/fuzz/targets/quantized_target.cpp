// SPDX-License-Identifier: GPL-3.0-or-later
// A model that is quantized, or has graphs in attributes, and its calibration: what one makes, the other looks at.
#include "core/analysis/calibrate/calibrate.h"
#include "core/base/error.h"
#include "core/data/tensors/npy.h"
#include "core/export/onnx_writer.h"
#include "core/graph/text_form/text_form.h"
#include "tests/fuzz/targets/scratch_file.h"
#include "tests/fuzz/targets/targets.h"

#include <array>
#include <onnx/onnx_pb.h>

namespace ql::tests {

namespace {

constexpr std::string_view kLayers = R"(graph "layers" opset 13
    input x: float32[1,2,4,4]
    const w: float32[2,2,1,1] = {1, -0.5, 0.25, 2}
    const b: float32[2] = {0.5, -0.5}
    const v: float32[4,4] = {1, 2, 3, 4, 5, 6, 7, 8, -1, -2, -3, -4, -5, -6, -7, -8}
    c = Conv(x, w, b) name "conv1"
    r = Relu(c) name "relu1"
    m = MatMul(r, v) name "product"
    s = Add(m, x) name "sum"
    y = Softmax(s) {axis: 3} name "end"
    output y)";

/// The branches quantize what they make and what they read.
constexpr std::string_view kBranches = R"(graph "branches" opset 13
    input x: float32[1,2,4,4]
    const w: float32[2,2,1,1] = {1, -0.5, 0.25, 2}
    const zero: float32[] = {0}
    most = ReduceMax(x) {keepdims: 0} name "most"
    c = Greater(most, zero) name "asks"
    b = If(c) {then_branch: {
            graph "then"
            capture i = x
            capture v = w
            t = Conv(i, v) name "inner"
            output t},
        else_branch: {
            graph "else"
            capture i = x
            e = Sigmoid(i) name "other"
            output e}} name "choice"
    y = MaxPool(b) {kernel_shape: [1, 1]} name "last"
    output y)";

/// A graph in an attribute of a node that no schema is known of.
constexpr std::string_view kCarrier = R"(graph "carrier" opset 13, com.microsoft 1
    input x: float32[1,2,4,4]
    const u: float32[1,1,1,4] = {1, -0.5, 0.25, 2}
    const v: float32[1,3] = {1, 2, -3}
    r = Relu(x) name "first"
    a = com.microsoft.NhwcConv(r, u) {with: {graph "with" capture i = r o = Neg(i) output o}} name "carrier"
    y = MatMul(a, v) name "last"
    output y)";

std::string bytesOf(std::string_view text)
{
    return exporting::onnxBytes(graph::parseGraph(text));
}

/// A constant of each kind that says less than it is.
std::string sparseModel()
{
    onnx::ModelProto model;
    model.ParseFromString(bytesOf("graph \"sparse\" opset 13\ninput x: float32[2,2]\n"
                                  "a = Add(x, x) name \"first\"\ny = MatMul(a, x) name \"last\"\noutput y"));
    const auto fill = [](onnx::SparseTensorProto& sparse, const char* name) {
        sparse.add_dims(2);
        sparse.add_dims(2);
        sparse.mutable_values()->set_name(name);
        sparse.mutable_values()->set_data_type(onnx::TensorProto::FLOAT);
        sparse.mutable_values()->add_dims(1);
        sparse.mutable_values()->add_float_data(2);
        sparse.mutable_indices()->set_data_type(onnx::TensorProto::INT64);
        sparse.mutable_indices()->add_dims(1);
        sparse.mutable_indices()->add_int64_data(3);
    };
    auto& graph = *model.mutable_graph();
    fill(*graph.add_sparse_initializer(), "w");
    auto& constant = *graph.add_node();
    constant.set_op_type("Constant");
    constant.add_output("k");
    auto& value = *constant.add_attribute();
    value.set_name("sparse_value");
    value.set_type(onnx::AttributeProto::SPARSE_TENSOR);
    fill(*value.mutable_sparse_tensor(), "");
    graph.mutable_node(0)->set_input(1, "k");
    graph.mutable_node(1)->set_input(1, "w");
    return model.SerializeAsString();
}

results::CalibrateRequest requestOn(const ScratchFolder& folder, std::string_view model, const graph::Shape& shape)
{
    std::vector<float> numbers(graph::elementCount(shape));
    for (std::size_t i = 0; i < numbers.size(); ++i)
        numbers[i] = static_cast<float>(i % 7) - 3;
    results::CalibrateRequest request;
    request.model = folder.write("model.onnx", model).string();
    request.quantization.data = (folder.path() / "sample.npy").string();
    request.folder = folder.path().string();
    data::writeNpy(request.quantization.data, graph::TensorData::of(graph::DataType::Float, shape, numbers));
    return request;
}

void choose(results::CalibrateRequest& request, Choices& choices)
{
    constexpr std::array kBits{0, 4, 8, 16};
    constexpr std::array kObservers{"", "min_max", "percentile", "mse"};
    auto& asked = request.quantization;
    asked.activationBits = kBits[choices.below(kBits.size())];
    asked.weightBits = kBits[choices.below(kBits.size())];
    asked.observer = kObservers[choices.below(kObservers.size())];
    asked.isPerChannel = choices.below(2) == 1;
    asked.isSymmetric = choices.below(2) == 1;
    asked.isUnsigned = choices.below(2) == 1;
    asked.correctsBias = choices.below(2) == 1;
    request.comparesLayers = choices.below(4) == 1;
}

/// Both forms of what calibration writes of @p model.
void addQuantized(std::vector<std::string>& seeds, std::string_view model)
{
    const ScratchFolder folder;
    JobContext context;
    analysis::calibrateModel(requestOn(folder, model, {1, 2, 4, 4}), context);
    for (const auto* form : {"model_qdq.onnx", "model_qoperator.onnx"})
        seeds.push_back(contentOf(folder.path() / form));
}

} // namespace

std::vector<std::string> bodySeeds()
{
    return {bytesOf(kBranches), bytesOf(kCarrier)};
}

std::vector<std::string> sparseSeeds()
{
    return {sparseModel()};
}

std::vector<std::string> quantizedSeeds()
{
    std::vector<std::string> seeds{bytesOf(kLayers), bytesOf(kBranches), bytesOf(kCarrier)};
    addQuantized(seeds, seeds[0]);
    addQuantized(seeds, seeds[1]);
    for (auto& seed : seeds)
        seed += std::string(Choices::kBytes, '\0');
    return seeds;
}

void fuzzQuantized(std::string_view bytes)
{
    Choices choices(bytes);
    const ScratchFolder folder;
    try {
        auto request = requestOn(folder, bytes, {1, 2, 4, 4});
        choose(request, choices);
        JobContext context;
        analysis::calibrateModel(request, context);
    } catch (const Error&) {
    }
}

} // namespace ql::tests
