// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>
#include <QString>

#include <span>

class QWidget;

namespace ql::widgets {

class Workbench;

/// Where a dock stands at first. The tables stand in the centre, one in front of the other.
enum class DockPlace { Left, Centre, Right, Bottom };

/// Docks of the centre that share one tab: a row of tabs stands behind it. Neighbours in docks.inc.
struct DockGroup {
    const char* id;    ///< object name, part of the saved layout: never change it
    const char* title; ///< source text in the context "Docks"
};

/// What is measured layer by layer beside the comparison.
extern const DockGroup kLayerAnalyses;

/// One dock, as its folder describes it to the window. A new dock has a line in docks.inc, and nothing in the window
/// changes.
struct DockDescription {
    const char* id = nullptr; ///< object name, filled in from docks.inc
    const char* title;        ///< source text in the context "Docks"
    QWidget* (*make)(Workbench& workbench, QWidget* parent);
    const char* chapter = "index"; ///< of the handbook, that tells about it
    DockPlace place = DockPlace::Centre;
    int size = 0;                            ///< width of a side dock, height of a bottom dock, in the default layout
    const DockGroup* group = nullptr;        ///< of a dock in the centre; null: it has a tab of its own
    const char* behind = nullptr;            ///< id of an earlier dock whose place it shares as a tab
    void (Workbench::*raisedBy)() = nullptr; ///< the signal that brings it to the front, besides dockRequested()
    const char* layerAction = nullptr;       ///< "Show in …", in the context "LayerMenu", where it can show one layer
    const char* layerIcon = nullptr;         ///< of that action
};

/// The docks of docks.inc, in its order.
std::span<const DockDescription> dockTable();

inline QString dockTitle(const DockDescription& dock)
{
    return QCoreApplication::translate("Docks", dock.title);
}

template <typename View>
QWidget* makeDock(Workbench& workbench, QWidget* parent)
{
    return new View(workbench, parent);
}

} // namespace ql::widgets
