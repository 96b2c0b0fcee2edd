// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <memory>

namespace ql::results {
struct LayerValues;
}

namespace ql::widgets {

class ChartPane;

/// The common ground of charts that are one pane: made anew when language or colours change.
class Chart : public QWidget {
    Q_OBJECT

public:
    /// What screen readers call it before all else, where several charts stand side by side.
    void setSubject(const QString& subject);
    /// Why there is nothing to see; empty while there is.
    QString emptyReason() const;

protected:
    explicit Chart(QWidget* parent, int leastHeight = 0);
    void changeEvent(QEvent* event) override;

    virtual void rebuild() = 0;
    /// What "Copy data" puts on the clipboard.
    virtual QString dataText() const = 0;

    ChartPane* const m_pane;
};

/// A chart of the values of one layer.
class LayerValuesChart : public Chart {
    Q_OBJECT

public:
    using Values = std::shared_ptr<const results::LayerValues>;

    /// @p values hold what the chart draws.
    void setValues(Values values);
    void clear(const QString& reason);
    bool isShown() const { return m_values != nullptr; }

protected:
    using Chart::Chart;

    Values m_values;
};

} // namespace ql::widgets
