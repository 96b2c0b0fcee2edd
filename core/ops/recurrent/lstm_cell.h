// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ops/recurrent/recurrent.h"
#include "core/ops/support/operand_cache.h"

namespace ql::ops {

/// Attributes of LSTM and its quantized relative.
struct LstmAttributes {
    explicit LstmAttributes(const graph::Node& node);

    RecurrentAttributes shared;
    bool couplesForgetGate = false; ///< input_forget
};

/// Multiplies rows [n, features] by a weight into the gates i, o, f, c: [n, 4 · hidden].
using GateProjection = std::function<at::Tensor(const at::Tensor& rows)>;
struct LstmWeights {
    GateProjection input;
    GateProjection recurrent;
};

/// What is made of W and R once per model.
template <typename Derived>
struct LstmMemory {
    OperandCache<Derived> input;
    OperandCache<Derived> recurrent;
};

/// Evaluates an LSTM whose inputs stand as in ONNX: X, W, R, B, sequence_lens, initial_h, initial_c, P. @p weights
/// holds one pair per direction.
std::vector<Tensor> evaluateLstm(const LstmAttributes& attributes, const KernelCall& call,
                                 const RecurrentInputs& inputs, const std::vector<LstmWeights>& weights);
/// Its inputs X and sequence_lens.
RecurrentInputs readLstmInputs(const KernelCall& call, const LstmAttributes& attributes);

} // namespace ql::ops
