// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QApplication>
#include <QProxyStyle>
#include <QTabBar>

#include <algorithm>

namespace ql::widgets {

/// Tabs that stand close enough for all of them to be read in a narrow place.
class SlimTabs final : public QProxyStyle {
public:
    explicit SlimTabs(int air)
        : QProxyStyle(QApplication::style()->name())
        , m_air(air)
    {
    }

    int pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const override
    {
        const int usual = QProxyStyle::pixelMetric(metric, option, widget);
        return metric == PM_TabBarTabHSpace ? std::min(usual, m_air) : usual;
    }

private:
    int m_air; ///< pixels on both sides of the words together
};

/// Has no effect on a row that is slim already.
inline void makeSlim(QTabBar& row, int air)
{
    if (dynamic_cast<const SlimTabs*>(row.style()))
        return;
    auto* style = new SlimTabs(air);
    style->setParent(&row);
    row.setStyle(style);
}

} // namespace ql::widgets
