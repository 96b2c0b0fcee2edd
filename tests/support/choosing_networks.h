// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace ql::tests {

/// Two products, one of them in a branch, chosen by an input. In the other branch a layer reads what another one there
/// gives, and one gives what nobody reads.
inline const std::string kChoice = R"(graph "choice" opset 13
    input x: float32[2,2]
    input c: bool[]
    const w: float32[2,2] = {1, 2, 3, 4}
    a: float32[2,2] = MatMul(x, w) name "first"
    b: float32[2,2] = If(c) {then_branch: {
        graph "then"
        capture p = a
        const v: float32[2,2] = {1, -1, 2, 0.5}
        m: float32[2,2] = MatMul(p, v) name "product"
        t: float32[2,2] = Tanh(m) name "act"
        output t
    }, else_branch: {
        graph "else"
        capture p = a
        const u: float32[2,2] = {-2, 1, 0.25, 1}
        n: float32[2,2] = MatMul(p, u) name "other"
        d: float32[2,2] = Sub(n, n) name "dead"
        e: float32[2,2] = MatMul(n, u) name "further"
        output e}} name "choice"
    const k: float32[2,2] = {-1, 1, 3, 0.5}
    y: float32[2,2] = MatMul(b, k) name "last"
    output y)";

/// The same where the input says true, written flat.
inline const std::string kFlat = R"(graph "flat" opset 13
    input x: float32[2,2]
    input c: bool[]
    const w: float32[2,2] = {1, 2, 3, 4}
    a: float32[2,2] = MatMul(x, w) name "first"
    const v: float32[2,2] = {1, -1, 2, 0.5}
    m: float32[2,2] = MatMul(a, v) name "product"
    t: float32[2,2] = Tanh(m) name "act"
    const k: float32[2,2] = {-1, 1, 3, 0.5}
    y: float32[2,2] = MatMul(t, k) name "last"
    output y)";

} // namespace ql::tests
