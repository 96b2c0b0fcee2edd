// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/project/variant_choice.h"

#include "widgets/style/color_scale.h"
#include "widgets/text/core_text.h"
#include "widgets/text/language.h"
#include "widgets/text/plain_text.h"
#include "widgets/workbench/workbench.h"

#include <QComboBox>
#include <QVBoxLayout>

namespace ql::widgets {

namespace {
constexpr auto kChoices = results::wordsOf(results::ModelVariant());
} // namespace

VariantChoice::VariantChoice(Workbench& workbench, QWidget* parent)
    : QWidget(parent)
    , m_workbench(workbench)
    , m_box(new QComboBox(this))
    , m_status(new PlainLabel(this))
{
    for (const auto& variant : kChoices)
        m_box->addItem(QString(), int(variant.value));
    m_status->setWordWrap(true);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 0, 6, 4);
    layout->setSpacing(2);
    layout->addWidget(m_box);
    layout->addWidget(m_status);
    ModelSession& session = workbench.session();
    connect(m_box, &QComboBox::activated, &session,
            [&session](int row) { session.setVariant(kChoices.at(std::size_t(row)).value); });
    connect(&session, &ModelSession::changed, this, &VariantChoice::refresh);
    followLanguageAndColors(this, [this] { retranslate(); });
}

QString VariantChoice::statusText() const
{
    return m_status->text();
}

void VariantChoice::retranslate()
{
    m_box->setItemText(0, tr("Compare with the analysis model"));
    m_box->setItemText(1, tr("Compare with the baseline, folded"));
    m_box->setItemText(2, tr("Compare with the baseline, folded and fused"));
    setHint(*m_box,
            tr("What the baseline is compared with: the analysis model, or the baseline as runtimes optimize it, "
               "with constants and batch normalizations folded, or activations fused, too"));
    QPalette colors = palette();
    colors.setColor(QPalette::WindowText,
                    mutedColor(colors.color(QPalette::WindowText), colors.color(QPalette::Window)));
    m_status->setPalette(colors);
    refresh();
}

/// What a comparison found out about the variant stands below.
void VariantChoice::refresh()
{
    const ModelSession& session = m_workbench.session();
    m_box->setCurrentIndex(m_box->findData(int(session.variant())));
    m_box->setEnabled(!session.baseline().path().isEmpty());
    const auto result = session.result();
    const bool isKnown = session.isVariant() && result && result->variant && !session.isResultOfOthers();
    m_status->setText(isKnown ? coreText(results::variantSentence(*result->variant)) : QString());
    m_status->setVisible(isKnown);
}

} // namespace ql::widgets
