// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/quant/quant_plan.h"

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

/// What is written of a quantized network.
struct QuantizedForms {
    const graph::Graph* qdq = nullptr;
    const graph::Graph* integers = nullptr; ///< null = not written
};

/// Writes `<stem>_qdq.onnx`, `<stem>_qoperator.onnx` and `<stem>_record.txt`, or as @p suffixes say; no network below
/// opset 13. The record is
/// that of @p plan, which belongs to @p source. Returns the paths. @throws Error (FileWrite)
std::vector<std::string> writeForms(const QuantizedForms& forms, const graph::Graph& source,
                                    const quant::QuantPlan& plan, const std::filesystem::path& folder,
                                    const std::string& stem, const FormSuffixes& suffixes = {});

} // namespace ql::analysis
