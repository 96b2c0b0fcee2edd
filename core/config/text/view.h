// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/text/document.h"

#include <optional>
#include <string_view>

namespace ql::config::text {

/// A node as its reader means it: aliases followed, YAML's "<<" merged, numbers and words told apart. Cheap to copy;
/// the document must outlive it.
class View {
public:
    struct Member {
        std::string key;
        std::vector<View> value; ///< exactly one; a View can't hold itself
        Span keySpan;
        const View& view() const { return value.front(); }
    };

    explicit View(const Document& document);
    View(const Document& document, const Node& node);

    Value::Kind kind() const;
    bool isNull() const { return kind() == Value::Kind::Null; }
    bool isMap() const { return m_node->kind == Node::Kind::Map; }
    bool isSequence() const { return m_node->kind == Node::Kind::Sequence; }
    bool isScalar() const { return m_node->kind == Node::Kind::Scalar; }

    /// The value of @p key, its last when there are several.
    std::optional<View> find(std::string_view key) const;
    /// Every value of a text-proto field: each occurrence, and each item of a list.
    std::vector<View> all(std::string_view key) const;
    /// Of a map, in the file's order; of a repeated key only the last (in text-proto all).
    std::vector<Member> members() const;
    /// Of a sequence.
    std::vector<View> items() const;

    /// A scalar as written, decoded.
    const std::string& text() const { return m_node->text; }
    std::optional<bool> asBool() const;
    std::optional<std::int64_t> asInt() const;
    std::optional<double> asNumber() const;
    /// Not a number written without quotes, and so on.
    std::optional<std::string> asText() const;
    /// One text or several.
    std::optional<std::vector<std::string>> asTexts() const;

    SourcePosition position() const { return m_document->positionOf(m_written->span.begin); }
    const Document& document() const { return *m_document; }
    const Node& node() const { return *m_node; }
    /// The alias, where it is one.
    const Node& written() const { return *m_written; }

private:
    const Document* m_document;
    const Node* m_written;
    const Node* m_node;
};

/// Whether an entry is YAML's "<<", which brings in the entries of other maps.
bool isMerge(const Document& document, const Entry& entry);

/// All of it, aliases and merges expanded; it remembers its pieces of the document.
Value valueOf(const View& view);

} // namespace ql::config::text
