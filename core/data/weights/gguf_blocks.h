// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/weights_only.h"

#include <cstdint>

namespace ql::data {

/// The block type that GGUF's files number @p type, or null.
const importers::BlockFormat* blockFormat(std::uint32_t type);

} // namespace ql::data
