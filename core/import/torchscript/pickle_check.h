// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace caffe2::serialize {
class PyTorchStreamReader;
}

namespace ql::import::torchscript {

/// Refuses an archive whose pickles LibTorch's loader would read too trustingly: tensors that reach beyond their
/// storages, storages that are shorter than they claim, values that nest too deep, packed convolutions of no groups.
/// @throws Error (FileCorrupt, UnsupportedFormat) naming the entry; c10::Error where the archive can't be read
void refuseDamagedPickles(caffe2::serialize::PyTorchStreamReader& archive);

} // namespace ql::import::torchscript
