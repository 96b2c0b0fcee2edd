// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QMimeData;

namespace ql::widgets {

/// The one local file or folder of a drag, or empty.
QString droppedPath(const QMimeData& data);

} // namespace ql::widgets
