// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QMenuBar;

namespace ql::widgets {

class CauseActions;
class MainActions;
class ProjectFiles;
class SampleChoice;
class ToolExports;
class WindowDocks;
class Workbench;

/// Whose actions stand in the window's menus; all of it must outlive the menu bar.
struct MenuParts {
    Workbench& workbench;
    MainActions& actions;
    CauseActions& causes;
    ProjectFiles& projects;
    WindowDocks& docks;
    ToolExports& exports;
    SampleChoice& sample;
};

/// Fills @p bar anew, in the language of the moment.
void fillMenuBar(QMenuBar& bar, const MenuParts& parts);

} // namespace ql::widgets
