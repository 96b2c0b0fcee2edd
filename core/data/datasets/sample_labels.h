// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/datasets/dataset.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <vector>

namespace ql::data {

/// The right class of every sample of @p dataset: a .npy of integers, or a text file with one integer per line or
/// "SAMPLE INTEGER" lines in any order, SAMPLE being a sample's name or its file name. # begins a comment. Labels of
/// samples that aren't there are warned of.
/// @throws Error (FileNotFound, FileCorrupt, ShapeMismatch, TypeMismatch, BadArgument) naming the line or the sample:
/// no integer from 0 on, a sample without a label or with two, another count
std::vector<std::int64_t> readLabels(const std::filesystem::path& path, const Dataset& dataset);

/// All that a .npy of integers holds, each from 0 on. @throws Error (FileNotFound, FileCorrupt, TypeMismatch)
std::vector<std::int64_t> labelsInNpy(const std::filesystem::path& path);

/// @throws Error (BadArgument) where the label of a sample is none of the @p classes that an output has
void requireClass(const std::filesystem::path& path, std::size_t sample, std::int64_t label, std::size_t classes);
/// The same for all labels before anything runs, where @p output declares how many elements a sample has.
void requireClasses(const std::filesystem::path& path, const std::vector<std::int64_t>& labels,
                    const graph::Value& output);
/// How many elements of one sample @p output declares; nothing where that isn't known.
std::optional<std::size_t> classCount(const graph::Value& output);

} // namespace ql::data
