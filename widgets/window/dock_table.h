// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <span>

class QWidget;

namespace ql::widgets {

class Workbench;

/// Where a dock stands at first. The tables stand in the centre, one in front of the other.
enum class DockPlace { Left, Centre, Right, Bottom };

/// One dock of the window. A new dock is a new row, and nothing else in the window changes.
struct DockRow {
    const char* id;    ///< object name, part of the saved layout: never change it
    const char* title; ///< source text in the context "Docks"
    QWidget* (*make)(Workbench& workbench, QWidget* parent);
    DockPlace place;
    int size;                     ///< width of a side dock, height of a bottom dock, in the default layout
    const char* behind = nullptr; ///< id of an earlier dock whose place it shares as a tab
};

std::span<const DockRow> dockTable();
QString dockTitle(const DockRow& row);

} // namespace ql::widgets
