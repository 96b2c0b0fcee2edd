// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/edit/render.h"
#include "core/config/text/document.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace ql::config::edit {

/// Bytes [offset, offset + length) of a text replaced.
struct Patch {
    std::size_t offset = 0;
    std::size_t length = 0;
    std::string text;
};

/// The text with all of @p patches, which are sorted by offset; nothing where two of them touch the same bytes.
std::optional<std::string> applied(const std::string& bytes, std::span<const Patch> patches);

/// Makes the smallest patches of one document, in its own style.
class Patcher {
public:
    /// @p document must outlive it.
    explicit Patcher(const text::Document& document);

    /// Puts @p value where @p node stands.
    Patch replace(const text::Node& node, const text::Value& value);
    /// Adds entries behind the last of @p parent: of a map with their keys, of a sequence without.
    Patch add(const text::Node& parent, std::span<const text::Value::Entry> entries);
    /// Takes out the entries or items [first, last], with their lines where they have them for themselves.
    Patch remove(const text::Node& parent, std::size_t first, std::size_t last) const;

private:
    const Style& fileStyle();
    /// The style of the entries in @p near, or the file's most common one if they don't show it.
    Style styleNear(const text::Node& near);
    const Style& rootStyle();
    Patch fillBlank(const text::Node& node, const text::Value& value);

    const text::Document& m_document;
    std::optional<Style> m_style;     ///< of the file, once it is asked for
    std::optional<Style> m_rootStyle; ///< of what replaces a piece, likewise
};

/// Entries [first, last] of a map or a sequence.
struct EntryRange {
    const text::Document& document;
    const text::Node& parent;
    std::size_t first = 0;
    std::size_t last = 0;

    bool isAll() const { return first == 0 && reachesEnd(); }
    bool reachesEnd() const { return last + 1 == parent.entries.size(); }
    std::size_t begin() const { return parent.entries[first].keySpan.begin; }
    std::size_t end() const { return parent.entries[last].value.span.end; }
    /// Where the entry behind it begins. @pre !reachesEnd()
    std::size_t next() const { return parent.entries[last + 1].keySpan.begin; }
    /// Where the entry before it ends. @pre first > 0
    std::size_t previousEnd() const { return parent.entries[first - 1].value.span.end; }
};

/// What is added: entries (with keys) or items, rendered once the indentation is known.
struct Addition {
    const text::Document& document;
    std::span<const text::Value::Entry> entries;
    bool hasKeys = false;
    Style style;

    std::string onLine() const; ///< on one line, between brackets
    /// For a place of its own, a line or more for each; @p separator ends all but the last.
    std::string onLines(const std::string& indent, std::string_view separator = {}) const;
    /// The same between brackets, where YAML's block style may not stand.
    std::string inFlow(const std::string& indent) const;
};

/// Between brackets and separated by commas: JSON, YAML's flow style, text-proto's lists.
Patch addToFlow(const text::Node& parent, const Addition& addition);
Patch removeFromFlow(const EntryRange& range);

/// By indentation: YAML's block style; and "name value" lines.
Patch addToBlock(const text::Node& parent, const Addition& addition);
Patch removeFromBlock(const EntryRange& range);

/// Text-proto messages and the file itself.
Patch addToMessage(const text::Node& parent, const Addition& addition);
Patch removeFromMessage(const EntryRange& range);

} // namespace ql::config::edit
