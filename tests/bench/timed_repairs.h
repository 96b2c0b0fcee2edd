// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/engine.h"
#include "core/results/sensitivity_result.h"
#include "tests/bench/sample_list.h"
#include "tests/models/manifest.h"

#include <cstddef>
#include <string>

namespace ql::bench {

/// How much is asked.
struct RepairEffort {
    std::size_t samples = 12; ///< the same one, so many times
    std::size_t layers = 4;   ///< changed one by one
    std::size_t steps = 8;    ///< of training
};

/// What a question took from the request to the result, on one thread, the models read before or by it.
struct TimedRepair {
    double seconds = 0.0;
    std::string about = {}; ///< how much it did
};

/// Questions about one pair that repair it, or lead to repairs. Each throws Error as its question does.
class TimedRepairs {
public:
    /// Both must outlive it.
    TimedRepairs(engine::Engine& engine, const tests::TwinPair& pair, const RepairEffort& effort);

    TimedRepair calibrate() const;
    TimedRepair attribution() const;
    TimedRepair sensitivity(results::SensitivityMethod method) const;
    TimedRepair tune() const;
    /// One step of one sample: forward and backward, and the float network's forward where the sample is new.
    TimedRepair stepOfTraining() const;
    /// By @p fix alone, judged on two samples.
    TimedRepair repair(const std::string& fix) const;
    /// By all that there are, of the dataset @p samples, as the command line asks: tells when the first was proven.
    TimedRepair allRepairs(const std::string& samples) const;
    /// For an SQNR of @p decibels by the dataset @p samples, as the command line asks.
    TimedRepair tuneOn(const std::string& samples, double decibels) const;

private:
    template <typename Request>
    Request ofPair() const;
    template <typename Request>
    Request simulated() const;
    double trainingSeconds(std::size_t steps) const;

    engine::Engine& m_engine;
    const tests::TwinPair& m_pair;
    RepairEffort m_effort;
    SampleList m_list;
};

} // namespace ql::bench
