// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/files.h"
#include "core/graph/ir/graph.h"
#include "core/graph/ir/module_tree.h"
#include "core/import/weights_only.h"

#include <filesystem>
#include <memory>
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
    /// Fake quantizers that are switched off in a program that has others on, by their paths. TorchScript only.
    std::vector<std::string> idleQuantizers;
    std::shared_ptr<const graph::ModuleTree> modules; ///< of the program that @ref graph was made of; TorchScript only
    std::vector<std::string> repeatedNodeNames; ///< names that several nodes of the file have; the graph renamed them
    bool isWeightsOnly = false;                 ///< the file holds no network: @ref graph is empty
    std::vector<StoredTensor> tensors;          ///< what it holds instead
};

} // namespace ql::importers
