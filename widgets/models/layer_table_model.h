// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/badness.h"
#include "widgets/models/layer_table_columns.h"
#include "widgets/models/table_model.h"
#include "widgets/models/trial_overlay.h"

#include <memory>

namespace ql::widgets {

/// The layers of one comparison, one row each, in the result's order; row number = layer index of LayerSelection.
class LayerTableModel : public TableModel<const results::LayerRow*> {
    Q_OBJECT

public:
    using Role = TableRole;
    static constexpr Role SortRole = TableRole::SortRole;
    static constexpr Role BadnessRole = TableRole::BadnessRole;
    static constexpr Role ExactTextRole = TableRole::ExactTextRole;
    using Result = std::shared_ptr<const results::CompareResult>;

    explicit LayerTableModel(QObject* parent = nullptr);

    void setResult(Result result);
    const Result& result() const { return m_result; }
    /// Metrics and types show what was before a trial and what it made of that, and are sorted by the latter.
    void setOverlay(TrialOverlay overlay);
    const results::LayerRow& layer(int row) const { return m_result->layers[std::size_t(row)]; }
    /// Every operator type that occurs, sorted.
    QStringList operatorTypes() const;

protected:
    QString headerText(int column, const char* source) const override;
    QVariant other(const results::LayerRow* const& row, int column, int role) const override;

private:
    TableColumn<const results::LayerRow*> described(LayerColumn column) const;
    void describeMetric(TableColumn<const results::LayerRow*>& described, LayerColumn column,
                        results::MetricId metric) const;
    std::optional<TriedValue> triedValue(const results::LayerRow& row, results::MetricId metric) const;

    Result m_result;
    TrialOverlay m_overlay;
    results::BadnessScale m_badness;
};

} // namespace ql::widgets
