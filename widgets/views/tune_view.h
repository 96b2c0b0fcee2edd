// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/models/tune_table_model.h"
#include "widgets/views/answer_view.h"

#include <QAction>

class QComboBox;
class QDoubleSpinBox;
class QSpinBox;

namespace ql::widgets {

class TuneChart;
class TuneQuestion;

/// Which overrides buy how much accuracy: each tried set as a row and as a point; Enter, or a click on a point, takes
/// it into the config.
class TuneView : public AnswerView {
    Q_OBJECT

public:
    explicit TuneView(Workbench& workbench, QWidget* parent = nullptr);

    const TuneTableModel& model() const { return m_model; }
    TuneChart& chart() { return *m_chart; }
    QAction& takeAction() { return m_take; }

protected:
    void retranslate() override;
    bool hasAnswer() const override;
    void takeAnswer() override;
    void explain() override;
    QString summary() const override;
    QString csvName() const override;
    void open(const QModelIndex& index) override;

private:
    void takeChoice();
    void showChoice();
    void takeRow(int row);

    TuneQuestion& m_question;
    TuneTableModel m_model;
    QAction m_take;
    QComboBox* m_metric;
    QDoubleSpinBox* m_target;
    QSpinBox* m_seconds;
    TuneChart* m_chart;
};

} // namespace ql::widgets
