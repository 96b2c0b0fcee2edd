// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/runtime/executor.h"

#include <map>
#include <optional>
#include <utility>

namespace ql::runtime {

/// Lets derivatives pass where a graph quantizes and dequantizes: what a DequantizeLinear gives counts as what its
/// QuantizeLinear read, but for elements beyond the range, which stay where they are (the straight-through estimator,
/// Bengio et al. 2013, arXiv 1308.3432). Integers that others compute on end what is recorded. Of one forward.
class StraightThrough {
public:
    /// To be called on every value: the same number, as a function of the number before it was quantized; nothing for
    /// others.
    std::optional<Tensor> passed(const ValueEvent& event);

private:
    std::map<std::pair<const graph::Graph*, graph::ValueId>, at::Tensor> m_read; ///< by what a quantizer gave
};

} // namespace ql::runtime
