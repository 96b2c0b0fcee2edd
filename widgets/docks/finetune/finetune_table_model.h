// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/finetune_result.h"
#include "widgets/models/table_model.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace ql::widgets {

/// The steps of a training at which the network was held against samples that it is not trained on; the one that is
/// offered is bold.
class FinetuneTableModel : public TableModel<const results::FinetunePoint*> {
    Q_OBJECT

public:
    enum Column { Step, Loss, OutputLoss, LayerLoss, HeldOut, Gain, State };
    using Result = std::shared_ptr<const results::FinetuneResult>;

    explicit FinetuneTableModel(QObject* parent = nullptr);

    void setResult(Result result);
    std::uint64_t stepOf(int row) const { return rows()[std::size_t(row)]->step; }

protected:
    QString headerText(int column, const char* source) const override;
    QString formulaOf(int column) const override;
    QVariant other(const results::FinetunePoint* const& row, int column, int role) const override;

private:
    bool isOffered(const results::FinetunePoint& point) const;
    QString stateText(const results::FinetunePoint& point) const;
    QString stateHint(const results::FinetunePoint& point) const;
    /// Over the network before training, in dB: mean over the outputs.
    double gainOf(const results::FinetunePoint& point) const;
    results::MetricId shownMetric() const;

    Result m_result;
    std::vector<results::FinetunePoint> m_checks; ///< with the mean losses since the one before
};

} // namespace ql::widgets
