// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace ql::tests {

/// Conv → Relu → Reshape → MatMul, with weights that are easy to quantize by hand.
inline constexpr const char* kSmallNetwork = "graph \"network\" opset 13\n"
                                             "input x: float32[1,2,2,2]\n"
                                             "const w: float32[2,2,1,1] = {1, -0.5, 0.25, 2}\n"
                                             "const b: float32[2] = {0.5, -1}\n"
                                             "const shape: int64[2] = {1, 8}\n"
                                             "const v: float32[8,2] = {1,1, -1,0, 2,1, 0,0, 1,-1, 0.5,0, 0,0.5, 1,1}\n"
                                             "c: float32[1,2,2,2] = Conv(x, w, b) name \"conv\"\n"
                                             "r: float32[1,2,2,2] = Relu(c) name \"relu\"\n"
                                             "f: float32[1,8] = Reshape(r, shape) name \"flatten\"\n"
                                             "y: float32[1,2] = MatMul(f, v) name \"product\"\n"
                                             "output y\n";

} // namespace ql::tests
