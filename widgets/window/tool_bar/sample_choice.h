// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QComboBox>
#include <QString>

namespace ql::widgets {

class Workbench;

/// The sample that every view shows, among those that were searched for bad cases: another one is compared at once.
/// While no such search is known it says what the shown comparison was made on, and offers nothing.
class SampleChoice : public QComboBox {
    Q_OBJECT

public:
    explicit SampleChoice(Workbench& workbench, QWidget* parent = nullptr);

    QAction& previous() { return m_previous; }
    QAction& next() { return m_next; }
    /// What the box says.
    QString shownText() const { return currentIndex() < 0 ? placeholderText() : currentText(); }
    void retranslate();

protected:
    /// A wheel that passes by starts no comparison.
    void wheelEvent(QWheelEvent* event) override;

private:
    void refresh();
    void fill();
    void show(int sample);
    QString shownInput() const;

    Workbench& m_workbench;
    QAction m_previous;
    QAction m_next;
    QString m_data; ///< whose samples are listed; empty = none are
    int m_worst = -1;
};

} // namespace ql::widgets
