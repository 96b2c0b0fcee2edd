// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/support/hidden_rows_note.h"

#include "widgets/text/language.h"
#include "widgets/text/plain_text.h"

#include <QAbstractItemView>
#include <QEvent>
#include <QPushButton>
#include <QSortFilterProxyModel>
#include <QVBoxLayout>

namespace ql::widgets {

HiddenRowsNote::HiddenRowsNote(QAbstractItemView& view, QSortFilterProxyModel& proxy, std::function<void()> clear)
    : QWidget(view.viewport())
    , m_view(view)
    , m_proxy(proxy)
    , m_text(new PlainLabel(this))
    , m_button(new QPushButton(this))
{
    m_text->setAlignment(Qt::AlignCenter);
    m_text->setWordWrap(true);
    auto* layout = new QVBoxLayout(this);
    layout->addStretch(1);
    layout->addWidget(m_text);
    layout->addWidget(m_button, 0, Qt::AlignHCenter);
    layout->addStretch(2);
    hide();
    view.viewport()->installEventFilter(this);
    connect(m_button, &QPushButton::clicked, this, [clear = std::move(clear)] { clear(); });
    for (const auto signal : {&QAbstractItemModel::rowsInserted, &QAbstractItemModel::rowsRemoved})
        connect(&proxy, signal, this, &HiddenRowsNote::refresh);
    connect(&proxy, &QAbstractItemModel::modelReset, this, &HiddenRowsNote::refresh);
    followLanguage(this, [this] { refresh(); });
}

QString HiddenRowsNote::text() const
{
    return m_text->text();
}

bool HiddenRowsNote::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Resize)
        resize(m_view.viewport()->size());
    return QWidget::eventFilter(watched, event);
}

void HiddenRowsNote::refresh()
{
    const int all = m_proxy.sourceModel() ? m_proxy.sourceModel()->rowCount() : 0;
    m_text->setText(tr("The filter hides all %n row(s).", nullptr, all));
    m_button->setText(tr("Show them"));
    resize(m_view.viewport()->size());
    setVisible(all > 0 && m_proxy.rowCount() == 0);
}

} // namespace ql::widgets
