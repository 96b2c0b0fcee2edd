// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/tensor_data.h"

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace ql::tests {

/// ONNX Runtime as a second opinion on what we write: Node.js with the package onnxruntime-node, in the folder that
/// QUANTLOUPE_ONNXRUNTIME names.
class OnnxRuntime {
public:
    enum class Optimization { Disabled, All };
    using Files = std::map<std::string, std::filesystem::path>; ///< .npy by input name
    using Tensors = std::map<std::string, graph::TensorData>;   ///< by output name

    /// Nothing where it isn't installed. Tests that need it skip, loudly, without it.
    static std::optional<OnnxRuntime> find();

    /// The outputs of each run. @throws Error with what ONNX Runtime says against the model
    std::vector<Tensors> run(const std::filesystem::path& model, const std::vector<Files>& runs,
                             const std::vector<std::string>& outputs, Optimization optimization) const;

private:
    explicit OnnxRuntime(std::string node);

    std::string m_node;
};

} // namespace ql::tests
