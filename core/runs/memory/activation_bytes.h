// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/graph.h"
#include "core/runs/program/pass.h"

#include <unordered_set>

namespace ql::runs {

/// The bytes that one execution keeps; tensors that share memory, at once or one after the other, count once.
class ActivationBytes {
public:
    /// Adds what @p node gave. False once that is more than MemoryBudget::bytes(), or than this machine can spare.
    bool fitWith(const Pass& execution, const graph::Node& node);
    double bytes() const { return m_bytes; }

private:
    double m_bytes = 0.0;
    double m_largest = 0.0;
    std::unordered_set<const void*> m_seen;
};

} // namespace ql::runs
