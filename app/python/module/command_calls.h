// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <pybind11/pybind11.h>

#include <string>
#include <vector>

namespace ql::python {

/// Runs a command: its exit status, what it printed, and which conditions were crossed. @p samples by the words that
/// stand for them, @p callables by name, @p progress a callable or None. @throws Error, py::error_already_set for what
/// callbacks and signals raised
pybind11::tuple call(const std::vector<std::string>& words, const pybind11::dict& samples,
                     const pybind11::dict& callables, const pybind11::object& progress);

/// What the command line takes: a list of dicts, one for each command or command of a command, which
/// quantloupe._commands makes functions of.
pybind11::list describedCommands();

} // namespace ql::python
