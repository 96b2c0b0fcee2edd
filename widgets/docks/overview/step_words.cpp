// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/overview/overview_steps.h"

#include <QCoreApplication>

namespace ql::widgets {

using report::OverviewAction;

namespace {

struct StepWords {
    Q_DECLARE_TR_FUNCTIONS(StepWords)

public:
    static QString edit(const report::OverviewStep& step, bool isSkipped)
    {
        const auto count = int(step.layers.size());
        if (count == 1) {
            const auto layer = QString::fromStdString(step.layers.front());
            return isSkipped ? tr("Skip %1 and try it").arg(layer) : tr("Set %1 to int16 and try it").arg(layer);
        }
        return isSkipped ? tr("Skip %n layer(s) and try it", nullptr, count)
                         : tr("Set %n layer(s) to int16 and try it", nullptr, count);
    }
    static QString title(const report::OverviewStep& step, const report::OverviewState& state)
    {
        switch (step.action) {
        case OverviewAction::OpenBaseline: return tr("Open baseline…");
        case OverviewAction::OpenAnalysis: return tr("Open analysis model…");
        case OverviewAction::OpenConfig: return tr("Open config…");
        case OverviewAction::OpenData: return tr("Open samples…");
        case OverviewAction::OpenCalibration: return tr("Open calibration data…");
        case OverviewAction::Examine:
            return state.isStale     ? tr("Examine again")
                   : state.hasInputs ? tr("Examine")
                                     : tr("Examine on random numbers");
        case OverviewAction::FindCauses: return tr("Find whose error it is");
        case OverviewAction::Skip: return edit(step, true);
        case OverviewAction::SkipScope:
            return tr("Skip scope %1 (%n layer(s)) and try it", nullptr, int(step.layers.size()))
                .arg(QString::fromStdString(step.scope));
        case OverviewAction::Widen: return edit(step, false);
        case OverviewAction::Try: return tr("Try the config");
        case OverviewAction::Undo: return tr("Undo the edit");
        case OverviewAction::Save: return tr("Save the config");
        case OverviewAction::Tune: return tr("Tune the config");
        case OverviewAction::TakeTuned: return tr("Take the tuned config and try it");
        case OverviewAction::Fix: return tr("Find repairs");
        case OverviewAction::TakeRepairs: return tr("Repair the config and try it");
        case OverviewAction::ExportModel: return tr("Export the repaired model…");
        }
        return {};
    }
};

} // namespace

QString stepTitle(const report::OverviewStep& step, const report::OverviewState& state)
{
    return StepWords::title(step, state);
}

const char* stepIcon(OverviewAction action)
{
    switch (action) {
    case OverviewAction::OpenBaseline: return "open_baseline";
    case OverviewAction::OpenAnalysis: return "open_analysis";
    case OverviewAction::OpenConfig: return "config";
    case OverviewAction::OpenData:
    case OverviewAction::OpenCalibration: return "data";
    case OverviewAction::Examine: return "compare";
    case OverviewAction::FindCauses: return "sensitivity";
    case OverviewAction::Skip:
    case OverviewAction::SkipScope: return "skip";
    case OverviewAction::Widen: return "int16";
    case OverviewAction::Try: return "try";
    case OverviewAction::Undo: return "restore";
    case OverviewAction::Save:
    case OverviewAction::ExportModel: return "save";
    case OverviewAction::Tune:
    case OverviewAction::TakeTuned: return "tune";
    case OverviewAction::Fix:
    case OverviewAction::TakeRepairs: return "fix";
    }
    return "step";
}

} // namespace ql::widgets
