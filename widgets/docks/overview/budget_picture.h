// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/trial.h"
#include "core/results/verdict.h"

#include <QWidget>

#include <memory>

class QPainter;

namespace ql::widgets {

/// Which quantizers make an output's noise, the largest share on top, and what a trial leaves of that noise. A click or
/// the arrow keys select a layer.
class BudgetPicture : public QWidget {
    Q_OBJECT

public:
    explicit BudgetPicture(QWidget* parent = nullptr);

    /// Nothing is drawn without a budget. @p trial, where it is there, is of the same output's network.
    void setContent(const results::OutputVerdict* output, std::shared_ptr<const results::TrialChange> trial);
    /// Of more shares only the largest are drawn.
    void setMostRows(int most) { m_mostRows = most; }
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;
    /// How many shares are drawn.
    int rowCount() const;
    /// What is drawn, in words.
    QString text() const;

Q_SIGNALS:
    void layerClicked(const std::string& layer);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool event(QEvent* event) override;

private:
    int rowHeight() const;
    int titleWidth() const;
    void paintShare(QPainter& painter, int row, const QColor& base) const;
    void paintRest(QPainter& painter, int row, const QColor& base) const;
    QString nameOf(int row) const;
    /// "int16", "float": as the trial has the layer, where it changes it.
    QString triedTypeOf(const std::string& layer) const;
    const results::ChangeRow* triedOutput() const;
    void select(int row);

    results::OutputVerdict m_output;
    std::shared_ptr<const results::TrialChange> m_trial;
    int m_mostRows = 8;
    int m_current = -1;
};

} // namespace ql::widgets
