// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/metrics.h"
#include "core/results/request_parts.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ql::results {

/// Asks what a model would be fed.
struct PreviewRequest {
    std::string model;
    InputSelection samples; ///< one, no dataset
    std::size_t mostElements = std::size_t(1) << 22;
    RunOptions options;
};

/// One input tensor, to be looked at.
struct TensorPreview {
    std::string name;
    std::string dtype;
    std::vector<std::int64_t> shape;
    TensorStatistics statistics; ///< of the whole tensor
    std::vector<float> values;   ///< the first mostElements, row by row
};

/// The tensors that `--input` words mean, in the order of the model's inputs.
struct InputPreview {
    std::vector<TensorPreview> inputs;
};

} // namespace ql::results
