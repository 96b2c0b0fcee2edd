// SPDX-License-Identifier: GPL-3.0-or-later
// Every product in every form of quantized weight, read by everyone who reads it, against a plain loop.
#include "core/analysis/layers/operands.h"
#include "core/analysis/matching/model_weights.h"
#include "core/analysis/measure/layer_values.h"
#include "core/base/error.h"
#include "core/graph/ir/topology.h"
#include "core/graph/text_form/text_form.h"
#include "core/quant/point_extraction.h"

#include <QtTest>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

using namespace ql;

namespace {

using graph::Shape;

/// How an operator reads weight `w` with scales `s` and zero points `z`, or `wf`, which DequantizeLinear makes of them.
struct Form {
    const char* name;
    Shape shape; ///< as stored
    std::int64_t axis;
    const char* x; ///< type and shape of the input x
    std::string call;
    Shape order = {};        ///< in which the axes of filters with channels last are shown; empty as stored
    bool isByChannel = true; ///< the axis is that of the channels that the operator makes
    bool isSeenByAll = true; ///< nothing stands between the operator and its weight
};

/// Square ones would be read along another axis without a word.
const std::vector<Form>& forms()
{
    static const std::string kNhwc = "{auto_pad: \"VALID\", strides: [1, 1], dilations: [1, 1], group: 1}";
    static const std::string kTurned = "{auto_pad: \"VALID\", strides: [1, 1], output_shape: [6, 6]}";
    static const std::string kResult = "ys, yz";
    static const std::vector<Form> kForms{
        {"Conv", {4, 3, 2, 2}, 0, "float32[1,3,5,5]", "y = Conv(x, wf)"},
        {"Conv, square", {3, 3, 2, 2}, 0, "float32[1,3,5,5]", "y = Conv(x, wf)"},
        {"Conv, depthwise", {4, 1, 2, 2}, 0, "float32[1,4,5,5]", "y = Conv(x, wf) {group: 4}"},
        {"Conv by input channels", {4, 3, 2, 2}, 1, "float32[1,3,5,5]", "y = Conv(x, wf)", {}, false},
        {"ConvTranspose", {3, 4, 2, 2}, 1, "float32[1,3,5,5]", "y = ConvTranspose(x, wf)"},
        {"ConvTranspose, square", {4, 4, 2, 2}, 1, "float32[1,4,5,5]", "y = ConvTranspose(x, wf)"},
        {"ConvTranspose in groups", {4, 2, 2, 2}, 1, "float32[1,4,5,5]", "y = ConvTranspose(x, wf) {group: 2}"},
        {"ConvTranspose by input channels", {4, 4, 2, 2}, 0, "float32[1,4,5,5]", "y = ConvTranspose(x, wf)", {}, false},
        {"Gemm", {3, 4}, 1, "float32[2,3]", "y = Gemm(x, wf)"},
        {"Gemm, square", {3, 3}, 1, "float32[2,3]", "y = Gemm(x, wf)"},
        {"Gemm, transB", {4, 3}, 0, "float32[2,3]", "y = Gemm(x, wf) {transB: 1}"},
        {"Gemm, both turned", {3, 3}, 0, "float32[3,2]", "y = Gemm(x, wf) {transA: 1, transB: 1}"},
        {"Gemm, axis from the end", {3, 4}, -1, "float32[2,3]", "y = Gemm(x, wf)"},
        {"FusedGemm, transB", {3, 3}, 0, "float32[2,3]", "y = com.microsoft.FusedGemm(x, wf) {transB: 1}"},
        {"FusedMatMul, transB", {3, 3}, 0, "float32[2,3]", "y = com.microsoft.FusedMatMul(x, wf) {transB: 1}"},
        {"MatMul", {3, 4}, 1, "float32[2,3]", "y = MatMul(x, wf)"},
        {"MatMul of many", {2, 3, 4}, 2, "float32[2,5,3]", "y = MatMul(x, wf)"},
        {"MatMul, constant on the left", {3, 3}, 0, "float32[3,2]", "y = MatMul(wf, x)"},
        {"Gather", {5, 4}, 0, "int64[2]", "y = Gather(wf, x)"},
        {"LSTM", {1, 16, 3}, 1, "float32[5,1,3]", "y = LSTM(x, wf, r) {hidden_size: 4}"},
        {"GRU", {1, 12, 3}, 1, "float32[5,1,3]", "y = GRU(x, wf, g) {hidden_size: 4}"},
        {"NhwcConv", {3, 2, 2, 3}, 0, "float32[1,5,5,3]", "y = com.microsoft.NhwcConv(x, wf)", {0, 3, 1, 2}},
        {"depthwise, turned behind its quantizer",
         {1, 2, 2, 4},
         3,
         "float32[1,5,5,4]",
         "t = Transpose(wf) {perm: [3, 1, 2, 0]}\ny = com.microsoft.NhwcConv(x, t) {group: 4}",
         {3, 0, 1, 2},
         true,
         false},
        {"NhwcConvTranspose",
         {3, 2, 2, 3},
         0,
         "float32[1,5,5,3]",
         "y = tflite.NhwcConvTranspose(x, wf) " + kTurned,
         {3, 0, 1, 2}},
        {"QLinearConv", {3, 3, 2, 2}, 0, "uint8[1,3,5,5]", "y = QLinearConv(x, xs, xz, w, s, z, ys, yz)"},
        {"QLinearConvTranspose",
         {3, 4, 2, 2},
         1,
         "uint8[1,3,5,5]",
         "y = QLinearConvTranspose(x, xs, xz, w, s, z, ys, yz)"},
        {"NhwcQLinearConv",
         {3, 2, 2, 3},
         0,
         "int8[1,5,5,3]",
         "y = tflite.NhwcQLinearConv(x, xs, iz, w, s, z, ys, iz) " + kNhwc,
         {0, 3, 1, 2}},
        {"NhwcQLinearConvTranspose",
         {4, 2, 2, 3},
         0,
         "int8[1,5,5,3]",
         "y = tflite.NhwcQLinearConvTranspose(x, xs, iz, w, s, z, ys, iz) " + kTurned,
         {3, 0, 1, 2}},
        {"NhwcQLinearConvTranspose, square",
         {3, 2, 2, 3},
         0,
         "int8[1,5,5,3]",
         "y = tflite.NhwcQLinearConvTranspose(x, xs, iz, w, s, z, ys, iz) " + kTurned,
         {3, 0, 1, 2}},
        {"QLinearMatMul", {3, 3}, 1, "uint8[2,3]", "y = QLinearMatMul(x, xs, xz, w, s, z, ys, yz)"},
        {"QLinearMatMul, constant on the left",
         {3, 3},
         0,
         "uint8[3,2]",
         "y = QLinearMatMul(w, s, z, x, xs, xz, ys, yz)"},
        {"QGemm", {3, 3}, 1, "uint8[2,3]", "y = com.microsoft.QGemm(x, xs, xz, w, s, z, _, ys, yz)"},
        {"QGemm, transB",
         {3, 3},
         0,
         "uint8[2,3]",
         "y = com.microsoft.QGemm(x, xs, xz, w, s, z, _, ys, yz) {transB: 1}"},
        {"FULLY_CONNECTED", {3, 3}, 0, "int8[2,3]", "y = tflite.QGemm(x, xs, iz, w, s, z, _, ys, iz) {transB: 1}"},
        {"MatMulIntegerToFloat", {3, 3}, 1, "uint8[2,3]", "y = com.microsoft.MatMulIntegerToFloat(x, w, xs, s, xz, z)"},
        {"DynamicQuantizeMatMul", {3, 3}, 1, "float32[2,3]", "y = com.microsoft.DynamicQuantizeMatMul(x, w, s, z)"},
        {"ConvInteger",
         {3, 3, 2, 2},
         0,
         "uint8[1,3,5,5]",
         "i = ConvInteger(x, w, xz, z)\nc = Cast(i) {to: 1}\nm = Mul(xs, s)\ny = Mul(c, m)"},
        {"MatMulInteger",
         {3, 3},
         1,
         "uint8[2,3]",
         "i = MatMulInteger(x, w, xz, z)\nc = Cast(i) {to: 1}\nm = Mul(xs, s)\ny = Mul(c, m)"}};
    return kForms;
}

/// The numbers of one weight.
struct Weight {
    const Form& form;
    std::size_t scales; ///< 1 or one for each channel
    bool isUnsigned;

