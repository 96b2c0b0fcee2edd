// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/torch/torch_expression.h"

#include "core/base/error.h"
#include "core/ops/aten.h"

#include <cctype>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <limits>

namespace ql::ops {

namespace {

using Kind = TorchExpression::Kind;

class Parser {
public:
    explicit Parser(std::string_view text)
        : m_text(text)
    {
    }

    TorchExpression parseAll()
    {
        auto expression = parse(0);
        skipBlanks();
        if (m_position != m_text.size())
            fail("nothing more");
        return expression;
    }

private:
    static constexpr int kDeepest = 64;

    [[noreturn]] void fail(const Message& expected) const
    {
        throw Error(ErrorCode::InvalidNode,
                    Message("attribute torch: expected {} at character {} of \"{}\"", expected, m_position, m_text));
    }

    void skipBlanks()
    {
        while (m_position < m_text.size() && m_text[m_position] == ' ')
            ++m_position;
    }

    bool takeIf(char character)
    {
        skipBlanks();
        if (m_position >= m_text.size() || m_text[m_position] != character)
            return false;
        ++m_position;
        return true;
    }

    char peek()
    {
        skipBlanks();
        return m_position < m_text.size() ? m_text[m_position] : '\0';
    }

    TorchExpression parse(int depth)
    {
        if (depth > kDeepest)
            fail("fewer levels");
        const char first = peek();
        if (takeIf('$'))
            return parseInput();
        if (takeIf('['))
            return {Kind::List, {}, 0, {}, parseParts(']', depth)};
        if (takeIf('('))
            return {Kind::Tuple, {}, 0, {}, parseParts(')', depth)};
        if (takeIf('"'))
            return literal(parseString());
        if (std::isalpha(static_cast<unsigned char>(first)) || first == '_')
            return parseWord(depth);
        return parseNumber();
    }

    static TorchExpression literal(c10::IValue value) { return {Kind::Literal, std::move(value), 0, {}, {}}; }

    std::vector<TorchExpression> parseParts(char end, int depth)
    {
        std::vector<TorchExpression> parts;
        if (takeIf(end))
            return parts;
        do
            parts.push_back(parse(depth + 1));
        while (takeIf(','));
        if (!takeIf(end))
            fail(Message("{}", end));
        return parts;
    }

    TorchExpression parseInput()
    {
        TorchExpression expression;
        expression.kind = Kind::Input;
        const auto* begin = m_text.data() + m_position;
        const auto [end, error] = std::from_chars(begin, m_text.data() + m_text.size(), expression.input);
        if (error != std::errc())
            fail("an input's number");
        m_position += std::size_t(end - begin);
        return expression;
    }

    std::string parseString()
    {
        std::string text;
        while (m_position < m_text.size() && m_text[m_position] != '"') {
            if (m_text[m_position] == '\\' && m_position + 1 < m_text.size())
                ++m_position;
            text += m_text[m_position++];
        }
        if (m_position++ >= m_text.size())
            fail("the end of the string");
        return text;
    }

    static bool isNameCharacter(char character)
    {
        return std::isalnum(static_cast<unsigned char>(character)) || character == '_' || character == ':'
               || character == '.';
    }

    TorchExpression parseWord(int depth)
    {
        const auto begin = m_position;
        while (m_position < m_text.size() && isNameCharacter(m_text[m_position]))
            ++m_position;
        const auto word = m_text.substr(begin, m_position - begin);
        if (takeIf('('))
            return {Kind::Call, {}, 0, std::string(word), parseParts(')', depth)};
        if (word == "none")
            return literal({});
        if (word == "true" || word == "false")
            return literal(word == "true");
        if (word == "inf")
            return literal(std::numeric_limits<double>::infinity());
        if (word == "nan")
            return literal(std::numeric_limits<double>::quiet_NaN());
        fail("a call or a literal");
    }

    TorchExpression parseNumber()
    {
        if (m_text.substr(m_position).starts_with("-inf")) {
            m_position += 4;
            return literal(-std::numeric_limits<double>::infinity());
        }
        const auto* begin = m_text.data() + m_position;
        const auto* textEnd = m_text.data() + m_text.size();
        std::int64_t whole = 0;
        const auto [end, error] = std::from_chars(begin, textEnd, whole);
        if (error == std::errc() && (end == textEnd || (*end != '.' && *end != 'e'))) {
            m_position += std::size_t(end - begin);
            return literal(whole);
        }
        double number = 0.0;
        const auto [numberEnd, numberError] = std::from_chars(begin, textEnd, number);
        if (numberError != std::errc())
            fail("a number");
        m_position += std::size_t(numberEnd - begin);
        return literal(number);
    }

    std::string_view m_text;
    std::size_t m_position = 0;
};

std::string spellDouble(double value)
{
    if (std::isnan(value))
        return "nan";
    if (std::isinf(value))
        return value > 0 ? "inf" : "-inf";
    auto text = fmt::format("{}", value);
    return text.find_first_of(".e") == text.npos ? text + ".0" : text;
}

std::string spellString(std::string_view text)
{
    std::string spelled = "\"";
    for (const char character : text) {
        if (character == '"' || character == '\\')
            spelled += '\\';
        spelled += character;
    }
    return spelled + '"';
}

template <typename Items>
std::string spellItems(const Items& items, std::string_view begin, std::string_view end)
{
    std::string text(begin);
    bool isFirst = true;
    for (const c10::IValue& item : items) {
        text += (isFirst ? "" : ", ") + spellLiteral(item);
        isFirst = false;
    }
    return text + std::string(end);
}

} // namespace

TorchExpression parseTorchExpression(std::string_view text)
{
    return Parser(text).parseAll();
}

std::string spellLiteral(const c10::IValue& value)
{
    if (value.isNone())
        return "none";
    if (value.isBool())
        return value.toBool() ? "true" : "false";
    if (value.isInt())
        return std::to_string(value.toInt());
    if (value.isDouble())
        return spellDouble(value.toDouble());
    if (value.isString())
        return spellString(value.toStringRef());
    if (value.isDevice())
        return fmt::format("ql::device({})", spellString(value.toDevice().str()));
    if (value.isList())
        return spellItems(value.toListRef(), "[", "]");
    if (value.isTuple())
        return spellItems(value.toTupleRef().elements(), "(", ")");
    throw Error(ErrorCode::UnsupportedOperator, Message("a constant of kind {} can't be kept", value.tagKind()));
}

} // namespace ql::ops
