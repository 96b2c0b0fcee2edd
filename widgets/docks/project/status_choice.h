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

/// What the baseline is compared with: the analysis model, or the baseline itself as runtimes optimize it.
class VariantChoice final : public StatusChoice {
    Q_OBJECT

public:
    explicit VariantChoice(Workbench& workbench, QWidget* parent = nullptr);

private:
    void retranslate();
    void refresh();
};

/// How a model on integers computes beside a target's dump, and what a comparison found out about that. In sight where
/// one of the two models is a dump.
class ArithmeticChoice final : public StatusChoice {
    Q_OBJECT

public:
    explicit ArithmeticChoice(Workbench& workbench, QWidget* parent = nullptr);

private:
    void retranslate();
    void refresh();
    void fillBox();
};

} // namespace ql::widgets
