// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <thread>

namespace ql::jobs {

// On machines whose processors share no cache (many virtual machines), Linux starts and wakes a thread on the waker's
// processor even if others are idle, and both then share it for milliseconds. These functions spread cooperating
// threads over the allowed processors. They do nothing if the process may use one processor only or the system doesn't
// report which one a thread runs on.

/// Moves @p helper, which the calling thread has just begun as its @p number th (0 = where the calling thread is), to
/// another processor than the helpers before it, as far as there are others. It may leave that again.
void startOnAnotherProcessor(std::thread::native_handle_type helper, std::size_t number);

/// Excludes the calling thread's processor from a helper thread's affinity mask. Used by the thread being helped.
class ThreadAffinity {
public:
    /// From now on @p helper may run wherever the calling thread may, but where that is now; of two processors that is
    /// the other. System calls, if the calling thread has another processor than at the last call.
    void keep(std::thread::native_handle_type helper);

private:
    int m_processor = -1; ///< that the helper is kept off; -1 = none
};

} // namespace ql::jobs
