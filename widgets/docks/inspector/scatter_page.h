// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/docks/inspector/values_page.h"

namespace ql::widgets {

class ScatterChart;

/// The baseline's values against the analysis model's.
class ScatterPage final : public ValuesPage {
    Q_OBJECT

public:
    explicit ScatterPage(Workbench& workbench, QWidget* parent = nullptr);

    ScatterChart& chart() { return *m_chart; }

protected:
    void complete(Request& request) const override;
    void showValues(const Answer& values) override;
    void showReason(const QString& reason) override;
    void retranslate() override {}

private:
    ScatterChart* m_chart;
};

} // namespace ql::widgets
