// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/inspector/error_map_page.h"

#include "widgets/charts/error_map_chart.h"
#include "widgets/text/language.h"
#include "widgets/text/plain_text.h"

#include <QComboBox>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QSpinBox>
#include <QVBoxLayout>

#include <utility>

namespace ql::widgets {

namespace {

constexpr int kIndexesPerLine = 3;

QString axisText(std::int64_t axis, std::int64_t extent)
{
    return ErrorMapPage::tr("axis %1 (%2)").arg(axis).arg(extent);
}

} // namespace

ErrorMapPage::ErrorMapPage(Workbench& workbench, QWidget* parent)
    : ValuesPage(workbench, parent)
    , m_errors(new QComboBox(this))
    , m_rowsLabel(new PlainLabel(this))
    , m_rows(new QComboBox(this))
    , m_columnsLabel(new PlainLabel(this))
    , m_columns(new QComboBox(this))
    , m_grid(new QGridLayout)
    , m_chart(new ErrorMapChart(this))
{
    controls().addWidget(m_errors);
    controls().addStretch(1);
    auto* axes = new QHBoxLayout;
    axes->setSpacing(4);
    for (QWidget* widget : QList<QWidget*>{m_rowsLabel, m_rows, m_columnsLabel, m_columns})
        axes->addWidget(widget);
    axes->addStretch(1);
    m_rowsLabel->setBuddy(m_rows);
    m_columnsLabel->setBuddy(m_columns);
    m_grid->setSpacing(4);
    m_grid->setColumnStretch(kIndexesPerLine, 1);
    for (QComboBox* box : {m_errors, m_rows, m_columns})
        box->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    body().addLayout(axes);
    body().addLayout(m_grid);
    body().addWidget(m_chart, 1);
    connect(m_errors, &QComboBox::activated, this,
            [this](int index) { chooseError(results::ErrorKind(m_errors->itemData(index).toInt())); });
    connect(m_rows, &QComboBox::activated, this, [this] { takeAxes(true); });
    connect(m_columns, &QComboBox::activated, this, [this] { takeAxes(false); });
    retranslate();
}

void ErrorMapPage::retranslate()
{
    fillErrors();
    m_rowsLabel->setText(tr("Rows"));
    m_columnsLabel->setText(tr("Columns"));
    m_rows->setAccessibleName(tr("Axis of the rows"));
    m_columns->setAccessibleName(tr("Axis of the columns"));
    if (m_shown)
        showValues(m_shown);
}

void ErrorMapPage::chooseError(results::ErrorKind kind)
{
    m_choice.error = kind;
    m_errors->setCurrentIndex(m_errors->findData(int(kind)));
    refresh();
}

void ErrorMapPage::fillErrors()
{
    m_errors->clear();
    m_errors->addItem(tr("Absolute error"), int(results::ErrorKind::Absolute));
    m_errors->addItem(tr("Signed error"), int(results::ErrorKind::Signed));
    m_errors->addItem(tr("Relative error"), int(results::ErrorKind::Relative));
    m_errors->setItemData(0, tr("|y − x|, with x of the baseline and y of the analysis model"), Qt::ToolTipRole);
    m_errors->setItemData(1, tr("y − x, with x of the baseline and y of the analysis model"), Qt::ToolTipRole);
    m_errors->setItemData(2, tr("|y − x| / |x|, with x of the baseline and y of the analysis model"), Qt::ToolTipRole);
    m_errors->setCurrentIndex(m_errors->findData(int(m_choice.error)));
    setHint(*m_errors, tr("Kind of error"));
}

void ErrorMapPage::complete(Request& request) const
{
    request.map = m_choice;
}

void ErrorMapPage::forgetChoices()
{
    m_choice = {.rowAxis = {}, .columnAxis = {}, .at = {}, .error = m_choice.error};
}

void ErrorMapPage::showValues(const Answer& values)
{
    m_shown = values;
    fillAxes(*values);
    fillIndexes(*values);
    m_chart->setValues(values);
}

void ErrorMapPage::showReason(const QString& reason)
{
    m_shown.reset();
    for (QComboBox* box : {m_rows, m_columns})
        box->setEnabled(false);
    for (QSpinBox* box : std::as_const(m_indexes))
        box->setEnabled(false);
    m_chart->clear(reason);
}

void ErrorMapPage::fillAxes(const results::LayerValues& values)
{
    for (const auto& [box, axis] :
         {std::pair(m_rows, values.map->rowAxis), std::pair(m_columns, values.map->columnAxis)}) {
        box->clear();
        for (std::size_t i = 0; i < values.shape.size(); ++i)
            if (values.shape[i] > 1)
                box->addItem(axisText(std::int64_t(i), values.shape[i]), qlonglong(i));
        box->setCurrentIndex(axis ? box->findData(qlonglong(*axis)) : -1);
        box->setEnabled(values.map->rowAxis.has_value()); // with one axis there is nothing to choose
    }
}

void ErrorMapPage::fillIndexes(const results::LayerValues& values)
{
    QList<std::int64_t> axes;
    for (std::size_t i = 0; i < values.shape.size(); ++i)
        if (const auto axis = std::int64_t(i);
            values.shape[i] > 1 && axis != values.map->rowAxis && axis != values.map->columnAxis)
            axes.append(axis);
    while (m_indexes.size() > axes.size())
        delete m_indexes.takeLast();
    while (m_indexes.size() < axes.size()) {
        auto* box = new QSpinBox(this);
        m_grid->addWidget(box, int(m_indexes.size()) / kIndexesPerLine, int(m_indexes.size()) % kIndexesPerLine);
        m_indexes.append(box);
        connect(box, &QSpinBox::valueChanged, this,
                [this, box](int index) { takeIndex(box->property("axis").toLongLong(), index); });
    }
    for (qsizetype i = 0; i < axes.size(); ++i) {
        QSpinBox& box = *m_indexes[i];
        const QSignalBlocker blocker(&box);
        box.setEnabled(true);
        box.setProperty("axis", qlonglong(axes[i]));
        box.setRange(0, int(values.shape[std::size_t(axes[i])]) - 1);
        box.setValue(int(values.map->at[std::size_t(axes[i])]));
        box.setPrefix(tr("axis %1: ").arg(axes[i]));
        box.setAccessibleName(tr("Index on axis %1").arg(axes[i]));
        box.setToolTip(tr("Index on axis %1, of %2").arg(axes[i]).arg(values.shape[std::size_t(axes[i])]));
    }
}

/// Takes both axes as the boxes say; where they say the same, the other one gives way.
void ErrorMapPage::takeAxes(bool areRows)
{
    if (!m_shown)
        return;
    const auto& map = *m_shown->map;
    std::optional<std::int64_t> rows = m_rows->currentData().toLongLong();
    std::optional<std::int64_t> columns = m_columns->currentData().toLongLong();
    if (rows == columns)
        (areRows ? columns : rows) = areRows ? map.rowAxis : map.columnAxis;
    m_choice.rowAxis = rows;
    m_choice.columnAxis = columns;
    m_choice.at = map.at;
    refresh();
}

void ErrorMapPage::takeIndex(std::int64_t axis, int index)
{
    if (!m_shown)
        return;
    const auto& map = *m_shown->map;
    if (m_choice.at.empty())
        m_choice.at = map.at;
    m_choice.rowAxis = map.rowAxis;
    m_choice.columnAxis = map.columnAxis;
    m_choice.at[std::size_t(axis)] = index;
    refresh();
}

} // namespace ql::widgets
