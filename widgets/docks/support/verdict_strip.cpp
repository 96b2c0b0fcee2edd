// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/support/verdict_strip.h"

#include "core/report/verdict/verdict_words.h"
#include "widgets/analyses/sensitivity/sensitivity_analysis.h"
#include "widgets/style/color_scale.h"
#include "widgets/style/icons.h"
#include "widgets/text/core_text.h"
#include "widgets/text/display_text.h"
#include "widgets/text/language.h"
#include "widgets/text/plain_text.h"
#include "widgets/text/sentences.h"
#include "widgets/workbench/workbench.h"

#include <QHBoxLayout>
#include <QHelpEvent>
#include <QPainter>
#include <QToolButton>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace ql::widgets {

namespace {

using results::OutputVerdict;
using results::Quality;

constexpr std::size_t kMostOutputs = 3;

QToolButton* actionButton(QWidget* parent)
{
    auto* button = new QToolButton(parent);
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    button->hide();
    return button;
}

constexpr int kHeight = 14;
constexpr double kGap = 1.0;

double widthOf(const results::BudgetShare& share)
{
    return std::isnan(share.share) ? 0.0 : share.share;
}

} // namespace

ShareBar::ShareBar(QWidget* parent)
    : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void ShareBar::setBudget(const results::ErrorBudget& budget)
{
    m_budget = budget;
    setAccessibleName(tr("Shares of the noise power"));
    update();
}

QSize ShareBar::sizeHint() const
{
    return {20 * kHeight, kHeight};
}

void ShareBar::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const QColor base = palette().color(QPalette::Base);
    painter.fillRect(rect(), base);
    double from = 0.0;
    for (std::size_t i = 0; i < m_budget.shares.size(); ++i) {
        const double size = widthOf(m_budget.shares[i]) * width();
        const bool isOfSet = i < m_budget.setSize;
        const double top = isOfSet ? 0.0 : height() / 2.0;
        painter.fillRect(QRectF(from, top, std::max(0.5, size - kGap), height() - top),
                         isOfSet ? analysisColor(base) : mutedColor(palette().color(QPalette::Text), base));
        from += size;
    }
}

bool ShareBar::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const int place = shareAt(help->pos().x());
    if (place < 0)
        return true;
    const auto& share = m_budget.shares[std::size_t(place)];
    QToolTip::showText(help->globalPos(),
                       tr("%1: %2 %, alone %3 dB")
                           .arg(coreText(report::quantizerName(share)), formatNumber(share.share * 100.0),
                                formatNumber(share.aloneDb)),
                       this);
    return true;
}

int ShareBar::shareAt(double x) const
{
    double end = 0.0;
    for (std::size_t i = 0; i < m_budget.shares.size(); ++i) {
        end += widthOf(m_budget.shares[i]) * width();
        if (x < end)
            return int(i);
    }
    return -1;
}

VerdictStrip::VerdictStrip(Workbench& workbench, QWidget* parent)
    : QFrame(parent)
    , m_workbench(workbench)
    , m_icon(new PlainLabel(this))
    , m_text(new PlainLabel(this))
    , m_bar(new ShareBar(this))
    , m_culprit(actionButton(this))
    , m_ask(actionButton(this))
{
    m_icon->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    m_text->setWordWrap(true);
    // Wrapped text asks for little width: it shall have all there is.
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    policy.setHeightForWidth(true);
    m_text->setSizePolicy(policy);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_culprit->setIcon(icon("layers"));
    m_ask->setDefaultAction(workbench.analysis<SensitivityAnalysis>().startAction());
    auto* middle = new QVBoxLayout;
    middle->setSpacing(4);
    middle->addWidget(m_text);
    auto* below = new QHBoxLayout;
    below->addWidget(m_bar, 1);
    below->addWidget(m_culprit);
    middle->addLayout(below);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(8, 2, 8, 2);
    layout->addWidget(m_icon, 0, Qt::AlignTop);
    layout->addLayout(middle, 1);
    layout->addWidget(m_ask, 0, Qt::AlignTop);
    connect(m_culprit, &QToolButton::clicked, this, [this] {
        if (const auto* output = explained())
            m_workbench.selectLayer(output->budget->shares.front().opName);
    });
    followLanguage(this, [this] { refresh(); });
}

