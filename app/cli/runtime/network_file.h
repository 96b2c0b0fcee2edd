// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/runtime/command_session.h"
#include "core/results/graph_outline.h"

#include <filesystem>

namespace ql::cli {

/// Writes the picture of what @p request asks for into @p file, and says so. @throws Error, Cancelled
void drawNetwork(CommandSession& session, results::GraphRequest request, const std::filesystem::path& file);

} // namespace ql::cli
