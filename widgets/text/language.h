// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>
#include <QWidget>

#include <functional>

namespace ql::widgets {

/// The languages that the window speaks, as locale codes; the first is the source language.
QStringList availableLanguages();

/// Makes the window speak @p code: "en", "zh_CN", or empty for the system's language. Every widget gets a
/// QEvent::LanguageChange. May be called again at any time, on the GUI thread.
void applyLanguage(const QString& code);

/// The language that the window speaks now: "en" or "zh_CN".
QString currentLanguage();

/// Calls @p say now, and again whenever the language changes while @p widget lives. For the end of its constructor.
void followLanguage(QWidget* widget, std::function<void()> say);
/// The same, and when the widget's colours change.
void followLanguageAndColors(QWidget* widget, std::function<void()> show);

/// What a button, an action or a box to check says, and its tool tip.
template <typename Located>
void setWords(Located& said, const QString& text, const QString& hint)
{
    said.setText(text);
    said.setToolTip(hint);
}

/// The same of an action that tool bars call @p iconText.
void setWords(QAction& action, const QString& text, const QString& hint, const QString& iconText);

/// What a field without words of its own is for: its tool tip, and what a screen reader calls it.
void setHint(QWidget& field, const QString& hint);

} // namespace ql::widgets
