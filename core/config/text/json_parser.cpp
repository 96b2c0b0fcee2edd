// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/text/parsers.h"

#include <cctype>
#include <set>

namespace ql::config::text {

namespace {

/// Strict JSON, but for what people leave in config files: comments and trailing commas are remarked, not refused.
class JsonParser : Scanner {
public:
    explicit JsonParser(Document& document)
        : Scanner(document)
    {
    }

    void parse()
    {
        skipBlanks();
        *m_document.root = value(0);
        skipBlanks();
        if (m_offset < m_bytes.size())
            refuse("the end of the file");
    }

private:
    void remark(Message message, std::size_t offset, bool isDuplicate = false)
    {
        m_document.remarks.push_back({std::move(message), offset, isDuplicate});
    }

    void skipBlanks()
    {
        while (m_offset < m_bytes.size()) {
            if (std::string_view(" \t\r\n").find(here()) != std::string_view::npos)
                ++m_offset;
            else if (here() == '#' || m_bytes.substr(m_offset, 2) == "//")
                skipComment("\n");
            else if (m_bytes.substr(m_offset, 2) == "/*")
                skipComment("*/");
            else
                return;
        }
    }

    void skipComment(std::string_view terminator)
    {
        remark("a comment, which strict JSON readers refuse", m_offset);
        const auto end = m_bytes.find(terminator, m_offset);
        m_offset = end == std::string_view::npos ? m_bytes.size() : end + terminator.size();
    }

    Node value(int depth)
    {
        refuseTooDeep(depth);
        Node node;
        node.slot = m_offset;
        node.begin = m_offset;
        node.span.begin = m_offset;
        if (here() == '{')
            map(node, depth);
        else if (here() == '[')
            sequence(node, depth);
        else if (here() == '"')
            quoted(node);
        else
            word(node);
        node.span.end = m_offset;
        return node;
    }

    void quoted(Node& node)
    {
        node.kind = Node::Kind::Scalar;
        node.quoting = Quoting::Double;
        node.text = string();
    }

    void word(Node& node)
    {
        const auto begin = m_offset;
        while (std::isalnum(static_cast<unsigned char>(here()))
               || std::string_view("+-._").find(here()) != std::string_view::npos)
            if (m_offset++ >= m_bytes.size())
                break;
        node.text = std::string(m_bytes.substr(begin, std::min(m_offset, m_bytes.size()) - begin));
        const auto& text = node.text;
        const bool isName = text == "true" || text == "false" || text == "null" || text == "NaN" || text == "Infinity"
                            || text == "-Infinity";
        if (!isName && !isNumber(text)) {
            m_offset = begin;
            refuse("a value");
        }
        node.kind = text == "null" ? Node::Kind::Null : Node::Kind::Scalar;
    }

    static bool isNumber(std::string_view text)
    {
        std::size_t i = text.starts_with('-') ? 1 : 0;
        const auto digits = [&] {
            const auto begin = i;
            while (i < text.size() && std::isdigit(static_cast<unsigned char>(text[i])))
                ++i;
            return i > begin;
        };
        if (!digits())
            return false;
        if (i < text.size() && text[i] == '.' && (++i, !digits()))
            return false;
        if (i < text.size() && (text[i] == 'e' || text[i] == 'E')) {
            i += i + 1 < text.size() && (text[i + 1] == '+' || text[i + 1] == '-') ? 2 : 1;
            if (!digits())
                return false;
        }
        return i == text.size();
    }

    std::string string()
    {
        std::string text;
        for (++m_offset; here() != '"'; ++m_offset) {
            if (m_offset >= m_bytes.size() || static_cast<unsigned char>(here()) < 0x20)
                refuse("the closing quote of a string");
            if (here() == '\\')
                escape(text);
            else
                text += here();
        }
        ++m_offset;
        return text;
    }

    void escape(std::string& text)
    {
        constexpr std::string_view kLetters = "\"\\/bfnrt";
        constexpr std::string_view kMeanings = "\"\\/\b\f\n\r\t";
        ++m_offset;
        if (here() == 'u') {
            auto code = hex();
            if (code >= 0xd800 && code < 0xdc00 && m_bytes.substr(m_offset + 1, 2) == "\\u") {
                m_offset += 2;
                const auto low = hex();
                code = 0x10000 + ((code - 0xd800) << 10) + (low & 0x3ff);
            }
            return appendUtf8(text, code);
        }
        const auto letter = here() ? kLetters.find(here()) : std::string_view::npos;
        if (letter == std::string_view::npos)
            refuse("an escape such as \\n or \\u00e9");
        text += kMeanings[letter];
    }

    /// Four digits behind the offset, which ends on the last.
    std::uint32_t hex()
    {
        std::uint32_t code = 0;
        for (int i = 0; i < 4; ++i) {
            ++m_offset;
            const auto digit =
                std::string_view("0123456789abcdef").find(char(std::tolower(static_cast<unsigned char>(here()))));
            if (digit == std::string_view::npos)
                refuse("four hexadecimal digits");
            code = code * 16 + std::uint32_t(digit);
        }
        return code;
    }

    /// Behind a value: true when another one follows.
    bool isContinued(char closing)
    {
        skipBlanks();
        const auto comma = m_offset;
        if (here() == closing)
            return false;
        if (here() != ',')
            refuse(Message("',' or '{}'", closing));
        ++m_offset;
        skipBlanks();
        if (here() == closing)
            remark("a trailing comma, which strict JSON readers refuse", comma);
        return here() != closing;
    }

    void map(Node& node, int depth)
    {
        node.kind = Node::Kind::Map;
        node.isFlow = true;
        std::set<std::string, std::less<>> keys;
        ++m_offset;
        skipBlanks();
        for (bool goesOn = here() != '}'; goesOn; goesOn = isContinued('}')) {
            auto& entry = node.entries.emplace_back();
            entry.keySpan.begin = m_offset;
            if (here() != '"')
                refuse("a name in double quotes");
            entry.key = string();
            entry.keyQuoting = Quoting::Double;
            entry.keySpan.end = m_offset;
            if (!keys.insert(entry.key).second)
                remark(Message("\"{}\" a second time: the last one counts", entry.key), entry.keySpan.begin, true);
            skipBlanks();
            if (here() != ':')
                refuse("':'");
            const auto slot = ++m_offset;
            skipBlanks();
            entry.value = value(depth + 1);
            entry.value.slot = slot;
        }
        ++m_offset;
    }

    void sequence(Node& node, int depth)
    {
        node.kind = Node::Kind::Sequence;
        node.isFlow = true;
        ++m_offset;
        skipBlanks();
        for (bool goesOn = here() != ']'; goesOn; goesOn = isContinued(']')) {
            auto& entry = node.entries.emplace_back();
            entry.keySpan = {m_offset, m_offset};
            entry.value = value(depth + 1);
        }
        ++m_offset;
    }
};

} // namespace

void parseJson(Document& document)
{
    JsonParser(document).parse();
}

} // namespace ql::config::text
