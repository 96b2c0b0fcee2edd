// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/graph.h"
#include "core/runs/program/pass.h"
#include "core/runs/program/program.h"

#include <unordered_set>

namespace ql::runs {

/// RAII limit on the bytes of activations that executions of this process keep beyond their forward pass. Where several
/// limits are alive at once (concurrent requests), the smallest applies. Thread-safe.
class ActivationLimit {
public:
    /// @p bytes 0 = as many as this machine can spare.
    explicit ActivationLimit(double bytes);
    ~ActivationLimit();
    ActivationLimit(const ActivationLimit&) = delete;
    ActivationLimit& operator=(const ActivationLimit&) = delete;

    /// Infinity where nothing limits it.
    static double bytes();

private:
    double m_bytes;
};

/// The bytes that one execution keeps; tensors that share memory, at once or one after the other, count once.
class ActivationBytes {
public:
    /// Adds what @p node gave. False once that is more than ActivationLimit::bytes(), or than this machine can spare.
    bool fitWith(const Pass& execution, const graph::Node& node);
    double bytes() const { return m_bytes; }

private:
    double m_bytes = 0.0;
    double m_largest = 0.0;
    std::unordered_set<const void*> m_seen;
};

} // namespace ql::runs
