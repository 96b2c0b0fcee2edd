// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/memory/memory_budget.h"
#include "core/ops/tensor.h"

#include <atomic>
#include <mutex>
#include <span>
#include <vector>

namespace ql::runs {

/// What a node that depends on constants only gave, cached from run to run: weights behind their DequantizeLinear.
/// Known by the very tensors that it read, so an interceptor upstream makes the node run again. May be asked from
/// several threads.
class ConstantResults {
public:
    /// Nothing before the first store(), and for other tensors than those.
    std::vector<ops::Tensor> find(std::span<const ops::Tensor> inputs) const;
    /// Caches the first results that come, unless @p share, the program's, refuses them. Where @p areOwn, @p inputs are
    /// what the program itself gives the node, so that whoever runs it without a change of its own finds them
    /// settled().
    void store(std::span<const ops::Tensor> inputs, const std::vector<ops::Tensor>& results, bool areOwn,
               MemoryShare& share);
    /// The results of the program's own inputs, or null; they stay where they are.
    const std::vector<ops::Tensor>* settled() const { return m_settled.load(std::memory_order_acquire); }

private:
    mutable std::mutex m_mutex;
    std::atomic<const std::vector<ops::Tensor>*> m_settled = nullptr;
    std::vector<ops::Tensor> m_inputs;
    std::vector<ops::Tensor> m_results;
};

} // namespace ql::runs
