// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <mutex>
#include <utility>

namespace ql::graph {

/// A place for what someone else made of a graph and wants to find again with it (how it is run). A copy of the graph
/// begins without, and so does one that was moved: what is kept may point into the graph. Safe for several threads.
class Attachment {
public:
    Attachment() = default;
    Attachment(const Attachment&) noexcept {}
    Attachment& operator=(const Attachment&) noexcept
    {
        set(nullptr);
        return *this;
    }

    std::shared_ptr<const void> get() const
    {
        const std::lock_guard lock(m_mutex);
        return m_kept;
    }
    void set(std::shared_ptr<const void> kept) const
    {
        const std::lock_guard lock(m_mutex);
        m_kept.swap(kept);
    }

private:
    mutable std::mutex m_mutex;
    mutable std::shared_ptr<const void> m_kept;
};

} // namespace ql::graph
