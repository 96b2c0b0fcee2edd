// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/analyses/calibrate/calibrate_analysis.h"
#include "widgets/docks/calibrate/calibrated_value_model.h"
#include "widgets/docks/support/analysis_view.h"
#include "widgets/docks/support/file_copies.h"

#include <QAction>

class QLabel;

namespace ql::widgets {

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
