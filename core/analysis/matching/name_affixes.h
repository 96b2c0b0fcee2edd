// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <set>
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

/// The stems of numbered names ("add_17", "node_add_17": any last number of a name) that two models count each on their
/// own: each has two or more numbers that the other lacks. A name of such a stem says no more than its operator does;
/// where one model's are among the other's, an exporter or quantizer kept them.
class CountedStems {
public:
    CountedStems(const std::vector<std::string>& baseline, const std::vector<std::string>& analysis);
    bool has(std::string_view name) const;

private:
    std::set<std::string> m_stems;
};

/// A module's path as PyTorch writes it: "layer1/layer1.0/conv1" of its exporter is "layer1.0.conv1".
std::string canonicalScope(std::string_view scope);

} // namespace ql::analysis
