// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/tensor_data.h"

#include <optional>
#include <string>
#include <vector>

namespace ql::data {

/// One array of a file or folder, with what its source says about the input that it is for.
struct SourceArray {
    std::string name;                    ///< empty when the source names none
    std::optional<std::size_t> position; ///< among the graph's inputs, for input_N.pb
    graph::TensorData data;
    bool isSlice = false; ///< of a stack: the axis that counted the samples is gone
};

/// Reads the part of an `--input` word that names a source: a .npy, .npz, .pt or .pb file, a folder of input_N.pb or of
/// .npy, or raw numbers as `file.bin:float32:1x3`. @throws Error (FileNotFound, FileCorrupt, UnsupportedFormat,
/// BadArgument)
std::vector<SourceArray> readSource(const std::string& source);

} // namespace ql::data
