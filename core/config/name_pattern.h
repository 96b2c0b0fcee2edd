// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <bitset>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace ql::config {

/// A pattern for names as config files write them. No pattern takes longer than its length times the name's: all places
/// of an expression that a name may be at are followed side by side, and of a glob's `*` only the last is widened. A
/// value; any thread.
class NamePattern {
public:
    enum class Extent {
        Whole, ///< the name from its first character to its last (Python's re.fullmatch)
        Begin, ///< from the first one on (re.match)
        Part   ///< some part of it (re.search)
    };

    /// `*`, `?` and `[a-c]` as a shell has them, of the whole name (Python's fnmatch).
    static NamePattern ofGlob(std::string_view glob);
    /// A regular expression as Python writes it: characters, classes, groups, `|`, `*`, `+`, `?`, `{m,n}`, `^`, `$`.
    /// @throws Error (BadArgument) for what is no expression, and for what can't be followed: looking ahead and
    /// backward references
    static NamePattern ofExpression(std::string_view expression, Extent extent);

    bool matches(std::string_view name) const;

private:
    friend class NamePatternCompiler;

    struct Step {
        enum class Kind { Characters, Either, Goto, Begin, End, Match };
        Kind kind = Kind::Match;
        std::size_t first = 0; ///< where it goes on
        std::size_t second = 0;
        std::bitset<256> characters = {};
    };

    void follow(std::size_t step, std::size_t place, std::size_t length, std::vector<bool>& at) const;

    bool matchesGlob(std::string_view name) const;

    std::vector<Step> m_steps; ///< of a glob characters, or Either for `*`, up to Match
    bool m_isGlob = false;
    Extent m_extent = Extent::Whole;
};

} // namespace ql::config
