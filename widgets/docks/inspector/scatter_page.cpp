// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/inspector/scatter_page.h"

#include "widgets/charts/scatter_chart.h"

#include <QHBoxLayout>
#include <QVBoxLayout>

namespace ql::widgets {

namespace {
constexpr std::size_t kPairs = 20'000;
constexpr std::size_t kWorst = 100; ///< circles; more of them would hide the rest
} // namespace

ScatterPage::ScatterPage(Workbench& workbench, QWidget* parent)
    : ValuesPage(workbench, parent)
    , m_chart(new ScatterChart(this))
{
    controls().addStretch(1);
    body().addWidget(m_chart, 1);
}

void ScatterPage::complete(Request& request) const
{
    request.pairs = {.most = kPairs, .mostWorst = kWorst};
}

void ScatterPage::showValues(const Answer& values)
{
    m_chart->setValues(values);
}

void ScatterPage::showReason(const QString& reason)
{
    m_chart->clear(reason);
}

} // namespace ql::widgets
