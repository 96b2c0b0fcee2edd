// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/models/layer_filter_proxy.h"

#include "widgets/models/layer_table_model.h"
#include "widgets/models/ranked_proxy.h"

#include <algorithm>
#include <cmath>

namespace ql::widgets {

namespace {

bool mentions(const std::string& words, const QString& needle)
{
    return QString::fromStdString(words).contains(needle, Qt::CaseInsensitive);
}

bool matchesText(const results::LayerRow& layer, const QString& needle)
{
    return mentions(layer.name, needle) || mentions(layer.scope, needle) || mentions(layer.baseline.value, needle)
           || mentions(layer.analysis.value, needle) || mentions(layer.analysis.node, needle)
           || mentions(layer.baseline.opType, needle);
}

bool isOfType(const results::LayerRow& layer, const QString& type)
{
    return QString::fromStdString(layer.baseline.opType) == type
           || QString::fromStdString(layer.analysis.opType) == type;
}

} // namespace

std::vector<int> worstLayers(const results::CompareResult& result, results::MetricId metric, const WorstRule& rule)
{
    std::vector<std::pair<double, int>> ranked;
    for (std::size_t i = 0; i < result.layers.size(); ++i) {
        const auto& metrics = result.layers[i].metrics;
        const auto value = metrics ? results::valueOf(*metrics, metric) : std::nullopt;
        const bool isBad = value && (!rule.threshold || results::isWorse(metric, *value, *rule.threshold));
        if (isBad)
            ranked.emplace_back(*value, int(i));
    }
    std::ranges::stable_sort(
        ranked, [metric](const auto& a, const auto& b) { return results::isWorse(metric, a.first, b.first); });
    if (!rule.threshold)
        ranked.resize(std::min(ranked.size(), std::size_t(std::max(0, rule.count))));
    std::vector<int> layers;
    std::ranges::transform(ranked, std::back_inserter(layers), [](const auto& entry) { return entry.second; });
    return layers;
}

LayerFilterProxy::LayerFilterProxy(LayerTableModel& layers, LayerFilter& filter, QObject* parent)
    : QSortFilterProxyModel(parent)
    , m_layers(layers)
    , m_filter(filter)
{
    setSortRole(LayerTableModel::SortRole);
    // Before the source model is set, so that the worst are known when the proxy asks for its rows.
    connect(&m_layers, &QAbstractItemModel::modelReset, this, &LayerFilterProxy::findWorst);
    connect(&m_filter, &LayerFilter::changed, this, &LayerFilterProxy::refresh);
    findWorst();
    setSourceModel(&m_layers);
}

Qt::SortOrder LayerFilterProxy::worstFirst(results::MetricId metric)
{
    return results::isLowWorst(metric) ? Qt::AscendingOrder : Qt::DescendingOrder;
}

void LayerFilterProxy::refresh()
{
    findWorst();
    invalidateFilter();
}

void LayerFilterProxy::findWorst()
{
    m_isWorst.assign(std::size_t(m_layers.rowCount()), false);
    if (!m_filter.isWorstOnly() || !m_layers.result())
        return;
    for (const int layer : worstLayers(*m_layers.result(), m_filter.metric(), m_filter.worstRule()))
        m_isWorst[std::size_t(layer)] = true;
}

bool LayerFilterProxy::filterAcceptsRow(int row, const QModelIndex&) const
{
    const results::LayerRow& layer = m_layers.layer(row);
    if (m_filter.isWorstOnly() && !m_isWorst[std::size_t(row)])
        return false;
    if (!m_filter.operatorType().isEmpty() && !isOfType(layer, m_filter.operatorType()))
        return false;
    return m_filter.text().isEmpty() || matchesText(layer, m_filter.text());
}

bool LayerFilterProxy::lessThan(const QModelIndex& left, const QModelIndex& right) const
{
    const QVariant a = left.data(sortRole());
    const QVariant b = right.data(sortRole());
    if (a.isValid() != b.isValid())
        return (sortOrder() == Qt::AscendingOrder) == a.isValid();
    if (!a.isValid())
        return left.row() < right.row();
    if (const auto metric = columnMetric(LayerColumn(left.column()))) {
        const bool isLowWorst = results::isLowWorst(*metric);
        return isLowWorst ? results::isWorse(*metric, a.toDouble(), b.toDouble())
                          : results::isWorse(*metric, b.toDouble(), a.toDouble());
    }
    if (a.typeId() == QMetaType::QString)
        return QString::localeAwareCompare(a.toString(), b.toString()) < 0;
    return isNumberBefore(a.toDouble(), b.toDouble(), sortOrder());
}

} // namespace ql::widgets
