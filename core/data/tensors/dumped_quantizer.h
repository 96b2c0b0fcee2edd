// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/tensor_data.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace ql::data {

/// How a dumped tensor was quantized: value = (integer - zero point) · scale.
struct DumpedQuantizer {
    graph::DataType type = graph::DataType::Undefined; ///< of the integers
    std::vector<double> scales;                        ///< one, or one per channel
    std::vector<std::int64_t> zeroPoints;              ///< as many
    std::optional<std::int64_t> channelAxis;
};

} // namespace ql::data
