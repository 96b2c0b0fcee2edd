// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace caffe2::serialize {
class PyTorchStreamReader;
}

namespace ql::importers::torchscript {

/// Refuses a file whose code calls what models have no business with (source_checks.h), or on which LibTorch's
/// parser would fall over. It has to be asked before the file is loaded: loading already runs what a module's
/// __setstate__ says.
/// @throws Error (UnsupportedFormat, FileCorrupt) naming the source in the archive; c10::Error and what else LibTorch
/// throws where the archive or a source can't be read
void refuseUnsafeCode(caffe2::serialize::PyTorchStreamReader& archive);

/// Refuses an archive whose pickles LibTorch's loader would read too trustingly: tensors that reach beyond their
/// storages, storages that are shorter than they claim, values that nest too deep, packed convolutions of no groups.
/// @throws Error (FileCorrupt, UnsupportedFormat) naming the entry; c10::Error where the archive can't be read
void refuseDamagedPickles(caffe2::serialize::PyTorchStreamReader& archive);

} // namespace ql::importers::torchscript
