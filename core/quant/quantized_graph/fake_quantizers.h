// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/graph.h"
#include "core/results/layer.h"

#include <optional>
#include <string>

namespace ql::quant {

/// What is known of a node that quantizes and dequantizes in one: QONNX's quantizers, microscaling.
struct FakeQuantizer {
    std::string dtype; ///< "int4", "uint3", "bipolar", "e2m1", "fp6_e3m2"; "quantized" where a width isn't constant
    std::optional<results::QuantizerInfo> parameters; ///< of constant scales on one axis at most and whole zero points
    std::string granularity = "per-tensor";           ///< or "per-channel", "per-block", "per-row"
};

/// Whether @p node gives floats that it quantized and dequantized itself.
bool isFakeQuantizer(const graph::Node& node);

/// Whether a fake quantizer finds its scale in the data that it is given, each row's own, for the operator behind it.
bool quantizesByOwnRange(const graph::Node& node);

/// @pre isFakeQuantizer(node)
FakeQuantizer fakeQuantizerOf(const graph::Graph& graph, const graph::Node& node);

} // namespace ql::quant
