// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/runtime/interrupt.h"

#include "app/cli/command.h"

#include <csignal>
#include <cstdint>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <unistd.h>

namespace ql::cli {

namespace {

sigset_t watchedSignals()
{
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGINT);
    sigaddset(&signals, SIGTERM);
    return signals;
}

} // namespace

Interrupt::Interrupt()
{
    const auto signals = watchedSignals();
    pthread_sigmask(SIG_BLOCK, &signals, nullptr);
    m_signals = signalfd(-1, &signals, SFD_CLOEXEC);
    m_goodbye = eventfd(0, EFD_CLOEXEC);
    m_watcher = std::thread([this] { watch(); });
}

Interrupt::~Interrupt()
{
    const std::uint64_t one = 1;
    if (write(m_goodbye, &one, sizeof one) == sizeof one)
        m_watcher.join();
    else
        m_watcher.detach();
    close(m_signals);
    close(m_goodbye);
}

void Interrupt::watch()
{
    pollfd sources[]{{m_signals, POLLIN, 0}, {m_goodbye, POLLIN, 0}};
    while (poll(sources, 2, -1) >= 0 && (sources[1].revents & POLLIN) == 0) {
        signalfd_siginfo received;
        if (read(m_signals, &received, sizeof received) != sizeof received)
            continue;
        if (m_source.stop_requested())
            _exit(kCancelled);
        m_source.request_stop();
    }
}

} // namespace ql::cli
