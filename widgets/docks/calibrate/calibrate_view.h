// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/calibrate/calibrate_report.h"
#include "widgets/analyses/calibrate/calibrate_analysis.h"
#include "widgets/docks/support/analysis_view.h"
#include "widgets/docks/support/file_copies.h"
#include "widgets/models/row_table_model.h"

#include <QAction>

class QLabel;

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

/// The scales that a config gives, what they do to the outputs, and the quantized model to be saved.
class CalibrateView : public ResultView<CalibrateAnalysis, CalibratedValueModel> {
    Q_OBJECT

public:
    explicit CalibrateView(Workbench& workbench, QWidget* parent = nullptr);

    /// What came out, in sentences.
    QString answerText() const;
    QAction& saveAction() { return m_save; }
    void saveTo(const QString& folder) { m_copies.copy(m_analysis.files(), folder, m_analysis.result()); }

protected:
    void retranslate() override;
    void takeAnswer() override;
    void explain() override;
    QString summary() const override;

private:
    QString answerSentences() const;

    QAction m_save;
    QLabel* m_answer;
    FileCopies m_copies;
};

} // namespace ql::widgets
