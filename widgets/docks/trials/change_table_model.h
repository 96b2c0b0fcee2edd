// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/analyses/trials/trials.h"
#include "widgets/models/table_model.h"

#include <memory>
#include <set>
#include <string>

namespace ql::widgets {

/// What one trial changed: outputs, then layers, under one metric. The gain is coloured by the diverging scale and
/// says by its sign and arrow what the colour says.
class ChangeTableModel : public TableModel<const ChangeRow*> {
    Q_OBJECT

public:
    enum Column { Name, Op, Dtype, Before, After, Gain };

    explicit ChangeTableModel(QObject* parent = nullptr);

    /// With @p only (which may be null) just outputs and the layers of these names.
    void setChange(std::shared_ptr<const TrialChange> change, const std::set<std::string>* only);
    void setMetric(results::MetricId metric);
    const ChangeRow& row(int row) const { return *rows()[std::size_t(row)]; }

protected:
    QString headerText(int column, const char* source) const override;
    QString formulaOf(int column) const override;
    QVariant other(const ChangeRow* const& row, int column, int role) const override;

private:
    TableColumn<const ChangeRow*> measure(const char* title, std::optional<results::Metrics> ChangeRow::*side) const;
    QString gainText(const ChangeRow* row) const;
    void findScale();

    std::shared_ptr<const TrialChange> m_change;
    results::MetricId m_metric = results::MetricId::Sqnr;
    double m_largest = 0.0; ///< finite gain, up or down
};

} // namespace ql::widgets
