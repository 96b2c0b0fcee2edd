// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/project/format_choice.h"

#include "core/graph/formats/number_format.h"
#include "widgets/text/language.h"
#include "widgets/text/plain_text.h"
#include "widgets/workbench/workbench.h"

#include <QActionGroup>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>

namespace ql::widgets {

namespace {

using graph::NumberFormat;

/// Widths are what configs say: of integers in equal steps only those of powers of two are offered, of usual widths.
bool isOfWeights(const std::string& name)
{
    const auto& format = graph::numberFormatNamed(name);
    const int bits = format.element.bits;
    const bool isUsual = format.scaling == NumberFormat::Scaling::PowerOfTwo && format.element.isSigned
                         && (bits == 4 || bits == 8 || bits == 16);
    return isUsual || (!format.isUniform() && format.scaling != NumberFormat::Scaling::PowerOfTwo);
}

bool isOfActivations(const std::string& name)
{
    return isOfWeights(name) && graph::numberFormatNamed(name).isOfActivations();
}

bool isHighPrecision(const std::string& name)
{
    return graph::numberFormatNamed(name).scaling == NumberFormat::Scaling::None;
}

} // namespace

FormatChoice::FormatChoice(Workbench& workbench, QWidget* parent)
    : QWidget(parent)
    , m_workbench(workbench)
    , m_button(new QToolButton(this))
    , m_chosen(new PlainLabel(this))
{
    m_button->setAutoRaise(true);
    m_button->setPopupMode(QToolButton::InstantPopup);
    m_button->setMenu(&m_menu);
    m_chosen->setWordWrap(true);
    auto* line = new QHBoxLayout(this);
    line->setContentsMargins({});
    line->addWidget(m_button);
    line->addWidget(m_chosen, 1);
    addKind(&SimulatedFormats::activation, QT_TR_NOOP("Activations"), QT_TR_NOOP("as the config says"),
            &isOfActivations);
    addKind(&SimulatedFormats::weight, QT_TR_NOOP("Weights"), QT_TR_NOOP("as the config says"), &isOfWeights);
    addKind(&SimulatedFormats::highPrecision, QT_TR_NOOP("Layers left in float"), QT_TR_NOOP("float32"),
            &isHighPrecision);
    connect(&workbench.session(), &ModelSession::changed, this, &FormatChoice::refresh);
    followLanguage(this, [this] { retranslate(); });
}

/// The first line of its menu takes the choice back.
void FormatChoice::addKind(Field field, const char* title, const char* usual, bool (*isOffered)(const std::string&))
{
    Kind kind{field, title, usual, m_menu.addMenu(QString()), new QActionGroup(this)};
    const auto add = [&](const QString& name) {
        auto* line = kind.menu->addAction(name);
        line->setCheckable(true);
        line->setData(name);
        kind.group->addAction(line);
        return line;
    };
    add(QString());
    for (const auto& format : graph::knownNumberFormats())
        if (isOffered(format.name))
            add(QString::fromStdString(format.name));
    connect(kind.group, &QActionGroup::triggered, this, [this, field](QAction* line) {
        auto formats = m_workbench.session().formats();
        formats.*field = line->data().toString().toStdString();
        m_workbench.session().setFormats(formats);
    });
    m_kinds.append(kind);
}

void FormatChoice::retranslate()
{
    setWords(*m_button, tr("Number formats"),
             tr("Simulate with other number formats than the widths of the config: of every layer of which it says "
                "nothing of its own"));
    m_button->setAccessibleName(m_button->toolTip());
    for (const Kind& kind : m_kinds) {
        kind.menu->setTitle(tr(kind.title));
        kind.group->actions().constFirst()->setText(tr(kind.usual));
    }
    m_chosen->setAccessibleName(tr("Chosen number formats"));
    refresh();
}

QString FormatChoice::chosenText() const
{
    QStringList parts;
    for (const Kind& kind : m_kinds)
        if (const auto& name = m_workbench.session().formats().*kind.field; !name.empty())
            parts.append(tr("%1: %2").arg(tr(kind.title), QString::fromStdString(name)));
    return parts.join(QStringLiteral(", "));
}

void FormatChoice::refresh()
{
    const ModelSession& session = m_workbench.session();
    setVisible(!session.config().isEmpty());
    m_chosen->setText(chosenText());
    for (const Kind& kind : m_kinds)
        for (QAction* line : kind.group->actions())
            line->setChecked(line->data().toString().toStdString() == session.formats().*kind.field);
}

} // namespace ql::widgets
