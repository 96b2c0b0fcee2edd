// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/project/arithmetic_choice.h"

#include "widgets/text/display_text.h"
#include "widgets/text/language.h"
#include "widgets/workbench/workbench.h"

#include <QComboBox>
#include <QSignalBlocker>

namespace ql::widgets {

namespace {

QString namesText(const std::vector<std::string>& names)
{
    QStringList words;
    for (const auto& name : names)
        words.append(QString::fromStdString(name));
    return words.join(QStringLiteral(", "));
}

const results::ArithmeticFit* usedFit(const results::TargetArithmetics& found)
{
    const auto fit = std::ranges::find(found.fits, found.used, &results::ArithmeticFit::name);
    return fit == found.fits.end() ? nullptr : &*fit;
}

QString foundText(const results::TargetArithmetics& found)
{
    QString text = found.fits.size() == 1 ? ArithmeticChoice::tr("Computed as %1.").arg(namesText({found.used}))
                   : found.canTell()
                       ? ArithmeticChoice::tr("%1 explains the dump best.").arg(namesText({found.used}))
                       : ArithmeticChoice::tr("The dump cannot tell %1 apart; the layers are of the first.")
                             .arg(namesText(found.best));
    if (const auto* fit = usedFit(found))
        text += u' ' + ArithmeticChoice::tr("%1 of %n layer(s) are exact.", nullptr, int(fit->layers)).arg(fit->exact);
    return text;
}

/// A line for each that was tried.
QString fitsText(const results::TargetArithmetics& found)
{
    QStringList lines;
    for (const auto& fit : found.fits)
        lines.append(ArithmeticChoice::tr("%1: %2 of %3 layers exact, noise / signal %4")
                         .arg(QString::fromStdString(fit.name))
                         .arg(fit.exact)
                         .arg(fit.layers)
                         .arg(QLocale().toString(fit.noise, 'g', 3)));
    return lines.join(u'\n');
}

} // namespace

ArithmeticChoice::ArithmeticChoice(Workbench& workbench, QWidget* parent)
    : StatusChoice(workbench, parent)
{
    ModelSession& session = workbench.session();
    connect(m_box, &QComboBox::activated, &session,
            [&session, this](int row) { session.setTargetArithmetic(m_box->itemData(row).toString()); });
    connect(&session, &ModelSession::changed, this, &ArithmeticChoice::refresh);
    connect(&session, &ModelSession::resultChanged, this, &ArithmeticChoice::refresh);
    followLanguageAndColors(this, [this] { retranslate(); });
}

void ArithmeticChoice::retranslate()
{
    setHint(*m_box, tr("Targets with the same scales differ in how sums become integers. With a dump of one, the model "
                       "in 8 bits beside it computes as that target, or as the one that explains the dump best"));
    refresh();
}

/// Single targets are offered once a comparison has tried them all.
void ArithmeticChoice::fillBox()
{
    const ModelSession& session = m_workbench.session();
    const QSignalBlocker guard(m_box);
    QStringList names;
    for (int row = 2; row < m_box->count(); ++row)
        names.append(m_box->itemData(row).toString());
    if (const auto result = session.result(); result && result->arithmetics)
        for (const auto& fit : result->arithmetics->fits)
            if (const auto name = QString::fromStdString(fit.name); !names.contains(name))
                names.append(name);
    const QString& chosen = session.targetArithmetic();
    if (!chosen.isEmpty() && chosen != QLatin1String("auto") && !names.contains(chosen))
        names.append(chosen);
    m_box->clear();
    m_box->addItem(tr("Computed as the model says"), QString());
    m_box->addItem(tr("Find out how the target computes"), QStringLiteral("auto"));
    for (const QString& name : std::as_const(names))
        m_box->addItem(tr("Computed as %1").arg(name), name);
    m_box->setCurrentIndex(m_box->findData(chosen));
}

void ArithmeticChoice::refresh()
{
    const ModelSession& session = m_workbench.session();
    fillBox();
    setVisible(session.isDumpCompared());
    const auto result = session.result();
    const bool isKnown = result && result->arithmetics && !session.isResultOfOthers();
    if (isKnown)
        setStatus(foundText(*result->arithmetics), fitsText(*result->arithmetics));
    else
        setStatus({});
}

} // namespace ql::widgets
