// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <tuple>

namespace ql::ranks {

/// What a rank says first to another whose door it comes to.
struct Greeting {
    enum class Purpose : std::uint8_t { Board, Ring };
    Purpose purpose = Purpose::Board;
    std::uint64_t rank = 0;
    std::uint64_t size = 0;
    std::string attempt;

    static auto parts(auto& self) { return std::tie(self.purpose, self.rank, self.size, self.attempt); }
};

/// What it is told.
enum class Answer : std::uint8_t {
    Welcome,
    OtherAttempt, ///< come again: a start that failed is not gone yet
    OtherSize,
    Taken ///< another has that rank
};

} // namespace ql::ranks
