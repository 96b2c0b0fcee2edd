// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/analyses/fixes/fix_analysis.h"
#include "widgets/docks/fixes/fix_table_model.h"
#include "widgets/docks/support/analysis_view.h"
#include "widgets/docks/support/file_copies.h"

#include <QAction>
#include <QString>

class QComboBox;
class QSpinBox;

namespace ql::widgets {

class AnswerLine;

/// What repairs the quantized network: every candidate with what it wins on samples that are held out, what all chosen
/// ones win together, and the repaired model and config to be taken.
class FixesView : public ResultView<FixAnalysis, FixTableModel> {
    Q_OBJECT

public:
    explicit FixesView(Workbench& workbench, QWidget* parent = nullptr);

    /// What came out, in sentences.
    QString answerText() const;
    /// The analysis model or the config; out of sight where only one of them is open.
    QComboBox& subjectBox() { return *m_subject; }
    /// Samples of the data that is fitted to, or another set; out of sight where there is none.
    QComboBox& heldOutBox() { return *m_heldOut; }
    QAction& saveAction() { return m_save; }
    QAction& applyAction() { return m_apply; }
    void saveTo(const QString& folder) { m_copies.copy(m_analysis.files(), folder, m_analysis.result()); }

protected:
    void retranslate() override;
    void takeAnswer() override;
    void explain() override;
    QString summary() const override;

private:
    static QString problemWords(const Error& problem);
    void takeChoice();
    void showChoice();
    void showAnswer();
    QString applyHint() const;
    void askWhereTo();
    void apply();

    QAction m_save;
    QAction m_apply;
    QAction m_openData;
    QComboBox* m_subject;
    QComboBox* m_metric;
    QComboBox* m_heldOut;
    QSpinBox* m_seconds;
    AnswerLine* m_answer = nullptr;
    FileCopies m_copies;
};

/// What the answer of @p analysis says as a whole: before and after on how many samples, what it costs, how much of it
/// the config says, and whether it is still about what is open. @pre there is an answer
QString answerSentences(const FixAnalysis& analysis);

} // namespace ql::widgets
