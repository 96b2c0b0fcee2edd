// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>
#include <QSize>
#include <QString>
#include <QWidget>

#include <span>

namespace ql::widgets {

class Workbench;

/// Where a dock stands at first; docks of one place stand behind tabs. The drawer is below the centre and closed, and
/// what has a window of its own is closed, until somebody asks for it.
enum class DockPlace { Left, Centre, Right, Drawer, Window };

/// Docks of the centre that share one tab: a row of tabs stands behind it. Neighbours in docks.inc.
struct DockGroup {
    const char* id;    ///< object name, part of the saved layout: never change it
    const char* title; ///< source text in the context "Docks"
    const char* icon;  ///< of what brings it to the front
};

/// Whose error it is: what is measured layer by layer beside the comparison.
extern const DockGroup kSensitivity;
/// What makes the model better.
extern const DockGroup kRepair;

/// One dock, as its folder describes it to the window. A new dock has a line in docks.inc, and nothing in the window
/// changes.
struct DockDescription {
    const char* id = nullptr; ///< object name, filled in from docks.inc
    const char* title;        ///< source text in the context "Docks"
    QWidget* (*make)(Workbench& workbench, QWidget* parent);
    const char* chapter = "index"; ///< of the handbook, that tells about it
    const char* icon = "layers";   ///< of what brings it to the front
    DockPlace place = DockPlace::Centre;
    QSize size = {};                  ///< wanted in the default layout; a side takes the width, the drawer the height
    const DockGroup* group = nullptr; ///< of a dock in the centre; null: it has a tab of its own
    bool hasOwnTitle = false;         ///< the view says what it is, and needs no title bar
    void (Workbench::*raisedBy)() = nullptr; ///< the signal that brings it to the front, besides dockRequested()
    const char* layerAction = nullptr;       ///< "Show in …", in the context "LayerMenu", where it can show one layer
};

/// The docks of docks.inc, in its order.
std::span<const DockDescription> dockTable();

inline QString dockTitle(const DockDescription& dock)
{
    return QCoreApplication::translate("Docks", dock.title);
}

/// What stands behind the title of the dock that @p view is in, e.g. how many findings there are; empty for nothing.
inline void setDockNote(QWidget& view, const QString& note)
{
    view.setWindowTitle(note);
}

template <typename View>
QWidget* makeDock(Workbench& workbench, QWidget* parent)
{
    return new View(workbench, parent);
}

} // namespace ql::widgets
