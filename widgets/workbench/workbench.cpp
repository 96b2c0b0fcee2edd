// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/workbench/workbench.h"

#include "widgets/analyses/bad_case/bad_case_analysis.h"
#include "widgets/analyses/sensitivity/sensitivity_analysis.h"
#include "widgets/analyses/trials/trial_analysis.h"
#include "widgets/settings/settings.h"

namespace ql::widgets {

Workbench::Workbench(ModelSession::EngineFactory factory, QObject* parent)
    : QObject(parent)
    , m_session(std::move(factory))
    , m_selection([this](int layer) { return nameOf(layer); })
    , m_config(m_session)
    , m_configMaker(m_session)
    , m_analyses(makeAnalyses({m_session, m_filter, m_config}))
    , m_project(m_session, m_filter, analysis<SensitivityAnalysis>(), analysis<BadCaseAnalysis>())
    , m_results(m_session, m_analyses)
    , m_configActions(m_config, [this] { return selectedLayers(); })
    , m_storedTrials(analysis<TrialAnalysis>().trials(), m_project, m_config)
    , m_modelChanges(*this)
{
    m_jobs.watch(m_session.engineJob());
    m_jobs.watch(m_session.compareJob());
    m_jobs.watch(m_session.baseline().job(), JobList::Kind::Background);
    m_jobs.watch(m_session.analysis().job(), JobList::Kind::Background);
    m_jobs.watch(m_configMaker.job());
    m_jobs.watch(m_project.readJob(), JobList::Kind::Background);
    m_jobs.watch(m_project.writeJob(), JobList::Kind::Background);
    m_jobs.watch(m_results.readJob(), JobList::Kind::Background);
    m_jobs.watch(m_project.libraries().job(), JobList::Kind::Background);
    for (const auto& analysis : m_analyses) {
        const bool isOffered = analysis->traits().isOffered;
        m_jobs.watch(analysis->job(), isOffered ? JobList::Kind::Asked : JobList::Kind::Background);
        if (isOffered)
            m_offered.append(analysis.get());
    }
    if (const auto metric = results::metricFromKey(settings::metric.value().toStdString()))
        m_filter.setMetric(*metric);
    connect(&m_filter, &LayerFilter::metricChanged, this, [](results::MetricId metric) {
        const std::string_view word = results::key(metric);
        settings::metric.set(QString::fromUtf8(word.data(), qsizetype(word.size())));
    });
    connect(&m_config, &ConfigDocument::failed, &m_session, &ModelSession::failed);
    connect(this, &Workbench::chosenLayersChanged, &m_configActions, &ConfigActions::refresh);
    connect(&m_session, &ModelSession::resultChanged, this, &Workbench::followResult);
    connect(&m_selection, &LayerSelection::changed, this, [this] {
        // What another result does not have stays selected by name: the one after it may have it again.
        if (m_selection.name().empty() || m_selection.name() == m_selectedName)
            return;
        m_selectedName = m_selection.name();
        m_chosen.clear();
        Q_EMIT selectedNameChanged();
        Q_EMIT chosenLayersChanged();
    });
}

void Workbench::examineOpened()
{
    if (m_session.canCompare() && m_session.hasSamples())
        Q_EMIT examineRequested();
}

const results::LayerRow* Workbench::selectedLayer() const
{
    const auto result = m_session.result();
    const int layer = m_selection.current();
    if (!result || layer < 0 || std::size_t(layer) >= result->layers.size())
        return nullptr;
    return &result->layers[std::size_t(layer)];
}

std::string Workbench::nameOf(int layer) const
{
    const auto result = m_session.result();
    return result && std::size_t(layer) < result->layers.size() ? result->layers[std::size_t(layer)].name
                                                                : std::string();
}

std::vector<std::string> Workbench::selectedLayers() const
{
    if (!m_chosen.empty())
        return m_chosen;
    return m_selectedName.empty() ? std::vector<std::string>() : std::vector{m_selectedName};
}

void Workbench::chooseLayers(std::vector<std::string> names)
{
    if (names == m_chosen)
        return;
    m_chosen = std::move(names);
    Q_EMIT chosenLayersChanged();
}

std::vector<std::string> Workbench::layersIn(const std::string& scope) const
{
    std::vector<std::string> names;
    if (const auto result = m_session.result())
        for (const auto& layer : result->layers)
            if (layer.state != results::LayerRow::State::UnmatchedAnalysis
                && (scope.empty() || layer.scope == scope || layer.scope.starts_with(scope + '/')))
                names.push_back(layer.name);
    return names;
}

results::ResultParts Workbench::answers() const
{
    results::ResultParts all(m_session.result());
    for (const auto& analysis : m_analyses)
        analysis->addTo(all);
    all.trials = m_storedTrials.kept();
    return all;
}

void Workbench::cancel()
{
    m_session.cancel();
    for (const auto& analysis : m_analyses)
        analysis->cancel();
}

bool Workbench::isBusy()
{
    return m_session.isComparing() || std::ranges::any_of(m_offered, &Analysis::isRunning);
}

int Workbench::layerOf(const std::string& name) const
{
    const auto result = m_session.result();
    if (!result)
        return LayerSelection::kNone;
    const auto* found = results::findLayer(*result, name);
    return found ? int(found - result->layers.data()) : LayerSelection::kNone;
}

std::string Workbench::scopeOf(const std::string& name) const
{
    const int layer = layerOf(name);
    return layer == LayerSelection::kNone ? std::string() : m_session.result()->layers[std::size_t(layer)].scope;
}

void Workbench::selectLayer(const std::string& name)
{
    if (const int layer = layerOf(name); layer != LayerSelection::kNone)
        m_selection.select(layer);
    else
        m_selection.selectName(name);
}

void Workbench::followResult()
{
    int layer = m_selectedName.empty() ? LayerSelection::kNone : layerOf(m_selectedName);
    // Nothing selected, the layer where the error began, or other models: go where it begins now.
    const auto models = m_session.request().models;
    const auto isOther = [](const std::string& before, const std::string& now) {
        return !before.empty() && !now.empty() && before != now;
    };
    const bool areOthers =
        isOther(m_resultOf.baseline, models.baseline) || isOther(m_resultOf.analysis, models.analysis);
    m_resultOf = models;
    const std::string& origin = m_session.result()->errorOrigin;
    if ((layer == LayerSelection::kNone || m_selectedName == m_origin || areOthers) && !origin.empty())
        layer = layerOf(origin);
    m_origin = origin;
    m_chosen.clear();
    m_selection.restart(layer, [this](const std::string& name) { return layerOf(name); });
}

} // namespace ql::widgets
