// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

namespace ql::gui {

/// Writes the charts of the results in @p files (JSON documents, or other tools' results) into @p folder as PNG, says
/// which on standard output, and why not on standard error. Returns the exit status.
int writeChartPictures(const QStringList& files, const QString& folder);

} // namespace ql::gui
