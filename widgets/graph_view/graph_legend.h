// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <array>

namespace ql::widgets {

/// What the colours and lines of a graph mean, in one line. Stands beside the picture, so that it hides nothing of it.
class GraphLegend : public QWidget {
    Q_OBJECT

public:
    explicit GraphLegend(QWidget* parent = nullptr);

    /// What the picture has beside fills.
    struct Signs {
        bool hasUnmatched = false; ///< some layers have no partner
        bool hasOrigin = false;    ///< where the error starts, or, if that was not measured, may start
        bool isOriginMeasured = false;
        bool hasFindings = false; ///< `check` warns of some layers
        bool hasShared = false;   ///< modules or weights are used more than once
        bool hasTrial = false;    ///< boxes show what a trial made of them, and at the right edge what was before

        bool operator==(const Signs&) const = default;
    };

    /// @p title is that of the numbers, @p ends what the scale's ends mean; nothing is shown without a title.
    void setContent(const QString& title, const std::array<QString, 2>& ends, const Signs& signs);
    QSize sizeHint() const override;

protected:
    void changeEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    QString originWords() const;

    QString m_title;
    std::array<QString, 2> m_ends;
    Signs m_signs;
};

} // namespace ql::widgets
