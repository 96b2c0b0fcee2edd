// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Qt>

namespace ql::widgets {

/// What our tables' cells give besides Qt's own roles.
enum TableRole {
    SortRole = Qt::UserRole, ///< the raw value; invalid where there is none
    BadnessRole,             ///< double 0 … 1 in metric cells with a value
    ExactTextRole,           ///< full precision, for copying
    ElidesMiddleRole,        ///< true where both ends of the text tell more than its middle
    LayerNameRole            ///< the layer that the row is about; empty for none
};

} // namespace ql::widgets
