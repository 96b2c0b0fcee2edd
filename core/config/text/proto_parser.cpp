// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/text/parsers.h"

#include <cctype>
#include <optional>
#include <vector>

namespace ql::config::text {

namespace {

bool isWordCharacter(char c)
{
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.' || c == '-' || c == '+';
}

/// The text form of protobuf without a schema: which fields exist and which may repeat is the dialect's business.
class ProtoParser : Scanner {
public:
    explicit ProtoParser(Document& document)
        : Scanner(document)
    {
    }

    void parse()
    {
        auto& root = *m_document.root;
        root.kind = Node::Kind::Map;
        root.span.begin = m_offset;
        root.slot = m_offset;
        fields(root, '\0', 0);
        root.span.end = m_bytes.size();
    }

private:
    void skipBlanks()
    {
        while (m_offset < m_bytes.size()) {
            if (std::isspace(static_cast<unsigned char>(here())))
                ++m_offset;
            else if (here() == '#')
                m_offset = std::min(m_bytes.find('\n', m_offset), m_bytes.size());
            else
                return;
        }
    }

    void fields(Node& message, char closing, int depth)
    {
        refuseTooDeep(depth);
        for (skipBlanks(); here() != closing; skipBlanks()) {
            if (m_offset >= m_bytes.size())
                refuseUnclosed();
            field(message, depth);
            skipBlanks();
            if (here() == ',' || here() == ';')
                ++m_offset;
        }
        if (!closing)
            return;
        if (!m_unclosed && indentationOf(m_offset) && *indentationOf(m_offset) < lineIndentation(m_open.back()))
            m_unclosed = m_open.back();
        ++m_offset;
    }

    /// How far in the line of @p offset begins.
    std::size_t lineIndentation(std::size_t offset) const
    {
        const auto begin = offset + 1 - std::size_t(m_document.positionOf(offset).column);
        return m_bytes.find_first_not_of(" \t", begin) - begin;
    }

    /// The same where nothing stands before @p offset in its line.
    std::optional<std::size_t> indentationOf(std::size_t offset) const
    {
        const auto indentation = lineIndentation(offset);
        const bool isFirst = std::size_t(m_document.positionOf(offset).column) == indentation + 1;
        return isFirst ? std::optional(indentation) : std::nullopt;
    }

    /// Braces pair from inside out: the message that lacks its end is one whose end stood further out than it begins,
    /// or else the innermost that is open.
    [[noreturn]] void refuseUnclosed() const
    {
        const auto open = m_unclosed.value_or(m_open.empty() ? m_offset : m_open.back());
        const auto end = std::min(m_bytes.find_first_of(" \t\r\n:{<", open), m_bytes.size());
        throw syntaxError(m_document, m_unclosed ? open : m_offset,
                          Message("the message {} of line {} has no closing brace", m_bytes.substr(open, end - open),
                                  m_document.positionOf(open).line),
                          "close it");
    }

    void field(Node& message, int depth)
    {
        auto& entry = message.entries.emplace_back();
        entry.keySpan.begin = m_offset;
        entry.key = word("a field name");
        entry.keySpan.end = m_offset;
        skipBlanks();
        const bool hasColon = here() == ':';
        if (hasColon) {
            ++m_offset;
            entry.value.slot = m_offset;
            skipBlanks();
        } else {
            entry.value.slot = m_offset;
        }
        if (!hasColon && here() != '{' && here() != '<')
            refuse("':' or '{'");
        // `message` may grow under recursion only through its own entries, which this frame alone adds.
        m_open.push_back(entry.keySpan.begin);
        value(entry.value, depth);
        m_open.pop_back();
    }

    void value(Node& node, int depth)
    {
        node.begin = m_offset;
        node.span.begin = m_offset;
        if (here() == '{' || here() == '<') {
            node.kind = Node::Kind::Map;
            node.isFlow = true;
            const char closing = here() == '{' ? '}' : '>';
            ++m_offset;
            fields(node, closing, depth + 1);
        } else if (here() == '[') {
            list(node, depth);
        } else if (here() == '"' || here() == '\'') {
            strings(node);
        } else {
            node.kind = Node::Kind::Scalar;
            node.text = word("a value");
        }
        node.span.end = m_offset;
        if (node.quoting != Quoting::None)
            node.span.end = m_stringEnd;
    }

    void list(Node& node, int depth)
    {
        refuseTooDeep(depth);
        node.kind = Node::Kind::Sequence;
        node.isFlow = true;
        ++m_offset;
        for (skipBlanks(); here() != ']'; skipBlanks()) {
            auto& entry = node.entries.emplace_back();
            entry.keySpan = {m_offset, m_offset};
            entry.value.slot = m_offset;
            value(entry.value, depth + 1);
            skipBlanks();
            if (here() == ',')
                ++m_offset;
            else if (here() != ']')
                refuse("',' or ']'");
        }
        ++m_offset;
    }

    std::string word(const Message& expected)
    {
        const auto begin = m_offset;
        if (here() == '[') // an extension's name
            m_offset = std::min(m_bytes.find(']', m_offset), m_bytes.size() - 1) + 1;
        while (isWordCharacter(here()))
            ++m_offset;
        if (m_offset == begin)
            refuse(expected);
        return std::string(m_bytes.substr(begin, m_offset - begin));
    }

    /// Adjacent strings are one.
    void strings(Node& node)
    {
        node.kind = Node::Kind::Scalar;
        node.quoting = here() == '"' ? Quoting::Double : Quoting::Single;
        while (here() == '"' || here() == '\'') {
            const char quote = here();
            for (++m_offset; here() != quote; ++m_offset) {
                if (m_offset >= m_bytes.size() || here() == '\n')
                    refuse("the closing quote of a string");
                node.text += here() == '\\' ? escape() : here();
            }
            m_stringEnd = ++m_offset;
            skipBlanks();
        }
    }

    char escape()
    {
        constexpr std::string_view kLetters = "abfnrtv\\'\"?";
        constexpr std::string_view kMeanings = "\a\b\f\n\r\t\v\\'\"?";
        ++m_offset;
        if (const auto letter = kLetters.find(here()); here() && letter != std::string_view::npos)
            return kMeanings[letter];
        if (here() == 'x' || here() == 'X')
            return number("0123456789abcdefABCDEF", 16, 1, 2);
        return number("01234567", 8, 0, 3);
    }

    char number(std::string_view digits, int base, std::size_t skipped, std::size_t most)
    {
        const auto begin = m_offset + skipped;
        std::size_t count = 0;
        while (count < most && begin + count < m_bytes.size()
               && digits.find(m_bytes[begin + count]) != std::string_view::npos)
            ++count;
        if (count == 0)
            refuse("an escape such as \\n or \\x41");
        m_offset = begin + count - 1;
        return char(std::stoi(std::string(m_bytes.substr(begin, count)), nullptr, base));
    }

    std::size_t m_stringEnd = 0;
    std::vector<std::size_t> m_open;       ///< where the fields begin that are being read
    std::optional<std::size_t> m_unclosed; ///< the first whose closing brace is somebody else's by its indentation
};

} // namespace

void parseProto(Document& document)
{
    ProtoParser(document).parse();
}

} // namespace ql::config::text
