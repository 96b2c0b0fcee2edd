// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/torchscript/binding.h"

#include <string>

namespace ql::importers::torchscript {

/// What a quantized operator's packed weight was packed from, as constants of the graph, and the call that packs it
/// again.
struct PackedParameters {
    Slot weight;     ///< integers; floats where the weight is kept in half precision
    Slot scale;      ///< invalid for half precision
    Slot exactScale; ///< in double, where LibTorch packs with a scale that float can't hold
    Slot zeroPoint;  ///< invalid for half precision
    Slot bias;       ///< in float; invalid without
    bool isPerChannel = false;
    std::string packing;  ///< "quantized::conv2d_prepack"
    std::string settings; ///< further arguments: ", [1, 1], [0, 0], [1, 1], 1"
    std::vector<std::int64_t> strides;
    std::vector<std::int64_t> padding;
    std::vector<std::int64_t> dilations;
    std::int64_t groups = 1;
    bool isTransposed = false;
    at::Tensor weightTensor; ///< as unpacked
    at::Tensor biasTensor;   ///< may be undefined
};

} // namespace ql::importers::torchscript
