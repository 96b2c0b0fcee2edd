// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <thread>

namespace ql::jobs {

// Where processors share no cache, as those of many virtual machines, Linux starts and wakes a thread on the processor
// of whoever does it, though others are idle, and leaves both there for milliseconds. Threads that are to work beside
// each other are put apart here. Nothing happens in a process that may have one processor only, or where the system
// doesn't say which it is.

/// Moves @p helper, which the calling thread has just begun as its @p number th (0 = where the calling thread is), to
/// another processor than the helpers before it, as far as there are others. It may leave that again.
void startBeside(std::thread::native_handle_type helper, std::size_t number);

/// Keeps a helper, asleep or awake, off the processor of the thread that it works for. Used by that thread.
class ThreadAffinity {
public:
    /// From now on @p helper may run wherever the calling thread may, but where that is now; of two processors that is
    /// the other. System calls, if the calling thread has another processor than at the last call.
    void keep(std::thread::native_handle_type helper);

private:
    int m_processor = -1; ///< that the helper is kept off; -1 = none
};

} // namespace ql::jobs
