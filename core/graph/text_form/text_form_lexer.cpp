// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/text_form/text_form_lexer.h"

#include "core/base/error.h"

#include <algorithm>
#include <fmt/format.h>

namespace ql::graph::text {

namespace {

constexpr std::string_view kPunctuation = ",:=()[]{}?%/";
constexpr std::string_view kKeywords[] = {"capture", "captures", "const", "graph", "input", "name",
                                          "opset",   "output",   "scope", "value", "_"};

bool isLetter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

bool isNameCharacter(char c)
{
    return isLetter(c) || isDigit(c) || c == '.';
}

/// Cuts a text into tokens and keeps count of line and column.
class Lexer {
public:
    explicit Lexer(std::string_view text)
        : m_text(text)
    {
    }

    Token next()
    {
        skipSpace();
        Token token;
        token.line = m_line;
        token.column = m_column;
        if (atEnd())
            return token;
        const char c = current();
        if (c == '"')
            readString(token);
        else if (isLetter(c))
            readWhile(token, Token::Kind::Identifier, isNameCharacter);
        else if (isDigit(c) || c == '-')
            readNumber(token);
        else
            readPunctuation(token);
        return token;
    }

private:
    bool atEnd() const { return m_position >= m_text.size(); }
    char current() const { return m_text[m_position]; }

    char advance()
    {
        const char c = m_text[m_position++];
        if (c == '\n') {
            ++m_line;
            m_column = 1;
        } else if ((static_cast<unsigned char>(c) & 0xC0u) != 0x80u) {
            ++m_column; // continuation bytes of UTF-8 are no characters
        }
        return c;
    }

    void skipSpace()
    {
        while (!atEnd()) {
            const char c = current();
            if (c == '#')
                while (!atEnd() && current() != '\n')
                    advance();
            else if (c == ' ' || c == '\t' || c == '\r' || c == '\n')
                advance();
            else
                return;
        }
    }

    template <typename Predicate>
    void readWhile(Token& token, Token::Kind kind, Predicate&& belongs)
    {
        token.kind = kind;
        do
            token.text += advance();
        while (!atEnd() && belongs(current()));
    }

    // Numbers are checked by those who know the type; here they end where no number goes on. "-inf" is one.
    void readNumber(Token& token)
    {
        readWhile(token, Token::Kind::Number, [&token](char c) {
            const bool isHexadecimal = token.text.starts_with("0x");
            const bool isExponentSign = (c == '+' || c == '-') && (token.text.back() | 0x20) == 'e' && !isHexadecimal;
            return isNameCharacter(c) || isExponentSign;
        });
        if (token.text == "-")
            failAt(token, "unexpected character '-'");
    }

    void readPunctuation(Token& token)
    {
        if (kPunctuation.find(current()) == std::string_view::npos) {
            const auto byte = static_cast<unsigned char>(current());
            failAt(token, byte > 0x20 && byte < 0x7f ? Message("unexpected character '{}'", current())
                                                     : Message("unexpected byte 0x{:02x}", byte));
        }
        token.kind = Token::Kind::Punctuation;
        token.text = advance();
    }

    void readString(Token& token)
    {
        token.kind = Token::Kind::String;
        advance();
        while (!atEnd() && current() != '"' && current() != '\n') {
            const char c = advance();
            token.text += c == '\\' ? readEscape(token) : c;
        }
        if (atEnd() || current() != '"')
            failAt(token, "string without closing quote");
        advance();
    }

    char readEscape(const Token& token)
    {
        const char c = atEnd() ? '\0' : advance();
        switch (c) {
        case 'n': return '\n';
        case 't': return '\t';
        case 'r': return '\r';
        case '"':
        case '\\': return c;
        case 'x': return readHexadecimalByte(token);
        default: failAt(token, "string with an unknown escape", "write \\n \\t \\r \\\" \\\\ or \\x and two digits");
        }
    }

    char readHexadecimalByte(const Token& token)
    {
        unsigned value = 0;
        for (int digit = 0; digit < 2; ++digit) {
            const char c = atEnd() ? '\0' : advance();
            const auto place = std::string_view("0123456789abcdef").find(c);
            if (place == std::string_view::npos)
                failAt(token, "\\x in a string needs two lower-case hexadecimal digits");
            value = value * 16 + unsigned(place);
        }
        return static_cast<char>(value);
    }

    std::string_view m_text;
    std::size_t m_position = 0;
    std::size_t m_line = 1;
    std::size_t m_column = 1;
};

Message described(const Token& token)
{
    switch (token.kind) {
    case Token::Kind::End: return "the end of the text";
    case Token::Kind::String: return Message::text(quotedText(token.text));
    default: return Message("'{}'", token.text);
    }
}

} // namespace

bool Token::is(std::string_view word) const
{
    return (kind == Kind::Identifier || kind == Kind::Punctuation) && text == word;
}

bool isBareName(std::string_view name)
{
    return !name.empty() && isLetter(name.front()) && std::ranges::all_of(name, isNameCharacter)
           && std::ranges::find(kKeywords, name) == std::end(kKeywords);
}

std::string quotedText(std::string_view text)
{
    std::string result = "\"";
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\')
            result += {'\\', c};
        else if (c == '\n')
            result += "\\n";
        else if (byte < 0x20 || byte == 0x7f)
            result += fmt::format("\\x{:02x}", byte);
        else
            result += c;
    }
    return result + '"';
}

void failAt(const Token& token, const Message& message, Message hint)
{
    throw Error(ErrorCode::FileCorrupt, Message("line {}, column {}: {}", token.line, token.column, message),
                std::move(hint));
}

TokenReader::TokenReader(std::string_view text)
{
    Lexer lexer(text);
    do
        m_tokens.push_back(lexer.next());
    while (m_tokens.back().kind != Token::Kind::End);
}

const Token& TokenReader::peek(std::size_t ahead) const
{
    return m_tokens[std::min(m_next + ahead, m_tokens.size() - 1)];
}

Token TokenReader::take()
{
    auto token = peek();
    m_next = std::min(m_next + 1, m_tokens.size() - 1);
    return token;
}

bool TokenReader::takeIf(std::string_view word)
{
    if (!peek().is(word))
        return false;
    take();
    return true;
}

Token TokenReader::expect(std::string_view word)
{
    if (!peek().is(word))
        failExpected(Message("'{}'", word));
    return take();
}

Token TokenReader::expectName(const Message& what)
{
    if (peek().kind != Token::Kind::Identifier && peek().kind != Token::Kind::String)
        failExpected(what);
    return take();
}

Token TokenReader::expectString(const Message& what)
{
    if (peek().kind != Token::Kind::String)
        failExpected(what);
    return take();
}

Token TokenReader::expectNumber(const Message& what)
{
    const bool isNamedNumber = peek().is("inf") || peek().is("nan") || peek().is("true") || peek().is("false");
    if (peek().kind != Token::Kind::Number && !isNamedNumber)
        failExpected(what);
    return take();
}

void TokenReader::failExpected(const Message& what) const
{
    failAt(peek(), Message("expected {}, found {}", what, described(peek())));
}

} // namespace ql::graph::text
