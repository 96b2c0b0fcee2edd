// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTextCursor>
#include <QTextDocument>

namespace ql::widgets {

/// Selects the next or the previous occurrence of @p words in an editor or a browser, around the end if need be; false,
/// and nothing changes, if there is none.
template <typename Text>
bool findWords(Text& text, const QString& words, bool isForward)
{
    const auto flags = isForward ? QTextDocument::FindFlags() : QTextDocument::FindBackward;
    if (text.find(words, flags))
        return true;
    const QTextCursor before = text.textCursor();
    text.moveCursor(isForward ? QTextCursor::Start : QTextCursor::End);
    if (text.find(words, flags))
        return true;
    text.setTextCursor(before);
    return false;
}

} // namespace ql::widgets
