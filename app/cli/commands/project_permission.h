// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/options/command_arguments.h"
#include "core/project/project_trust.h"

#include <filesystem>
#include <vector>

namespace ql::cli {

/// What the questions @p steps of a project in @p folder ask for that needs trust. What the caller gave on the command
/// line is none of the project's wishes.
project::ProjectWishes wishesOf(const std::vector<CommandArguments>& steps, const std::filesystem::path& folder);

/// Sees to it that the user trusts the project with @p wishes: did so before, or does now (@p isTrusted, which is
/// remembered). @throws Error (BadArgument) that lists what it asks for
void requireTrust(const project::ProjectWishes& wishes, bool isTrusted);

} // namespace ql::cli
