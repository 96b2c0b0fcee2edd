// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/support/dock_description.h"

#include <vector>

namespace ql::widgets {

const DockGroup kSensitivity{"layerAnalysesDock", QT_TRANSLATE_NOOP("Docks", "Sensitivity"), "sensitivity"};
const DockGroup kRepair{"repairDock", QT_TRANSLATE_NOOP("Docks", "Repair"), "fix"};

#define QL_DOCK(folder, name) DockDescription name##Dock();
#include "widgets/docks/docks.inc"
#undef QL_DOCK

std::span<const DockDescription> dockTable()
{
    static const std::vector<DockDescription> table = [] {
        std::vector<DockDescription> docks;
        const auto add = [&docks](const char* id, DockDescription dock) {
            dock.id = id;
            docks.push_back(dock);
        };
#define QL_DOCK(folder, name) add(#name "Dock", name##Dock());
#include "widgets/docks/docks.inc"
#undef QL_DOCK
        return docks;
    }();
    return table;
}

} // namespace ql::widgets
