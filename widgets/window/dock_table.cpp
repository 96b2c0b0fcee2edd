// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/window/dock_table.h"

#include "widgets/views/bad_cases_view.h"
#include "widgets/views/checks_view.h"
#include "widgets/views/config_view.h"
#include "widgets/views/graph_view.h"
#include "widgets/views/guide_view.h"
#include "widgets/views/inspector_view.h"
#include "widgets/views/jobs_view.h"
#include "widgets/views/layers_view.h"
#include "widgets/views/log_view.h"
#include "widgets/views/profile_view.h"
#include "widgets/views/project_view.h"
#include "widgets/views/sensitivity_view.h"
#include "widgets/views/shadow_view.h"
#include "widgets/views/trials_view.h"
#include "widgets/views/tune_view.h"

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
    DockRow{"projectDock", QT_TRANSLATE_NOOP("Docks", "Project"), &make<ProjectView>, DockPlace::Left, 235},
    DockRow{"layersDock", QT_TRANSLATE_NOOP("Docks", "Layers"), &make<LayersView>, DockPlace::Centre, 0},
    DockRow{"sensitivityDock", QT_TRANSLATE_NOOP("Docks", "Sensitivity"), &make<SensitivityView>, DockPlace::Centre, 0},
    DockRow{"badCasesDock", QT_TRANSLATE_NOOP("Docks", "Bad cases"), &make<BadCasesView>, DockPlace::Centre, 0},
    DockRow{"trialsDock", QT_TRANSLATE_NOOP("Docks", "Trials"), &make<TrialsView>, DockPlace::Centre, 0},
    DockRow{"tuneDock", QT_TRANSLATE_NOOP("Docks", "Tune"), &make<TuneView>, DockPlace::Centre, 0},
    DockRow{"graphDock", QT_TRANSLATE_NOOP("Docks", "Graph"), &make<GraphView>, DockPlace::Centre, 0},
    DockRow{"shadowDock", QT_TRANSLATE_NOOP("Docks", "Local errors"), &make<ShadowView>, DockPlace::Centre, 0},
    DockRow{"profileDock", QT_TRANSLATE_NOOP("Docks", "Statistics"), &make<ProfileView>, DockPlace::Centre, 0},
    DockRow{"checksDock", QT_TRANSLATE_NOOP("Docks", "Checks"), &make<ChecksView>, DockPlace::Centre, 0},
    DockRow{"guideDock", QT_TRANSLATE_NOOP("Docks", "Guide"), &make<GuideView>, DockPlace::Centre, 0},
    DockRow{"inspectorDock", QT_TRANSLATE_NOOP("Docks", "Inspector"), &make<InspectorView>, DockPlace::Right, 375},
    DockRow{"configDock", QT_TRANSLATE_NOOP("Docks", "Config"), &make<ConfigView>, DockPlace::Bottom, 210},
    DockRow{"logDock", QT_TRANSLATE_NOOP("Docks", "Log"), &make<LogView>, DockPlace::Bottom, 210},
    DockRow{"jobsDock", QT_TRANSLATE_NOOP("Docks", "Jobs"), &make<JobsView>, DockPlace::Bottom, 210, "logDock"},
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
