// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

#include <cstddef>
#include <map>
#include <string>

namespace ql {

/// Looks through a document of yaml-cpp, which keeps both of two equal keys and gives the first without a word.
template <typename Node>
class YamlKeys {
public:
    /// @throws Error (FileCorrupt) with the line of a key that stands twice in one map, at any depth, and for a
    /// document whose aliases expand to more than anyone wrote
    static void requireOnce(const Node& root) { YamlKeys().look(root); }

private:
    static constexpr std::size_t kMostNodes = 1'000'000;

    void look(const Node& node)
    {
        if (++m_seen > kMostNodes)
            throw Error(ErrorCode::FileCorrupt, Message("the document expands to more than {} nodes", kMostNodes));
        if (node.IsSequence())
            for (const auto& item : node)
                look(item);
        if (node.IsMap())
            lookAtMap(node);
    }

    void lookAtMap(const Node& map)
    {
        std::map<std::string, int> lines;
        for (const auto& entry : map) {
            const int line = entry.first.Mark().line + 1;
            if (entry.first.IsScalar())
                if (const auto known = lines.try_emplace(entry.first.Scalar(), line); !known.second)
                    throw Error(ErrorCode::FileCorrupt,
                                Message("line {}: {} stands in line {} already", line, entry.first.Scalar(),
                                        known.first->second),
                                "remove one of the two");
            look(entry.second);
        }
    }

    std::size_t m_seen = 0;
};

} // namespace ql
