// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/style/focus_ring.h"

#include <QAbstractButton>
#include <QAbstractScrollArea>
#include <QAbstractSlider>
#include <QAbstractSpinBox>
#include <QApplication>
#include <QComboBox>
#include <QFocusEvent>
#include <QLineEdit>
#include <QPainter>
#include <QTabBar>

namespace ql::widgets {

namespace {

constexpr double kWidth = 2.0;

class Ring : public QWidget {
public:
    explicit Ring(QWidget* target)
        : QWidget(target)
    {
        setAttribute(Qt::WA_TransparentForMouseEvents);
        setFocusPolicy(Qt::NoFocus);
        setGeometry(target->rect());
        raise();
        show();
    }

protected:
    void paintEvent(QPaintEvent* /*event*/) override
    {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(QPen(palette().color(QPalette::Highlight), kWidth));
        const double inset = kWidth / 2.0;
        painter.drawRoundedRect(QRectF(rect()).adjusted(inset, inset, -inset, -inset), kWidth, kWidth);
    }
};

bool isByKeyboard(Qt::FocusReason reason)
{
    return reason == Qt::TabFocusReason || reason == Qt::BacktabFocusReason || reason == Qt::ShortcutFocusReason;
}

/// Fusion frames the text or the frame of these.
bool isMarkedByStyle(const QWidget& widget)
{
    return qobject_cast<const QAbstractButton*>(&widget) || qobject_cast<const QComboBox*>(&widget)
           || qobject_cast<const QLineEdit*>(&widget) || qobject_cast<const QAbstractSpinBox*>(&widget)
           || qobject_cast<const QAbstractSlider*>(&widget) || qobject_cast<const QTabBar*>(&widget)
           || widget.isWindow();
}

} // namespace

FocusRing::FocusRing(QObject* parent)
    : QObject(parent)
{
    qApp->installEventFilter(this);
}

const QWidget* FocusRing::target() const
{
    return m_ring ? m_ring->parentWidget() : nullptr;
}

bool FocusRing::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::FocusIn) {
        auto* const widget = qobject_cast<QWidget*>(watched);
        if (widget && !isMarkedByStyle(*widget) && isByKeyboard(static_cast<QFocusEvent*>(event)->reason())) {
            delete m_ring;
            m_ring = new Ring(widget);
        }
    } else if (m_ring && watched == m_ring->parentWidget()) {
        if (event->type() == QEvent::FocusOut)
            delete m_ring;
        else if (event->type() == QEvent::Resize)
            m_ring->setGeometry(m_ring->parentWidget()->rect());
    }
    return QObject::eventFilter(watched, event);
}

} // namespace ql::widgets
