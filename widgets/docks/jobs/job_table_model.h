// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/jobs/job_list.h"
#include "widgets/models/table_model.h"

namespace ql::widgets {

/// The window's jobs, the newest on top; a row is the number of the list's entry.
class JobTableModel : public TableModel<int> {
    Q_OBJECT

public:
    enum Column { Title, State, Share, Left, Began, Took, Details, ColumnCount };
    /// Permille of a running job that knows how far it is, for the delegate that draws a bar.
    static constexpr int ShareRole = Qt::UserRole + 100;

    explicit JobTableModel(JobList& jobs, QObject* parent = nullptr);

    const JobEntry& entry(int row) const { return m_jobs.entries()[std::size_t(entryOf(row))]; }
    /// The list's index of what @p row shows.
    int entryOf(int row) const { return rows()[std::size_t(row)]; }

protected:
    QVariant other(const int& row, int column, int role) const override;

private:
    void takeEntries();
    TableColumn<int> column(const char* title, QString (*said)(const JobEntry& job), bool isRight = false) const;

    JobList& m_jobs;
};

} // namespace ql::widgets
