// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/jobs/worker.h"
#include "core/ranks/handover.h"
#include "core/ranks/launch.h"
#include "core/ranks/shared_board.h"
#include "core/ranks/wire/door.h"

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <optional>

namespace ql::ranks {

/// Where other ranks come to this one, on a thread of its own: the one before it in the ring, and to rank 0 all others,
/// for the board that it keeps. Once all have come nobody listens any more.
class Reception {
public:
    /// @p listener listens already. @p giver: of the key, where no secret was given
    Reception(const Launch& launch, std::shared_ptr<const Tls> tls, Socket listener, std::optional<KeyGiver> giver);
    ~Reception();
    Reception(const Reception&) = delete;
    Reception& operator=(const Reception&) = delete;

    /// Rank 0's; any thread.
    MemoryBoard& board() { return m_board; }
    /// The connection from the rank before, once it is there. Any thread.
    std::optional<SecureChannel> takePrevious();
    /// How many others are connected to the board. Any thread.
    std::size_t guestCount() const { return m_guestCount; }

private:
    void live(const std::stop_token& stop);
    Answer judge(const Greeting& greeting) const;
    void admit(const Greeting& greeting, MessageStream stream);
    void serve(std::uint64_t rank);
    bool haveAllCome() const;

    Launch m_launch;
    std::shared_ptr<const Tls> m_tls;
    MemoryBoard m_board;
    Socket m_bell; ///< eventfd, readable when the destructor wants the thread to end
    std::optional<KeyGiver> m_giver;
    std::map<std::uint64_t, std::optional<MessageStream>> m_guests; ///< none once one left
    std::atomic<std::size_t> m_guestCount = 0;
    bool m_hasPrevious = false;
    std::mutex m_mutex; ///< of the next
    std::optional<SecureChannel> m_previous;
    Door m_door;
    jobs::Worker m_thread; ///< last, so that it ends before what it uses
};

} // namespace ql::ranks
