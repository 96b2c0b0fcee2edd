// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/message.h"

#include <string>

namespace ql::ops {

/// What to do about @p node, whose operator has no kernel: mostly for operators whose makers tell how they are called,
/// but not what they compute.
Message remedyForUnsupported(const std::string& domain, const std::string& opType, const std::string& node);

} // namespace ql::ops
