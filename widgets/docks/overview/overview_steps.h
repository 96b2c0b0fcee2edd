// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/overview/next_steps.h"
#include "widgets/analyses/repairs/measured_repairs.h"
#include "widgets/workbench/workbench.h"

#include <QObject>
#include <QString>

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace ql::widgets {

/// One thing that can be done, as a button says it.
struct OfferedStep {
    report::OverviewStep step = {};
    std::optional<std::size_t> repair = {}; ///< in place of the step: the row of the measured repairs
    QString title = {};
    QString hint = {}; ///< the title in full
    QString reason = {};
    const char* icon = "step";
};

/// What the window knows, as core's rules for the next step see it, and the steps themselves: each as one click, though
/// it may be several jobs behind one another. Esc, an error or another step ends such a run.
class OverviewSteps : public QObject {
    Q_OBJECT

public:
    explicit OverviewSteps(Workbench& workbench, QObject* parent = nullptr);

    /// Points into results that live until changed().
    const report::OverviewState& state() const { return m_state; }
    std::vector<report::OverviewStep> steps() const { return report::nextSteps(m_state); }
    /// The measured repairs, the best first, then the steps.
    std::vector<OfferedStep> offers() const;
    void perform(const report::OverviewStep& step);
    void perform(const OfferedStep& offer);
    /// Compares on the worst sample, asks whose error it is, and measures first repairs.
    void examine();
    /// Of what is open; null where none was measured.
    std::shared_ptr<const MeasuredRepairs> repairs() const;
    bool isRunning() const { return m_waiting != Waiting::Nothing; }

Q_SIGNALS:
    void changed();
    /// To write the model that a search repaired.
    void repairedModelRequested();

private:
    enum class Waiting { Nothing, BadCases, Comparison, Ranking, Repairs, Edit, Trial };

    void watch();
    void watchConfig();
    void watchTrials();
    void refresh();
    bool isStale() const;
    bool isRanked() const;
    std::shared_ptr<const results::TrialChange> currentTrial() const;
    /// Among those whose shares the verdict gives.
    std::vector<std::string> skippedLayers() const;
    void compareWorst();
    void compare();
    void followComparison();
    void rank();
    void measureRepairs();
    void measureFound();
    void measureTuned();
    std::string findOf(const report::OverviewStep& step) const;
    std::optional<QString> reasonOf(const report::OverviewStep& step) const;
    bool canBeSaid(const report::OverviewStep& step) const;
    bool takesEdit(const report::OverviewStep& step) const;
    void edit(ConfigActions::Kind kind, const std::vector<std::string>& layers);
    void skipScope(const report::OverviewStep& step);
    void startEdit(const std::function<void(ConfigActions&)>& edit);
    void takeRepair(std::size_t row);
    bool makeConfig(const MeasuredRepairs& repairs);
    void tryConfig();
    void takeTuned();
    void takeRepairs();
    void findRepairs();
    void save();
    void wait(Waiting waiting);

    Workbench& m_workbench;
    Waiting m_waiting = Waiting::Nothing;
    bool m_isExamining = false;  ///< whatever is known to matter is asked, one after the other
    bool m_isSavedSince = false; ///< the config, since the comparison
    report::OverviewState m_state;
    std::shared_ptr<const results::CompareResult> m_compared;
    std::shared_ptr<const results::CompareResult> m_ranked; ///< the comparison that the ranking is about
    std::shared_ptr<const results::SensitivityResult> m_ranking;
    std::shared_ptr<const results::TrialChange> m_trial;
    std::shared_ptr<const results::TuneResult> m_tuned;
    std::shared_ptr<const results::FixResult> m_repaired;
    /// What canBeSaid() found, of that text and network.
    mutable std::map<std::pair<report::OverviewAction, std::vector<std::string>>, bool> m_canBeSaid;
    mutable std::string m_checkedText;
    mutable std::shared_ptr<const graph::Graph> m_checkedNetwork;
};

/// What the button of a step says: "Skip conv_34 and try it".
QString stepTitle(const report::OverviewStep& step, const report::OverviewState& state);
/// Name of its icon.
const char* stepIcon(report::OverviewAction action);

} // namespace ql::widgets
