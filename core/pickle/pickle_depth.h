// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/pickle/pickle_value.h"

namespace ql::pickle {

/// How many lists, dicts and objects stand in each other at the deepest place of @p value.
/// @throws Error (FileCorrupt) where one stands in itself
std::size_t pickleDepth(const PickleValue& value);

} // namespace ql::pickle
