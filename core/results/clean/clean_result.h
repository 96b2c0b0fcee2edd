// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/fields.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ql::results {

/// What an earlier command wrote and that is no answer to anything.
enum class LeftoverKind {
    State, ///< of a search that was cancelled and could be continued
    Dump   ///< the values of a model's run, and what describes them
};

constexpr auto wordsOf(LeftoverKind)
{
    return std::array{Word{LeftoverKind::State, "state"}, Word{LeftoverKind::Dump, "dump"}};
}

struct Leftover {
    std::string file;
    LeftoverKind kind = LeftoverKind::State;
    std::uint64_t bytes = 0;
};

void fields(auto& visit, Of<Leftover> auto& leftover)
{
    visit("file", leftover.file);
    visit("kind", leftover.kind);
    visit("bytes", leftover.bytes);
}

struct CleanResult {
    std::string folder;
    bool isRemoved = false; ///< else they are only listed
    std::vector<Leftover> files;
};

void fields(auto& visit, Of<CleanResult> auto& result)
{
    visit("folder", result.folder);
    visit("removed", result.isRemoved);
    visit("files", result.files);
}

} // namespace ql::results
