// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QComboBox;
class QLabel;

namespace ql::widgets {

class Workbench;

/// What the baseline is compared with: the analysis model, or the baseline itself as runtimes optimize it.
class VariantChoice final : public QWidget {
    Q_OBJECT

public:
    explicit VariantChoice(Workbench& workbench, QWidget* parent = nullptr);

    QComboBox& box() { return *m_box; }
    QString statusText() const;

private:
    void retranslate();
    void refresh();

    Workbench& m_workbench;
    QComboBox* m_box;
    QLabel* m_status;
};

} // namespace ql::widgets
