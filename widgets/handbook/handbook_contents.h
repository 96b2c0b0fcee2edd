// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QString>
#include <QUrl>

namespace ql::widgets {

/// One chapter of the handbook, a file of resources/guide/LANGUAGE.
struct HandbookChapter {
    QString group; ///< the heading that it stands under in the contents
    QString title;
    QString name; ///< "compare", for compare.md
};

/// What index.md lists, in its order.
QList<HandbookChapter> handbookChapters(const QString& language);

/// Where chapter @p name is built in.
QUrl handbookUrl(const QString& language, const QString& name);
/// "compare" of such a place.
QString handbookChapter(const QUrl& url);
/// Its Markdown; empty if there is no such chapter.
QString handbookText(const QUrl& url);

/// What links call the heading @p heading, as in the pages for a browser: "Layer by layer" is #layer-by-layer.
QString handbookAnchor(const QString& heading);

} // namespace ql::widgets
