// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/text/document.h"

#include "core/config/text/parsers.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace ql::config::text {

namespace {

constexpr std::size_t kLargestFile = std::size_t(16) << 20;
constexpr std::size_t kMostExpandedNodes = 2'000'000;

/// Gives every alias its target, and refuses what would never end or would not fit in memory once expanded.
class AliasResolver {
public:
    explicit AliasResolver(const Document& document)
        : m_document(document)
    {
    }

    std::size_t resolve(Node& node)
    {
        if (node.kind == Node::Kind::Alias)
            return follow(node);
        std::size_t size = 1;
        for (auto& entry : node.entries)
            size = std::min(size + resolve(entry.value), kMostExpandedNodes + 1);
        if (size > kMostExpandedNodes)
            throw syntaxError(m_document, node.span.begin, "the aliases expand to more than two million pieces");
        // Only now: an anchor can't be used inside itself.
        if (!node.anchor.empty())
            m_anchors[node.anchor] = {&node, size};
        return size;
    }

private:
    struct Anchored {
        const Node* node;
        std::size_t size;
    };

    std::size_t follow(Node& alias)
    {
        const auto found = m_anchors.find(alias.text);
        if (found == m_anchors.end())
            throw syntaxError(m_document, alias.span.begin,
                              Message("alias *{} has no complete anchor before it", alias.text));
        alias.target = found->second.node;
        return found->second.size;
    }

    const Document& m_document;
    std::map<std::string, Anchored> m_anchors;
};

void refuseOtherEncodings(const Document& document)
{
    const std::string_view bytes = document.bytes;
    if (bytes.starts_with("\xff\xfe") || bytes.starts_with("\xfe\xff"))
        throw Error(ErrorCode::UnsupportedFormat, Message("{} is UTF-16", document.name), "save it as UTF-8");
    if (bytes.find('\0') != std::string_view::npos)
        throw syntaxError(document, bytes.find('\0'), "a zero byte: this is no text file");
}

} // namespace

SourcePosition Document::positionOf(std::size_t offset) const
{
    const auto next = std::upper_bound(lineBegins.begin(), lineBegins.end(), offset);
    if (next == lineBegins.begin())
        return {1, 1};
    return {int(next - lineBegins.begin()), int(offset - *(next - 1)) + 1};
}

std::string Document::where(std::size_t offset) const
{
    const auto position = positionOf(offset);
    return fmt::format("{}:{}:{}", name, position.line, position.column);
}

Document parseDocument(std::string bytes, Syntax syntax, std::string name)
{
    Document document{std::move(name), syntax, std::move(bytes), std::make_unique<Node>(), {}, {0}, "\n"};
    for (auto end = document.bytes.find('\n'); end != std::string::npos; end = document.bytes.find('\n', end + 1))
        document.lineBegins.push_back(end + 1);
    if (const auto end = document.bytes.find('\n');
        end != std::string::npos && end > 0 && document.bytes[end - 1] == '\r')
        document.lineBreak = "\r\n";
    if (document.bytes.size() > kLargestFile)
        throw Error(ErrorCode::UnsupportedFormat, Message("{} is larger than 16 MiB", document.name),
                    "is it a config file?");
    refuseOtherEncodings(document);
    switch (syntax) {
    case Syntax::Json: parseJson(document); break;
    case Syntax::Yaml: parseYaml(document); break;
    case Syntax::Proto: parseProto(document); break;
    case Syntax::Lines: parseLines(document); break;
    case Syntax::Rows: parseRows(document); break;
    }
    AliasResolver(document).resolve(*document.root);
    return document;
}

void Scanner::refuse(const Message& expected) const
{
    throw syntaxError(m_document, m_offset, Message("expected {}, found {}", expected, foundAt(m_document, m_offset)));
}

void Scanner::refuseTooDeep(int depth) const
{
    if (depth > kDeepest)
        throw syntaxError(m_document, m_offset, Message("nested more than {} deep", kDeepest));
}

std::size_t contentBegin(std::string_view bytes)
{
    return bytes.starts_with("\xef\xbb\xbf") ? 3 : 0;
}

void appendUtf8(std::string& text, std::uint32_t code)
{
    if (code > 0x10ffff || (code >= 0xd800 && code < 0xe000))
        code = 0xfffd;
    if (code < 0x80) {
        text += char(code);
    } else if (code < 0x800) {
        text += char(0xc0 | (code >> 6));
        text += char(0x80 | (code & 0x3f));
    } else if (code < 0x10000) {
        text += char(0xe0 | (code >> 12));
        text += char(0x80 | ((code >> 6) & 0x3f));
        text += char(0x80 | (code & 0x3f));
    } else {
        text += char(0xf0 | (code >> 18));
        text += char(0x80 | ((code >> 12) & 0x3f));
        text += char(0x80 | ((code >> 6) & 0x3f));
        text += char(0x80 | (code & 0x3f));
    }
}

Error syntaxError(const Document& document, std::size_t offset, const Message& message, Message hint)
{
    return errorAt(document, offset, ErrorCode::FileCorrupt, message, std::move(hint));
}

Error errorAt(const Document& document, std::size_t offset, ErrorCode code, const Message& message, Message hint)
{
    const auto position = document.positionOf(offset);
    return Error(code, Message("{}: {}", document.where(offset), message), std::move(hint))
        .setPosition(position.line, position.column);
}

Message foundAt(const Document& document, std::size_t offset)
{
    if (offset >= document.bytes.size())
        return "the end of the file";
    const auto end = document.bytes.find_first_of(" \t\r\n,:{}[]", offset + 1);
    constexpr std::size_t kLongest = 24;
    const auto length = std::min(std::min(end, document.bytes.size()) - offset, kLongest);
    return Message("'{}'", document.bytes.substr(offset, length));
}

std::shared_ptr<const Document> sharedDocument(std::string bytes, Syntax syntax, std::string name)
{
    return std::make_shared<const Document>(parseDocument(std::move(bytes), syntax, std::move(name)));
}

} // namespace ql::config::text
