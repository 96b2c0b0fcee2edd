// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ops/tensor.h"

#include <atomic>
#include <cstddef>
#include <mutex>
#include <span>
#include <vector>

namespace ql::runs {

/// The bytes that one program may still use for kept results.
using Allowance = std::atomic<std::ptrdiff_t>;

/// What a node that depends on constants only gave, kept from run to run: weights behind their DequantizeLinear. Known
/// by the very tensors that it read, so an interceptor upstream makes the node run again. May be asked from several
/// threads.
class ConstantResults {
public:
    /// Nothing before the first store(), and for other tensors than those.
    std::vector<ops::Tensor> find(std::span<const ops::Tensor> inputs) const;
    /// Keeps the first results that come, unless they are more than @p allowance. Where @p areOwn, @p inputs are what
    /// the program itself gives the node, so that whoever runs it without a change of its own finds them settled().
    void store(std::span<const ops::Tensor> inputs, const std::vector<ops::Tensor>& results, bool areOwn,
               Allowance& allowance);
    /// The results of the program's own inputs, or null; they stay where they are.
    const std::vector<ops::Tensor>* settled() const { return m_settled.load(std::memory_order_acquire); }

private:
    mutable std::mutex m_mutex;
    std::atomic<const std::vector<ops::Tensor>*> m_settled = nullptr;
    std::vector<ops::Tensor> m_inputs;
    std::vector<ops::Tensor> m_results;
};

} // namespace ql::runs
