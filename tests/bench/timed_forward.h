// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/bench/peer_process.h"

#include <cstddef>
#include <memory>
#include <string>

namespace ql::bench {

/// How a model computes, as the tables sort it.
enum class Arithmetic { Float, QOperator, Qdq, Dynamic };
std::string nameOf(Arithmetic arithmetic);

/// Our forward of a model that was made ready once, as a question with many forwards has it.
class TimedForward {
public:
    /// @throws Error as importing and making ready
    explicit TimedForward(const TimedModel& model);
    ~TimedForward();
    TimedForward(TimedForward&&) noexcept;

    Arithmetic arithmetic() const;
    /// The least of @p rounds.
    double leastMilliseconds(int threads, int rounds) const;
    /// One forward, under a guard of the calling thread's.
    void run() const;

private:
    struct Private;
    std::unique_ptr<Private> m_d;
};

struct InTurns {
    double ours = 0.0; ///< milliseconds
    double theirs = 0.0;
    double ratio() const { return ours / theirs; }
};

/// Milliseconds that @p samples forwards of both take, in turns, dealt out to @p threads threads that have one each:
/// what a question about samples can't do without. The least of @p rounds.
double samplesMilliseconds(const TimedForward& baseline, const TimedForward& analysis, std::size_t samples, int threads,
                           int rounds);

/// The least of both, which take @p turns turns of about 20 ms each, so that what else the machine does meets both.
InTurns timeInTurns(const TimedForward& ours, const TimedModel& model, PeerProcess& peer, int threads, int turns);

} // namespace ql::bench
