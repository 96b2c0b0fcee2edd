// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/text_form/text_form.h"

namespace ql::tests {

/// A convolution and a product with names as PyTorch's export gives them, and outputs with names of their own.
inline graph::Graph network()
{
    return graph::parseGraph(R"(graph "net" opset 13
        input x: float32[1,1,2,2]
        const w: float32[1,1,1,1] = {1}
        const m: float32[4,4] = {1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1}
        const shape: int64[2] = {1, 4}
        const one: float32[1,4] = {1,2,3,4}
        "stem_out": float32[1,1,2,2] = Conv(x, w) name "/stem/conv/Conv"
        p: float32[1,1,2,2] = Relu(stem_out) name "/stem/act/Relu"
        r: float32[1,4] = Reshape(p, shape) name "/Reshape"
        a: float32[1,4] = Gemm(r, m) name "/head/fc/Gemm"
        o: float32[1,4] = Add(a, one) name "/head/Add"
        output o)");
}

} // namespace ql::tests
