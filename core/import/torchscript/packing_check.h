// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/pickle/pickle.h"
#include "core/pickle/pickle_value.h"

namespace ql::import::torchscript {

/// Refuses the packed weights of a quantized convolution with settings that LibTorch divides by without looking: it
/// packs them again while it loads. Other objects pass. @throws Error (FileCorrupt)
void checkPacking(const pickle::PickledObject& object, const pickle::StorageReader& read);

} // namespace ql::import::torchscript
