// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/graph.h"
#include "core/ops/tensor.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace ql::data {

/// One array of a file or folder, with what its source says about the input that it is for.
struct SourceArray {
    std::string name;                    ///< empty when the source names none
    std::optional<std::size_t> position; ///< among the graph's inputs, for input_N.pb
    graph::TensorData data;
    bool isSlice = false; ///< of a stack: the axis that counted the samples is gone
    /// In place of @ref data, for an input that the model declares a sequence or an optional.
    std::optional<ops::Tensor> held = {};
};

/// Reads the part of an `--input` word that names a source: a .npy, .npz, .pt or .pb file, a folder of input_N.pb or of
/// .npy, or raw numbers as `file.bin:float32:1x3`. @p kinds are what the model declares of its inputs, or of the only
/// one that a lone .pb file can be for: input_N.pb don't say themselves what they hold. @throws Error (FileNotFound,
/// FileCorrupt, UnsupportedFormat, BadArgument)
std::vector<SourceArray> readSource(const std::string& source, std::span<const graph::ValueKind> kinds = {});

} // namespace ql::data