    std::size_t axis() const { return std::size_t(form.axis < 0 ? form.axis + std::ssize(form.shape) : form.axis); }
    std::size_t size() const { return std::size_t(graph::elementCount(form.shape)); }
    int integer(std::size_t i) const { return int(i * 37 % 101) - (isUnsigned ? 0 : 50); }
    float scale(std::size_t channel) const { return 0.125F * float(channel + 1); }
    int zeroPoint(std::size_t channel) const { return isUnsigned ? int(40 + channel) : 0; }

    /// What the test is about: a plain loop.
    std::vector<float> dequantized() const
    {
        std::size_t inner = 1;
        for (auto i = axis() + 1; i < form.shape.size(); ++i)
            inner *= std::size_t(form.shape[i]);
        std::vector<float> numbers;
        for (std::size_t i = 0; i < size(); ++i) {
            const auto channel = scales == 1 ? 0 : i / inner % scales;
            numbers.push_back(float(integer(i) - zeroPoint(channel)) * scale(channel));
        }
        return numbers;
    }

    std::string constants() const
    {
        std::vector<int> integers, zeros;
        std::vector<float> steps;
        for (std::size_t i = 0; i < size(); ++i)
            integers.push_back(integer(i));
        for (std::size_t i = 0; i < scales; ++i) {
            steps.push_back(scale(i));
            zeros.push_back(zeroPoint(i));
        }
        const auto* type = isUnsigned ? "uint8" : "int8";
        const auto count = scales == 1 ? std::string() : std::to_string(scales);
        return fmt::format(
            "const w: {0}[{1}] = {{{2}}}\nconst s: float32[{3}] = {{{4}}}\nconst z: {0}[{3}] = {{{5}}}\n", type,
            fmt::join(form.shape, ","), fmt::join(integers, ", "), count, fmt::join(steps, ", "),
            fmt::join(zeros, ", "));
    }

