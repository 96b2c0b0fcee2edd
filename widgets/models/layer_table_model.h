// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/models/row_table_model.h"
#include "widgets/models/trial_overlay.h"

namespace ql::widgets {

/// The layers of one comparison, one row each, in the result's order; row number = layer index of LayerSelection.
class LayerTableModel : public RowTableModel<results::CompareResult, results::LayerRow> {
public:
    using Role = TableRole;
    static constexpr Role SortRole = TableRole::SortRole;
    static constexpr Role BadnessRole = TableRole::BadnessRole;
    static constexpr Role ExactTextRole = TableRole::ExactTextRole;
    using RowTableModel::result;

    explicit LayerTableModel(QObject* parent = nullptr);

    void setResult(Answer result) { showRows(std::move(result), &results::CompareResult::layers); }
    /// Metrics and types show what was before a trial and what it made of that, and are sorted by the latter.
    void setOverlay(TrialOverlay overlay);
    /// What a metric or a type was before the trial and what that made of it; empty where that is the same.
    QString triedText(int row, LayerColumn column) const { return special(layer(row), column); }
    const results::LayerRow& layer(int row) const { return result()->layers[std::size_t(row)]; }
    /// Every operator type that occurs, sorted.
    QStringList operatorTypes() const;

protected:
    QVariant other(const results::LayerRow* const& row, int column, int role) const override;

private:
    report::RowColumns<results::LayerRow> described(const results::CompareResult& result,
                                                    const report::Labels& labels) const;
    const results::BadnessScale& badness() const;
    QVariant sortedBy(const results::LayerRow& row, LayerColumn column) const;
    bool isMeasured(const results::LayerRow& row, int column) const;
    /// What a cell says in place of its value's text; empty = nothing.
    QString special(const results::LayerRow& row, LayerColumn column) const;
    std::optional<TriedValue> triedValue(const results::LayerRow& row, results::MetricId metric) const;

    TrialOverlay m_overlay;
    mutable std::optional<results::BadnessScale> m_badness; ///< of the result, since a trial needed it
};

} // namespace ql::widgets
