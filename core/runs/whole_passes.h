// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/runs/program/program.h"

#include <span>
#include <stop_token>
#include <vector>

namespace ql::runs {

/// Low-memory implementation of WhatIf's queries that keeps no activations: each query runs the program from
/// its inputs. Const functions may be called from several threads.
class WholePasses {
public:
    WholePasses(const Program& program, NamedTensors inputs)
        : m_program(program)
        , m_inputs(std::move(inputs))
    {
    }

    /// What @p values are with @p interceptors; undefined where nothing makes them. Stops behind the last of them.
    /// @throws as Pass, Cancelled
    std::vector<Tensor> tensors(std::span<const graph::ValueId> values, const std::vector<Interceptor>& interceptors,
                                const std::stop_token& stop = {}) const;
    /// In graph order. @throws as Pass, Cancelled
    std::vector<Tensor> outputs(const std::vector<Interceptor>& interceptors, const std::stop_token& stop = {}) const;

private:
    const Program& m_program;
    NamedTensors m_inputs;
};

} // namespace ql::runs
