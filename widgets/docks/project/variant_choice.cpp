// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/project/variant_choice.h"

#include "widgets/text/core_text.h"
#include "widgets/text/language.h"
#include "widgets/workbench/workbench.h"

#include <QComboBox>

namespace ql::widgets {

namespace {
constexpr auto kChoices = results::wordsOf(results::ModelVariant());
} // namespace

VariantChoice::VariantChoice(Workbench& workbench, QWidget* parent)
    : StatusChoice(workbench, parent)
{
    for (const auto& variant : kChoices)
        m_box->addItem(QString(), int(variant.value));
    ModelSession& session = workbench.session();
    connect(m_box, &QComboBox::activated, &session,
            [&session](int row) { session.setVariant(kChoices.at(std::size_t(row)).value); });
    connect(&session, &ModelSession::changed, this, &VariantChoice::refresh);
    followLanguageAndColors(this, [this] { retranslate(); });
}

void VariantChoice::retranslate()
{
    m_box->setItemText(0, tr("Compare with the analysis model"));
    m_box->setItemText(1, tr("Compare with the baseline, folded"));
    m_box->setItemText(2, tr("Compare with the baseline, folded and fused"));
    setHint(*m_box,
            tr("What the baseline is compared with: the analysis model, or the baseline as runtimes optimize it, "
               "with constants and batch normalizations folded, or activations fused, too"));
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
    setStatus(isKnown ? coreText(results::variantSentence(*result->variant)) : QString());
}

} // namespace ql::widgets
