// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

namespace ql::widgets {

/// One behind the other, with a space between two unless the first ends in a full-width stop. Empty ones are left out.
QString joinedSentences(const QStringList& sentences);
/// @p text with a space between Chinese and the names and numbers in it, as a Chinese page is set, and none behind a
/// full-width stop. Text without Chinese stays as it is.
QString spacedText(const QString& text);
/// A number stays with its unit when a line breaks: "99.0 %".
QString unbrokenNumber(QString number);

} // namespace ql::widgets
