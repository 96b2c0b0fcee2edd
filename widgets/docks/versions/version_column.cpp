// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/versions/version_column.h"

#include "widgets/charts/histogram_chart.h"
#include "widgets/text/language.h"
#include "widgets/text/plain_text.h"

#include <QComboBox>
#include <QDragEnterEvent>
#include <QMimeData>
#include <QUrl>
#include <QVBoxLayout>

namespace ql::widgets {

VersionColumn::VersionColumn(bool isBaseline, QWidget* parent)
    : QWidget(parent)
    , m_title(new ElidedLabel(this))
    , m_box(new QComboBox(this))
    , m_histogram(new HistogramChart(this))
{
    QFont bold = font();
    bold.setBold(true);
    m_title->setFont(bold);
    m_title->setFixedHeight(m_box->sizeHint().height());
    m_title->setVisible(isBaseline);
    m_box->setVisible(!isBaseline);
    m_box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_box->setMinimumContentsLength(8);
    setAcceptDrops(!isBaseline);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(2);
    layout->addWidget(m_title);
    layout->addWidget(m_box);
    layout->addWidget(m_histogram, 1);
    connect(m_box, &QComboBox::activated, this, &VersionColumn::take);
}

void VersionColumn::setTitle(const QString& title, const QString& hint)
{
    if (m_box->isHidden())
        m_box->setAccessibleName(title); // a version that can't be chosen has a name, too
    setWords(*m_title, title, hint);
}

void VersionColumn::setSources(const QList<VersionSource>& sources, const VersionSource& chosen,
                               const QStringList& titles, const QStringList& further)
{
    m_sources = sources;
    m_chosen = int(sources.indexOf(chosen));
    if (const QStringList all = titles + further; m_box->count() != all.size()) {
        m_box->clear();
        m_box->addItems(all);
    } else {
        for (int row = 0; row < m_box->count(); ++row)
            m_box->setItemText(row, all.at(row));
    }
    m_box->setCurrentIndex(m_chosen);
}

void VersionColumn::take(int row)
{
    if (row < m_sources.size()) {
        Q_EMIT sourceChosen(m_sources.at(row));
        return;
    }
    m_box->setCurrentIndex(m_chosen); // until there is another file
    Q_EMIT furtherChosen(Further(row - m_sources.size()));
}

void VersionColumn::dragEnterEvent(QDragEnterEvent* event)
{
    if (event->mimeData()->urls().size() == 1 && event->mimeData()->urls().front().isLocalFile())
        event->acceptProposedAction();
}

void VersionColumn::dropEvent(QDropEvent* event)
{
    Q_EMIT fileDropped(event->mimeData()->urls().front().toLocalFile());
    event->acceptProposedAction();
}

} // namespace ql::widgets
