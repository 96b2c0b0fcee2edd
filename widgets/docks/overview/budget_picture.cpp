// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/overview/budget_picture.h"

#include "core/report/verdict/verdict_words.h"
#include "widgets/style/color_scale.h"
#include "widgets/text/core_text.h"
#include "widgets/text/display_text.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace ql::widgets {

namespace {

constexpr int kPadding = 3;
constexpr int kGap = 8;
constexpr int kWidthInLetters = 60;
constexpr double kPercent = 100.0;

double sizeOf(const results::BudgetShare& share)
{
    return std::isnan(share.share) ? 1.0 : std::clamp(share.share, 0.0, 1.0);
}

QString percentOf(double part)
{
    return QString::fromStdString(report::percentText(part));
}

} // namespace

BudgetPicture::BudgetPicture(QWidget* parent)
    : QWidget(parent)
{
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void BudgetPicture::setContent(const results::OutputVerdict* output, std::shared_ptr<const results::TrialChange> trial)
{
    m_output = output ? *output : results::OutputVerdict();
    m_trial = std::move(trial);
    m_current = std::min(m_current, rowCount() - 1);
    setAccessibleName(tr("Which quantizers make the noise of %1").arg(QString::fromStdString(m_output.name)));
    setAccessibleDescription(text());
    updateGeometry();
    update();
}

int BudgetPicture::rowCount() const
{
    return m_output.budget ? int(std::min(std::size_t(m_mostRows), m_output.budget->shares.size())) : 0;
}

int BudgetPicture::rowHeight() const
{
    return fontMetrics().height() + 2 * kPadding;
}

QSize BudgetPicture::sizeHint() const
{
    const int rests = triedOutput() ? 2 : 0;
    return {fontMetrics().averageCharWidth() * kWidthInLetters, (rowCount() + rests) * rowHeight() + kGap};
}

QSize BudgetPicture::minimumSizeHint() const
{
    return {fontMetrics().averageCharWidth() * kWidthInLetters / 2, sizeHint().height()};
}

int BudgetPicture::titleWidth() const
{
    int widest = 0;
    for (int row = 0; row < rowCount(); ++row)
        widest = std::max(widest, fontMetrics().horizontalAdvance(nameOf(row)));
    return std::min(widest, width() * 2 / 5);
}

QString BudgetPicture::nameOf(int row) const
{
    return coreText(report::quantizerName(m_output.budget->shares[std::size_t(row)]));
}

QString BudgetPicture::triedTypeOf(const std::string& layer) const
{
    if (!m_trial)
        return {};
    for (const auto& row : m_trial->rows)
        if (!row.isOutput && row.name == layer && row.dtypeBefore != row.dtypeAfter)
            return row.dtypeAfter.empty() ? tr("float") : QString::fromStdString(row.dtypeAfter);
    return {};
}

const results::ChangeRow* BudgetPicture::triedOutput() const
{
    if (!m_trial)
        return nullptr;
    const auto found = std::ranges::find_if(
        m_trial->rows, [this](const auto& row) { return row.isOutput && row.name == m_output.name; });
    return found != m_trial->rows.end() && found->before && found->after ? &*found : nullptr;
}

void BudgetPicture::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const QColor base = palette().color(QPalette::Window);
    for (int row = 0; row < rowCount(); ++row)
        paintShare(painter, row, base);
    if (triedOutput())
        for (int row = 0; row < 2; ++row)
            paintRest(painter, row, base);
}

