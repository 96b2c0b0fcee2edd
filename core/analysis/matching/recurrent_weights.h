// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/matching/model_weights.h"

#include <span>

namespace ql::analysis {

/// What a parameter of a recurrent layer is by the name that PyTorch gives it: "weight_ih_l0", "bias_hh_l1_reverse",
/// without a number in cells. Nothing for other names.
std::optional<RecurrentPart> recurrentPartNamed(std::string_view name);

/// What @p node, a recurrent layer of ONNX or PyTorch, reads at @p floatSlot from the constant called @p name: ONNX's
/// are told by their place and packed, PyTorch's by their names. Nothing for other inputs and operators.
std::optional<RecurrentPart> recurrentPartOf(const graph::Node& node, int floatSlot, std::string_view name);

/// Tells the weights of one of PyTorch's recurrent layers by their order where none has a telling name, as after
/// torch.jit.freeze: weight_ih, weight_hh, bias_ih, bias_hh, layer after layer and direction after direction.
void tellByOrder(std::span<ModelWeight> ofOneLayer);

/// @p weights with what ONNX packs taken to pieces, as unpackRecurrent() does.
std::vector<ModelWeight> unpacked(const std::vector<ModelWeight>& weights);

/// Takes to pieces what ONNX packs where the other model keeps single parameters, as PyTorch does, so that they can be
/// held against each other: W, R and B of LSTM, GRU and RNN become one weight_ih and weight_hh [gates · hidden, …], one
/// bias_ih and bias_hh [gates · hidden] per direction. Their gates lie as PyTorch orders them (LSTM i f g o from ONNX's
/// i o f c; GRU r z n from z r h), see https://onnx.ai/onnx/operators/onnx__LSTM.html and
/// https://pytorch.org/docs/stable/generated/torch.nn.LSTM.html. Where both models pack or neither does nothing
/// changes. The pieces read through the weights that they were made from.
void unpackRecurrent(std::vector<ModelWeight>& baseline, std::vector<ModelWeight>& analysis);

/// Cuts the parameters of LSTM and RNN into their gates where the other model keeps each gate by itself, as TensorFlow
/// Lite does: "lstm.weight_ih[input gate]" and so on, of one layer and direction each. Both biases are added up, as
/// there is one. What ONNX packs is taken to pieces first. A gate is the input of SequenceLSTM or SequenceRNN that it
/// would be, see
/// https://www.tensorflow.org/mlir/tfl_ops#tflunidirectional_sequence_lstm_tflunidirectionalsequencelstmop; parameters
/// that don't make a whole layer stay as they are. The gates read through the weights that they were made from.
void cutIntoGates(std::vector<ModelWeight>& baseline, std::vector<ModelWeight>& analysis);

} // namespace ql::analysis
