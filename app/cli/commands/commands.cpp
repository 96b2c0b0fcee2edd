// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands/commands.h"

#include <algorithm>
#include <vector>

namespace ql::cli {

namespace {

std::vector<Command> sortedCommands()
{
    std::vector<Command> all{
#define QL_ANALYSIS(name, Type) name##Command(),
#define QL_COMMAND(name) name##Command(),
#include "app/cli/commands/commands.inc"
#include "core/results/analyses.inc"
#undef QL_ANALYSIS
#undef QL_COMMAND
    };
    std::ranges::stable_sort(all, {}, &Command::purpose);
    return all;
}

} // namespace

std::span<const Command> commands()
{
    static const std::vector<Command> all = sortedCommands();
    return all;
}

} // namespace ql::cli
