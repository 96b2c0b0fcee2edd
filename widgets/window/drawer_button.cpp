// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/window/drawer_button.h"

#include "widgets/style/icons.h"
#include "widgets/text/language.h"

#include <QDockWidget>

#include <algorithm>

namespace ql::widgets {

DrawerButton::DrawerButton(QList<QDockWidget*> docks, QWidget* parent)
    : QToolButton(parent)
    , m_docks(std::move(docks))
{
    setAutoRaise(true);
    setCheckable(true);
    setFocusPolicy(Qt::TabFocus);
    setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    setIcon(widgets::icon("log"));
    connect(this, &QToolButton::clicked, this, &DrawerButton::setOpen);
    for (const QDockWidget* dock : std::as_const(m_docks)) {
        connect(dock, &QDockWidget::visibilityChanged, this, &DrawerButton::refresh);
        connect(dock, &QWidget::windowTitleChanged, this, &DrawerButton::refresh);
    }
    followLanguage(this, [this] { refresh(); });
}

bool DrawerButton::isOpen() const
{
    return std::ranges::any_of(m_docks, [](const QDockWidget* dock) { return !dock->isHidden(); });
}

void DrawerButton::setOpen(bool isOpen)
{
    for (QDockWidget* dock : std::as_const(m_docks))
        dock->setVisible(isOpen);
    refresh();
}

void DrawerButton::refresh()
{
    QStringList titles;
    for (const QDockWidget* dock : std::as_const(m_docks))
        titles.append(dock->windowTitle());
    const QString text = titles.join(QStringLiteral(" · "));
    setWords(*this, text, isOpen() ? tr("Close the drawer below the tables") : tr("Open the drawer below the tables"));
    setAccessibleName(text);
    setChecked(isOpen());
}

} // namespace ql::widgets
