// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace ql::widgets {

/// Writes an AMCT simple YAML that quantizes every layer to 8 bits beside @p model and gives its path. A file that is
/// there already is left as it is: the name gets a number. @throws Error (FileWrite)
QString createConfigBeside(const QString& model);

} // namespace ql::widgets
