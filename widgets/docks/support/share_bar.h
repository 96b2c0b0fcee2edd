// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/verdict.h"

#include <QWidget>

namespace ql::widgets {

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

} // namespace ql::widgets
