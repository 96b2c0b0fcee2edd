// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QString>

namespace ql::widgets {

/// Letters of a line, from the one at @c from on.
struct TextSpan {
    qsizetype from = 0;
    qsizetype length = 0;

    bool operator==(const TextSpan&) const = default;
};

/// What of @p before isn't in @p after, and the other way round, word by word. Nothing where the lines have nothing in
/// common: then they are different as a whole.
struct InlineDiff {
    QList<TextSpan> before;
    QList<TextSpan> after;
};
InlineDiff inlineDiff(const QString& before, const QString& after);

} // namespace ql::widgets
