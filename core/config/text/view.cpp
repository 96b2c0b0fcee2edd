// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/text/view.h"

#include "core/config/text/scalars.h"

#include <algorithm>
#include <set>

namespace ql::config::text {

namespace {

constexpr std::string_view kMergeKey = "<<";

const Node& targetOf(const Node& node)
{
    return node.kind == Node::Kind::Alias && node.target ? *node.target : node;
}

/// The maps that a "<<" brings in.
std::vector<const Node*> mergedMaps(const Node& value)
{
    const auto& target = targetOf(value);
    if (target.kind == Node::Kind::Map)
        return {&target};
    std::vector<const Node*> maps;
    for (const auto& item : target.entries)
        if (const auto& map = targetOf(item.value); map.kind == Node::Kind::Map)
            maps.push_back(&map);
    return maps;
}

/// Entries in effect: the map's own, the last of each key, then merged ones whose key it lacks.
void collect(const Document& document, const Node& map, std::set<std::string_view>& seen,
             std::vector<const Entry*>& entries)
{
    const bool keepsAll = document.syntax == Syntax::Proto;
    std::vector<const Entry*> own;
    for (auto entry = map.entries.rbegin(); entry != map.entries.rend(); ++entry)
        if (!isMerge(document, *entry) && (keepsAll || seen.insert(entry->key).second))
            own.push_back(&*entry);
    entries.insert(entries.end(), own.rbegin(), own.rend());
    for (const auto& entry : map.entries)
        if (isMerge(document, entry))
            for (const auto* merged : mergedMaps(entry.value))
                collect(document, *merged, seen, entries);
}

} // namespace

bool isMerge(const Document& document, const Entry& entry)
{
    return document.syntax == Syntax::Yaml && entry.key == kMergeKey && entry.keyQuoting == Quoting::None;
}

View::View(const Document& document)
    : View(document, *document.root)
{
}

View::View(const Document& document, const Node& node)
    : m_document(&document)
    , m_written(&node)
    , m_node(&targetOf(node))
{
}

Value::Kind View::kind() const
{
    switch (m_node->kind) {
    case Node::Kind::Map: return Value::Kind::Map;
    case Node::Kind::Sequence: return Value::Kind::Sequence;
    case Node::Kind::Null: return Value::Kind::Null;
    default: return m_node->quoting == Quoting::None ? plainKind(m_document->syntax, m_node->text) : Value::Kind::Text;
    }
}

std::vector<View::Member> View::members() const
{
    std::vector<const Entry*> entries;
    std::set<std::string_view> seen;
    if (isMap())
        collect(*m_document, *m_node, seen, entries);
    std::vector<Member> members;
    for (const auto* entry : entries)
        members.push_back({entry->key, {View(*m_document, entry->value)}, entry->keySpan});
    return members;
}

std::optional<View> View::find(std::string_view key) const
{
    if (!isMap())
        return std::nullopt;
    for (auto entry = m_node->entries.rbegin(); entry != m_node->entries.rend(); ++entry)
        if (entry->key == key && !isMerge(*m_document, *entry))
            return View(*m_document, entry->value);
    for (const auto& entry : m_node->entries)
        if (isMerge(*m_document, entry))
            for (const auto* merged : mergedMaps(entry.value))
                if (const auto found = View(*m_document, *merged).find(key))
                    return found;
    return std::nullopt;
}

std::vector<View> View::all(std::string_view key) const
{
    std::vector<View> views;
    for (const auto& entry : m_node->entries) {
        if (entry.key != key || !isMap())
            continue;
        if (entry.value.kind != Node::Kind::Sequence)
            views.emplace_back(*m_document, entry.value);
        else
            for (const auto& item : entry.value.entries)
                views.emplace_back(*m_document, item.value);
    }
    return views;
}

std::vector<View> View::items() const
{
    std::vector<View> views;
    if (isSequence())
        for (const auto& entry : m_node->entries)
            views.emplace_back(*m_document, entry.value);
    return views;
}

std::optional<bool> View::asBool() const
{
    return kind() == Value::Kind::Bool ? std::optional(isTrueWord(text())) : std::nullopt;
}

std::optional<std::int64_t> View::asInt() const
{
    return kind() == Value::Kind::Number ? integerOf(text()) : std::nullopt;
}

std::optional<double> View::asNumber() const
{
    return kind() == Value::Kind::Number ? numberOf(text()) : std::nullopt;
}

std::optional<std::string> View::asText() const
{
    const auto own = kind();
    return own == Value::Kind::Text || own == Value::Kind::Word ? std::optional(text()) : std::nullopt;
}

std::optional<std::vector<std::string>> View::asTexts() const
{
    if (const auto one = asText())
        return std::vector{*one};
    if (!isSequence())
        return std::nullopt;
    std::vector<std::string> texts;
    for (const auto& item : items()) {
        if (!item.isScalar())
            return std::nullopt;
        texts.push_back(item.text());
    }
    return texts;
}

Value valueOf(const View& view)
{
    Value value{view.kind(), {}, {}, &view.written()};
    if (view.isScalar())
        value.text = view.text();
    for (const auto& member : view.members())
        value.add(member.key, valueOf(member.view()));
    for (const auto& item : view.items())
        value.add({}, valueOf(item));
    return value;
}

} // namespace ql::config::text
