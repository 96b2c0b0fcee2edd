// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMap>
#include <QSet>
#include <QString>

class QWidget;

namespace ql::tests {

/// Every text that @p window and what is in it show, say to a screen reader or would show in a tooltip, by where it
/// stands: labels, buttons, menus, headers and cells of tables, titles and axes of charts. Digits are all 0: times
/// differ.
QMap<QString, QString> visibleTexts(QWidget& window);

/// The texts that @p widget paints by itself, digits as 0.
QSet<QString> paintedTexts(QWidget& widget);

} // namespace ql::tests
