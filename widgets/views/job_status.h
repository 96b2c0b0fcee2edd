// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job_context.h"

#include <QWidget>

class QLabel;
class QProgressBar;
class QToolButton;

namespace ql::widgets {

class JobRunner;

/// The running job in the status bar: its name, how far it is, how long it will take, and a way to stop it.
/// Invisible while nothing runs.
class JobStatus : public QWidget {
    Q_OBJECT

public:
    explicit JobStatus(QWidget* parent = nullptr);

    /// The job started last is the one that is shown.
    void watch(JobRunner& runner);
    QString text() const;

protected:
    void changeEvent(QEvent* event) override;

private:
    void begin(JobRunner& runner);
    void showProgress(const Progress& progress);
    void end(const JobRunner& runner);

    JobRunner* m_shown = nullptr; ///< not owned; null while nothing runs
    QLabel* m_name;
    QProgressBar* m_bar;
    QLabel* m_left;
    QToolButton* m_cancel;
};

} // namespace ql::widgets
