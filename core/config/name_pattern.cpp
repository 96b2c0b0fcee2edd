// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/name_pattern.h"

#include "core/base/error.h"

#include <cctype>
#include <optional>

namespace ql::config {

namespace {

using Characters = std::bitset<256>;

constexpr std::size_t kMostSteps = 20'000; // a pattern that repeats repetitions grows without bounds
constexpr int kDeepestGroup = 100;

Characters charactersOf(int (*isMember)(int))
{
    Characters set;
    for (int c = 0; c < 256; ++c)
        set.set(std::size_t(c), isMember(c) != 0);
    return set;
}

Characters oneOf(char c)
{
    Characters set;
    set.set(static_cast<unsigned char>(c));
    return set;
}

/// `\d`, `\w`, `\s` and their opposites; of any other character itself.
Characters escaped(char c)
{
    const auto word = [](int letter) { return int(std::isalnum(letter) != 0 || letter == '_'); };
    switch (c) {
    case 'd': return charactersOf([](int letter) { return std::isdigit(letter); });
    case 'D': return ~escaped('d');
    case 'w': return charactersOf(word);
    case 'W': return ~escaped('w');
    case 's': return charactersOf([](int letter) { return std::isspace(letter); });
    case 'S': return ~escaped('s');
    case 't': return oneOf('\t');
    case 'n': return oneOf('\n');
    default: return oneOf(c);
    }
}

} // namespace

/// Turns a text into steps.
class NamePatternCompiler {
public:
    NamePatternCompiler(std::string_view text, NamePattern& pattern)
        : m_text(text)
        , m_steps(pattern.m_steps)
    {
    }

    void compileExpression()
    {
        alternatives();
        if (m_offset < m_text.size())
            refuse();
        add({Step::Kind::Match});
    }

    void compileGlob()
    {
        for (; m_offset < m_text.size(); ++m_offset)
            if (const char c = m_text[m_offset]; c == '*') {
                add({Step::Kind::Either});
            } else {
                const bool isClass = c == '[' && m_text.find(']', m_offset + 2) != m_text.npos;
                addCharacters(c == '?' ? ~Characters() : isClass ? characterClass('!') : oneOf(c));
            }
        add({Step::Kind::Match});
    }

private:
    using Step = NamePattern::Step;

    [[noreturn]] void refuse() const
    {
        throw Error(
            ErrorCode::BadArgument,
            Message("{} is no regular expression that can be followed here: see character {}", m_text, m_offset + 1),
            "write it without looking ahead or back, or name the layers");
    }

    char here() const { return m_offset < m_text.size() ? m_text[m_offset] : '\0'; }
    bool take(std::string_view word)
    {
        if (!m_text.substr(m_offset).starts_with(word))
            return false;
        m_offset += word.size();
        return true;
    }

    void add(Step step)
    {
        if (m_steps.size() >= kMostSteps)
            refuse();
        m_steps.push_back(step);
    }
    void addCharacters(const Characters& set) { add({Step::Kind::Characters, m_steps.size() + 1, 0, set}); }

    /// Puts a step before those from @p begin on.
    void insert(std::size_t begin, Step step)
    {
        add({});
        for (auto i = m_steps.size() - 1; i > begin; --i) {
            m_steps[i] = m_steps[i - 1];
            m_steps[i].first += m_steps[i].first >= begin ? 1 : 0;
            m_steps[i].second += m_steps[i].second >= begin ? 1 : 0;
        }
        m_steps[begin] = step;
    }

    /// a|b|c
    void alternatives()
    {
        const auto begin = m_steps.size();
        sequence();
        if (!take("|"))
            return;
        insert(begin, {Step::Kind::Either, begin + 1, m_steps.size() + 2});
        const auto jump = m_steps.size();
        add({Step::Kind::Goto});
        alternatives();
        m_steps[jump].first = m_steps.size();
    }

