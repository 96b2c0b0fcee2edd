// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ranks/reception.h"

#include <functional>
#include <sys/eventfd.h>
#include <utility>

namespace ql::ranks {

namespace {

constexpr std::size_t kMostStrangers = 256;
constexpr std::chrono::milliseconds kLookAtVisitors{200};

} // namespace

Reception::Reception(const Launch& launch, std::shared_ptr<const Tls> tls, Socket listener,
                     std::optional<KeyGiver> giver)
    : m_launch(launch)
    , m_tls(std::move(tls))
    , m_bell(::eventfd(0, EFD_CLOEXEC))
    , m_giver(std::move(giver))
    , m_door(
          m_tls, std::move(listener), kMostStrangers + launch.size,
          [this](const Greeting& greeting) { return judge(greeting); },
          [this](const Greeting& greeting, MessageStream stream) { admit(greeting, std::move(stream)); })
{
    const auto body = [this](JobContext& ctx) {
        live(ctx.stopToken());
        return true;
    };
    m_thread.start<bool>(body, {});
}

Reception::~Reception() = default;

void Reception::live(const std::stop_token& stop)
{
    const std::stop_callback onStop(stop, [this] { ::eventfd_write(m_bell.number(), 1); });
    while (!stop.stop_requested()) {
        PollSet set;
        set.add(m_bell.number(), POLLIN, [] {});
        m_door.addTo(set);
        if (m_giver)
            m_giver->addTo(set);
        for (const auto& [rank, stream] : m_guests)
            if (stream)
                set.add(stream->channel().descriptor(), stream->awaits(), [this, rank = rank] { serve(rank); });
        set.wait(m_door.isOpen() ? kLookAtVisitors : std::chrono::hours(1));
        m_door.sweep();
        if (m_door.isOpen() && haveAllCome()) {
            m_door.close();
            m_giver.reset();
        }
    }
}

Answer Reception::judge(const Greeting& greeting) const
{
    const auto size = m_launch.size;
    if (greeting.attempt != m_launch.attempt)
        return Answer::OtherAttempt;
    if (greeting.size != size || greeting.rank >= size)
        return Answer::OtherSize;
    if (greeting.purpose == Greeting::Purpose::Ring)
        return m_hasPrevious || greeting.rank != (m_launch.rank + size - 1) % size ? Answer::Taken : Answer::Welcome;
    const auto guest = m_guests.find(greeting.rank);
    const bool isTaken = m_launch.rank != 0 || greeting.rank == 0 || (guest != m_guests.end() && guest->second);
    return isTaken ? Answer::Taken : Answer::Welcome;
}

void Reception::admit(const Greeting& greeting, MessageStream stream)
{
    if (greeting.purpose == Greeting::Purpose::Board) {
        m_guests[greeting.rank] = std::move(stream);
        ++m_guestCount;
        return;
    }
    m_hasPrevious = true;
    const std::lock_guard lock(m_mutex);
    m_previous = std::move(stream.channel());
}

void Reception::serve(std::uint64_t rank)
{
    auto& stream = m_guests.at(rank);
    try {
        stream->flush();
        while (const auto question = stream->receive())
            stream->send(m_board.answer(*question));
    } catch (const std::exception&) { // it left, or sends what no rank does
        stream.reset();
        --m_guestCount;
    }
}

bool Reception::haveAllCome() const
{
    return m_hasPrevious && (m_launch.rank != 0 || m_guests.size() == m_launch.size - 1);
}

std::optional<SecureChannel> Reception::takePrevious()
{
    const std::lock_guard lock(m_mutex);
    return std::exchange(m_previous, std::nullopt);
}

} // namespace ql::ranks
