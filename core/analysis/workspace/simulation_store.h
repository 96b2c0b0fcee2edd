// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/simulation/simulation.h"
#include "core/runtime/cached_execution.h"

#include <cstddef>
#include <mutex>
#include <optional>

namespace ql::analysis {

/// Keeps what simulations leave behind, so that quantizing the model that was quantized last again, a little
/// differently, costs what the difference costs. Thread-safe.
class SimulationStore {
public:
    struct Kept {
        SimulationCache simulation;
        runtime::ValueCache values{kMostKeptBytes};
    };

    /// Sole use of what is kept; of something empty where another job is using that.
    class Lease {
    public:
        explicit Lease(SimulationStore& store);
        Kept* operator->() { return &m_kept; }

    private:
        std::unique_lock<std::mutex> m_lock;
        std::optional<Kept> m_own;
        Kept& m_kept;
    };

private:
    static constexpr std::size_t kMostKeptBytes = std::size_t(1) << 30;

    std::mutex m_mutex;
    Kept m_kept;
};

} // namespace ql::analysis
