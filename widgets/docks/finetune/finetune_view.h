// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/analyses/finetune/finetune_analysis.h"
#include "widgets/docks/finetune/finetune_table_model.h"
#include "widgets/docks/support/analysis_view.h"
#include "widgets/docks/support/file_copies.h"

#include <QAction>
#include <QString>

namespace ql::widgets {

class AnswerLine;
class FinetuneOptions;
class TrainingChart;

/// What training wins back: the loss of every step and the checks on samples that are held out, while it goes on, and
/// the best network to be saved, also of a training that was stopped.
class FinetuneView : public ResultView<FinetuneAnalysis, FinetuneTableModel> {
    Q_OBJECT

public:
    explicit FinetuneView(Workbench& workbench, QWidget* parent = nullptr);

    /// What came out, in sentences.
    QString answerText() const;
    FinetuneOptions& options() { return *m_options; }
    /// The loss of every step.
    TrainingChart& lossChart() { return *m_loss; }
    /// What the network is worth on samples that are held out.
    TrainingChart& checksChart() { return *m_checks; }
    QAction& saveAction() { return m_save; }
    void saveTo(const QString& folder) { m_copies.copy(m_analysis.files(), folder, m_analysis.result()); }

protected:
    /// Where rows would have no room below the charts they stand beside them.
    void resizeEvent(QResizeEvent* event) override;
    void retranslate() override;
    void takeAnswer() override;
    void explain() override;
    QString summary() const override;
    /// A check is about no layer.
    void open(const QModelIndex&) override {}

private:
    QWidget* makeCharts();
    void showAnswer();
    void explainMissing(const QString& title);
    void choose(std::uint64_t step);
    void askWhereTo();

    QAction m_save;
    QAction m_openData;
    FinetuneOptions* m_options;
    TrainingChart* m_loss;
    TrainingChart* m_checks;
    AnswerLine* m_answer = nullptr;
    FileCopies m_copies;
};

/// What the answer of @p analysis says as a whole: before and after on how many samples, or that nothing is offered,
/// how far it came, and whether it is still about what is open. @pre there is an answer
QString answerSentences(const FinetuneAnalysis& analysis);

} // namespace ql::widgets
