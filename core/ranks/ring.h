// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ranks/wire/secure_channel.h"

#include <cstddef>
#include <string>
#include <vector>

namespace ql::ranks {

/// All ranks in a circle, where each sends to the next and receives from the one before. What a rank has goes once
/// around, and each passes it on while it still comes in. For one thread.
class Ring {
public:
    Ring(std::size_t rank, std::size_t size, SecureChannel next, SecureChannel previous);

    /// What every rank has, by rank. @throws BrokenConnection, and what @p check throws; of no use after that
    std::vector<std::string> gather(std::string mine, const CancelPoint& check);

private:
    std::size_t m_rank;
    std::size_t m_size;
    SecureChannel m_next;
    SecureChannel m_previous;
};

} // namespace ql::ranks
