// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/metrics.h"

#include <QAction>
#include <QObject>
#include <QString>

#include <optional>

namespace ql::widgets {

/// What "worst only" means: the worst few by the current metric, or all that are worse than a threshold.
struct WorstRule {
    int count = 20;
    std::optional<double> threshold; ///< in the metric's unit; wins over count

    bool operator==(const WorstRule&) const = default;
};

/// The filter and the metric that all views share, and the actions that change them.
class LayerFilter : public QObject {
    Q_OBJECT

public:
    explicit LayerFilter(QObject* parent = nullptr);

    const QString& text() const { return m_text; }
    const QString& operatorType() const { return m_operatorType; } ///< empty = all
    bool isWorstOnly() const { return m_worstOnly.isChecked(); }
    const WorstRule& worstRule() const { return m_worstRule; }
    results::MetricId metric() const { return m_metric; }
    bool isActive() const { return !m_text.isEmpty() || !m_operatorType.isEmpty() || isWorstOnly(); }

    /// In every view.
    void setText(const QString& text);
    /// In the views of the layers of a comparison alone: their table and the graph.
    void typeText(const QString& text) { keep(m_text, text); }
    void setOperatorType(const QString& type) { keep(m_operatorType, type); }
    void setWorstRule(const WorstRule& rule) { keep(m_worstRule, rule); }
    void setMetric(results::MetricId metric);
    void clear();

    QAction* worstOnlyAction() { return &m_worstOnly; }
    /// Moves the keyboard focus into the filter line of the view in front; that calls answerFind().
    QAction* findAction() { return &m_find; }
    void answerFind() { m_isFindAnswered = true; }
    bool isFindAnswered() const { return m_isFindAnswered; }
    QAction* clearAction() { return &m_clear; }
    void retranslate();

Q_SIGNALS:
    void changed();
    /// Every view is to filter by that text.
    void textOffered(const QString& text);
    void metricChanged(ql::results::MetricId metric);
    /// A text that has the keyboard focus may answer first.
    void findInFocusRequested();
    void findRequested();
    /// No filter line was in sight.
    void findUnanswered();

private:
    template <typename Value>
    void keep(Value& held, const Value& value)
    {
        if (value == held)
            return;
        held = value;
        notify();
    }
    void notify();

    QString m_text;
    QString m_operatorType;
    bool m_isFindAnswered = false;
    WorstRule m_worstRule;
    results::MetricId m_metric = results::MetricId::Sqnr;
    QAction m_worstOnly;
    QAction m_find;
    QAction m_clear;
};

} // namespace ql::widgets
