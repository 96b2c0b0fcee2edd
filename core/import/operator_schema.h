// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <limits>
#include <onnx/defs/schema.h>
#include <string>

namespace ql::importers {

/// How many inputs and outputs an operator takes and gives.
struct OperandCounts {
    static constexpr std::size_t kAny = std::numeric_limits<int>::max();
    std::size_t leastInputs = 0;
    std::size_t mostInputs = kAny;
    std::size_t leastOutputs = 0;
    std::size_t mostOutputs = kAny;
};

/// What is known of an operator in one opset: by libonnx, or by our own table of com.microsoft's.
struct OperatorSchema {
    const onnx::OpSchema* standard = nullptr; ///< the newest that libonnx has; null where it has none
    bool isOutdated = false;                  ///< the opset is newer than libonnx: attributes may have been added
    bool isKnown = false;                     ///< at all; anything goes where it isn't
    OperandCounts counts;
};

/// @p domain is "" for ai.onnx.
OperatorSchema operatorSchema(const std::string& domain, const std::string& opType, int opset);

} // namespace ql::importers
