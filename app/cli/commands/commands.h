// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/command.h"

namespace ql::cli {

#define QL_ANALYSIS(name, Type) Command name##Command();
#define QL_COMMAND(name) Command name##Command();
#include "app/cli/commands/commands.inc"
#include "core/results/analyses.inc"
#undef QL_ANALYSIS
#undef QL_COMMAND

} // namespace ql::cli
