// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/analyses/attribution/attribution_analysis.h"
#include "widgets/analyses/bad_case/bad_case_analysis.h"
#include "widgets/analyses/check/check_analysis.h"
#include "widgets/analyses/layer_values/layer_values_analysis.h"
#include "widgets/analyses/profile/profile_analysis.h"
#include "widgets/analyses/sensitivity/sensitivity_analysis.h"
#include "widgets/analyses/shadow/shadow_analysis.h"
#include "widgets/analyses/trials/trial_analysis.h"
#include "widgets/analyses/trials/trials.h"
#include "widgets/analyses/tune/tune_analysis.h"
#include "widgets/config_document/config_actions.h"
#include "widgets/config_document/config_document.h"
#include "widgets/jobs/job_list.h"
#include "widgets/session/layer_filter.h"
#include "widgets/session/layer_selection.h"
#include "widgets/session/model_session.h"
#include "widgets/workbench/kept_trials.h"
#include "widgets/workbench/project.h"

namespace ql::widgets {

/// What every dock is handed: the session and the one selection and filter that all views share.
class Workbench : public QObject {
    Q_OBJECT

public:
    explicit Workbench(ModelSession::EngineFactory factory, QObject* parent = nullptr);

    ModelSession& session() { return m_session; }
    /// Every job of the window; a view that has one of its own lets it be watched.
    JobList& jobs() { return m_jobs; }
    LayerSelection& selection() { return m_selection; }
    LayerFilter& filter() { return m_filter; }
    SensitivityAnalysis& sensitivity() { return m_sensitivity; }
    BadCaseAnalysis& badCases() { return m_badCases; }
    AttributionAnalysis& attribution() { return m_attribution; }
    LayerValuesAnalysis& layerValues() { return m_layerValues; }
    CheckAnalysis& checks() { return m_checks; }
    ProfileAnalysis& profile() { return m_profile; }
    ShadowAnalysis& shadow() { return m_shadow; }
    Project& project() { return m_project; }
    TrialAnalysis& trying() { return m_try; }
    TuneAnalysis& tuning() { return m_tune; }
    /// All that the user asks; layerValues() is asked by looking at a page.
    QList<Analysis*> analyses()
    {
        return {&m_badCases, &m_sensitivity, &m_try, &m_tune, &m_attribution, &m_shadow, &m_profile, &m_checks};
    }
    ConfigDocument& config() { return m_config; }
    ConfigActions& configActions() { return m_configActions; }
    Trials& trials() { return m_trials; }
    KeptTrials& keptTrials() { return m_keptTrials; }
    bool isBusy();
    /// Stops whatever was asked for; what is known so far stays.
    void cancel();

    /// The selected row of the current result, or null.
    const results::LayerRow* selectedLayer() const;
    /// Selects the layer of that name (or of that node or value in either model). While no comparison has it the name
    /// alone is selected, for the views that show layers without one.
    void selectLayer(const std::string& name);
    /// Where the layer of that name is in the current result, or LayerSelection::kNone.
    int layerOf(const std::string& name) const;
    const std::string& selectedName() const { return m_selectedName; }
    /// The scope of the layer of that name, "/"-separated; empty at the top and while no comparison knows it.
    std::string scopeOf(const std::string& name) const;

Q_SIGNALS:
    /// The layer that every view shows is another one.
    void selectedNameChanged();
    /// A view asks for what only the window can do.
    void openBaselineRequested();
    void openAnalysisRequested();
    void addInputsRequested();
    void openDataRequested();
    void openDataFolderRequested();
    void openConfigRequested();
    void openConfigFileRequested(const QString& path);
    void openCalibrationRequested();
    void openCalibrationFolderRequested();
    void saveConfigAsRequested();
    void inspectorRequested();
    /// To bring the dock with that id to the front.
    void dockRequested(const QString& id);
    void demoRequested();
    /// Something to tell the user, already translated.
    void noticed(const ql::widgets::Label& message);

private:
    std::vector<std::string> selectedLayers() const;
    std::string nameOf(int layer) const;
    void followResult();

    JobList m_jobs; ///< first, so that it outlives whatever it watches
    ModelSession m_session;
    std::string m_selectedName; ///< so that the next result shows the same layer
    LayerSelection m_selection;
    LayerFilter m_filter;
    SensitivityAnalysis m_sensitivity;
    BadCaseAnalysis m_badCases;
    AttributionAnalysis m_attribution;
    LayerValuesAnalysis m_layerValues;
    CheckAnalysis m_checks;
    ProfileAnalysis m_profile;
    ShadowAnalysis m_shadow;
    Project m_project;
    ConfigDocument m_config;
    ConfigActions m_configActions;
    Trials m_trials;
    KeptTrials m_keptTrials;
    TrialAnalysis m_try;
    TuneAnalysis m_tune;
};

} // namespace ql::widgets
