// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands/project_permission.h"

#include "app/cli/runtime/console.h"
#include "core/base/error.h"
#include "core/base/write_scope.h"

#include <algorithm>

namespace ql::cli {

namespace {

namespace fs = std::filesystem;

void addOnce(std::vector<fs::path>& paths, const fs::path& path)
{
    if (std::ranges::find(paths, path) == paths.end())
        paths.push_back(path);
}

} // namespace

project::ProjectWishes wishesOf(const std::vector<CommandArguments>& steps, const fs::path& folder)
{
    project::ProjectWishes wishes{folder, {}, {}};
    for (const auto& step : steps) {
        for (const auto& library : step.libraries())
            addOnce(wishes.libraries, (folder / library).lexically_normal());
        for (const auto& place : step.writtenPlaces())
            if (!liesWithin(folder / place, folder))
                addOnce(wishes.writes, (folder / place).lexically_normal());
    }
    return wishes;
}

void requireTrust(const project::ProjectWishes& wishes, bool isTrusted)
{
    if (wishes.isEmpty())
        return;
    project::TrustedWishes trusted;
    const auto left = trusted.untrusted(wishes);
    if (left.isEmpty())
        return;
    if (!isTrusted)
        throw Error(ErrorCode::BadArgument, Message("the project {}", left.text()),
                    "read it; if you trust it, add --trust, which is remembered until these change");
    try {
        trusted.trust(left);
    } catch (const Error& error) {
        printError("warning: trusted this time only: {}\n", error.what());
    }
}

} // namespace ql::cli
