// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/verdict.h"

#include <QFrame>

#include <optional>

class QLabel;
class QToolButton;

namespace ql::widgets {

class Workbench;

/// Every quantizer's share of an output's noise power as one bar: those that were left float together stand full height
/// in front, the others half height behind.
class ShareBar : public QWidget {
    Q_OBJECT

public:
    explicit ShareBar(QWidget* parent = nullptr);

    void setBudget(const results::ErrorBudget& budget);
    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;

private:
    /// The place of the share under @p x, or -1.
    int shareAt(double x) const;

    results::ErrorBudget m_budget;
};

/// How good the outputs are, whose error that is and what leaving it float gives, in a few lines above a table. Hidden
/// while there is no verdict.
class VerdictStrip : public QFrame {
    Q_OBJECT

public:
    explicit VerdictStrip(Workbench& workbench, QWidget* parent = nullptr);

    /// On all outputs, or on that of this name.
    void setVerdict(const results::Verdict& verdict, const std::string& output = {});
    QString text() const;
    /// Selects the first culprit; hidden without one.
    QToolButton& culpritButton() { return *m_culprit; }
    /// Asks where the error comes from; hidden where that is known or nothing is wrong.
    QToolButton& askButton() { return *m_ask; }

private:
    void refresh();
    QString outputText(const results::OutputVerdict& output) const;
    QString budgetText(const results::OutputVerdict& output, bool isShort) const;
    const results::OutputVerdict* explained() const;

    Workbench& m_workbench;
    results::Verdict m_verdict; ///< of the shown outputs
    QLabel* m_icon;
    QLabel* m_text;
    ShareBar* m_bar;
    QToolButton* m_culprit;
    QToolButton* m_ask;
};

} // namespace ql::widgets
