// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/config_editor/config_form.h"

#include "core/report/overview/edit_words.h"
#include "widgets/config_document/config_document.h"
#include "widgets/style/color_scale.h"
#include "widgets/text/display_text.h"
#include "widgets/text/language.h"
#include "widgets/text/plain_text.h"
#include "widgets/workbench/workbench.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleValidator>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace ql::widgets {

namespace {

using config::LayerEdit;

constexpr std::size_t kMostNamed = 6;

QString wordOf(std::string_view word)
{
    return QString::fromUtf8(word.data(), qsizetype(word.size())).replace(u'_', u' ');
}

/// Whom the rule that decides is about.
QString originText(config::ResolvedLayer::Origin origin)
{
    using Origin = config::ResolvedLayer::Origin;
    switch (origin) {
    case Origin::Common: return ConfigForm::tr("every layer");
    case Origin::Type: return ConfigForm::tr("layers of this type");
    case Origin::Prefix: return ConfigForm::tr("names that begin like this one");
    case Origin::Pattern: return ConfigForm::tr("names that fit a pattern");
    case Origin::Layer: return ConfigForm::tr("this layer");
    case Origin::NotListed: break;
    }
    return ConfigForm::tr("layers that are not listed");
}

} // namespace

ConfigForm::ConfigForm(Workbench& workbench, QWidget* parent)
    : QWidget(parent)
    , activationBits(new QComboBox)
    , weightBits(new QComboBox)
    , quantizes(new QCheckBox)
    , m_workbench(workbench)
    , m_document(workbench.config())
    , m_title(new PlainLabel(this))
    , m_origin(new PlainLabel(this))
    , m_granularity(new QComboBox)
    , m_observer(new QComboBox)
    , m_scale(new QLineEdit)
    , m_follows(new QCheckBox(this))
    , m_followers(new PlainLabel(this))
    , m_apply(new QPushButton(this))
    , m_restore(new QPushButton(this))
    , m_body(new QWidget(this))
{
    QFont bold = font();
    bold.setBold(true);
    m_title->setFont(bold);
    m_followers->setWordWrap(true);
    m_origin->setWordWrap(true);
    auto* validator = new QDoubleValidator(m_scale);
    validator->setBottom(0.0);
    auto locale = QLocale();
    locale.setNumberOptions(QLocale::RejectGroupSeparator);
    validator->setLocale(locale);
    m_scale->setValidator(validator);
    m_fields = new QFormLayout;
    m_fields->setFieldGrowthPolicy(QFormLayout::FieldsStayAtSizeHint);
    for (QWidget* field : QList<QWidget*>{quantizes, activationBits, weightBits, m_granularity, m_observer, m_scale})
        m_fields->addRow(new PlainLabel, field);
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(m_apply);
    buttons->addWidget(m_restore);
    buttons->addStretch(1);
    // Below one another: the pane beside it keeps its width when the form is shown.
    auto* body = new QVBoxLayout(m_body);
    body->setContentsMargins({});
    body->addLayout(m_fields);
    body->addSpacing(12);
    body->addWidget(m_follows);
    body->addWidget(m_followers);
    body->addStretch(1);
    body->addLayout(buttons);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(10, 8, 10, 8);
    layout->addWidget(m_title);
    layout->addWidget(m_origin);
    layout->addWidget(m_body, 1);
    connect(&workbench, &Workbench::selectedNameChanged, this, &ConfigForm::ask);
    connect(&m_document, &ConfigDocument::readingChanged, this, &ConfigForm::ask);
    connect(&m_document, &ConfigDocument::opened, this, &ConfigForm::ask);
    connect(&m_probe, &JobRunner::finished, this, &ConfigForm::showProbe);
    for (QComboBox* box : {activationBits, weightBits, m_granularity, m_observer})
        connect(box, &QComboBox::currentIndexChanged, this, &ConfigForm::updateButtons);
    connect(quantizes, &QCheckBox::toggled, this, &ConfigForm::updateButtons);
    connect(m_scale, &QLineEdit::textChanged, this, &ConfigForm::updateButtons);
    connect(m_apply, &QPushButton::clicked, this, &ConfigForm::apply);
    connect(m_restore, &QPushButton::clicked, this,
            [this] { m_workbench.configActions().edit(ConfigActions::Kind::Restore, {m_workbench.selectedName()}); });
    followLanguage(this, [this] { retranslate(); });
}

