// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <new>
#include <sys/mman.h>
#include <thread>

namespace ql::tests {

/// A flag that a forked child raises, however confined it is, and its parent waits for.
class SharedFlag {
public:
    SharedFlag()
        : m_isUp(new (::mmap(nullptr, sizeof(Flag), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0))
                     Flag(false))
    {
    }
    SharedFlag(const SharedFlag&) = delete;
    SharedFlag& operator=(const SharedFlag&) = delete;
    ~SharedFlag() { ::munmap(m_isUp, sizeof(Flag)); }

    void raise() const { *m_isUp = true; }
    void await() const
    {
        while (!*m_isUp)
            std::this_thread::yield();
    }

private:
    using Flag = std::atomic<bool>;
    Flag* m_isUp;
};

} // namespace ql::tests
