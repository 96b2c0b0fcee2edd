// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/files.h"
#include "core/graph/ir/graph.h"
#include "core/graph/ir/module_tree.h"
#include "core/import/weights_only.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace ql::importers {

/// A model file turned into a graph; nothing after this knows what the file was.
struct ImportedModel {
    graph::Graph graph;
    std::filesystem::path path;
    std::vector<FileStamp> dataFiles; ///< beside it, as they were when they were opened
    std::string format;               ///< "onnx", "torchscript", "exported_program", "tflite", "pytorch" (a state dict)
    int irVersion = 0;                ///< ONNX only
    std::string producer;             ///< "pytorch 1.13"
    std::string quantizedEngine;      ///< of TorchScript's quantized operators: "onednn", "qnnpack"
    /// What observers and fake quantizers do as their switches stand: "calibration" (observe), "QAT" (observe and
    /// quantize); empty where nothing observes. TorchScript only.
    std::string trainingState;
    std::shared_ptr<const graph::ModuleTree> modules; ///< of the program that @ref graph was made of; TorchScript only
    std::vector<std::string> repeatedNodeNames; ///< names that several nodes of the file have; the graph renamed them
    bool isWeightsOnly = false;                 ///< the file holds no network: @ref graph is empty
    std::vector<StoredTensor> tensors;          ///< what it holds instead
};

/// Reads an ONNX file: opset 1 to 26 (25 brought 2-bit types, which are not known here, and 26 new operators), all
/// initializer encodings, external data beside the file (memory-mapped, never
/// outside the model's folder), initializers listed as inputs, Constant nodes (become initializers; the node stays
/// out), model-local functions (inlined, scope = function call's name), sub-graphs with captures, missing names.
/// Operators need not be known. Value types and shapes come from the file (value_info), libonnx's shape inference, and
/// ours (core/graph/operators/shape_inference.h) for what that doesn't know.
/// @throws Error (FileNotFound, FileCorrupt, UnsupportedFormat, InvalidGraph) naming file, node and attribute;
/// Cancelled when @p stop is requested, at the next node or constant.
ImportedModel importOnnx(const std::filesystem::path& path, const std::stop_token& stop = {});

/// The same with the standard's operators brought up to opset @p opset where the file has an older one, by libonnx's
/// version converter, which works in a child process. Names stay. @throws Error as importOnnx, and
/// (UnsupportedFormat) for what can't be converted; Cancelled when @p stop is requested
ImportedModel importOnnxAtLeast(const std::filesystem::path& path, int opset, const std::stop_token& stop = {});

/// Any model with the standard's operators in their own meaning, as writing it takes: ONNX brought up to opset @p
/// opset, TorchScript without LibTorch's calls where the standard has the operator. @throws Error as importOnnxAtLeast
ImportedModel importStandard(const std::filesystem::path& path, int opset, const std::stop_token& stop = {});

/// The same of a model that importModel() read; nothing where its file must be read for it: that of an older opset.
std::optional<ImportedModel> standardForm(const ImportedModel& model, int opset);

/// Picks the importer by content, not by suffix. @throws Error (UnsupportedFormat) saying what the file looks like;
/// Cancelled when @p stop is requested
ImportedModel importModel(const std::filesystem::path& path, const std::stop_token& stop = {});

} // namespace ql::importers
