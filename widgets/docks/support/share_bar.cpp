// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/support/share_bar.h"

#include "core/report/verdict/verdict_words.h"
#include "widgets/style/color_scale.h"
#include "widgets/text/core_text.h"
#include "widgets/text/display_text.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

#include <cmath>

namespace ql::widgets {

namespace {

constexpr int kHeight = 14;
constexpr double kGap = 1.0;

double widthOf(const results::BudgetShare& share)
{
    return std::isnan(share.share) ? 0.0 : share.share;
}

} // namespace

ShareBar::ShareBar(QWidget* parent)
    : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void ShareBar::setBudget(const results::ErrorBudget& budget)
{
    m_budget = budget;
    setAccessibleName(tr("Shares of the noise power"));
    update();
}

QSize ShareBar::sizeHint() const
{
    return {20 * kHeight, kHeight};
}

void ShareBar::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const QColor base = palette().color(QPalette::Base);
    painter.fillRect(rect(), base);
    double from = 0.0;
    for (std::size_t i = 0; i < m_budget.shares.size(); ++i) {
        const double size = widthOf(m_budget.shares[i]) * width();
        const bool isOfSet = i < m_budget.setSize;
        const double top = isOfSet ? 0.0 : height() / 2.0;
        painter.fillRect(QRectF(from, top, std::max(0.5, size - kGap), height() - top),
                         isOfSet ? analysisColor(base) : mutedColor(palette().color(QPalette::Text), base));
        from += size;
    }
}

bool ShareBar::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const int place = shareAt(help->pos().x());
    if (place < 0)
        return true;
    const auto& share = m_budget.shares[std::size_t(place)];
    QToolTip::showText(help->globalPos(),
                       tr("%1: %2 %, alone %3 dB")
                           .arg(coreText(report::quantizerName(share)), formatNumber(share.share * 100.0),
                                formatNumber(share.aloneDb)),
                       this);
    return true;
}

int ShareBar::shareAt(double x) const
{
    double end = 0.0;
    for (std::size_t i = 0; i < m_budget.shares.size(); ++i) {
        end += widthOf(m_budget.shares[i]) * width();
        if (x < end)
            return int(i);
    }
    return -1;
}

} // namespace ql::widgets
