// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/threshold_effect.h"

#include <QWidget>

#include <array>
#include <optional>

class QComboBox;
class QLabel;
class QPushButton;

namespace ql::widgets {

class ChartPane;

/// Two ways to choose a quantizer's range, on the same values: what each clamps and how coarsely it rounds. Its bounds
/// can be dragged; with the keyboard, left and right move the first one's upper bound, with Shift the lower one.
class ThresholdChart : public QWidget {
    Q_OBJECT

public:
    enum class Method { AsQuantized, All, Share9999, Share999, LeastError, Own };
    static constexpr int kSides = 2;

    explicit ThresholdChart(QWidget* parent = nullptr);

    /// @p quantizer is what the model does now; @p steps are those of its integers.
    void setContent(const BinnedValues& values, std::optional<QuantizerRange> quantizer, int steps);
    void clear(const QString& reason);
    bool isShown() const { return m_values.has_value(); }
    void choose(int side, Method method);
    void setRange(int side, const QuantizerRange& range);
    const QuantizerRange& range(int side) const { return m_ranges[std::size_t(side)]; }
    QString effectText(int side) const;
    /// Whether a range can become the quantizer's; @p reason why not, empty where it can.
    void setWhyNotWritable(const QString& reason);
    QPushButton& writeButton(int side) { return *m_writes[std::size_t(side)]; }

Q_SIGNALS:
    /// That range is to be the quantizer's.
    void rangeWanted(const ql::widgets::QuantizerRange& range);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    struct Bound {
        int side;
        bool isHigh;
    };

    void retranslate();
    void rebuild();
    void showEffects();
    QuantizerRange rangeBy(Method method) const;
    std::optional<Bound> boundAt(double pixelX) const;
    void moveBound(const Bound& bound, double value);
    void paintValues(class QPainter& painter) const;
    void paintBounds(QPainter& painter) const;
    double plotted(std::uint64_t count) const;

    std::optional<BinnedValues> m_values;
    std::optional<QuantizerRange> m_quantizer;
    int m_steps = 255;
    QString m_whyNotWritable;
    std::array<QuantizerRange, kSides> m_ranges;
    std::array<Method, kSides> m_methods{Method::AsQuantized, Method::LeastError};
    std::optional<Bound> m_dragged;
    ChartPane* m_pane;
    std::array<QComboBox*, kSides> m_boxes{};
    std::array<QLabel*, kSides> m_effects{};
    std::array<QPushButton*, kSides> m_writes{};
};

} // namespace ql::widgets
