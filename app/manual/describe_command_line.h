// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/manual/program_description.h"

namespace CLI {
class App;
}

namespace ql::manual {

/// What @p app takes, with all its commands. Of an argument's words only those are kept that the option accepts.
Command describe(CLI::App& app);

} // namespace ql::manual
