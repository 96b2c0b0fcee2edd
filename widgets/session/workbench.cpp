// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/session/workbench.h"

#include "widgets/settings/settings.h"

#include <algorithm>

namespace ql::widgets {

Workbench::Workbench(Session::EngineFactory factory, QObject* parent)
    : QObject(parent)
    , m_session(std::move(factory))
{
    if (const auto metric = results::metricFromKey(settings::metric.value().toStdString()))
        m_filter.setMetric(*metric);
    connect(&m_filter, &LayerFilter::metricChanged, this, [](results::MetricId metric) {
        const std::string_view word = results::key(metric);
        settings::metric.set(QString::fromUtf8(word.data(), qsizetype(word.size())));
    });
    connect(&m_session, &Session::resultChanged, this, &Workbench::followResult);
    connect(&m_selection, &LayerSelection::changed, this, [this] {
        if (const auto* layer = selectedLayer())
            m_selectedName = layer->name;
    });
}

const results::LayerRow* Workbench::selectedLayer() const
{
    const auto result = m_session.result();
    const int layer = m_selection.current();
    if (!result || layer < 0 || std::size_t(layer) >= result->layers.size())
        return nullptr;
    return &result->layers[std::size_t(layer)];
}

void Workbench::followResult()
{
    const auto result = m_session.result();
    const auto find = [&layers = result->layers](const std::string& name) {
        const auto found = std::ranges::find(layers, name, &results::LayerRow::name);
        return found == layers.end() ? LayerSelection::kNone : int(found - layers.begin());
    };
    int layer = m_selectedName.empty() ? LayerSelection::kNone : find(m_selectedName);
    // Nothing selected yet: begin where the error begins.
    if (layer == LayerSelection::kNone && !result->errorOrigin.empty())
        layer = find(result->errorOrigin);
    m_selection.restart(layer);
}

} // namespace ql::widgets
