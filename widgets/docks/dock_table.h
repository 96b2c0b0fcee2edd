// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/docks/support/dock_description.h"

#include <span>

namespace ql::widgets {

/// The docks of docks.inc, in its order.
std::span<const DockDescription> dockTable();

} // namespace ql::widgets
