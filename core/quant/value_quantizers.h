// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/operators/channel_affine.h"
#include "core/ops/passes/round_trip.h"
#include "core/quant/constant_transforms.h"
#include "core/quant/point_extraction.h"

#include <optional>

namespace ql::quant {

/// A DequantizeLinear node that isn't in any graph, for operators that carry scale and zero point themselves.
graph::Node looseDequantize(std::int64_t axis);

/// The parameters as numbers; nothing for scales that come in blocks. @p zeroPoint may be undefined (0).
std::optional<results::QuantizerInfo> quantizerInfo(const ops::Tensor& scale, const ops::Tensor& zeroPoint,
                                                    graph::DataType type, std::int64_t axis);

/// QuantizeLinear alone: real numbers in, integers of the type of @p zeroPoint out. @p dequantize gives domain, opset
/// and axis.
ops::Tensor quantize(const graph::Node& dequantize, const ops::Tensor& realNumbers, const ops::Tensor& scale,
                     const ops::Tensor& zeroPoint);

/// Quantizes and dequantizes with constant parameters; @p dequantize gives domain, opset, axis and block size.
/// @p zeroPoint may be undefined (uint8, 0).
Transform staticQuantizer(const graph::Node& dequantize, ops::Tensor scale, ops::Tensor zeroPoint);
/// All that @p transform does to float32, where staticQuantizer() made it and it has one scale; nothing of any other.
std::optional<ops::RoundTrip> roundTripOf(const Transform& transform);

/// DynamicQuantizeLinear and back: the range is the data's own.
Transform dynamicQuantizer();

/// The same in 7 bits, as LibTorch's engines but for qnnpack choose range and zero point: of the two that minimum and
/// maximum give, the one whose rounding matters less. Source: ATen/native/quantized/cpu/QuantUtils.h.
Transform reducedDynamicQuantizer();

/// Each block of @p blockSize along the last axis by its own range: ops::roundedInBlocks().
Transform blockQuantizer(std::int64_t blockSize);

/// @p second of what @p first gives.
Transform inTurn(Transform first, Transform second);

/// What @p node makes of its first input; @p inputs are the others, behind a place for it.
Transform wholeNode(const graph::Node& node, std::vector<ops::Tensor> inputs);

/// The numbers of the constant @p integers.
ops::Tensor dequantized(const graph::Node& dequantize, const ops::Tensor& integers, const ops::Tensor& scale,
                        const ops::Tensor& zeroPoint);

/// The float weight that LSTM takes for @p integers, a weight of DynamicQuantizeLSTM: [directions,
/// features, gates], transposed against LSTM's, with a scale and zero point per direction or per direction and gate.
ops::Tensor recurrentWeight(const ops::Tensor& integers, const ops::Tensor& scale, const ops::Tensor& zeroPoint);

/// @p apply, then its last two axes swapped: an integer operator may keep its weight transposed.
Transform transposed(Transform apply);

/// How the numbers of one model's layer become those that its partner keeps.
enum class Folding {
    In, ///< the partner has the normalization behind the layer in them
    Out ///< it hasn't
};

/// @p apply, then each channel, along @p axis of a weight, times its factor or by it. A factor of 0 leaves nothing of
/// the channel, whatever the weight.
Transform refoldedWeight(Transform apply, const graph::ChannelAffine& affine, std::int64_t axis, Folding folding);
/// The same for a bias: the offsets, too.
Transform refoldedBias(Transform apply, const graph::ChannelAffine& affine, Folding folding);

} // namespace ql::quant
