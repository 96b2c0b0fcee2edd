// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/project/model_panel.h"

#include "widgets/docks/support/dropped_path.h"
#include "widgets/docks/support/elided_label.h"
#include "widgets/session/model_slot.h"
#include "widgets/style/color_scale.h"
#include "widgets/style/icons.h"
#include "widgets/text/display_text.h"
#include "widgets/text/plain_text.h"

#include <QDir>
#include <QDragEnterEvent>
#include <QEvent>
#include <QGridLayout>
#include <QToolButton>

namespace ql::widgets {

namespace {

} // namespace

ModelPanel::ModelPanel(Role role, ModelSlot& slot, QWidget* parent)
    : QFrame(parent)
    , m_role(role)
    , m_slot(slot)
    , m_icon(new PlainLabel(this))
    , m_title(new PlainLabel(this))
    , m_file(new ElidedLabel(this))
    , m_status(new PlainLabel(this))
    , m_browse(new QToolButton(this))
{
    QFont bold = font();
    bold.setBold(true);
    m_title->setFont(bold);
    m_status->setWordWrap(true);
    m_status->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_browse->setAutoRaise(true);
    auto* layout = new QGridLayout(this);
    layout->setContentsMargins(8, 6, 6, 4);
    layout->setVerticalSpacing(2);
    layout->setColumnStretch(1, 1);
    layout->addWidget(m_icon, 0, 0);
    layout->addWidget(m_title, 0, 1);
    layout->addWidget(m_browse, 0, 2);
    layout->addWidget(m_file, 1, 1, 1, 2);
    layout->addWidget(m_status, 2, 1, 1, 2);
    setAcceptDrops(true);
    connect(m_browse, &QToolButton::clicked, this, &ModelPanel::browseRequested);
    connect(&m_slot, &ModelSlot::changed, this, &ModelPanel::refresh);
    refresh();
}

QString ModelPanel::statusText() const
{
    return m_status->text();
}

void ModelPanel::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange || event->type() == QEvent::PaletteChange)
        refresh();
    QFrame::changeEvent(event);
}

void ModelPanel::dragEnterEvent(QDragEnterEvent* event)
{
    if (!droppedPath(*event->mimeData()).isEmpty())
        event->acceptProposedAction();
}

void ModelPanel::dropEvent(QDropEvent* event)
{
    m_slot.setPath(droppedPath(*event->mimeData()));
    event->acceptProposedAction();
}

void ModelPanel::setStatus(const QString& text, bool isProblem)
{
    QPalette colors = palette();
    const QColor background = colors.color(QPalette::Window);
    colors.setColor(QPalette::WindowText,
                    isProblem ? alarmColor(background) : mutedColor(colors.color(QPalette::WindowText), background));
    m_status->setPalette(colors);
    m_status->setText(text);
}

void ModelPanel::refresh()
{
    const bool isBaseline = m_role == Role::Baseline;
    m_icon->setPixmap(icon(isBaseline ? "open_baseline" : "open_analysis").pixmap(kPanelIconSize, kPanelIconSize));
    m_title->setText(isBaseline ? tr("Baseline model") : tr("Analysis model"));
    m_browse->setText(tr("Open…"));
    m_browse->setToolTip(isBaseline ? tr("Open the high-precision model") : tr("Open the quantized model"));
    m_file->setText(m_slot.fileName());
    m_file->setToolTip(QDir::toNativeSeparators(m_slot.path()));
    m_file->setVisible(m_slot.state() != ModelSlot::State::Empty);
    switch (m_slot.state()) {
    case ModelSlot::State::Empty: setStatus(tr("Open or drop an ONNX or TorchScript file")); break;
    case ModelSlot::State::Waiting: setStatus(tr("Waiting for the engine…")); break;
    case ModelSlot::State::Reading: setStatus(tr("Reading…")); break;
    case ModelSlot::State::Failed: setStatus(m_slot.problem(), true); break;
    case ModelSlot::State::Ready: {
        const auto info = m_slot.info();
        const QString kind = QString::fromStdString(info->kind);
        if (info->unsupported.empty()) {
            setStatus(tr("%1 · %2 layers · %3 parameters")
                          .arg(kind, formatCount(info->layerCount), formatCount(info->parameterCount)));
        } else {
            const auto& first = info->unsupported.front();
            setStatus(tr("Cannot be run: operator %1 of %2 is not supported.")
                          .arg(QString::fromStdString(first.opType), QString::fromStdString(first.node)),
                      true);
        }
        break;
    }
    }
}

} // namespace ql::widgets
