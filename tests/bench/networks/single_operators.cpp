// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/networks/single_operators.h"

#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace ql::bench {

namespace {

using graph::Shape;

const Shape kImage{1, 64, 56, 56};
const Shape kTokens{1, 12, 128, 64};

/// A constant of float32 with numbers around 0.
std::string weight(const char* name, const Shape& shape)
{
    std::int64_t count = 1;
    for (const auto size : shape)
        count *= size;
    std::vector<float> values(static_cast<std::size_t>(count));
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = 0.1f * std::sin(static_cast<float>(i * i));
    return fmt::format("const {}: float32[{}] = {{{}}}\n", name, fmt::join(shape, ","), fmt::join(values, ", "));
}

std::string integers(const char* name, const std::vector<std::int64_t>& values)
{
    return fmt::format("const {}: int64[{}] = {{{}}}\n", name, values.size(), fmt::join(values, ", "));
}

class Operators {
public:
    /// @p nodes: they give y; @p constants come before them.
    void add(std::string name, const Shape& shape, const std::string& nodes, const std::string& constants = {})
    {
        auto text = fmt::format("graph \"{}\" opset 20\ninput x: float32[{}]\n{}{}\noutput y\n", name,
                                fmt::join(shape, ","), constants, nodes);
        m_all.push_back({std::move(name), shape, std::move(text)});
    }
    void addPlain(const std::vector<const char*>& names)
    {
        for (const auto* const name : names)
            add(name, kImage, fmt::format("y: float32 = {}(x)", name));
    }
    std::vector<SingleOperator> taken() { return std::move(m_all); }

private:
    std::vector<SingleOperator> m_all;
};

void addElementWise(Operators& all)
{
    all.addPlain({"Sigmoid", "Tanh", "Erf", "Exp", "Gelu", "HardSwish", "Softplus", "Elu", "Neg"});
    all.add("Gelu by tanh", kImage, "y: float32 = Gelu(x) {approximate: \"tanh\"}");
    all.add("Gelu of five nodes", kImage,
            "d = Div(x, a)\ne = Erf(d)\nf = Add(e, b)\ng = Mul(x, f)\ny: float32 = Mul(g, c)",
            "const a: float32[] = {1.4142135}\nconst b: float32[] = {1}\nconst c: float32[] = {0.5}\n");
    all.add("SiLU of two nodes", kImage, "s = Sigmoid(x)\ny: float32 = Mul(x, s)");
    all.add("PRelu", kImage, "y: float32 = PRelu(x, w)", weight("w", {64, 1, 1}));
    all.add("Where", kImage, "g = Greater(x, z)\ny: float32 = Where(g, x, z)", "const z: float32[] = {0.1}\n");
    all.add("Add of channels", kImage, "y: float32 = Add(x, w)", weight("w", {64, 1, 1}));
}

void addChoosing(Operators& all)
{
    for (const int axis : {1, 3}) {
        all.add(fmt::format("Softmax along {}", axis), kImage,
                fmt::format("y: float32 = Softmax(x) {{axis: {}}}", axis));
        all.add(fmt::format("ArgMax along {}", axis), kImage,
                fmt::format("a = ArgMax(x) {{axis: {}}}\ny: float32 = Cast(a) {{to: 1}}", axis));
        all.add(fmt::format("ReduceMax along {}", axis), kImage, "y: float32 = ReduceMax(x, a)", integers("a", {axis}));
        all.add(fmt::format("TopK along {}", axis), kImage,
                fmt::format("y: float32, j: int64 = TopK(x, k) {{axis: {}}}", axis), integers("k", {5}));
        all.add(fmt::format("Gather along {}", axis), kImage,
                fmt::format("y: float32 = Gather(x, i) {{axis: {}}}", axis),
                integers("i", {7, 3, 50, 11, 2, 40, 33, 21, 0, 55}));
    }
    all.add("Softmax of channels last", kImage, "t = Transpose(x) {perm: [0, 2, 3, 1]}\ny: float32 = Softmax(t)");
    all.add("DepthToSpace", kImage, "y: float32 = DepthToSpace(x) {blocksize: 2}");
    const std::string twice = "const s: float32[4] = {1, 1, 2, 2}\n";
    all.add("Resize, nearest", kImage,
            "y: float32 = Resize(x, _, s) {coordinate_transformation_mode: \"asymmetric\", nearest_mode: \"floor\"}",
            twice);
    all.add("Resize, linear", kImage, "y: float32 = Resize(x, _, s) {mode: \"linear\"}", twice);
}

void addPooling(Operators& all)
{
    all.add("MaxPool 3x3 by 2", kImage,
            "y: float32 = MaxPool(x) {kernel_shape: [3, 3], strides: [2, 2], pads: [1, 1, 1, 1]}");
    all.add("MaxPool 5x5", kImage, "y: float32 = MaxPool(x) {kernel_shape: [5, 5], pads: [2, 2, 2, 2]}");
    all.add("MaxPool 2x2x2", {1, 16, 16, 28, 28},
            "y: float32 = MaxPool(x) {kernel_shape: [2, 2, 2], strides: [2, 2, 2]}");
    all.add("AveragePool 3x3", kImage, "y: float32 = AveragePool(x) {kernel_shape: [3, 3], pads: [1, 1, 1, 1]}");
    all.add("LayerNormalization", {1, 256, 768}, "y: float32 = LayerNormalization(x, w)", weight("w", {768}));
    all.add("InstanceNormalization", kImage, "y: float32 = InstanceNormalization(x, w, w)", weight("w", {64}));
}

void addConvolutions(Operators& all)
{
    all.add("Conv 3x3", kImage, "y: float32 = Conv(x, w) {pads: [1, 1, 1, 1]}", weight("w", {64, 64, 3, 3}));
    all.add("Conv 3x3 in 8 groups", kImage, "y: float32 = Conv(x, w) {pads: [1, 1, 1, 1], group: 8}",
            weight("w", {64, 8, 3, 3}));
    for (const int size : {3, 5, 7})
        all.add(fmt::format("Conv {0}x{0}, depthwise", size), kImage,
                fmt::format("y: float32 = Conv(x, w) {{pads: [{0}, {0}, {0}, {0}], group: 64}}", size / 2),
                weight("w", {64, 1, size, size}));
    all.add("Conv of 31", {1, 64, 500}, "y: float32 = Conv(x, w) {pads: [15, 15]}", weight("w", {64, 64, 31}));
    all.add("Conv 3x3x3", {1, 16, 8, 28, 28}, "y: float32 = Conv(x, w) {pads: [1, 1, 1, 1, 1, 1]}",
            weight("w", {16, 16, 3, 3, 3}));
    all.add("ConvTranspose 2x2", kImage, "y: float32 = ConvTranspose(x, w) {strides: [2, 2]}",
            weight("w", {64, 32, 2, 2}));
    all.add("ConvTranspose 4x4", kImage, "y: float32 = ConvTranspose(x, w) {strides: [2, 2], pads: [1, 1, 1, 1]}",
            weight("w", {64, 32, 4, 4}));
}

void addProducts(Operators& all)
{
    all.add("MatMul of heads", kTokens, "t = Transpose(x) {perm: [0, 1, 3, 2]}\ny: float32 = MatMul(x, t)");
    all.add("MatMul of one by many", kTokens, "y: float32 = MatMul(w, x)", weight("w", {1, 1, 64, 128}));
    all.add("MatMul of a vector", {1, 512}, "y: float32 = MatMul(x, w)", weight("w", {512, 512}));
    all.add("LSTM", {50, 1, 64}, "y: float32 = LSTM(x, w, r) {hidden_size: 64, direction: \"bidirectional\"}",
            weight("w", {2, 256, 64}) + weight("r", {2, 256, 64}));
    for (const int after : {0, 1})
        all.add(fmt::format("GRU, reset {}", after ? "after" : "before"), {50, 1, 64},
                fmt::format("y: float32 = GRU(x, w, r) {{hidden_size: 64, linear_before_reset: {}}}", after),
                weight("w", {1, 192, 64}) + weight("r", {1, 192, 64}));
}

} // namespace

std::vector<SingleOperator> singleOperators()
{
    Operators all;
    addElementWise(all);
    addChoosing(all);
    addPooling(all);
    addConvolutions(all);
    addProducts(all);
    return all.taken();
}

} // namespace ql::bench
