// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/config_editor/diff_view.h"

#include "widgets/config_editor/inline_diff.h"
#include "widgets/style/color_scale.h"

#include <QEvent>
#include <QFontDatabase>
#include <QTextBlock>

#include <algorithm>

namespace ql::widgets {

namespace {
constexpr double kTint = 0.82;   ///< how much of the background shows through
constexpr double kStrong = 0.45; ///< the same where the words differ

/// The lines from @p block on that begin with @p sign.
QList<QTextBlock> runOf(QTextBlock block, QChar sign)
{
    QList<QTextBlock> run;
    for (; block.isValid() && block.text().startsWith(sign); block = block.next())
        run.append(block);
    return run;
}
} // namespace

DiffView::DiffView(QWidget* parent)
    : QPlainTextEdit(parent)
{
    setReadOnly(true);
    setWordWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere); // a list may be a line of thousands of letters
    setFrameShape(QFrame::NoFrame);
    setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
}

void DiffView::setDiff(const QString& diff)
{
    if (diff == toPlainText())
        return;
    setPlainText(diff);
    colourLines();
}

void DiffView::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange)
        colourLines();
    QPlainTextEdit::changeEvent(event);
}

void DiffView::colourLines()
{
    const QColor base = palette().color(QPalette::Base);
    QList<QTextEdit::ExtraSelection> lines;
    const auto paint = [&lines](const QTextBlock& block, const QColor& background) {
        QTextEdit::ExtraSelection line;
        line.cursor = QTextCursor(block);
        line.format.setBackground(background);
        line.format.setProperty(QTextFormat::FullWidthSelection, true);
        lines.append(line);
    };
    for (QTextBlock block = document()->begin(); block.isValid(); block = block.next()) {
        const QString text = block.text();
        if (text.startsWith(QLatin1String("+++")) || text.startsWith(QLatin1String("---")))
            continue;
        if (text.startsWith(u'+'))
            paint(block, mutedColor(baselineColor(base), base, kTint));
        else if (text.startsWith(u'-'))
            paint(block, mutedColor(analysisColor(base), base, kTint));
        else if (text.startsWith(QLatin1String("@@")))
            paint(block, palette().color(QPalette::AlternateBase));
    }
    markWords(lines);
    setExtraSelections(lines);
}

/// Of lines that took each other's place the words that differ.
void DiffView::markWords(QList<QTextEdit::ExtraSelection>& marks) const
{
    const QColor base = palette().color(QPalette::Base);
    const auto mark = [&marks](const QTextBlock& block, const QList<TextSpan>& spans, const QColor& background) {
        for (const TextSpan& span : spans) {
            QTextEdit::ExtraSelection word;
            word.cursor = QTextCursor(block);
            word.cursor.setPosition(block.position() + 1 + int(span.from)); // behind the sign
            word.cursor.setPosition(word.cursor.position() + int(span.length), QTextCursor::KeepAnchor);
            word.format.setBackground(background);
            marks.append(word);
        }
    };
    for (QTextBlock block = document()->begin(); block.isValid(); block = block.next()) {
        if (block.text().startsWith(QLatin1String("---")) || !block.text().startsWith(u'-'))
            continue;
        const QList<QTextBlock> old = runOf(block, u'-');
        const QList<QTextBlock> now = runOf(old.back().next(), u'+');
        for (qsizetype i = 0; i < std::min(old.size(), now.size()); ++i) {
            const InlineDiff found = inlineDiff(old.at(i).text().mid(1), now.at(i).text().mid(1));
            mark(old.at(i), found.before, mutedColor(analysisColor(base), base, kStrong));
            mark(now.at(i), found.after, mutedColor(baselineColor(base), base, kStrong));
        }
        block = now.isEmpty() ? old.back() : now.back();
    }
}

} // namespace ql::widgets
