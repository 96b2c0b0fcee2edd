// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <functional>
#include <poll.h>
#include <vector>

namespace ql::ranks {

/// Descriptors that a thread waits for, and what it does once they are ready.
class PollSet {
public:
    void add(int descriptor, short events, std::function<void()> ready);
    /// Waits for at most @p patience, then calls what belongs to those that are ready, also where they broke.
    void wait(std::chrono::milliseconds patience);

private:
    std::vector<pollfd> m_awaited;
    std::vector<std::function<void()>> m_ready;
};

/// What happened of @p events, or that the descriptor broke; 0 after @p patience.
short waitFor(int descriptor, short events, std::chrono::milliseconds patience);

} // namespace ql::ranks