    void sequence()
    {
        while (m_offset < m_text.size() && here() != '|' && here() != ')') {
            const auto begin = m_steps.size();
            atom();
            while (repetition(begin)) {
            }
        }
    }

    void atom()
    {
        if (take("(")) {
            if (take("?") && !take(":") && !(take("P<") && skipName()))
                refuse();
            if (++m_depth > kDeepestGroup)
                refuse();
            alternatives();
            --m_depth;
            if (!take(")"))
                refuse();
        } else if (take("^")) {
            add({Step::Kind::Begin, m_steps.size() + 1});
        } else if (take("$")) {
            add({Step::Kind::End, m_steps.size() + 1});
        } else if (take(".")) {
            addCharacters(~oneOf('\n'));
        } else if (here() == '[') {
            addCharacters(characterClass('^'));
            ++m_offset;
        } else if (take("\\")) {
            escape();
        } else if (here() == '*' || here() == '+' || here() == '?') {
            refuse();
        } else {
            addCharacters(oneOf(m_text[m_offset++]));
        }
    }

    bool skipName()
    {
        const auto end = m_text.find('>', m_offset);
        m_offset = end == m_text.npos ? m_offset : end + 1;
        return end != m_text.npos;
    }

    void escape()
    {
        const char c = here();
        if (c == 'A' || c == 'Z')
            add({c == 'A' ? Step::Kind::Begin : Step::Kind::End, m_steps.size() + 1});
        else if (c == '\0' || std::isdigit(static_cast<unsigned char>(c)) != 0 || c == 'b' || c == 'B')
            refuse();
        else
            addCharacters(escaped(c));
        ++m_offset;
    }

    /// From the bracket on; leaves the offset at the closing one.
    Characters characterClass(char negation)
    {
        ++m_offset;
        Characters set;
        const bool isNegated = here() == negation;
        m_offset += isNegated ? 1 : 0;
        for (bool isFirst = true; isFirst || here() != ']'; isFirst = false) {
            if (m_offset >= m_text.size())
                refuse();
            const bool isEscape = take("\\") && m_offset < m_text.size();
            const char from = m_text[m_offset < m_text.size() ? m_offset++ : m_offset - 1];
            const bool isRange = here() == '-' && m_offset + 1 < m_text.size() && m_text[m_offset + 1] != ']';
            if (!isRange) {
                set |= isEscape ? escaped(from) : oneOf(from);
                continue;
            }
            const char to = m_text[m_offset + 1];
            m_offset += 2;
            for (int c = static_cast<unsigned char>(from); c <= static_cast<unsigned char>(to); ++c)
                set.set(std::size_t(c));
        }
        return isNegated ? ~set : set;
    }

    std::optional<std::size_t> number()
    {
        std::optional<std::size_t> value;
        for (; std::isdigit(static_cast<unsigned char>(here())) != 0 && value.value_or(0) < kMostSteps; ++m_offset)
            value = value.value_or(0) * 10 + std::size_t(here() - '0');
        return value;
    }

    /// Whether what was made from @p begin on is repeated. Lazy ones match the same names.
    bool repetition(std::size_t begin)
    {
        if (take("*"))
            repeat(begin, 0, std::nullopt);
        else if (take("+"))
            repeat(begin, 1, std::nullopt);
        else if (take("?"))
            repeat(begin, 0, 1);
        else if (here() == '{' && m_offset + 1 < m_text.size()
                 && std::isdigit(static_cast<unsigned char>(m_text[m_offset + 1])) != 0)
            counted(begin);
        else
            return false;
        take("?");
        return true;
    }

    void counted(std::size_t begin)
    {
        ++m_offset;
        const auto least = number();
        auto most = least;
        if (take(","))
            most = number();
        if (!take("}") || (most && *most < *least))
            refuse();
        repeat(begin, *least, most);
    }

