// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/support/dropped_path.h"

#include <QMimeData>
#include <QUrl>

namespace ql::widgets {

QString droppedPath(const QMimeData& data)
{
    const QList<QUrl> urls = data.urls();
    return urls.size() == 1 ? urls.front().toLocalFile() : QString();
}

} // namespace ql::widgets