void ConfigForm::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    ask();
}

void ConfigForm::retranslate()
{
    const auto name = [this](QWidget* field, const QString& text, const QString& hint) {
        static_cast<QLabel*>(m_fields->labelForField(field))->setText(text);
        field->setAccessibleName(text);
        field->setToolTip(hint);
    };
    name(quantizes, tr("Quantized"), tr("Off: the layer stays in float (skip)"));
    name(activationBits, tr("Activation bits"),
         tr("Width of what the layer reads, or the number format that it has instead"));
    name(weightBits, tr("Weight bits"), tr("Width of its weights, or their number format"));
    name(m_granularity, tr("Weight scales"), tr("One scale for the whole weight, or one per output channel"));
    name(m_observer, tr("Observer"), tr("How calibration finds the range of what the layer reads"));
    name(m_scale, tr("Fixed scale"), tr("A scale that calibration must not touch; empty = calibrated"));
    m_scale->setPlaceholderText(tr("calibrated"));
    m_follows->setText(tr("Edit the layers that must agree as well"));
    m_apply->setText(tr("&Apply"));
    setWords(*m_restore, tr("&Restore"), tr("Take back what the config says of this layer alone"));
    if (probe()) {
        showProbe();
    } else {
        m_origin->setText(m_said);
        ask();
    }
}

/// Nothing is asked while nobody looks.
void ConfigForm::ask()
{
    const std::string& layer = m_workbench.selectedName();
    if (!m_document.isOpen())
        return explain([] { return tr("Open a config to see what it says of a layer."); });
    if (layer.empty())
        return explain([] { return tr("Select a layer to see how it is quantized."); });
    const auto reading = m_document.reading();
    if (!reading || !reading->file)
        return explain([] { return tr("The config cannot be read; the text shows where."); });
    if (!isVisible() || !m_document.isRead())
        return;
    m_probe.start([layer] { return tr("Looking at %1").arg(QString::fromStdString(layer)); },
                  [reading, layer, network = m_document.network()](JobContext& context) {
                      return probeLayer(*reading->file, layer, network.get(), context);
                  });
}

void ConfigForm::explain(const Label& text)
{
    m_said = text;
    m_probe.clear();
    m_title->clear();
    m_title->hide();
    m_origin->setText(m_said);
    m_body->hide();
}

void ConfigForm::showProbe()
{
    const auto known = probe();
    m_title->show();
    m_title->setText(
        QString::fromStdString(known->opType.empty() ? known->layer : known->layer + " · " + known->opType));
    if (!known->isKnown) {
        m_origin->setText(tr("The baseline model has no layer of that name, so the config cannot speak of it."));
        m_body->hide();
        return;
    }
    const auto& holds = known->holds;
    const int line = holds.position.line;
    const QString origin = originText(holds.origin);
    m_origin->setText(line > 0 ? tr("Decided by the rule for: %1 (line %2)").arg(origin).arg(line)
                               : tr("Decided by the rule for: %1").arg(origin));
    quantizes->setChecked(holds.isQuantized);
    quantizes->setEnabled(known->canSkip);
    offerNumbers(*activationBits, known->activationBits, known->activationFormats, holds.activation);
    offerNumbers(*weightBits, known->weightBits, known->weightFormats, holds.weight);
    m_granularity->clear();
    m_granularity->addItem(tr("per tensor"), int(config::Granularity::PerTensor));
    m_granularity->addItem(tr("per channel"), int(config::Granularity::PerChannel));
    m_granularity->setCurrentIndex(
        m_granularity->findData(int(holds.weight.granularity.value_or(config::Granularity::PerTensor))));
    m_granularity->setEnabled(known->canGranularity);
    m_observer->clear();
    m_observer->addItem(holds.activation.observer ? wordOf(config::toString(holds.activation.observer->kind))
                                                  : tr("as by default"),
                        -1);
    for (const auto kind : known->observers)
        if (!holds.activation.observer || holds.activation.observer->kind != kind)
            m_observer->addItem(wordOf(config::toString(kind)), int(kind));
    m_observer->setEnabled(!known->observers.empty());
    m_scale->setText(holds.activation.fixed && !holds.activation.fixed->scales.empty()
                         ? formatExact(holds.activation.fixed->scales.front(), Qt::ToolTipRole)
                         : QString());
    m_scale->setEnabled(known->canFixScale);
    m_restore->setEnabled(known->isMentioned);
    showFollowers();
    m_body->show();
    updateButtons();
}

