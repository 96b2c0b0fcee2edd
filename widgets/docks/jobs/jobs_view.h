// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/docks/jobs/job_table_model.h"

#include <QAction>
#include <QWidget>

namespace ql::widgets {

class DataTable;
class Workbench;

/// What runs and what ran: how far, how long still, how it ended, and a way to stop it.
class JobsView : public QWidget {
    Q_OBJECT

public:
    explicit JobsView(Workbench& workbench, QWidget* parent = nullptr);

    DataTable& table() { return *m_table; }
    JobTableModel& model() { return m_model; }
    QAction& cancelAction() { return m_cancel; }
    QAction& forgetAction() { return m_forget; }

private:
    void retranslate();
    void updateActions();
    void cancelSelected();

    JobList& m_jobs;
    JobTableModel m_model;
    QAction m_cancel;
    QAction m_forget;
    DataTable* m_table = nullptr;
};

} // namespace ql::widgets
