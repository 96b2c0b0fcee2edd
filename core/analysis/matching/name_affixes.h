// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace ql::analysis {

/// @p name without what quantization tools append: `_quantized`, `_QuantizeLinear_Output`, `_fused` and their like,
/// repeatedly.
std::string withoutQuantizationAffixes(std::string_view name);

/// The same, and also without a trailing copy number (`.1`), which some tools add. Ambiguous: "input.4" and "input.12".
std::string withoutCopyNumber(std::string_view name);

/// Every name that tools may have made @p name from, itself first, then by how little was taken away. For looking up:
/// "conv_output_quantized" comes from "conv_output" or from "conv", and only the other model can tell.
std::vector<std::string> possibleOriginals(std::string_view name);

/// Whether @p name only says which one of many it is, as exporters number nodes and tensors: "54", "Conv_54" of a
/// Conv, "input.4", "/Relu_3_output_0". Equal numbers in two files say little.
bool isNumbered(std::string_view name, std::string_view opType);

/// A module's path as PyTorch writes it: "layer1/layer1.0/conv1" of its exporter is "layer1.0.conv1".
std::string canonicalScope(std::string_view scope);

} // namespace ql::analysis
