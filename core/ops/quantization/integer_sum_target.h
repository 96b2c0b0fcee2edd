// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ops/quantization/exact_integer.h"

namespace ql::ops {

/// The tensor that sums of integers become, and how the kernel finishes them. What a kernel can't write (types other
/// than of 8 bits) it writes as int32, and result() requantizes.
class IntegerSumTarget {
public:
    enum class Channels { Rows, Columns };

    /// @p rows and @p columns of what the kernel finishes at once.
    IntegerSumTarget(const graph::Shape& shape, const SumsBecome& become, Channels channels, std::size_t rows,
                     std::size_t columns);
    IntegerSumTarget(const IntegerSumTarget&) = delete;
    IntegerSumTarget& operator=(const IntegerSumTarget&) = delete;

    const SumFinish& finish() const { return m_finish; }
    /// The first element of matrix @p index when each has @p elements.
    void* matrix(std::int64_t index, std::int64_t elements) const;
    Tensor result(std::int64_t channelAxis) const;

private:
    const Requantization* m_later = nullptr;
    std::vector<float> m_multipliers;
    SumFinish m_finish;
    Tensor m_tensor;
};

/// Bytes of an 8-bit tensor, which must be contiguous.
EightBitData eightBitData(const at::Tensor& contiguous);

} // namespace ql::ops
