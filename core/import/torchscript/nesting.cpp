// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/torchscript/source_checks.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace ql::importers::torchscript {

namespace {

/// Of names and numbers of TorchScript's source code.
bool isWordCharacter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/// The word at @p at.
std::string_view wordAt(std::string_view source, std::size_t at)
{
    const auto rest = source.substr(at);
    const auto end = std::find_if_not(rest.begin(), rest.end(), isWordCharacter);
    return rest.substr(0, std::size_t(end - rest.begin()));
}

/// The position behind the string literal that begins at @p at.
std::size_t behindString(std::string_view source, std::size_t at)
{
    const auto quote = source.substr(at, 1);
    const bool isTriple = source.substr(at, 3) == std::string(3, quote[0]);
    const std::string end(isTriple ? 3 : 1, quote[0]);
    for (at += end.size(); at < source.size() && source.substr(at, end.size()) != end; ++at)
        if (source[at] == '\\')
            ++at;
    return std::min(at + end.size(), source.size());
}

/// Words that stand between or before operands.
constexpr std::array<std::string_view, 8> kOperators{"and", "else", "if", "in", "is", "lambda", "not", "or"};

/// Counts operators and brackets: every operator may make one more level, for its operands stand in it.
class Meter {
public:
    explicit Meter(std::string_view source)
        : m_source(source)
    {
    }

    std::size_t measure()
    {
        for (std::size_t at = 0; at < m_source.size();)
            at = pass(at);
        return m_deepest;
    }

private:
    struct Level {
        std::size_t current = 0; ///< since the last comma
        std::size_t deepest = 0; ///< between earlier commas
    };

    /// Takes in what stands at @p at. @returns the position behind it
    std::size_t pass(std::size_t at)
    {
        const char c = m_source[at];
        if (c == '"' || c == '\'')
            return behindString(m_source, at);
        if (isWordCharacter(c))
            return passWord(wordAt(m_source, at)) + at;
        switch (c) {
        case '#': return behindComment(at);
        case '\\': return at + 2; // the line goes on
        case '\n': return passLineEnd(at);
        case '(':
        case '[':
        case '{': open(); break;
        case ')':
        case ']':
        case '}': close(); break;
        case ',': m_levels.back() = {0, std::max(m_levels.back().current, m_levels.back().deepest)}; break;
        case ' ':
        case '\t':
        case '\r': break;
        default: add(1);
        }
        return at + 1;
    }

    /// Types in comments are read too.
    std::size_t behindComment(std::size_t at) const
    {
        const auto first = m_source.find_first_not_of("# \t", at);
        const bool isType = first != m_source.npos && wordAt(m_source, first) == "type";
        return isType ? at + 1 : std::min(m_source.find('\n', at), m_source.size());
    }

    std::size_t passWord(std::string_view word)
    {
        if (std::ranges::find(kOperators, word) != kOperators.end())
            add(1);
        if (word == "def")
            m_branches = 0;
        if (word == "elif") // each is in the one before
            note(++m_branches);
        return word.size();
    }

    std::size_t passLineEnd(std::size_t at)
    {
        if (m_levels.size() > 1)
            return at + 1;
        m_levels.back() = {};
        const auto next = m_source.find_first_not_of(" \t", at + 1);
        note(std::min(next, m_source.size()) - at - 1); // no block is deeper than it is indented
        return std::min(next, m_source.size());
    }

    void open()
    {
        m_levels.emplace_back();
        note(m_levels.size());
    }

    void close()
    {
        const auto inner = m_levels.back();
        if (m_levels.size() > 1)
            m_levels.pop_back();
        add(std::max(inner.current, inner.deepest) + 1);
    }

    void add(std::size_t count) { note(m_levels.back().current += count); }
    void note(std::size_t depth) { m_deepest = std::max(m_deepest, depth); }

    std::string_view m_source;
    std::vector<Level> m_levels{1};
    std::size_t m_branches = 0;
    std::size_t m_deepest = 0;
};

} // namespace

std::size_t nestingOf(std::string_view source)
{
    return Meter(source).measure();
}

} // namespace ql::importers::torchscript
