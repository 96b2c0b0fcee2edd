// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/graph_outline.h"

#include <string>

namespace ql::report {

/// A network as an SVG file of its own: a box for each layer with its name, operator, and type, green where it is
/// quantized, going down by who reads whom.
std::string networkPicture(const results::GraphOutline& outline);

} // namespace ql::report
