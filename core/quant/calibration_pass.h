// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/journal.h"
#include "core/quant/calibration.h"
#include "core/quant/planned_points.h"
#include "core/quant/quantized_graph/instrumented_graph.h"

#include <initializer_list>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace ql::quant {

/// What an activation's quantizer gets by what @p observer has seen so far: null where it needs no data. Nothing before
/// anything was seen.
std::optional<Parameters> activationParameters(const PlannedQuantizer& quantizer, const TensorObserver* observer);

/// Whether @p plan has an activation that @p observations lack an observer for.
bool needsData(const QuantPlan& plan, const Observations& observations);

/// Has observers of activations that @p plan asks for take over what others have seen of the same values.
void deriveKnown(const QuantPlan& plan, Observations& observations);

/// One pass over the data, for the observers that observations lack: see observe().
class CalibrationPass {
public:
    /// What is referred to must outlive this.
    CalibrationPass(const graph::Graph& graph, const QuantPlan& plan, Observations& observations,
                    CalibrationState state);

    /// Takes over what @p journal, which must outlive this, knows of this very pass, and keeps in it what is seen from
    /// now on. Nothing where an observer can't say what it has seen. Collective.
    void resume(RankGroup& ranks, Journal& journal, const CalibrationData& data);
    /// One sample after the other. @throws Error as runs::run(); Cancelled
    void run(const CalibrationData& data, JobContext& ctx);
    /// The same, with the samples dealt out. @pre the state is Calibration @throws Error (BadArgument) for an observer
    /// that can't be shared; Error as runs::run(); Cancelled
    void runOnRanks(RankGroup& ranks, const CalibrationData& data, JobContext& ctx);

private:
    /// Gets what a quantizer's value is.
    using Watcher = std::function<void(std::size_t quantizer, std::span<const float> values, const graph::Shape&)>;
    /// What observers take batch by batch, with the quantizers that they belong to.
    using Digests = std::vector<std::pair<std::uint64_t, std::string>>;
    static constexpr std::size_t kAtATime = 16; ///< observers that ranks exchange, of up to half a megabyte each

    void runSample(runs::NamedTensors inputs, const Watcher& watcher, JobContext& ctx) const;
    std::optional<runs::Tensor> look(const runs::ValueEvent& event, const Watcher& watcher) const;
    std::optional<runs::Tensor> quantized(const runs::Tensor& tensor, std::size_t index) const;
    void requirePartitionable(RankGroup& ranks, std::size_t samples) const;
    Digests observeSample(runs::NamedTensors inputs, std::vector<std::mutex>& mutexes, JobContext& ctx) const;
    std::vector<TensorObserver*> observersOf(std::initializer_list<Observer::Sharing> sharings) const;
    void bringTogether(RankGroup& ranks) const;
    std::string journalPart() const;
    void settle(RankGroup& ranks, std::size_t done);
    void keep(std::size_t done);

    const QuantPlan& m_plan;
    CalibrationState m_state;
    std::vector<QuantizerPoint> m_points;
    InstrumentedGraph m_instrumented;
    runs::Program m_program;
    std::vector<TensorObserver*> m_observers; ///< by quantizer; null where nothing is to be observed
    std::unordered_map<graph::ValueId, std::size_t> m_pointByValue;
    Journal* m_journal = nullptr; ///< null = nothing is kept
    std::size_t m_known = 0;      ///< samples that an earlier start has seen
};

} // namespace ql::quant
