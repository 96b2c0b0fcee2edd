// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/window/dock_table.h"

#include "widgets/views/inspector_view.h"
#include "widgets/views/log_view.h"
#include "widgets/views/project_view.h"

#include <QCoreApplication>

#include <array>

namespace ql::widgets {

namespace {

template <typename View>
QWidget* make(Workbench& workbench, QWidget* parent)
{
    return new View(workbench, parent);
}

constexpr std::array kDocks{
    DockRow{"projectDock", QT_TRANSLATE_NOOP("Docks", "Project"), &make<ProjectView>, Qt::LeftDockWidgetArea, 235},
    DockRow{"inspectorDock", QT_TRANSLATE_NOOP("Docks", "Inspector"), &make<InspectorView>, Qt::RightDockWidgetArea,
            350},
    DockRow{"logDock", QT_TRANSLATE_NOOP("Docks", "Log"), &make<LogView>, Qt::BottomDockWidgetArea, 110},
};

} // namespace

std::span<const DockRow> dockTable()
{
    return kDocks;
}

QString dockTitle(const DockRow& row)
{
    return QCoreApplication::translate("Docks", row.title);
}

} // namespace ql::widgets
