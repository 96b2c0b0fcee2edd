// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/quant/integer_format.h"

#include <optional>
#include <span>

namespace ql::quant {

/// The lowest and the highest finite value; nothing when there is none.
std::optional<Range> boundsOf(std::span<const float> values);

/// @p a widened to hold @p b.
Range united(std::optional<Range> a, Range b);

} // namespace ql::quant