void VerdictStrip::setVerdict(const results::Verdict& verdict, const std::string& output)
{
    m_verdict = verdict;
    if (!output.empty())
        std::erase_if(m_verdict.outputs, [&output](const OutputVerdict& each) { return each.name != output; });
    // Those that need a look come first.
    std::ranges::stable_sort(m_verdict.outputs, [](const OutputVerdict& a, const OutputVerdict& b) {
        return a.quality != Quality::Unknown && (b.quality == Quality::Unknown || a.quality > b.quality);
    });
    refresh();
}

QString VerdictStrip::text() const
{
    return m_text->text();
}

const OutputVerdict* VerdictStrip::explained() const
{
    const auto found =
        std::ranges::find_if(m_verdict.outputs, [](const OutputVerdict& output) { return output.budget.has_value(); });
    return found == m_verdict.outputs.end() ? nullptr : &*found;
}

QString VerdictStrip::outputText(const OutputVerdict& output) const
{
    QStringList facts;
    for (const auto& fact : report::qualityFacts(output, m_verdict.samples))
        facts.append(coreText(fact));
    return tr("%1: %2. %3.")
        .arg(QString::fromStdString(output.name), coreText(report::qualityWord(m_verdict, output.quality)),
             facts.join(tr("; ", "between facts about an output")));
}

QString VerdictStrip::budgetText(const OutputVerdict& output, bool isShort) const
{
    QStringList facts;
    for (const auto& fact : report::budgetFacts(m_verdict, output))
        facts.append(coreText(fact));
    constexpr qsizetype kAdditiveFact = 2; // of three; as expected it would only take room
    if (isShort && facts.size() == kAdditiveFact + 1 && output.budget->isAdditive())
        facts.removeLast();
    return joinedSentences(facts);
}

void VerdictStrip::refresh()
{
    setVisible(!m_verdict.outputs.empty());
    if (m_verdict.outputs.empty())
        return;
    QStringList lines;
    for (std::size_t i = 0; i < std::min(kMostOutputs, m_verdict.outputs.size()); ++i)
        lines.append(outputText(m_verdict.outputs[i]));
    lines.front().prepend(tr("Verdict %1 · ").arg(coreText(report::sampleWords(m_verdict))));
    if (m_verdict.outputs.size() > kMostOutputs)
        lines.append(
            tr("%n more output(s), none of them worse", nullptr, int(m_verdict.outputs.size() - kMostOutputs)));
    if (m_verdict.areInputsRandom)
        lines.append(coreText(report::randomInputsRemark(m_verdict)));
    const auto* output = explained();
    setToolTip(output ? budgetText(*output, false) : QString());
    if (output)
        lines.append(budgetText(*output, true));
    else if (!m_verdict.whyNoBudget.empty())
        lines.append(tr("No error budget: %1.").arg(coreText(m_verdict.whyNoBudget)));
    const auto quality = m_verdict.quality();
    m_text->setText(lines.join('\n'));
    m_text->setAccessibleName(tr("Verdict"));
    const auto severity =
        std::max(severityOf(quality), m_verdict.areInputsRandom ? results::Severity::Warning : results::Severity::Info);
    m_icon->setPixmap(severityIcon(severity).pixmap(kPanelIconSize, kPanelIconSize));
    m_bar->setVisible(output != nullptr);
    if (output)
        m_bar->setBudget(*output->budget);
    const bool hasCulprit = output && output->quality > Quality::Fine && output->budget->culprits() > 0;
    m_culprit->setVisible(hasCulprit);
    if (hasCulprit)
        m_culprit->setText(tr("Show %1").arg(QString::fromStdString(output->budget->shares.front().opName)));
    m_ask->setVisible(!output && m_verdict.whyNoBudget.empty() && quality > Quality::Fine
                      && quality != Quality::Unknown);
}

} // namespace ql::widgets
