// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/analyses/trials/trials.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace ql::widgets {

namespace {

using results::LayerRow;
using results::MetricId;

std::string dtypeOf(const LayerRow& layer)
{
    return layer.quantizer ? layer.quantizer->dtype : std::string();
}

} // namespace

TrialChange changeBetween(const results::CompareResult& before, const results::CompareResult& after)
{
    TrialChange change{before.analysis, after.analysis, {}};
    std::map<std::string_view, const results::OutputComparison*> outputs;
    for (const auto& output : before.outputs)
        outputs.emplace(output.name, &output);
    for (const auto& output : after.outputs) {
        ChangeRow row{output.name, {}, true, {}, output.metrics, {}, {}};
        if (const auto found = outputs.find(output.name); found != outputs.end())
            row.before = found->second->metrics;
        change.rows.push_back(std::move(row));
    }
    std::map<std::string_view, const LayerRow*> layers;
    for (const auto& layer : before.layers)
        layers.emplace(layer.name, &layer);
    for (const auto& layer : after.layers) {
        ChangeRow row{layer.name, layer.baseline.opType, false, {}, layer.metrics, {}, dtypeOf(layer)};
        if (const auto found = layers.find(layer.name); found != layers.end()) {
            row.before = found->second->metrics;
            row.dtypeBefore = dtypeOf(*found->second);
        }
        if (row.before || row.after)
            change.rows.push_back(std::move(row));
    }
    return change;
}

TrialChange changeBetween(const TrialChange& first, const TrialChange& second)
{
    TrialChange change{first.after, second.after, {}, first.afterResult, second.afterResult};
    std::map<std::pair<std::string_view, bool>, const ChangeRow*> rows;
    for (const auto& row : first.rows)
        rows.emplace(std::pair(std::string_view(row.name), row.isOutput), &row);
    for (ChangeRow row : second.rows) {
        const auto found = rows.find({row.name, row.isOutput});
        row.before = found == rows.end() ? std::nullopt : found->second->after;
        row.dtypeBefore = found == rows.end() ? std::string() : found->second->dtypeAfter;
        if (row.before || row.after)
            change.rows.push_back(std::move(row));
    }
    return change;
}

void Trials::add(Trial trial)
{
    while (std::ranges::find(m_trials, trial.time, &Trial::time) != m_trials.end())
        trial.time = trial.time.addMSecs(1);
    m_trials.push_back(std::move(trial));
    Q_EMIT added(int(m_trials.size()) - 1);
}

void Trials::remove(std::size_t index)
{
    Q_EMIT removing(int(index));
    m_trials.erase(m_trials.begin() + std::ptrdiff_t(index));
    Q_EMIT removed(int(index));
}

void Trials::setNote(std::size_t index, const QString& note)
{
    if (m_trials[index].note == note)
        return;
    m_trials[index].note = note;
    Q_EMIT noteChanged(int(index));
}

void Trials::show(std::shared_ptr<const TrialChange> change)
{
    if (change == m_shown)
        return;
    m_shown = std::move(change);
    Q_EMIT shownChanged();
}

void Trials::replace(std::vector<Trial> trials)
{
    Q_EMIT replacing();
    m_trials = std::move(trials);
    Q_EMIT replaced();
}

} // namespace ql::widgets
