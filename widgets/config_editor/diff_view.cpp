// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/config_editor/diff_view.h"

#include "widgets/style/color_scale.h"

#include <QEvent>
#include <QFontDatabase>
#include <QTextBlock>

namespace ql::widgets {

namespace {
constexpr double kTint = 0.82; ///< how much of the background shows through
} // namespace

DiffView::DiffView(QWidget* parent)
    : QPlainTextEdit(parent)
{
    setReadOnly(true);
    setLineWrapMode(NoWrap);
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
    setExtraSelections(lines);
}

} // namespace ql::widgets
