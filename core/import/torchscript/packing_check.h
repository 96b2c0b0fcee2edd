// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/pickle.h"
#include "core/data/pickle_value.h"

namespace ql::import::torchscript {

/// Refuses the packed weights of a quantized convolution with settings that LibTorch divides by without looking: it
/// packs them again while it loads. Other objects pass. @throws Error (FileCorrupt)
void checkPacking(const data::PickledObject& object, const data::StorageReader& read);

} // namespace ql::import::torchscript
