// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSizeF>
#include <QString>

#include <functional>

class QPainter;

namespace ql::widgets {

/// Writes what @p paint draws within @p size, in points, to @p path: as SVG, PDF or PNG by its suffix (PNG at twice the
/// size where that fits), beside the target and renamed into place. False if that did not work.
bool writePicture(const QString& path, const QSizeF& size, const QString& title,
                  const std::function<void(QPainter&)>& paint);

} // namespace ql::widgets
