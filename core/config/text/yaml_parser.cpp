// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/text/parsers.h"
#include "core/config/text/yaml_lexing.h"

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/yaml.h>

#include <set>
#include <sstream>

namespace ql::config::text {

namespace {

constexpr auto npos = std::string_view::npos;

/// Builds the tree from yaml-cpp's events. yaml-cpp says what is meant and where each piece begins; where it ends is
/// found in the bytes.
class YamlBuilder final : public YAML::EventHandler {
public:
    explicit YamlBuilder(Document& document)
        : m_document(document)
        , m_bytes(document.bytes)
        , m_begin(contentBegin(document.bytes))
        , m_end(m_begin)
    {
    }

    void OnDocumentStart(const YAML::Mark& mark) override
    {
        if (m_documents++ > 0)
            throw errorAt(m_document, offsetOf(mark), ErrorCode::UnsupportedFormat, "a second document in one file",
                          "split the file");
    }
    void OnDocumentEnd() override {}
    void OnAnchor(const YAML::Mark&, const std::string& name) override { m_anchor = name; }

    void OnNull(const YAML::Mark& mark, YAML::anchor_t) override
    {
        Node node;
        const auto begin = skipProperties(m_bytes, offsetOf(mark));
        std::size_t length = 0;
        for (const std::string_view word : {"~", "null", "Null", "NULL"})
            if (m_bytes.substr(begin, word.size()) == word)
                length = word.size();
        // Nothing is written: whatever stands at the mark belongs to someone else.
        node.span = length > 0 && begin >= m_end ? Span{begin, begin + length} : Span{npos, npos};
        node.begin = node.span.begin;
        add(std::move(node));
    }

    void OnAlias(const YAML::Mark& mark, YAML::anchor_t) override
    {
        Node node;
        node.kind = Node::Kind::Alias;
        const auto begin = offsetOf(mark);
        const auto end = std::min(m_bytes.find_first_of(" \t\r\n,]}", begin), m_bytes.size());
        node.text = m_bytes.substr(begin + 1, end - begin - 1);
        node.span = {begin, end};
        node.begin = begin;
        add(std::move(node));
    }

    void OnScalar(const YAML::Mark& mark, const std::string&, YAML::anchor_t, const std::string& value) override
    {
        Node node;
        node.kind = Node::Kind::Scalar;
        node.text = value;
        const auto begin = skipProperties(m_bytes, offsetOf(mark));
        const char first = begin < m_bytes.size() ? m_bytes[begin] : '\0';
        node.span = {begin, begin};
        node.begin = offsetOf(mark);
        if (first == '"' || first == '\'') {
            node.quoting = first == '"' ? Quoting::Double : Quoting::Single;
            node.span.end = quotedEnd(m_bytes, begin);
        } else if ((first == '|' || first == '>') && !isInFlow()) {
            node.quoting = Quoting::Block;
            node.span.end = blockScalarEnd(m_bytes, begin, m_frames.empty() ? -1 : int(m_frames.back().column));
        } else if (node.span.end = plainEnd(m_bytes, begin, value); node.span.end == npos) {
            throw syntaxError(m_document, begin, "a scalar that this program can't locate", "put it in quotes");
        }
        add(std::move(node));
    }

    void OnSequenceStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t, YAML::EmitterStyle::value) override
    {
        open(Node::Kind::Sequence, mark, '[');
    }
    void OnMapStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t, YAML::EmitterStyle::value) override
    {
        open(Node::Kind::Map, mark, '{');
    }
    void OnSequenceEnd() override { close(']'); }
    void OnMapEnd() override { close('}'); }

private:
    struct Frame {
        Node* node;
        std::size_t column; ///< of the keys or dashes
        bool awaitsValue = false;
        std::set<std::string> keys = {};
    };

    std::size_t offsetOf(const YAML::Mark& mark) const
    {
        return std::min(m_begin + std::size_t(std::max(mark.pos, 0)), m_bytes.size());
    }

    bool isInFlow() const { return !m_frames.empty() && m_frames.back().node->isFlow; }

    void open(Node::Kind kind, const YAML::Mark& mark, char bracket)
    {
        if (m_frames.size() >= std::size_t(kDeepest))
            throw syntaxError(m_document, offsetOf(mark), Message("nested more than {} deep", kDeepest));
        Node node;
        node.kind = kind;
        const auto begin = skipProperties(m_bytes, offsetOf(mark));
        const bool hasBracket = begin < m_bytes.size() && m_bytes[begin] == bracket;
        node.isFlow = hasBracket || isInFlow();
        node.span = {begin, begin + hasBracket};
        node.begin = offsetOf(mark);
        auto& added = add(std::move(node));
        m_frames.push_back({&added, added.isFlow ? 0 : columnOf(m_bytes, begin)});
    }

