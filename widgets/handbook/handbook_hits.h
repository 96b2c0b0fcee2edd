// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/handbook/handbook_search.h"

#include <QTreeWidget>

namespace ql::widgets {

/// The places in all chapters that hold the words, a line of each below its chapter.
class HandbookHits : public QTreeWidget {
    Q_OBJECT

public:
    explicit HandbookHits(QWidget* parent = nullptr);

    void setHits(const QList<HandbookHit>& hits);
    qsizetype count() const { return m_hits.size(); }
    /// Of the hit that is shown; -1 before the first.
    int place() const { return m_place; }
    /// Shows the next or the previous hit, around the end if need be.
    void step(bool isForward);
    /// Makes the first hit of @p chapter the next one to be shown.
    void standBefore(const QString& chapter);

Q_SIGNALS:
    void chosen(const HandbookHit& hit);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void choose(QTreeWidgetItem* item);

    QList<HandbookHit> m_hits;
    QList<QTreeWidgetItem*> m_lines; ///< by hit
    int m_place = -1;
};

} // namespace ql::widgets
