// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/tensor_data.h"

#include <cstdint>
#include <functional>

namespace ql::ops {

/// How scales and zero points spread over a tensor's elements: one for all, one per slice along an axis, or one per
/// block along an axis. Cuts the tensor into runs of neighbours that share a scale or step through the scales.
class QuantizationLayout {
public:
    struct Run {
        std::int64_t begin = 0; ///< position of the first element
        std::int64_t count = 0;
        std::int64_t parameter = 0; ///< position of the first element's scale
        bool isStepping = false;    ///< each element has its own scale: parameter, parameter + 1 …
    };

    static QuantizationLayout perTensor(std::int64_t elementCount);
    /// @pre 0 ≤ axis < rank
    static QuantizationLayout perAxis(const graph::Shape& shape, std::int64_t axis);
    /// Blocks of @p blockSize along @p axis, the last one may be shorter; scales lie as a tensor of the blocks' shape.
    static QuantizationLayout blocked(const graph::Shape& shape, std::int64_t axis, std::int64_t blockSize);

    /// Runs on several threads when the tensor is large; @p body must not throw.
    void forEachRun(const std::function<void(const Run&)>& body) const;
    std::int64_t elementCount() const { return m_elementCount; }

private:
    QuantizationLayout(const graph::Shape& shape, std::int64_t axis, std::int64_t blockSize);
    std::int64_t runCount() const;
    Run run(std::int64_t index) const;
    Run runOfRows(std::int64_t row) const;
    Run runOfLastAxis(std::int64_t index) const;

    std::int64_t m_elementCount = 0;
    std::int64_t m_outer = 1;
    std::int64_t m_axis = 1; ///< length of the channel axis; 0 stands for per tensor
    std::int64_t m_inner = 1;
    std::int64_t m_blockSize = 0; ///< 0 = per axis
};

} // namespace ql::ops
