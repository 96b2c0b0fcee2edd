// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <fmt/format.h>
#include <string>

// A network whose body takes its state, multiplies it by a matrix and, in even turns, scales the product; in float, or
// with quantizers around each. As a loop, and written flat.
namespace ql::tests {

inline constexpr int kTurns = 3;

/// What all turns read.
inline std::string constants(bool isQuantized)
{
    return isQuantized ? R"(
        const one: float32[] = {1}
        const h: float32[2,2] = {0.7, -0.9, 1.1, 0.4}
        const e: float32[] = {0.02}
        const f: float32[] = {0.01}
        const g: float32[] = {0.03}
        const z: int8[] = {0}
        const q: int8[2,2] = {51, -33, 27, 88})"
                       : R"(
        const one: float32[] = {1}
        const h: float32[2,2] = {0.7, -0.9, 1.1, 0.4}
        const w: float32[2,2] = {0.507, -0.333, 0.274, 0.876})";
}

/// What takes the state, and a product of it; values and nodes end in @p suffix.
inline std::string product(bool isQuantized, const std::string& state, const std::string& suffix)
{
    return fmt::format(fmt::runtime(isQuantized ? R"(
        l{1} = Mul({0}, one) name "taken{1}"
        qs{1} = QuantizeLinear(l{1}, e, z)
        ds{1} = DequantizeLinear(qs{1}, e, z)
        dw{1} = DequantizeLinear(q, f, z)
        r{1} = MatMul(ds{1}, dw{1}) name "product{1}"
        qr{1} = QuantizeLinear(r{1}, e, z)
        m{1} = DequantizeLinear(qr{1}, e, z))"
                                                : R"(
        l{1} = Mul({0}, one) name "taken{1}"
        m{1} = MatMul(l{1}, w) name "product{1}")"),
                       state, suffix);
}

/// What the product becomes in even turns.
inline std::string scaled(bool isQuantized, const std::string& suffix)
{
    return fmt::format(fmt::runtime(isQuantized ? R"(
        a{0} = Mul(m{0}, h) name "scaled{0}"
        qa{0} = QuantizeLinear(a{0}, g, z)
        t{0} = DequantizeLinear(qa{0}, g, z))"
                                                : R"(
        t{0} = Mul(m{0}, h) name "scaled{0}")"),
                       suffix);
}

inline std::string loop(bool isQuantized, int turns = kTurns)
{
    const auto all = constants(isQuantized);
    return fmt::format(R"(graph "loop" opset 13
    input x: float32[2,2]
    const n: int64[] = {{{0}}}
    b = Loop(n, _, x) {{body: {{
        graph "body"
        input i: int64[]
        input go: bool[]
        input s: float32[2,2]
        const two: int64[] = {{2}}
        const zero: int64[] = {{0}}{1}{2}
        k = Mod(i, two) name "rest"
        c = Equal(k, zero) name "even"
        u = If(c) {{then_branch: {{
            graph "then"
            capture m = m{1}{3}
            output t
        }}, else_branch: {{
            graph "else"
            capture m = m
            p = Identity(m) name "kept"
            output p}}}} name "choice"
        output go
        output u}}}} name "turns"
    y = Neg(b) name "last"
    output y)",
                       turns, all, product(isQuantized, "s", ""), scaled(isQuantized, ""));
}

inline std::string flat(bool isQuantized)
{
    auto text = "graph \"flat\" opset 13\ninput x: float32[2,2]\n" + constants(isQuantized);
    std::string state = "x";
    for (int i = 0; i < kTurns; ++i) {
        const auto suffix = fmt::format("_{}", i);
        text += product(isQuantized, state, suffix) + (i % 2 == 0 ? scaled(isQuantized, suffix) : std::string());
        state = (i % 2 == 0 ? "t" : "m") + suffix;
    }
    return text + fmt::format("\ny = Neg({}) name \"last\"\noutput y", state);
}

inline constexpr int kManyTurns = 10000;

/// One product, of 64 KiB, in each of many turns.
inline std::string longLoop(bool isQuantized)
{
    return fmt::format(R"(graph "long" opset 13
    input x: float32[128,128]
    const n: int64[] = {{{}}}
    b = Loop(n, _, x) {{body: {{
        graph "body"
        input i: int64[]
        input go: bool[]
        input s: float32[128,128]
        const h: float32[] = {{0.9999}}
        const g: float32[] = {{0.01}}
        const z: int8[] = {{0}}
        a = Mul(s, h) name "scaled"{}
        output go
        output {}}}}} name "turns"
    output b)",
                       kManyTurns, isQuantized ? "\nq = QuantizeLinear(a, g, z)\nt = DequantizeLinear(q, g, z)" : "",
                       isQuantized ? "t" : "a");
}

} // namespace ql::tests
