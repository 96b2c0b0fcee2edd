// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pickle/pickle_value.h"

#include "core/base/error.h"

#include <algorithm>
#include <unordered_map>

namespace ql::pickle {

namespace {

std::vector<PickleValue> partsOf(const PickleValue& value)
{
    if (const auto* object = value.object())
        return {object->state};
    std::vector<PickleValue> parts;
    if (const auto* items = value.items())
        parts = *items;
    if (const auto* entries = value.entries())
        for (const auto& [key, entry] : *entries)
            parts.insert(parts.end(), {key, entry});
    return parts;
}

const void* identityOf(const PickleValue& value)
{
    if (value.object())
        return value.object();
    if (value.items())
        return value.items();
    return value.entries();
}

/// A container that is being walked through.
struct Open {
    const void* identity;
    std::vector<PickleValue> parts;
    std::size_t next = 0;
    std::size_t deepest = 0; ///< of the parts before @ref next
};

} // namespace

// Not by recursion: a pickle may nest a million lists.
std::size_t pickleDepth(const PickleValue& value)
{
    std::unordered_map<const void*, std::size_t> depths; // 0: still open
    std::vector<Open> open{{nullptr, {value}}};
    while (true) {
        auto& top = open.back();
        if (top.next == top.parts.size()) {
            const auto depth = top.deepest + 1;
            if (open.size() == 1)
                return top.deepest;
            depths[top.identity] = depth;
            open.pop_back();
            open.back().deepest = std::max(open.back().deepest, depth);
            continue;
        }
        const auto part = top.parts[top.next++];
        const auto* identity = identityOf(part);
        if (!identity)
            continue;
        const auto [found, isNew] = depths.emplace(identity, 0);
        if (isNew)
            open.push_back({identity, partsOf(part)});
        else if (found->second == 0)
            throw Error(ErrorCode::FileCorrupt, "the pickle is damaged: a value stands in itself");
        else
            top.deepest = std::max(top.deepest, found->second);
    }
}

} // namespace ql::pickle