void ConfigForm::showFollowers()
{
    const auto known = probe();
    m_follows->setVisible(!known->followers.empty());
    QStringList names;
    std::uint64_t macs = 0;
    for (const auto& follower : known->followers) {
        macs += follower.macs;
        if (std::size_t(names.size()) < kMostNamed)
            names.append(QString::fromStdString(follower.layer));
    }
    if (known->followers.size() > kMostNamed)
        names.append(QStringLiteral("…"));
    if (!m_document.network())
        m_followers->setText(tr("Open the baseline model to see which layers must agree with this one."));
    else if (names.isEmpty())
        m_followers->setText(tr("No other layer has to agree with it."));
    else
        m_followers->setText(tr("%n layer(s) must agree with it, %1 MACs: %2", nullptr, int(known->followers.size()))
                                 .arg(formatCount(macs), names.join(QStringLiteral(", "))));
    m_followers->setPalette(mutedPalette(palette()));
}

config::LayerSettings ConfigForm::wantedSettings() const
{
    config::LayerSettings settings;
    const auto& holds = probe()->holds;
    takeNumber(*activationBits, holds.activation, settings.activation);
    takeNumber(*weightBits, holds.weight, settings.weight);
    const auto granularity = config::Granularity(m_granularity->currentData().toInt());
    if (granularity != holds.weight.granularity.value_or(config::Granularity::PerTensor))
        settings.weight.granularity = granularity;
    if (const int kind = m_observer->currentData().toInt(); kind >= 0)
        settings.activation.observer = config::Observer{config::ObserverKind(kind), {}, {}};
    bool isNumber = false;
    const double scale = m_scale->validator()->locale().toDouble(m_scale->text(), &isNumber);
    const bool isHeld = holds.activation.fixed && !holds.activation.fixed->scales.empty()
                        && holds.activation.fixed->scales.front() == scale;
    if (isNumber && scale > 0.0 && !isHeld)
        settings.activation.fixed = config::FixedScale{{scale}, {0}};
    return settings;
}

LayerEdit ConfigForm::wantedEdit() const
{
    LayerEdit edit{.layer = probe()->layer};
    if (!quantizes->isChecked()) {
        edit.action = LayerEdit::Action::Skip;
        return edit;
    }
    edit.settings = wantedSettings();
    if (!probe()->holds.isQuantized && edit.settings.isEmpty())
        takeNumber(*activationBits, {}, edit.settings.activation);
    if (!probe()->holds.isQuantized && edit.settings.isEmpty()) // its usual width
        edit.settings.activation.bits = activationBits->currentData().toInt();
    return edit;
}

void ConfigForm::updateButtons()
{
    if (!probe())
        return;
    const bool isSkipped = !probe()->holds.isQuantized;
    const auto edit = wantedEdit();
    const bool isNew = edit.action == LayerEdit::Action::Skip ? !isSkipped : !edit.settings.isEmpty() || isSkipped;
    m_apply->setEnabled(isNew);
}

void ConfigForm::apply()
{
    if (!probe() || !m_apply->isEnabled())
        return;
    const auto edit = wantedEdit();
    using enum report::ConfigChange;
    const bool isSkip = edit.action == LayerEdit::Action::Skip;
    const auto title = report::changeTitle(isSkip ? Skip : Settings, Message::text(edit.layer));
    m_workbench.configActions().edit({{edit}, title, m_follows->isChecked() && !probe()->followers.empty()});
}

} // namespace ql::widgets
