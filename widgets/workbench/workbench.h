// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/analyses/analysis.h"
#include "widgets/config_document/config_actions.h"
#include "widgets/config_document/config_document.h"
#include "widgets/config_document/config_maker.h"
#include "widgets/jobs/job_list.h"
#include "widgets/session/layer_filter.h"
#include "widgets/session/layer_selection.h"
#include "widgets/session/model_session.h"
#include "widgets/workbench/model_changes.h"
#include "widgets/workbench/project.h"
#include "widgets/workbench/result_files.h"
#include "widgets/workbench/stored_trials.h"

#include <algorithm>
#include <memory>
#include <vector>

class QMenu;

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
    /// The one of that class.
    template <typename Which>
    Which& analysis();
    /// All that the window offers, in the order of its menu.
    const QList<Analysis*>& offeredAnalyses() const { return m_offered; }
    Project& project() { return m_project; }
    ResultFiles& results() { return m_results; }
    ConfigDocument& config() { return m_config; }
    ConfigMaker& configMaker() { return m_configMaker; }
    ConfigActions& configActions() { return m_configActions; }
    StoredTrials& storedTrials() { return m_storedTrials; }
    bool isBusy();
    /// Stops whatever was asked for; what is known so far stays.
    void cancel();
    /// After something was opened: finds out what is cheap as soon as there are models and samples. Random numbers are
    /// fed when somebody asks for it.
    void examineOpened();

    /// The selected row of the current result, or null.
    const results::LayerRow* selectedLayer() const;
    /// Selects the layer of that name (or of that node or value in either model). While no comparison has it the name
    /// alone is selected, for the views that show layers without one.
    void selectLayer(const std::string& name);
    /// Where the layer of that name is in the current result, or LayerSelection::kNone.
    int layerOf(const std::string& name) const;
    const std::string& selectedName() const { return m_selectedName; }
    /// What the user picked out in a table: edits are about all of it, until a layer is selected. No names mean the
    /// selected layer alone.
    void chooseLayers(std::vector<std::string> names);
    /// What edits are about: the chosen layers, or the selected one.
    std::vector<std::string> selectedLayers() const;
    /// The baseline's layers in that scope or below it, as the current result has them; all of them in the scope "".
    std::vector<std::string> layersIn(const std::string& scope) const;
    /// The scope of the layer of that name, "/"-separated; empty at the top and while no comparison knows it.
    std::string scopeOf(const std::string& name) const;

    /// The comparison and what every analysis found out, as far as documents hold it, and what was tried.
    results::ResultParts answers() const;

Q_SIGNALS:
    /// The layer that every view shows is another one.
    void selectedNameChanged();
    /// Edits are about other layers now.
    void chosenLayersChanged();
    /// A view asks for what only the window can do.
    void openBaselineRequested();
    void openAnalysisRequested();
    void addInputsRequested();
    void openDataRequested();
    void openDataFolderRequested();
    /// What was opened is complete and has samples: to find out all about it, as far as that is cheap.
    void examineRequested();
    void openConfigRequested();
    void openConfigFileRequested(const QString& path);
    /// A model or a folder of tensors, for a column of the versions.
    void openVersionRequested(int column, bool isFolder);
    void openCalibrationRequested();
    void openCalibrationFolderRequested();
    void saveConfigAsRequested();
    void layersRequested();
    void inspectorRequested();
    void configRequested();
    void guideRequested();
    /// At a chapter or a heading of it: "advice#clamping".
    void handbookRequested(const QString& chapter);
    /// To bring the dock with that id to the front.
    void dockRequested(const QString& id);
    void demoRequested();
    /// To fill @p menu with what was loaded lately.
    void recentRequested(QMenu* menu);
    /// To write the table of layers to a file.
    void exportLayersRequested();
    /// To write everything that was found out as a page, or the quantized model.
    void exportReportRequested();
    void exportModelRequested();
    /// The window remembers its layout now, or takes the default one: so may every view.
    void layoutSaved();
    void defaultLayoutRestored();
    /// Something to tell the user, already translated.
    void noticed(const ql::widgets::Label& message);

private:
    std::string nameOf(int layer) const;
    void followResult();

    JobList m_jobs; ///< first, so that it outlives whatever it watches
    ModelSession m_session;
    std::string m_selectedName; ///< so that the next result shows the same layer
    std::vector<std::string> m_chosen;
    results::ModelPair m_resultOf; ///< the models of the last result
    std::string m_origin;          ///< of the result before
    LayerSelection m_selection;
    LayerFilter m_filter;
    ConfigDocument m_config;
    ConfigMaker m_configMaker;
    std::vector<std::unique_ptr<Analysis>> m_analyses;
    QList<Analysis*> m_offered;
    Project m_project;
    ResultFiles m_results;
    ConfigActions m_configActions;
    StoredTrials m_storedTrials;
    ModelChanges m_modelChanges;
};

template <typename Which>
Which& Workbench::analysis()
{
    const auto found = std::ranges::find_if(
        m_analyses, [](const auto& each) { return dynamic_cast<const Which*>(each.get()) != nullptr; });
    Q_ASSERT(found != m_analyses.end()); // it has a line in window_analyses.inc
    return static_cast<Which&>(**found);
}

} // namespace ql::widgets
