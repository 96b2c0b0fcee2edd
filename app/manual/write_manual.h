// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/manual/program_description.h"

namespace ql::manual {

/// What both generators do: writes the man pages and completions of @p program as they lie below share/, into the
/// folder that the first word of @p argv names; the second is the version's date. Returns the exit status.
int writeManual(const Command& program, int argc, char** argv);

} // namespace ql::manual
