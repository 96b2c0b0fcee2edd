// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/project/folding_pane.h"

#include "widgets/style/icons.h"
#include "widgets/text/language.h"
#include "widgets/text/plain_text.h"

#include <QDockWidget>
#include <QHBoxLayout>
#include <QMainWindow>
#include <QToolButton>
#include <QVBoxLayout>

namespace ql::widgets {

namespace {
constexpr int kStripWidth = 34;
} // namespace

FoldingPane::FoldingPane(QWidget* page, QWidget* parent)
    : QWidget(parent)
    , m_page(makePage(page))
    , m_strip(new QWidget(this))
    , m_unfold(makeButton("unfold"))
{
    auto* column = new QVBoxLayout(m_strip);
    column->setContentsMargins(2, 4, 2, 4);
    column->setSpacing(6);
    column->addWidget(m_unfold, 0, Qt::AlignHCenter);
    column->addStretch(1);
    m_strip->hide();
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    layout->addWidget(m_page);
    layout->addWidget(m_strip);
    connect(m_fold, &QToolButton::clicked, this, [this] { foldByHand(true); });
    connect(m_unfold, &QToolButton::clicked, this, [this] { foldByHand(false); });
}

QWidget* FoldingPane::makePage(QWidget* page)
{
    auto* whole = new QWidget(this);
    m_title = new PlainLabel(whole);
    m_fold = makeButton("fold");
    auto* line = new QHBoxLayout;
    line->setContentsMargins(8, 2, 2, 0);
    line->addWidget(m_title, 1);
    line->addWidget(m_fold);
    auto* layout = new QVBoxLayout(whole);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    layout->addLayout(line);
    layout->addWidget(page, 1);
    return whole;
}

QToolButton* FoldingPane::makeButton(const char* icon)
{
    auto* button = new QToolButton(this);
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::StrongFocus);
    button->setIcon(widgets::icon(icon));
    return button;
}

QToolButton* FoldingPane::addIcon(const char* icon)
{
    QToolButton* button = makeButton(icon);
    m_icons.append(button);
    auto* column = static_cast<QVBoxLayout*>(m_strip->layout());
    column->insertWidget(column->count() - 1, button, 0, Qt::AlignHCenter);
    connect(button, &QToolButton::clicked, this, [this] { foldByHand(false); });
    return button;
}

void FoldingPane::setWords(const QString& title, const QString& foldHint, const QString& unfoldHint)
{
    m_title->setText(title);
    setHint(*m_fold, foldHint);
    setHint(*m_unfold, unfoldHint);
}

void FoldingPane::setFolded(bool isFolded)
{
    if (isFolded == m_isFolded)
        return;
    m_isFolded = isFolded;
    if (isFolded)
        m_width = width();
    (isFolded ? m_page : m_strip)->hide();
    (isFolded ? m_strip : m_page)->show();
    for (QWidget* around = this; around; around = around->parentWidget()) {
        auto* dock = qobject_cast<QDockWidget*>(around);
        if (!dock) {
            around->setMaximumWidth(isFolded ? kStripWidth : QWIDGETSIZE_MAX);
            continue;
        }
        if (auto* area = qobject_cast<QMainWindow*>(dock->parentWidget()))
            area->resizeDocks({dock}, {isFolded ? kStripWidth : m_width}, Qt::Horizontal);
        return;
    }
}

void FoldingPane::foldByHand(bool isFolded)
{
    setFolded(isFolded);
    (isFolded ? m_unfold : m_fold)->setFocus();
    Q_EMIT foldedByHand(isFolded);
}

} // namespace ql::widgets
