// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/window/dock_table.h"

#include "widgets/docks/bad_cases/bad_cases_view.h"
#include "widgets/docks/checks/checks_view.h"
#include "widgets/docks/config/config_view.h"
#include "widgets/docks/graph/graph_view.h"
#include "widgets/docks/guide/guide_view.h"
#include "widgets/docks/inspector/inspector_view.h"
#include "widgets/docks/jobs/jobs_view.h"
#include "widgets/docks/layers/layers_view.h"
#include "widgets/docks/log/log_view.h"
#include "widgets/docks/profile/profile_view.h"
#include "widgets/docks/project/project_view.h"
#include "widgets/docks/sensitivity/sensitivity_view.h"
#include "widgets/docks/shadow/shadow_view.h"
#include "widgets/docks/trials/trials_view.h"
#include "widgets/docks/tune/tune_view.h"

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
