// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/edit/tree_patches.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

namespace ql::config::edit {

namespace {

using text::Document;
using text::Node;
using text::Syntax;
using text::Value;

bool isCollection(const Node& node)
{
    return node.kind == Node::Kind::Map || node.kind == Node::Kind::Sequence;
}

bool isEntryOf(const Node& parent, const Node* node)
{
    return std::ranges::any_of(parent.entries, [node](const text::Entry& entry) { return &entry.value == node; });
}

/// Collects the patches of one document.
class Patches {
public:
    explicit Patches(const Document& document)
        : m_document(document)
        , m_patcher(document)
    {
    }

    std::vector<Patch> patches;

    void collect(const Node& node, const Value& value)
    {
        if (value.change == Value::Change::None)
            return;
        if (value.change == Value::Change::Whole || !isCollection(node))
            patches.push_back(m_patcher.replace(node, value));
        else
            collectEntries(node, value);
    }

private:
    void collectEntries(const Node& node, const Value& value)
    {
        std::unordered_map<const Node*, const Value*> wanted;
        for (const auto& [key, item] : value.entries)
            wanted.emplace(item.source, &item);
        const auto counted = countedEntries(node);
        std::unordered_set<const Node*> own;
        std::vector<bool> isRemoved(node.entries.size(), false);
        for (const auto i : counted) {
            const auto& entry = node.entries[i].value;
            own.insert(&entry);
            if (const auto found = wanted.find(&entry); found != wanted.end())
                collect(entry, *found->second);
            else
                isRemoved[i] = true;
        }
        remove(node, isRemoved);
        std::vector<Value::Entry> added;
        for (const auto& entry : value.entries)
            if (!own.contains(entry.second.source)
                && (!entry.second.source || entry.second.change != Value::Change::None)) // what is merged stays so
                added.push_back(entry);
        if (!added.empty())
            patches.push_back(m_patcher.add(node, added));
    }

    /// Those that say something: of a repeated key the last, but in text-proto; no merges.
    std::vector<std::size_t> countedEntries(const Node& node) const
    {
        std::unordered_set<std::string_view> seen;
        std::vector<std::size_t> counted;
        for (auto i = node.entries.size(); i-- > 0;) {
            const auto& entry = node.entries[i];
            const bool isMerge = text::isMerge(m_document, entry);
            const bool isRepeatable = m_document.syntax == Syntax::Proto || node.kind == Node::Kind::Sequence;
            if (!isMerge && (isRepeatable || seen.insert(entry.key).second))
                counted.push_back(i);
        }
        std::ranges::reverse(counted);
        return counted;
    }

    void remove(const Node& node, const std::vector<bool>& isRemoved)
    {
        for (std::size_t first = 0; first < isRemoved.size(); ++first) {
            if (!isRemoved[first])
                continue;
            auto last = first;
            while (last + 1 < isRemoved.size() && isRemoved[last + 1])
                ++last;
            patches.push_back(m_patcher.remove(node, first, last));
            first = last;
        }
    }

    const Document& m_document;
    Patcher m_patcher;
};

} // namespace

bool isShared(const Value& root, const text::Path& path)
{
    const auto* value = &root;
    text::Path taken;
    for (const auto& step : path) {
        const auto* parent = value->source;
        taken.push_back(step);
        value = at(root, taken);
        if (!parent || !value || !value->source) // new
            return false;
        if (parent->kind == Node::Kind::Alias || !isEntryOf(*parent, value->source))
            return true;
    }
    return false;
}

std::optional<PatchedText> patched(const Document& document, const Value& wanted)
{
    Patches made(document);
    made.collect(*document.root, wanted);
    auto& patches = made.patches;
    std::ranges::stable_sort(patches, {}, &Patch::offset);
    auto text = applied(document.bytes, patches);
    if (!text)
        return std::nullopt;
    return PatchedText{std::move(*text), patches.empty() ? 0 : patches.front().offset};
}

} // namespace ql::config::edit
