// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/calibrate/calibrate_view.h"

#include "core/report/json/message_reader.h"
#include "widgets/docks/support/data_table.h"
#include "widgets/docks/support/dock_description.h"
#include "widgets/docks/support/next_step.h"
#include "widgets/style/icons.h"
#include "widgets/text/core_text.h"
#include "widgets/text/display_text.h"
#include "widgets/text/language.h"
#include "widgets/text/plain_text.h"

#include <QHBoxLayout>
#include <QToolButton>

namespace ql::widgets {

namespace {
constexpr int kLeastHeight = 120;
} // namespace

CalibrateView::CalibrateView(Workbench& workbench, QWidget* parent)
    : ResultView(workbench, {QT_TR_NOOP("Quantized values"), "calibrated_values.csv"}, parent)
    , m_answer(new PlainLabel(this))
    , m_copies(workbench)
{
    setMinimumHeight(kLeastHeight); // of a dock below, which must not make the window higher
    m_save.setIcon(icon("save"));
    m_answer->setWordWrap(true);
    m_answer->setTextInteractionFlags(Qt::TextSelectableByMouse);
    build(m_model, {CalibratedValueModel::Value, CalibratedValueModel::Layer}, {actionButton(&m_save, this)});
    auto* line = new QHBoxLayout;
    line->setContentsMargins(6, 0, 6, 0);
    line->addWidget(m_answer);
    if (auto* lines = qobject_cast<QVBoxLayout*>(layout()))
        lines->insertLayout(1, line);
    table().setColumnWidths({28, 26, 11, 9, 7, 12, 12, 9, 12, 26});
    table().sortByColumn(-1, Qt::AscendingOrder);
    connect(&m_save, &QAction::triggered, this, [this] {
        const QString folder = FileCopies::askWhereTo(*this, tr("Folder for the quantized model"), m_analysis.files());
        if (!folder.isEmpty())
            saveTo(folder);
    });
    retranslate();
}

QString CalibrateView::answerText() const
{
    return m_answer->text();
}

void CalibrateView::retranslate()
{
    setWords(m_save, tr("Save the quantized model…"),
             tr("Write it as QDQ ONNX and in integers into a folder, with the record of its scales"));
    m_answer->setAccessibleName(tr("What the scales do to the outputs"));
    AnalysisView::retranslate();
}

void CalibrateView::takeAnswer()
{
    m_model.setResult(m_analysis.result());
}

void CalibrateView::explain()
{
    m_answer->setVisible(hasAnswer());
    m_answer->setText(hasAnswer() ? answerSentences() : QString());
    m_save.setEnabled(!m_analysis.files().empty());
    const QString title = tr("Which scales does the config give?");
    if (m_analysis.isRunning())
        nextStep().explain(tr("Calibrating…"), tr("The calibration data is run through the model. Esc stops."),
                           nullptr);
    else if (m_analysis.startAction()->isEnabled())
        nextStep().explain(title,
                           tr("Every quantized value gets its scale from the calibration data, or from the record, and "
                              "the outputs are compared with those of the float model."),
                           m_analysis.startAction());
    else
        nextStep().explain(title, tr("Open a baseline model, a quantization config and calibration data first."),
                           nullptr);
}

QString CalibrateView::answerSentences() const
{
    const auto result = m_analysis.result();
    QStringList sentences{result->samples == 0 ? tr("The scales are from a record.")
                                               : tr("Calibrated on %n sample(s).", nullptr, int(result->samples))};
    for (const auto& output : result->outputs)
        sentences.append(tr("Output %1: SQNR %2 dB simulated, %3 dB in integers.")
                             .arg(QString::fromStdString(output.name), formatNumber(output.fakeSqnrDb),
                                  formatNumber(output.realSqnrDb)));
    for (const auto& note : result->notes)
        sentences.append(coreSentence(report::messageFrom(note)));
    for (const auto& finding : result->configFindings)
        sentences.append(coreSentence(finding.message));
    return sentences.join(u' ');
}

QString CalibrateView::summary() const
{
    return tr("%n quantized value(s)", nullptr, m_model.rowCount());
}

DockDescription calibrateDock()
{
    return {.title = QT_TRANSLATE_NOOP("Docks", "Calibration"),
            .make = &makeDock<CalibrateView>,
            .chapter = "calibrate",
            .icon = "step",
            .group = &kRepair};
}

} // namespace ql::widgets
