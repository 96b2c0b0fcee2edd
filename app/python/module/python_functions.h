// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/python/module/python_bridge.h"
#include "core/caller/functions.h"

#include <memory>

namespace ql::python {

/// Python's callables of one call: "metric", "post_process", "judge" and "tap", as quantloupe._call wraps them. With
/// Python's lock. Nothing that outlives the call may call them.
std::shared_ptr<const caller::Functions> functionsOf(PythonBridge& bridge, const py::dict& callables);

} // namespace ql::python
