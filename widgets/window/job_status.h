// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;
class QProgressBar;
class QToolButton;

namespace ql::widgets {

class JobList;

/// The running job in the status bar: its name, how far it is, how long it will take, and a way to stop it.
/// Invisible while nothing runs that somebody asked for.
class JobStatus : public QWidget {
    Q_OBJECT

public:
    explicit JobStatus(JobList& jobs, QWidget* parent = nullptr);

    QString text() const;

private:
    void refresh();
    void retranslate();

    JobList& m_jobs;
    QLabel* m_name;
    QProgressBar* m_bar;
    QLabel* m_left;
    QToolButton* m_cancel;
};

} // namespace ql::widgets