    graph::Graph graph() const
    {
        const auto dequantize = form.call.find("wf") == std::string::npos
                                    ? std::string()
                                    : fmt::format("wf = DequantizeLinear(w, s, z) {{axis: {}}}\n", form.axis);
        return graph::parseGraph(fmt::format("graph \"g\" opset 17\ninput x: {}\n"
                                             "const xs: float32[] = {{0.5}}\nconst xz: uint8[] = {{3}}\n"
                                             "const iz: int8[] = {{3}}\n"
                                             "const ys: float32[] = {{0.5}}\nconst yz: uint8[] = {{3}}\n"
                                             "const r: float32[1,16,4] = {{{}}}\nconst g: float32[1,12,4] = {{{}}}\n"
                                             "{}{}{}\noutput y\n",
                                             form.x, numbers(64), numbers(48), constants(), dequantize, form.call));
    }

    static std::string numbers(std::size_t count)
    {
        return fmt::format("{}", fmt::join(std::vector<int>(count, 1), ", "));
    }
};

std::vector<float> listed(const at::Tensor& tensor)
{
    const auto floats = tensor.to(at::kFloat).contiguous();
    return {floats.data_ptr<float>(), floats.data_ptr<float>() + floats.numel()};
}

const analysis::ModelWeight& weightNamed(const analysis::ModelWeights& weights, const std::string& name)
{
    const auto found = std::ranges::find(weights.all(), name, &analysis::ModelWeight::name);
    if (found == weights.all().end())
        qFatal("no weight %s", name.c_str());
    return *found;
}

/// By the operands that comparisons, profiles, attribution and configs read; empty where none is quantized.
std::vector<float> readAsOperand(const graph::Graph& graph)
{
    const auto order = graph::topologicalOrder(graph);
    const analysis::OperandReader reader(graph, order);
    for (const auto id : order)
        for (const auto& operand : reader.operandsOf(graph.node(id)))
            if (operand.constant && graph.value(operand.integers).name == "w" && operand.quantizer)
                return listed(analysis::toFloats(ops::toTensor(*operand.constant), &*operand.quantizer));
    return {};
}

/// As the analyses that switch quantizers on and off read it; empty where none is quantized.
std::vector<float> readAsPoint(const graph::Graph& graph)
{
    quant::ModelPartners partners;
    for (const auto& node : graph.nodes())
        partners.nodes.emplace(node.id, node.id);
    for (const auto& point : quant::extractPoints(graph, graph, partners).points)
        if (point.role == quant::QuantizerRole::Weight && point.dtype != "int32")
            return listed(point.apply(ops::Tensor(at::zeros({1}))).data);
    return {};
}

} // namespace

