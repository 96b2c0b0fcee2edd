// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QComboBox;
class QLabel;

namespace ql::widgets {

class Workbench;

/// A choice about comparisons, and below it what the last one found out about that.
class StatusChoice : public QWidget {
    Q_OBJECT

public:
    QComboBox& box() { return *m_box; }
    QString statusText() const;

protected:
    StatusChoice(Workbench& workbench, QWidget* parent);
    /// An empty text is out of sight.
    void setStatus(const QString& text, const QString& hint = {});

    Workbench& m_workbench;
    QComboBox* m_box;

private:
    QLabel* m_status;
};

} // namespace ql::widgets
