// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/source_mutator.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace ql::tests {

namespace {

/// Numbers that sizes, positions and scales are not made for.
constexpr std::array kNumbers{"0",
                              "-1",
                              "9223372036854775807",
                              "-9223372036854775808",
                              "1e308",
                              "0.",
                              "4294967296",
                              "1000000000000",
                              "255",
                              "2147483648",
                              "-1e-320",
                              "13"};
constexpr std::array kWords{"None",    "self",    "torch",        "True", "annotate",  "List",  "Tensor",   "int",
                            "getattr", "forward", "__setstate__", "ops",  "CONSTANTS", "while", "Optional", "str"};

} // namespace

SourceMutator::SourceMutator(const std::string& original, std::uint32_t seed)
    : m_random(seed)
{
    for (const char c : original) {
        const bool isSign = kindOf(c) == Kind::Sign;
        const bool goesOn = !m_parts.empty() && !isSign && m_parts.back() != "\n" && c != '\n'
                            && (kindOf(m_parts.back()) == kindOf(c)
                                || (kindOf(m_parts.back()) == Kind::Word && kindOf(c) == Kind::Number));
        if (goesOn)
            m_parts.back() += c;
        else
            m_parts.emplace_back(1, c);
    }
}

SourceMutator::Kind SourceMutator::kindOf(char c)
{
    const auto byte = static_cast<unsigned char>(c);
    if (std::isspace(byte))
        return Kind::Space;
    if (std::isdigit(byte))
        return Kind::Number;
    return std::isalpha(byte) || c == '_' ? Kind::Word : Kind::Sign;
}

SourceMutator::Kind SourceMutator::kindOf(const std::string& part)
{
    return part.empty() ? Kind::Space : kindOf(part.front());
}

std::size_t SourceMutator::below(std::size_t end)
{
    return end == 0 ? 0 : m_random() % end;
}

std::size_t SourceMutator::place()
{
    std::size_t at = below(m_parts.size());
    for (std::size_t tried = 0; tried < m_parts.size() && kindOf(m_parts[at]) == Kind::Space; ++tried)
        at = (at + 1) % m_parts.size();
    return at;
}

const std::string& SourceMutator::another(Kind kind)
{
    std::size_t at = below(m_parts.size());
    for (std::size_t tried = 0; tried < m_parts.size() && kindOf(m_parts[at]) != kind; ++tried)
        at = (at + 1) % m_parts.size();
    return m_parts[at];
}

void SourceMutator::change(std::vector<std::string>& parts, std::string& description)
{
    if (parts.empty())
        return;
    const auto at = std::min(place(), parts.size() - 1);
    const auto before = parts[at];
    switch (below(6)) {
    case 0:
    case 1: parts[at] = another(kindOf(before)); break;
    case 2: parts[at].clear(); break;
    case 3: parts[at] += " " + another(Kind::Word); break;
    case 4: parts[at] = kWords[below(kWords.size())]; break;
    default: parts[at] = kindOf(before) == Kind::Number ? kNumbers[below(kNumbers.size())] : another(Kind::Sign); break;
    }
    if (kindOf(before) == Kind::Number && below(2) == 0)
        parts[at] = kNumbers[below(kNumbers.size())];
    description += "\"" + before + "\" at " + std::to_string(at) + " is \"" + parts[at] + "\"; ";
}

/// Some line goes, or stands twice, or elsewhere.
void SourceMutator::changeLines(std::vector<std::string>& parts, std::string& description)
{
    const auto begin = std::find(parts.begin() + std::ptrdiff_t(below(parts.size())), parts.end(), "\n");
    const auto end = begin == parts.end() ? begin : std::find(begin + 1, parts.end(), "\n");
    const std::vector<std::string> line(begin, end);
    const auto how = below(3);
    const auto at = begin - parts.begin();
    if (how != 0)
        parts.erase(begin, end);
    if (how != 1) {
        const auto target = std::find(parts.begin() + std::ptrdiff_t(below(parts.size())), parts.end(), "\n");
        parts.insert(target, line.begin(), line.end());
    }
    constexpr std::array kHow{"doubled", "gone", "moved"};
    description += "the line at " + std::to_string(at) + " is " + kHow[how] + "; ";
}

Mutant SourceMutator::next()
{
    auto parts = m_parts;
    Mutant mutant;
    if (parts.empty())
        return {"was empty", "self"};
    for (std::size_t changes = 1 + below(3); changes > 0; --changes) {
        if (below(4) == 0)
            changeLines(parts, mutant.description);
        else
            change(parts, mutant.description);
    }
    for (const auto& part : parts)
        mutant.bytes += part;
    return mutant;
}

} // namespace ql::tests
