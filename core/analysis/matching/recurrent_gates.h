// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/matching/model_weights.h"

namespace ql::analysis {

/// Cuts the parameters of LSTM and RNN into their gates where the other model keeps each gate by itself, as TensorFlow
/// Lite does: "lstm.weight_ih[input gate]" and so on, of one layer and direction each. Both biases are added up, as
/// there is one. What ONNX packs is taken to pieces first. A gate is the input of SequenceLSTM or SequenceRNN that it
/// would be, see
/// https://www.tensorflow.org/mlir/tfl_ops#tflunidirectional_sequence_lstm_tflunidirectionalsequencelstmop; parameters
/// that don't make a whole layer stay as they are. The gates read through the weights that they were made from.
void cutIntoGates(std::vector<ModelWeight>& baseline, std::vector<ModelWeight>& analysis);

} // namespace ql::analysis
