// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/pickle/pickle.h"

#include <filesystem>

namespace ql::data {

/// Writes a dict of tensors that PyTorch's torch.load reads, weights_only or not; beside the target and renamed.
/// Integer types that torch 1.13 lacks are widened.
/// @throws Error (FileWrite, UnsupportedFormat for strings, complex and 4-bit or 8-bit floats)
void writePt(const std::filesystem::path& path, const pickle::NamedTensorData& tensors);

/// Reads the tensors of a file by torch.save (1.6 or later) or writePt, see unpickleTensors().
/// @throws Error (FileNotFound, FileCorrupt, UnsupportedFormat) with the path as context
pickle::NamedTensorData readPt(const std::filesystem::path& path);

} // namespace ql::data
