// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <functional>
#include <unistd.h>
#include <utility>

namespace ql::ranks {

/// Called about every 20 ms while something waits; throws where that is to end.
using CancelPoint = std::function<void()>;
constexpr std::chrono::milliseconds kLook{20};

/// A file descriptor that is closed with its owner.
class Socket {
public:
    Socket() = default;
    explicit Socket(int number)
        : m_number(number)
    {
    }
    ~Socket() { close(); }
    Socket(Socket&& other) noexcept
        : m_number(std::exchange(other.m_number, -1))
    {
    }
    Socket& operator=(Socket&& other) noexcept
    {
        std::swap(m_number, other.m_number);
        return *this;
    }

    int number() const { return m_number; }
    explicit operator bool() const { return m_number >= 0; }
    void close()
    {
        if (m_number >= 0)
            ::close(std::exchange(m_number, -1));
    }

private:
    int m_number = -1;
};

} // namespace ql::ranks
