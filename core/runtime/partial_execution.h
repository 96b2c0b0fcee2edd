// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/runtime/executor.h"

#include <span>
#include <stop_token>
#include <utility>
#include <vector>

namespace ql::runtime {

/// Remembers every value of one execution, and answers "what if these values were different?" by running only the
/// nodes that depend on them. Memory is that of all activations. Const functions may be called from several threads.
class PartialExecution {
public:
    using Override = std::pair<graph::ValueId, Tensor>;
    struct Result {
        std::vector<Tensor> outputs; ///< in graph order
        std::vector<graph::NodeId> executed; ///< in order
    };

    /// Runs @p program once on @p inputs, with @p interceptors, which also act in every run(). @throws as Execution, Cancelled
    PartialExecution(const Program& program, NamedTensors inputs, std::vector<Interceptor> interceptors, JobContext& ctx);

    const Tensor& tensor(graph::ValueId value) const;
    std::vector<Tensor> outputs() const;

    /// The outputs when each overridden value is replaced: its producer does not run, everything downstream of it does.
    /// An override equal to the remembered value changes nothing and costs nothing. @throws Error, Cancelled
    Result run(std::span<const Override> overrides, std::stop_token stop = {}) const;

    /// Positions in the program's order of all nodes downstream of @p values, ascending.
    std::vector<std::size_t> dependents(std::span<const graph::ValueId> values) const;

private:
    const Program& m_program;
    std::vector<Interceptor> m_interceptors;
    std::vector<Tensor> m_tensors; ///< by value id, constants included
};

} // namespace ql::runtime
