// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/quant/record/record.h"
#include "core/results/request_parts.h"

#include <filesystem>
#include <string>
#include <vector>

namespace ql::analysis {

/// What the files' names end with.
struct FormSuffixes {
    const char* qdq = "_qdq.onnx";
    const char* integers = "_qoperator.onnx";
    const char* record = "_record.txt";
};
constexpr FormSuffixes kAmctSuffixes{"_fake_quant_model.onnx", "_deploy_model.onnx", "_quant_param_record.txt"};

/// Before anything is computed: @throws Error (FileWrite) if a file that writeForms() makes in @p folder is one that
/// the running command reads. Nothing where @p folder is empty.
void requireFormsApart(const std::filesystem::path& folder, const std::string& stem, const FormSuffixes& suffixes);
/// The same with `<stem>.onnx`, the changed float network that is written beside them.
void requireChangedApart(const std::filesystem::path& folder, const std::string& stem);

/// What is written of a quantized network.
struct QuantizedForms {
    const graph::Graph* qdq = nullptr;      ///< null = no network is written
    const graph::Graph* integers = nullptr; ///< null = not written
};

/// What the files are called and what they say beside the networks.
struct WrittenWords {
    std::string stem;
    FormSuffixes suffixes = {};
    results::PortNames ports = {};
    std::vector<quant::LayerRecord> restored = {}; ///< that the plan's parameters are from
};

/// Writes `<stem>_qdq.onnx`, `<stem>_qoperator.onnx` and `<stem>_record.txt`, or as @p suffixes say; no network below
/// opset 13. The record is that of @p plan, which belongs to @p source, with what else the restored
/// records say. Returns the paths. @throws Error (FileWrite), and as
/// withPorts()
std::vector<std::string> writeForms(const QuantizedForms& forms, const graph::Graph& source,
                                    const quant::QuantPlan& plan, const std::filesystem::path& folder,
                                    const WrittenWords& words);

} // namespace ql::analysis
