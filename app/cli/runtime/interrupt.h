// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <stop_token>
#include <thread>

namespace ql::cli {

/// Turns Ctrl-C (SIGINT) and SIGTERM into a stop request; the second one ends the process at once with status 130.
/// Must be made before any other thread, because it blocks the two signals for every thread made later and waits for
/// them on a thread of its own: nothing runs inside a signal handler.
class Interrupt {
public:
    Interrupt();
    ~Interrupt();
    Interrupt(const Interrupt&) = delete;
    Interrupt& operator=(const Interrupt&) = delete;

    std::stop_token token() const { return m_source.get_token(); }

private:
    void watch();

    std::stop_source m_source;
    int m_signals = -1; ///< signalfd
    int m_goodbye = -1; ///< eventfd, readable when the destructor wants the watcher to end
    std::thread m_watcher;
};

} // namespace ql::cli
