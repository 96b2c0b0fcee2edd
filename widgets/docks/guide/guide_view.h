// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QScrollArea>

#include <vector>

class QLabel;
class QToolButton;

namespace ql::widgets {

class Workbench;

/// The way from "accuracy is lost" to the layers to change, as a list that ticks itself off. Each step does what the
/// program can do itself, or leads to the view for it.
class GuideView : public QScrollArea {
    Q_OBJECT

public:
    explicit GuideView(Workbench& workbench, QWidget* parent = nullptr);

    int stepCount() const { return int(m_rows.size()); }
    QString stateText(int step) const;
    QString text(int step) const;
    QToolButton& button(int step) { return *m_rows[std::size_t(step)].button; }

protected:
    void showEvent(QShowEvent* event) override;

private:
    struct Row {
        QLabel* icon;
        QLabel* title;
        QLabel* text;
        QToolButton* button;
    };

    void makeRow(class QGridLayout& layout);
    void refresh();

    Workbench& m_workbench;
    QLabel* m_heading;
    QToolButton* m_demo;
    std::vector<Row> m_rows;
};

} // namespace ql::widgets
