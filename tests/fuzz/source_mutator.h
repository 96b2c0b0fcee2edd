// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/fuzz/mutator.h"

#include <vector>

namespace ql::tests {

/// Damages source code word by word, so that most of what comes out still parses: what stands there says other things.
class SourceMutator {
public:
    SourceMutator(const std::string& original, std::uint32_t seed);

    Mutant next();

private:
    enum class Kind { Word, Number, Sign, Space };

    static Kind kindOf(const std::string& part);
    static Kind kindOf(char c);
    std::size_t below(std::size_t end);
    /// The place of some part that isn't space.
    std::size_t place();
    const std::string& another(Kind kind);
    void change(std::vector<std::string>& parts, std::string& description);
    void changeLines(std::vector<std::string>& parts, std::string& description);

    std::vector<std::string> m_parts; ///< words, numbers, single signs, runs of space
    std::mt19937 m_random;
};

} // namespace ql::tests
