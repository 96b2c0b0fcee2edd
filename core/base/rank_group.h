// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

#include <cstddef>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace ql {

/// Several processes, on one machine or many, that work on one job: its ranks. Each holds one of these. As it stands
/// here it is a group of one.
///
/// allGather() and broadcast() are collective: every rank calls the same ones in the same order, on one thread, and
/// each waits for the others. They throw Error naming the rank that ended or no longer answers, and Cancelled where one
/// was cancelled and does not come. After that nothing but leave() and failure() may be called.
class RankGroup {
public:
    RankGroup() = default;
    virtual ~RankGroup() = default;
    RankGroup(const RankGroup&) = delete;
    RankGroup& operator=(const RankGroup&) = delete;

    virtual std::size_t rank() const { return 0; }
    virtual std::size_t size() const { return 1; }
    bool isAlone() const { return size() == 1; }
    /// The one that prints and writes files.
    bool isFirst() const { return rank() == 0; }
    /// "rank 2 on node17 (process 4711)"
    virtual Message nameOf(std::size_t rank) const;

    /// Threads that this process may use beside the other ranks of its machine; 0 = nobody knows.
    virtual int threadShare() const { return 0; }
    /// Triggered when any rank was cancelled or failed.
    virtual std::stop_token stopToken() const { return {}; }

    /// What every rank has, by rank.
    virtual std::vector<std::string> allGather(std::string mine) { return {std::move(mine)}; }
    /// What rank 0 has.
    virtual std::string broadcast(std::string mine) { return mine; }

    /// Why the ranks must end, where that isn't this rank's own doing. Any thread.
    virtual std::optional<Error> failure() const { return std::nullopt; }
    /// Whether it is on this rank to tell the user of failure().
    virtual bool isReporter() const { return true; }
    /// How this rank ends.
    enum class Ending { Done, Cancelled, Failed };
    /// The last call. Done waits for all others; what fails after that is nobody else's business. The other two tell
    /// the others, rank 0 that of Failed in the words of @p why, and wait for moments until they have ended too, since
    /// launchers kill all that is left once one failed. Throws nothing but what a wait for others does.
    virtual void leave(Ending, const std::string& /*why*/ = {}) {}
};

/// A group of one.
RankGroup& aloneGroup();

} // namespace ql
