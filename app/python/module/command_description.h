// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <pybind11/pybind11.h>

namespace ql::python {

/// What the command line takes: a list of dicts, one for each command or command of a command, which
/// quantloupe._commands makes functions of.
pybind11::list describedCommands();

} // namespace ql::python
