// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/jobs/job_list.h"

#include <QAbstractTableModel>

namespace ql::widgets {

/// The window's jobs, the newest on top.
class JobTableModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Title, State, Share, Left, Began, Took, Details, ColumnCount };
    /// Permille of a running job that knows how far it is, for the delegate that draws a bar.
    static constexpr int ShareRole = Qt::UserRole + 100;

    explicit JobTableModel(JobList& jobs, QObject* parent = nullptr);

    const JobEntry& entry(int row) const { return m_jobs.entries()[std::size_t(entryOf(row))]; }
    /// The list's index of what @p row shows.
    int entryOf(int row) const { return m_count - 1 - row; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    QString text(const JobEntry& job, int column) const;

    JobList& m_jobs;
    int m_count = 0;
};

} // namespace ql::widgets
