// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/quant_settings.h"

#include <string>
#include <vector>

class QComboBox;

namespace ql::widgets {

/// Offers @p widths and number formats, and what @p holds already in any case. Disabled where there is nothing to
/// choose.
void offerNumbers(QComboBox& box, const std::vector<int>& widths, const std::vector<std::string>& formats,
                  const config::TensorSettings& holds);

/// Puts into @p wanted what @p box says, unless @p holds says so already. @pre offerNumbers()
void takeNumber(const QComboBox& box, const config::TensorSettings& holds, config::TensorSettings& wanted);

} // namespace ql::widgets
