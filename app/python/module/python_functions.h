// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/python/module/conversation.h"
#include "core/caller/functions.h"

#include <memory>

namespace ql::python {

/// Python's callables of one call: "metric", "post_process", "judge" and "tap", as quantloupe._call wraps them. With
/// Python's lock. Nothing that outlives the call may call them.
std::shared_ptr<const caller::Functions> functionsOf(Conversation& conversation, const py::dict& callables);

} // namespace ql::python
