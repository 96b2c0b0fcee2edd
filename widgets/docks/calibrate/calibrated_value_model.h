// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/calibrate_result.h"
#include "widgets/models/table_model.h"

#include <memory>

namespace ql::widgets {

/// Every quantized value with what it is quantized by.
class CalibratedValueModel : public TableModel<const results::CalibratedValue*> {
    Q_OBJECT

public:
    enum Column { Value, Layer, Role, Dtype, Scale, Channels, ZeroPoint, Observer };
    using Result = std::shared_ptr<const results::CalibrateResult>;

    explicit CalibratedValueModel(QObject* parent = nullptr);

    void setResult(Result result);

private:
    Result m_result;
};

} // namespace ql::widgets
