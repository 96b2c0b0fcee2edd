// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/text/plain_text.h"

#include <QApplication>
#include <QEvent>
#include <QPainter>
#include <QTextBoundaryFinder>

namespace ql::widgets {

namespace {

/// Qt's tool tip is a label of a private class, which is polished before it gets its text.
class ToolTipFilter : public QObject {
public:
    using QObject::QObject;

    bool eventFilter(QObject* watched, QEvent* event) override
    {
        if (event->type() == QEvent::Polish && watched->inherits("QTipLabel"))
            static_cast<QLabel*>(watched)->setTextFormat(Qt::PlainText);
        return QObject::eventFilter(watched, event);
    }
};

} // namespace

PlainLabel::PlainLabel(QWidget* parent)
    : QLabel(parent)
{
    setTextFormat(Qt::PlainText);
}

QSize ElidedLabel::minimumSizeHint() const
{
    return {fontMetrics().averageCharWidth() * 6, QLabel::minimumSizeHint().height()};
}

void ElidedLabel::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const QRect area = contentsRect();
    painter.drawText(area, int(alignment()), fontMetrics().elidedText(text(), m_mode, area.width()));
}

QMessageBox::StandardButton askPlainly(QWidget* parent, const QString& title, const QString& text,
                                       QMessageBox::StandardButtons buttons, QMessageBox::StandardButton proposed)
{
    QMessageBox box(QMessageBox::Question, title, {}, buttons, parent);
    box.setTextFormat(Qt::PlainText);
    box.setText(text);
    box.setDefaultButton(proposed);
    return static_cast<QMessageBox::StandardButton>(box.exec());
}

QString wrapped(const QString& text, int columns)
{
    constexpr char16_t kFirstWide = 0x2E80; // CJK begins here
    const auto widthOf = [](QStringView part) {
        int width = 0;
        for (const QChar letter : part)
            width += letter.unicode() >= kFirstWide ? 2 : 1;
        return width;
    };
    QString lines;
    int used = 0;
    QTextBoundaryFinder finder(QTextBoundaryFinder::Line, text);
    for (qsizetype begin = 0, end = finder.toNextBoundary(); end > begin; begin = end, end = finder.toNextBoundary()) {
        const QStringView part = QStringView(text).mid(begin, end - begin);
        const int width = widthOf(part.trimmed());
        if (used > 0 && used + width > columns) {
            while (lines.endsWith(u' '))
                lines.chop(1);
            lines += u'\n';
            used = 0;
        }
        lines += part;
        used = part.endsWith(u'\n') ? 0 : used + widthOf(part);
    }
    return lines;
}

void keepToolTipsPlain()
{
    qApp->installEventFilter(new ToolTipFilter(qApp));
}

} // namespace ql::widgets