class TestWeightAxes : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyReaderReadsThePlainLoopsNumbers_data()
    {
        QTest::addColumn<int>("form");
        QTest::addColumn<bool>("isPerChannel");
        QTest::addColumn<bool>("isUnsigned");
        for (int form = 0; form < int(forms().size()); ++form)
            for (const bool isPerChannel : {true, false})
                for (const bool isUnsigned : {true, false})
                    QTest::addRow("%s, %s, %s", forms()[std::size_t(form)].name,
                                  isPerChannel ? "per channel" : "per tensor", isUnsigned ? "uint8" : "int8")
                        << form << isPerChannel << isUnsigned;
    }

    void everyReaderReadsThePlainLoopsNumbers()
    {
        QFETCH(int, form);
        QFETCH(bool, isPerChannel);
        QFETCH(bool, isUnsigned);
        const auto& as = forms()[std::size_t(form)];
        const auto axis = std::size_t(as.axis < 0 ? as.axis + std::ssize(as.shape) : as.axis);
        const Weight weight{as, isPerChannel ? std::size_t(as.shape[axis]) : 1, isUnsigned};
        const auto graph = weight.graph();
        const auto expected = weight.dequantized();

        const analysis::ModelWeights weights(graph);
        const auto& found = weightNamed(weights, "w");
        auto shown = at::tensor(expected).reshape(as.shape);
        if (!as.order.empty())
            shown = shown.permute(as.order);
        QCOMPARE(listed(found.read()), listed(shown));
        QCOMPARE(found.shape, shown.sizes().vec());
        QCOMPARE(found.hasScalePerChannel(), isPerChannel && as.isByChannel);
        if (!as.isSeenByAll)
            return;
        QCOMPARE(readAsOperand(graph), expected);
        QCOMPARE(readAsPoint(graph), expected);
    }

    void scalesThatFitNoAxisAreRefused()
    {
        const Form form{
            "QLinearConv", {4, 3, 2, 2}, 0, "uint8[1,3,5,5]", "y = QLinearConv(x, xs, xz, w, s, z, ys, yz)"};
        const auto graph = Weight{form, 5, false}.graph();
        const analysis::ModelWeights weights(graph);
        try {
            weightNamed(weights, "w").read();
            QFAIL("no error");
        } catch (const Error& error) {
            QCOMPARE(error.message().english(), std::string("5 scales for an axis of 4, expected 1 or as many"));
        }
    }
};

QTEST_APPLESS_MAIN(TestWeightAxes)
#include "tst_weight_axes.moc"
