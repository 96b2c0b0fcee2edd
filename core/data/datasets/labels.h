// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/datasets/dataset.h"

#include <cstdint>
#include <filesystem>
#include <vector>

namespace ql::data {

/// The right class of every sample of @p dataset: a .npy of integers, or a text file with one integer per line or
/// "SAMPLE INTEGER" lines in any order, SAMPLE being a sample's name or its file name. # begins a comment.
/// @throws Error (FileNotFound, FileCorrupt, ShapeMismatch) naming the line or the sample without a label
std::vector<std::int64_t> readLabels(const std::filesystem::path& path, const Dataset& dataset);

} // namespace ql::data
