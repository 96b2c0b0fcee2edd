// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ops/tensor.h"

#include <atomic>
#include <cstddef>
#include <mutex>
#include <span>
#include <vector>

namespace ql::runtime {

/// Bytes that one program may still keep.
using Allowance = std::atomic<std::ptrdiff_t>;

/// What a node that depends on constants only gave, kept from run to run: weights behind their DequantizeLinear. Known
/// by the very tensors that it read, so an interceptor upstream makes the node run again. May be asked from several
/// threads.
class KeptResults {
public:
    /// Nothing before the first store(), and for other tensors than those.
    std::vector<ops::Tensor> find(std::span<const ops::Tensor> inputs) const;
    /// Keeps the first results that come, unless they are more than @p allowance.
    void store(std::span<const ops::Tensor> inputs, const std::vector<ops::Tensor>& results, Allowance& allowance);

private:
    mutable std::mutex m_mutex;
    std::vector<ops::Tensor> m_inputs;
    std::vector<ops::Tensor> m_results;
};

} // namespace ql::runtime