/// Those that were left float together in the run that counts stand out; what a trial changes is hatched.
void BudgetPicture::paintShare(QPainter& painter, int row, const QColor& base) const
{
    const auto& share = m_output.budget->shares[std::size_t(row)];
    const int top = row * rowHeight();
    const int left = titleWidth() + kGap;
    const QString tried = triedTypeOf(share.opName);
    const QString number =
        tried.isEmpty() ? percentOf(share.share) : tr("%1 · %2 in the trial").arg(percentOf(share.share), tried);
    const QString widest = m_trial ? tr("%1 · %2 in the trial").arg("100.0 %", "float") : percentOf(1.0);
    const int numberWidth = fontMetrics().horizontalAdvance(widest);
    const double room = std::max(0, width() - left - numberWidth - 2 * kGap);
    if (row == m_current) {
        painter.setPen(palette().color(QPalette::Highlight));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(0, top, width() - 1, rowHeight() - 1);
    }
    painter.setPen(palette().color(QPalette::WindowText));
    painter.drawText(QRect(0, top, left - kGap, rowHeight()), Qt::AlignRight | Qt::AlignVCenter,
                     fontMetrics().elidedText(nameOf(row), Qt::ElideMiddle, left - kGap));
    const QRectF bar(left, top + kPadding, std::max(1.0, room * sizeOf(share)), rowHeight() - 2 * kPadding);
    const bool isOfSet = m_output.budget->isExplained && std::size_t(row) < m_output.budget->setSize;
    const QColor color = isOfSet ? analysisColor(base) : mutedColor(palette().color(QPalette::WindowText), base);
    painter.fillRect(bar, tried.isEmpty() ? QBrush(color) : QBrush(color, Qt::BDiagPattern));
    painter.drawText(QRectF(bar.right() + kGap, top, numberWidth + kGap, rowHeight()), Qt::AlignLeft | Qt::AlignVCenter,
                     number);
}

/// What is left of the noise power after the trial, against what there was before it.
void BudgetPicture::paintRest(QPainter& painter, int row, const QColor& base) const
{
    const auto* output = triedOutput();
    const double db = row == 0 ? output->before->sqnrDb : output->after->sqnrDb;
    const double left = std::pow(10.0, (output->before->sqnrDb - output->after->sqnrDb) / 10.0);
    const double part = row == 0 || std::isnan(left) ? 1.0 : left;
    const int top = (rowCount() + row) * rowHeight() + kGap;
    const int from = titleWidth() + kGap;
    const QString number = tr("%1 dB, %2 of the noise").arg(formatNumber(db), percentOf(part));
    const int numberWidth = fontMetrics().horizontalAdvance(number);
    const double room = std::max(0, width() - from - numberWidth - 2 * kGap);
    painter.setPen(palette().color(QPalette::WindowText));
    painter.drawText(QRect(0, top, from - kGap, rowHeight()), Qt::AlignRight | Qt::AlignVCenter,
                     row == 0 ? tr("before the trial") : tr("after it"));
    const QRectF bar(from, top + kPadding, std::max(1.0, room * std::clamp(part, 0.0, 1.0)),
                     rowHeight() - 2 * kPadding);
    painter.fillRect(bar, row == 0 ? analysisColor(base) : baselineColor(base));
    painter.drawText(QRectF(bar.right() + kGap, top, numberWidth + kGap, rowHeight()), Qt::AlignLeft | Qt::AlignVCenter,
                     number);
}

QString BudgetPicture::text() const
{
    QStringList lines;
    for (int row = 0; row < rowCount(); ++row) {
        const auto& share = m_output.budget->shares[std::size_t(row)];
        lines.append(tr("%1: %2, alone %3 dB").arg(nameOf(row), percentOf(share.share), formatNumber(share.aloneDb)));
    }
    return lines.join(u'\n');
}

void BudgetPicture::select(int row)
{
    if (row < 0 || row >= rowCount())
        return;
    m_current = row;
    update();
    Q_EMIT layerClicked(m_output.budget->shares[std::size_t(row)].opName);
}

void BudgetPicture::mousePressEvent(QMouseEvent* event)
{
    select(int(event->position().y()) / rowHeight());
}

void BudgetPicture::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Up)
        select(m_current - 1);
    else if (event->key() == Qt::Key_Down)
        select(m_current + 1);
    else
        QWidget::keyPressEvent(event);
}

bool BudgetPicture::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const int row = help->pos().y() / rowHeight();
    if (row >= 0 && row < rowCount())
        QToolTip::showText(help->globalPos(), text().split(u'\n').value(row), this);
    return true;
}

} // namespace ql::widgets
