// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ranks/wire/poll_set.h"

#include <utility>

namespace ql::ranks {

void PollSet::add(int descriptor, short events, std::function<void()> ready)
{
    m_awaited.push_back({descriptor, events, 0});
    m_ready.push_back(std::move(ready));
}

void PollSet::wait(std::chrono::milliseconds patience)
{
    if (::poll(m_awaited.data(), m_awaited.size(), static_cast<int>(patience.count())) <= 0)
        return;
    for (std::size_t i = 0; i < m_awaited.size(); ++i)
        if (m_awaited[i].revents != 0)
            m_ready[i]();
}

short waitFor(int descriptor, short events, std::chrono::milliseconds patience)
{
    pollfd awaited{descriptor, events, 0};
    return ::poll(&awaited, 1, static_cast<int>(patience.count())) > 0 ? awaited.revents : short(0);
}

} // namespace ql::ranks
