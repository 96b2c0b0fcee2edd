// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/calibrate/calibrate_report.h"
#include "widgets/models/row_table_model.h"

namespace ql::widgets {

/// Every quantized value with what it is quantized by.
class CalibratedValueModel : public RowTableModel<results::CalibrateResult, results::CalibratedValue> {
public:
    enum Column { Value, Layer, Role, Dtype, Bits, SmallestScale, LargestScale, Channels, ZeroPoint, Observer };

    explicit CalibratedValueModel(QObject* parent = nullptr)
        : RowTableModel([](const auto&, const auto& labels) { return report::valueColumns(labels); }, parent)
    {
        setResult(nullptr);
    }

    void setResult(Answer result) { showRows(std::move(result), &results::CalibrateResult::values); }
};

} // namespace ql::widgets
