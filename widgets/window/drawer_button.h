// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QToolButton>

class QDockWidget;

namespace ql::widgets {

/// In the status bar: opens and closes the docks below the centre, which share one place. Says what is new in them.
class DrawerButton : public QToolButton {
    Q_OBJECT

public:
    DrawerButton(QList<QDockWidget*> docks, QWidget* parent);

    bool isOpen() const;
    void setOpen(bool isOpen);

private:
    void refresh();

    QList<QDockWidget*> m_docks;
};

} // namespace ql::widgets
