// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/window/tool_bar/sample_choice.h"

#include "widgets/analyses/bad_case/bad_case_analysis.h"
#include "widgets/style/icons.h"
#include "widgets/text/language.h"
#include "widgets/workbench/workbench.h"

#include <QFileInfo>
#include <QWheelEvent>

#include <algorithm>

namespace ql::widgets {

namespace {
constexpr int kCharacters = 19; ///< "Sample 128 of 1024 ▾": it is as wide whatever it says

QString wordOf(const QString& data, int sample)
{
    return QStringLiteral("%1[%2]").arg(data).arg(sample);
}
} // namespace

SampleChoice::SampleChoice(Workbench& workbench, QWidget* parent)
    : QComboBox(parent)
    , m_workbench(workbench)
{
    setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    setMinimumContentsLength(kCharacters);
    setLook(m_previous, "previous_pane", Qt::ALT | Qt::Key_PageUp);
    setLook(m_next, "next_pane", Qt::ALT | Qt::Key_PageDown);
    connect(this, &QComboBox::activated, this, &SampleChoice::show);
    connect(&m_previous, &QAction::triggered, this, [this] { show(currentIndex() - 1); });
    connect(&m_next, &QAction::triggered, this, [this] { show(currentIndex() + 1); });
    connect(&workbench.session(), &ModelSession::changed, this, &SampleChoice::refresh);
    connect(&workbench.session(), &ModelSession::resultChanged, this, &SampleChoice::refresh);
    connect(&workbench.analysis<BadCaseAnalysis>(), &Analysis::resultChanged, this, &SampleChoice::fill);
}

/// "--input" of the comparison that is shown, else of the next one.
QString SampleChoice::shownInput() const
{
    const ModelSession& session = m_workbench.session();
    const auto& asked = session.result() ? session.request().samples.inputs : session.samples().inputs;
    return asked.size() == 1 ? QString::fromStdString(asked.front()) : QString();
}

void SampleChoice::fill()
{
    const auto found = m_workbench.analysis<BadCaseAnalysis>().result();
    clear();
    m_data = found && !found->samples.empty() ? QString::fromStdString(found->data) : QString();
    const int count = m_data.isEmpty() ? 0 : int(found->samples.size());
    m_worst = count > 0 ? int(results::worstOverall(*found, found->rankedBy).sample) : -1;
    for (int i = 0; i < count; ++i) {
        addItem(i == m_worst ? tr("Sample %1 of %2, worst").arg(i + 1).arg(count)
                             : tr("Sample %1 of %2").arg(i + 1).arg(count));
        setItemData(i, QFileInfo(QString::fromStdString(found->samples[std::size_t(i)])).fileName(), Qt::ToolTipRole);
    }
    refresh();
}

void SampleChoice::refresh()
{
    const QString input = shownInput();
    int shown = -1;
    if (!m_data.isEmpty() && input.startsWith(m_data + u'[') && input.endsWith(u']')) {
        bool isNumber = false;
        const int sample = input.mid(m_data.size() + 1).chopped(1).toInt(&isNumber);
        shown = isNumber && sample < count() ? sample : -1;
    }
    const bool isListed = shown >= 0;
    setCurrentIndex(shown);
    const ModelSession& session = m_workbench.session();
    const bool isSample = session.hasSamples() && !input.startsWith(QLatin1String("random"));
    setPlaceholderText(input.isEmpty() && !session.hasSamples() ? tr("No sample")
                       : isSample                               ? QFileInfo(input).fileName()
                                                                : tr("Random numbers"));
    const bool canCompare = session.canCompare();
    setEnabled(count() > 1 && canCompare);
    m_previous.setEnabled(isListed && canCompare && shown > 0);
    m_next.setEnabled(isListed && canCompare && shown + 1 < count());
    setToolTip(isListed ? tr("The sample that every view shows: %1").arg(itemData(shown, Qt::ToolTipRole).toString())
                        : tr("The sample that every view shows"));
}

void SampleChoice::show(int sample)
{
    if (sample < 0 || sample >= count() || m_data.isEmpty())
        return;
    m_workbench.session().setInputs({wordOf(m_data, sample)});
    m_workbench.session().compare();
}

void SampleChoice::wheelEvent(QWheelEvent* event)
{
    event->ignore();
}

void SampleChoice::retranslate()
{
    setAccessibleName(tr("Sample"));
    setWords(m_previous, tr("Pre&vious sample"), tr("Compare on the sample before this one (Alt+PgUp)"));
    setWords(m_next, tr("Next sam&ple"), tr("Compare on the sample after this one (Alt+PgDown)"));
    fill();
}

} // namespace ql::widgets
