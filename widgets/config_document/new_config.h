// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <string_view>

namespace ql::widgets {

/// "net.quant.yaml" beside @p model, with the suffix that files of @p dialect have; where that is there already, the
/// first of "net.quant-2.yaml" and so on that isn't.
QString freeConfigPath(const QString& model, std::string_view dialect);
/// The same for a quantization-factor record: "net_record.txt".
QString freeRecordPath(const QString& model);

/// Writes an AMCT simple YAML that quantizes every layer to 8 bits beside @p model and gives its path. A file that is
/// there already is left as it is: the name gets a number. @throws Error (FileWrite)
QString createConfigBeside(const QString& model);

} // namespace ql::widgets
