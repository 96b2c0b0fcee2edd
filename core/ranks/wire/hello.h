// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <tuple>

namespace ql::ranks {

/// What a rank says first to another's server.
struct Hello {
    enum class Purpose : std::uint8_t { Store, Ring };
    Purpose purpose = Purpose::Store;
    std::uint64_t rank = 0;
    std::uint64_t size = 0;
    std::string attempt;

    static auto parts(auto& self) { return std::tie(self.purpose, self.rank, self.size, self.attempt); }
};

/// What the server says to that.
enum class HelloReply : std::uint8_t {
    Accepted,
    OtherAttempt, ///< come again: a start that failed is not gone yet
    OtherSize,
    Taken ///< another has that rank
};

} // namespace ql::ranks
