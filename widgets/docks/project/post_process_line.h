// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;
class QLineEdit;

namespace ql::widgets {

class Workbench;

/// What is measured in the place of the models' outputs: "name = expression" each, semicolons between them. In sight
/// where there is a model.
class PostProcessLine final : public QWidget {
    Q_OBJECT

public:
    explicit PostProcessLine(Workbench& workbench, QWidget* parent = nullptr);

    QLineEdit& expressions() { return *m_expressions; }

private:
    void retranslate();
    void refresh();
    void take();

    Workbench& m_workbench;
    QLabel* m_title;
    QLineEdit* m_expressions;
};

} // namespace ql::widgets
