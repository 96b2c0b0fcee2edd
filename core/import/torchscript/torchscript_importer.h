// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/files.h"
#include "core/import/imported_model.h"

namespace ql::importers::torchscript {

/// The model, without path and format, in the bytes of a TorchScript file: scripted and traced modules, frozen or not,
/// float, fake-quantized and quantized. The network is `forward` in evaluation mode, everything it calls put in its
/// place; a node's scope is its module's path
/// ("layer1.0.conv1"), parameters are called as in PyTorch ("layer1.0.conv1.weight"). Nodes have the standard's names
/// and inputs where the standard has such an operator, and LibTorch's own names elsewhere; LibTorch computes them all,
/// so that results equal `forward`'s bit for bit on as many threads. A run is one `forward` of the module as it is in
/// the file: what it sets is forgotten. Programs of which nobody can know before they run whose memory they write into
/// are refused. Weights of quantized operators are packed by LibTorch's engine "onednn" or, where that refuses them,
/// "qnnpack"; the environment variable QUANTLOUPE_QUANTIZED_ENGINE names another.
/// The file's code may only call listed operators (core/ops/torch/allowed_operators.h). It is LibTorch that checks,
/// loads and lowers the file: to be called in a child process (core/import/worker/run_sandboxed.h), except for a file
/// that is known. Changes settings of LibTorch while it works, so one thread at a time.
/// @throws Error (FileCorrupt, UnsupportedFormat, UnsupportedOperator) naming module and instruction, and what LibTorch
/// throws
ImportedModel readModule(const FileBytes& bytes);

} // namespace ql::importers::torchscript
