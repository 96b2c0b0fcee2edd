// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/files.h"
#include "core/graph/ir/tensor_data.h"
#include "core/import/exported_program/exported_program.h"

#include <map>
#include <string>
#include <string_view>

namespace ql::importers::exported_program {

/// What an archive of torch.export.save holds: the program and its tensors by their names ("layer1.0.conv1.weight").
struct ProgramContents {
    Program program;
    std::map<std::string, graph::TensorData> tensors; ///< in C order
};

/// Reads the layout that PyTorch wrote up to 2.7 (serialized_exported_program.json beside pickled tensors) and the
/// package that it writes since 2.8 (models/NAME.json, data/weights, data/constants; the tensors raw or pickled). No
/// pickle makes an object and nothing is called. Of several models in a package the first is read.
/// @throws Error (FileCorrupt, UnsupportedFormat) naming the entry
ProgramContents readArchive(const FileBytes& bytes);

/// The program in a serialized_exported_program.json or models/model.json, of schema versions 5 to 8.
/// @throws Error (FileCorrupt, UnsupportedFormat) naming the operation
Program readProgram(std::string_view text, const std::string& what);

} // namespace ql::importers::exported_program