    void close(char bracket)
    {
        auto& node = *m_frames.back().node;
        m_frames.pop_back();
        const bool hasBracket = m_bytes.substr(node.span.begin, 1) == (bracket == ']' ? "[" : "{");
        node.span.end = std::max(m_end, node.span.end);
        if (node.isFlow && hasBracket) {
            auto end = skipBlanksAndComments(m_bytes, node.span.end);
            while (end < m_bytes.size() && m_bytes[end] == ',')
                end = skipBlanksAndComments(m_bytes, end + 1);
            if (end >= m_bytes.size() || m_bytes[end] != bracket)
                throw syntaxError(m_document, node.span.begin, "a bracket that this program can't match");
            node.span.end = end + 1;
        }
        m_end = node.span.end;
    }

    /// Puts the node where it belongs: the root, a key, the value of the last key, or an item.
    Node& add(Node node)
    {
        node.anchor = std::exchange(m_anchor, {});
        if (m_frames.empty())
            return place(*m_document.root, std::move(node), m_begin);
        auto& frame = m_frames.back();
        auto& entries = frame.node->entries;
        if (frame.node->kind == Node::Kind::Sequence) {
            const auto dash = dashOf(frame, node);
            auto& entry = entries.emplace_back();
            entry.keySpan = dash;
            return place(entry.value, std::move(node), dash.end);
        }
        if (frame.awaitsValue) {
            frame.awaitsValue = false;
            return place(entries.back().value, std::move(node), m_end);
        }
        return addKey(frame, std::move(node));
    }

    Node& place(Node& target, Node node, std::size_t slot)
    {
        node.slot = slot;
        if (node.span.begin == npos)
            node.span = {slot, slot};
        node.begin = std::min(node.begin, node.span.begin);
        m_end = std::max(m_end, node.span.end);
        target = std::move(node);
        return target;
    }

    Span dashOf(const Frame& frame, const Node& item) const
    {
        if (frame.node->isFlow) {
            const auto begin = item.begin == npos ? m_end : item.begin;
            return {begin, begin};
        }
        const auto dash = frame.node->entries.empty() ? frame.node->span.begin : nextDash(m_bytes, m_end, frame.column);
        if (dash == npos || m_bytes[dash] != '-')
            throw syntaxError(m_document, std::min(m_end, m_bytes.size()),
                              "a list item that this program can't locate");
        return {dash, dash + 1};
    }

    Node& addKey(Frame& frame, Node node)
    {
        if (node.kind != Node::Kind::Scalar || node.quoting == Quoting::Block)
            throw errorAt(m_document, m_end, ErrorCode::UnsupportedFormat, "a key that is no plain or quoted word");
        auto& entry = frame.node->entries.emplace_back();
        entry.key = std::move(node.text);
        entry.keyQuoting = node.quoting;
        entry.keySpan = node.span;
        const auto colon = m_bytes.find_first_not_of(" \t", node.span.end);
        if (colon == npos || m_bytes[colon] != ':')
            throw syntaxError(m_document, node.span.begin, Message("no ':' behind the key {}", entry.key));
        m_end = colon + 1;
        frame.awaitsValue = true;
        if (!frame.keys.insert(entry.key).second)
            m_document.remarks.push_back(
                {Message("{} a second time: the last one counts", entry.key), entry.keySpan.begin, true});
        return entry.value;
    }

    Document& m_document;
    std::string_view m_bytes;
    std::size_t m_begin;
    std::size_t m_end; ///< of what was seen so far
    std::vector<Frame> m_frames;
    std::string m_anchor;
    int m_documents = 0;
};

/// yaml-cpp takes 0x04 for the end of the file.
void refuseControlCharacters(const Document& document)
{
    for (std::size_t i = 0; i < document.bytes.size(); ++i)
        if (const auto c = static_cast<unsigned char>(document.bytes[i]);
            c < 0x20 && c != '\t' && c != '\n' && c != '\r')
            throw syntaxError(document, i, Message("control character {:#04x}", c));
}

} // namespace

void parseYaml(Document& document)
{
    refuseControlCharacters(document);
    std::istringstream stream(document.bytes);
    try {
        YAML::Parser parser(stream);
        YamlBuilder builder(document);
        while (parser.HandleNextDocument(builder)) {
        }
    } catch (const YAML::Exception& error) {
        const auto offset = contentBegin(document.bytes) + std::size_t(std::max(error.mark.pos, 0));
        throw syntaxError(document, std::min(offset, document.bytes.size()), Message::text(error.msg));
    }
}

} // namespace ql::config::text
