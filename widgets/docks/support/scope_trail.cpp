// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/support/scope_trail.h"

#include "widgets/text/language.h"
#include "widgets/text/plain_text.h"
#include "widgets/workbench/workbench.h"

#include <QHBoxLayout>
#include <QMenu>
#include <QToolButton>

namespace ql::widgets {

namespace {
constexpr QChar kArrow(0x203A);
}

ScopeTrail::ScopeTrail(Workbench& workbench, QWidget* parent)
    : QWidget(parent)
    , m_workbench(workbench)
    , m_row(new QHBoxLayout(this))
{
    m_row->setContentsMargins(6, 0, 6, 0);
    m_row->setSpacing(2);
    // A deep scope is cut at the end instead of making the window wider.
    m_row->setSizeConstraint(QLayout::SetNoConstraint);
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    // Nothing below it moves when another layer is selected, or none.
    QToolButton button;
    button.setText(kArrow);
    setFixedHeight(button.sizeHint().height());
    connect(&workbench, &Workbench::selectedNameChanged, this, &ScopeTrail::refresh);
    connect(&workbench.selection(), &LayerSelection::changed, this, &ScopeTrail::refresh);
    connect(&workbench.session(), &ModelSession::resultChanged, this, &ScopeTrail::refresh);
    followLanguage(this, [this] { refresh(); });
}

void ScopeTrail::refresh()
{
    setAccessibleName(tr("Scopes of the selected layer"));
    while (QLayoutItem* item = m_row->takeAt(0)) {
        if (QWidget* widget = item->widget()) {
            widget->hide();
            widget->setParent(nullptr);
            widget->deleteLater(); // a click on it may have led here
        }
        delete item;
    }
    const auto* layer = m_workbench.selectedLayer();
    setVisible(m_workbench.session().result() != nullptr);
    if (!layer)
        return;
    addScope(tr("All layers"), QString());
    const QString scope = QString::fromStdString(layer->scope);
    qsizetype end = -1;
    while (end < scope.size()) {
        const qsizetype begin = end + 1;
        end = scope.indexOf(u'/', begin);
        end = end < 0 ? scope.size() : end;
        if (end > begin)
            addScope(scope.mid(begin, end - begin), scope.left(end));
    }
    addText(QString::fromStdString(layer->name.substr(layer->name.rfind('/') + 1)), true);
    m_row->addStretch(1);
}

void ScopeTrail::addScope(const QString& words, const QString& scope)
{
    auto* button = new QToolButton(this);
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::StrongFocus);
    button->setText(QString(words).replace(u'&', QLatin1String("&&")));
    button->setToolTip(tr("Click to show only what is in it; its menu edits all of its layers"));
    button->setAccessibleName(words);
    button->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(button, &QToolButton::clicked, this, [this, scope] { showOnly(scope); });
    connect(button, &QWidget::customContextMenuRequested, this, [this, button, scope](const QPoint& place) {
        QMenu menu;
        fillMenu(menu, scope.toStdString());
        menu.exec(button->mapToGlobal(place));
    });
    m_row->addWidget(button);
    addText(QString(kArrow), false);
}

void ScopeTrail::addText(const QString& words, bool isBold)
{
    auto* label = new PlainLabel(this);
    label->setText(words);
    QFont shown = label->font();
    shown.setBold(isBold);
    label->setFont(shown);
    m_row->addWidget(label);
}

void ScopeTrail::showOnly(const QString& scope)
{
    if (scope.isEmpty())
        m_workbench.filter().clear();
    else
        m_workbench.filter().setText(scope);
}

void ScopeTrail::fillMenu(QMenu& menu, const std::string& scope)
{
    menu.addAction(scope.empty() ? tr("Show all layers") : tr("Show only this scope"), this,
                   [this, scope] { showOnly(QString::fromStdString(scope)); });
    menu.addSeparator();
    m_workbench.configActions().fillMenu(menu, m_workbench.layersIn(scope));
}

} // namespace ql::widgets
