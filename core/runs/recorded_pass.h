// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job_context.h"
#include "core/runs/program/program.h"

#include <span>
#include <vector>

namespace ql::runs {

/// One forward of which LibTorch records how to differentiate it, and any number of backward passes through it. Memory
/// is that of all activations. Derivatives pass quantizers of the graph itself as StraightThrough says. Every node is
/// run by LibTorch's functions, so that values differ from a Pass's in their last bits. Not thread-safe; the
/// calling thread may be in inference mode.
class RecordedPass {
public:
    /// @p wanted: graph inputs, or values that nodes make, of floating-point type; others have no gradient. Replaced
    /// values must be differentiable functions of what they replace (a quantizer with a straight-through estimator) or
    /// end what is recorded there. A wanted value is what @p interceptors made of it.
    /// @throws as Pass; Error (UnsupportedOperator) naming a node whose operator gives no derivative; Cancelled
    RecordedPass(const Program& program, NamedTensors inputs, std::vector<graph::ValueId> wanted, JobContext& ctx,
                 std::vector<Interceptor> interceptors = {});
    ~RecordedPass();
    RecordedPass(const RecordedPass&) = delete;
    RecordedPass& operator=(const RecordedPass&) = delete;

    /// In graph order.
    const std::vector<Tensor>& outputs() const { return m_outputs; }
    /// What the wanted values are, in their order.
    const std::vector<Tensor>& values() const { return m_values; }

    /// By each wanted value: the derivative of Σ @p seed · output @p output, in the value's shape; undefined where the
    /// output doesn't depend on it. @p seed in the output's shape. @throws Error (Internal) where LibTorch can't
    std::vector<Tensor> of(std::size_t output, const Tensor& seed) const;

private:
    class Recording;

    std::vector<Tensor> m_outputs;
    std::vector<Tensor> m_values;
};

} // namespace ql::runs