    /// Makes the steps from @p begin on @p least to @p most times.
    void repeat(std::size_t begin, std::size_t least, std::optional<std::size_t> most)
    {
        const std::vector<Step> body(m_steps.begin() + std::ptrdiff_t(begin), m_steps.end());
        m_steps.resize(begin);
        for (std::size_t i = 0; i < least; ++i)
            copy(body, begin);
        if (!most) {
            const auto loop = m_steps.size();
            add({Step::Kind::Either, loop + 1, loop + body.size() + 2});
            copy(body, begin);
            add({Step::Kind::Goto, loop});
            return;
        }
        for (auto i = least; i < *most; ++i) {
            add({Step::Kind::Either, m_steps.size() + 1, m_steps.size() + body.size() + 1});
            copy(body, begin);
        }
    }

    void copy(const std::vector<Step>& body, std::size_t begin)
    {
        const auto shift = m_steps.size() - begin;
        for (auto step : body) {
            step.first += shift;
            step.second += shift;
            add(step);
        }
    }

    std::string_view m_text;
    std::vector<Step>& m_steps;
    std::size_t m_offset = 0;
    int m_depth = 0;
};

NamePattern NamePattern::ofGlob(std::string_view glob)
{
    NamePattern pattern;
    NamePatternCompiler(glob, pattern).compileGlob();
    pattern.m_isGlob = true;
    return pattern;
}

NamePattern NamePattern::ofExpression(std::string_view expression, Extent extent)
{
    NamePattern pattern;
    pattern.m_extent = extent;
    NamePatternCompiler(expression, pattern).compileExpression();
    return pattern;
}

/// Marks every step that a name may be at, at @p place of @p length characters, without reading any.
void NamePattern::follow(std::size_t step, std::size_t place, std::size_t length, std::vector<bool>& at) const
{
    std::vector<std::size_t> open{step};
    while (!open.empty()) {
        const auto index = open.back();
        open.pop_back();
        if (at[index])
            continue;
        at[index] = true;
        const auto& now = m_steps[index];
        const bool goesOn = now.kind == Step::Kind::Either || now.kind == Step::Kind::Goto
                            || (now.kind == Step::Kind::Begin && place == 0)
                            || (now.kind == Step::Kind::End && place == length);
        if (goesOn)
            open.push_back(now.first);
        if (now.kind == Step::Kind::Either)
            open.push_back(now.second);
    }
}

bool NamePattern::matchesGlob(std::string_view name) const
{
    std::size_t place = 0;
    std::size_t step = 0;
    std::size_t star = m_steps.size(); // the last `*`, and where what it takes ends
    std::size_t starEnd = 0;
    while (place < name.size()) {
        const auto& now = m_steps[step];
        if (now.kind == Step::Kind::Either) {
            star = step++;
            starEnd = place;
        } else if (now.kind == Step::Kind::Characters && now.characters.test(static_cast<unsigned char>(name[place]))) {
            ++step;
            ++place;
        } else if (star < m_steps.size()) {
            step = star + 1;
            place = ++starEnd;
        } else {
            return false;
        }
    }
    while (m_steps[step].kind == Step::Kind::Either)
        ++step;
    return m_steps[step].kind == Step::Kind::Match;
}

bool NamePattern::matches(std::string_view name) const
{
    if (m_isGlob)
        return matchesGlob(name);
    const auto last = m_steps.size() - 1;
    std::vector<bool> at(m_steps.size());
    follow(0, 0, name.size(), at);
    for (std::size_t place = 0; place < name.size(); ++place) {
        if (at[last] && m_extent != Extent::Whole)
            return true;
        std::vector<bool> next(m_steps.size());
        for (std::size_t i = 0; i < m_steps.size(); ++i)
            if (at[i] && m_steps[i].kind == Step::Kind::Characters
                && m_steps[i].characters.test(static_cast<unsigned char>(name[place])))
                follow(m_steps[i].first, place + 1, name.size(), next);
        if (m_extent == Extent::Part)
            follow(0, place + 1, name.size(), next);
        at = std::move(next);
    }
    return at[last];
}

} // namespace ql::config
