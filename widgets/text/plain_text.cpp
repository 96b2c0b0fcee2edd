// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/text/plain_text.h"

#include <QApplication>
#include <QEvent>

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

QMessageBox::StandardButton askPlainly(QWidget* parent, const QString& title, const QString& text,
                                       QMessageBox::StandardButtons buttons, QMessageBox::StandardButton proposed)
{
    QMessageBox box(QMessageBox::Question, title, {}, buttons, parent);
    box.setTextFormat(Qt::PlainText);
    box.setText(text);
    box.setDefaultButton(proposed);
    return static_cast<QMessageBox::StandardButton>(box.exec());
}

void keepToolTipsPlain()
{
    qApp->installEventFilter(new ToolTipFilter(qApp));
}

} // namespace ql::widgets
