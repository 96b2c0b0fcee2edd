// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/files.h"
#include "core/import/imported_model.h"

namespace ql::importers::torchscript {

/// Checks, loads and lowers the TorchScript file that @p bytes are, with LibTorch: to be called in a child process
/// (core/import/handover/run_sandboxed.h), except for a file that is known. Changes settings of LibTorch while it
/// works, so one thread at a time. The model has no path and no format.
/// @throws Error (FileCorrupt, UnsupportedFormat, UnsupportedOperator), and what LibTorch throws
ImportedModel readModule(const FileBytes& bytes);

} // namespace ql::importers::torchscript
