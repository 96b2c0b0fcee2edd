// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <random>
#include <string>

namespace ql::tests {

/// A damaged copy of a file, and how it was damaged: the same seed always gives the same series.
struct Mutant {
    std::string description;
    std::string bytes;
};

/// Damages a file in the ways in which files get damaged, and in some that only an attacker thinks of.
class Mutator {
public:
    Mutator(std::string original, std::uint32_t seed);

    Mutant next();

private:
    std::size_t below(std::size_t end);

    std::string m_original;
    std::mt19937 m_random;
    std::size_t m_turn = 0;
};

} // namespace ql::tests
