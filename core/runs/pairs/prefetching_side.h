// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job_context.h"
#include "core/jobs/task_queue.h"
#include "core/runs/pairs/value_source.h"

#include <optional>

namespace ql::runs {

/// Wraps a side of a comparison and runs its next nodes on a second thread while the caller compares tensors or runs
/// the other side. Values and their lifetimes are the same as without prefetching. A side that finishes within a
/// millisecond stays on the calling thread. Not thread-safe; @p side must be used through this object only. Requires a
/// side that shares no state with the other one, keeps all values in the processor's memory, and has no open bodies.
class PrefetchingSide final : public ValueSource {
public:
    /// @p side has run nothing yet and tells nobody of its steps: they are counted in @p ctx. Once it runs beside the
    /// calling thread, half of that thread's threads are its until it is done.
    PrefetchingSide(ValueSource& side, JobContext& ctx);
    ~PrefetchingSide() override;

    std::size_t readyAfter(graph::ValueId value) const override { return m_side.readyAfter(value); }
    void keep(graph::ValueId value) override { change(value, true); }
    void release(graph::ValueId value) override { change(value, false); }
    void expect(std::vector<std::size_t> counts) override;
    /// @throws what the side throws on the way there, and nothing that lies beyond
    void advanceTo(std::size_t count) override;
    std::size_t nodeCount() const override { return m_side.nodeCount(); }
    Tensor tensor(graph::ValueId value) const override { return m_side.tensor(value); }
    std::vector<Tensor> outputs() const override { return m_side.outputs(); }
    double seconds() const override { return m_side.seconds(); }
    const std::vector<std::uint64_t>& macs() const override { return m_side.macs(); }

private:
    class ThreadShare;
    struct Change {
        graph::ValueId value;
        bool isKept;
    };
    void change(graph::ValueId value, bool isKept);
    void run(std::size_t count);
    void begin();
    void join();
    void countTo(std::size_t done);

    ValueSource& m_side;
    JobContext& m_ctx;
    std::unique_ptr<ThreadShare> m_share; ///< while something runs, or will
    std::vector<std::size_t> m_expected;
    std::size_t m_next = 0;                 ///< expected count that wasn't run for yet
    std::size_t m_stretch = 0;              ///< counts that are run for at a time; 0 = not yet known
    std::size_t m_done = 0;                 ///< nodes, as far as the calling thread knows
    std::size_t m_target = 0;               ///< of the task
    std::optional<std::size_t> m_task;      ///< that runs, or waits for it
    double m_seconds = 0.0;                 ///< that the last task took, or all before the first
    std::vector<Change> m_changes;          ///< that wait for the task to end
    std::optional<jobs::TaskQueue> m_queue; ///< last, so that it ends before what it uses
};

} // namespace ql::runs
