// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/docks/inspector/values_page.h"

#include <QList>

class QComboBox;
class QGridLayout;
class QLabel;
class QSpinBox;

namespace ql::widgets {

class ErrorMapChart;

/// Where in a tensor the errors are: two of its axes as a map, the others held at an index. It begins with the slice
/// that has the largest error.
class ErrorMapPage final : public ValuesPage {
    Q_OBJECT

public:
    explicit ErrorMapPage(Workbench& workbench, QWidget* parent = nullptr);

    ErrorMapChart& chart() { return *m_chart; }
    void chooseError(results::ErrorKind kind);
    QComboBox& rowAxis() { return *m_rows; }
    QComboBox& columnAxis() { return *m_columns; }
    /// Of the axes that are not shown and have more than one index, in their order.
    const QList<QSpinBox*>& indexes() const { return m_indexes; }

protected:
    void complete(Request& request) const override;
    void showValues(const Answer& values) override;
    void showReason(const QString& reason) override;
    void forgetChoices() override;
    void retranslate() override;

private:
    void fillErrors();
    void fillAxes(const results::LayerValues& values);
    void fillIndexes(const results::LayerValues& values);
    void takeAxes(bool areRows);
    void takeIndex(std::int64_t axis, int index);

    results::MapChoice m_choice;
    Answer m_shown;
    QComboBox* m_errors;
    QLabel* m_rowsLabel;
    QComboBox* m_rows;
    QLabel* m_columnsLabel;
    QComboBox* m_columns;
    QGridLayout* m_grid;
    QList<QSpinBox*> m_indexes;
    ErrorMapChart* m_chart;
};

} // namespace ql::widgets
