// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/random_floats.h"

#include <fmt/format.h>

#include <cmath>
#include <string>
#include <vector>

namespace ql::tests {

constexpr int kNormTokens = 12;
constexpr int kNormWidth = 16;

/// "const NAME: float32[RxC] = {...}"
inline std::string matrixText(const std::string& name, int rows, int columns, unsigned seed, double scale)
{
    std::string numbers;
    const auto values = randomFloats(std::int64_t{rows} * columns, seed);
    for (const float value : values)
        numbers += fmt::format("{}{:.6g}", numbers.empty() ? "" : ", ", double(value) * scale);
    return fmt::format("const {}: float32[{},{}] = {{{}}}\n", name, rows, columns, numbers);
}

/// A gated layer normalization between products, in its single operators, as exporters write it: x·gate in `enc/norm`,
/// whose gate makes some tokens thirty times as large as others. The normalization takes that away again, but in
/// steps of the largest token the values, squares and variances of the small ones are lost: every operator of the scope
/// would have to stay float, and one alone changes little. Without @p isNamed nodes have no names that a scope could be
/// read from.
inline std::string gatedNorm(bool isNamed)
{
    const std::string width = std::to_string(kNormWidth);
    const std::string shape = fmt::format("float32[{},{}]", kNormTokens, kNormWidth);
    const std::string token = fmt::format("float32[{},1]", kNormTokens);
    auto name = [&, count = 0](const char* scope, const char* node) mutable {
        return isNamed ? fmt::format(" name \"/{}/{}\" scope \"{}\"\n", scope, node, scope)
                       : fmt::format(" name \"n{}\"\n", count++);
    };
    std::string text = fmt::format("graph \"gated\" opset 13\ninput x: {}\n", shape);
    text += matrixText("w0", kNormWidth, kNormWidth, 1, 0.4) + matrixText("w1", kNormWidth, kNormWidth, 2, 0.4)
            + matrixText("w2", kNormWidth, kNormWidth, 3, 0.4) + matrixText("w3", kNormWidth, 8, 4, 0.4);
    text += matrixText("wg", kNormWidth, 1, 7, 0.2);
    text += "const two: float32[] = {2}\nconst eps: float32[] = {0.000001}\n"
            + matrixText("gamma", 1, kNormWidth, 5, 1.0) + matrixText("beta", 1, kNormWidth, 6, 0.2);
    text += fmt::format("h0: {} = MatMul(x, w0)", shape) + name("enc/embed", "MatMul");
    text += fmt::format("g0: {} = MatMul(x, wg)", token) + name("enc/gate", "MatMul");
    text += fmt::format("gate: {} = Exp(g0)", token) + name("enc/gate", "Exp");
    text += fmt::format("g: {} = Mul(h0, gate)", shape) + name("enc/norm", "Mul");
    text += fmt::format("mean: {} = ReduceMean(g) {{axes: [1], keepdims: 1}}", token) + name("enc/norm", "ReduceMean");
    text += fmt::format("d: {} = Sub(g, mean)", shape) + name("enc/norm", "Sub");
    text += fmt::format("sq: {} = Pow(d, two)", shape) + name("enc/norm", "Pow");
    text +=
        fmt::format("var: {} = ReduceMean(sq) {{axes: [1], keepdims: 1}}", token) + name("enc/norm", "ReduceMean_1");
    text += fmt::format("ve: {} = Add(var, eps)", token) + name("enc/norm", "Add");
    text += fmt::format("std: {} = Sqrt(ve)", token) + name("enc/norm", "Sqrt");
    text += fmt::format("n: {} = Div(d, std)", shape) + name("enc/norm", "Div");
    text += fmt::format("ng: {} = Mul(n, gamma)", shape) + name("enc/norm", "Mul_1");
    text += fmt::format("nb: {} = Add(ng, beta)", shape) + name("enc/norm", "Add_1");
    text += fmt::format("f0: {} = MatMul(nb, w1)", shape) + name("enc/ffn", "MatMul");
    text += fmt::format("f1: {} = Relu(f0)", shape) + name("enc/ffn", "Relu");
    text += fmt::format("f2: {} = MatMul(f1, w2)", shape) + name("enc/ffn", "MatMul_1");
    text += fmt::format("y: float32[{},8] = MatMul(f2, w3)", kNormTokens) + name("head", "MatMul");
    return text + "output y\n";
}

} // namespace ql::tests
