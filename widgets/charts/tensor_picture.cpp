// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/tensor_picture.h"

#include "widgets/style/color_scale.h"
#include "widgets/text/display_text.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace ql::widgets {

namespace {

constexpr std::int64_t kShortestWave = 32;
constexpr std::int64_t kLeastPicture = 8;
constexpr std::int64_t kMostTraces = 8;
constexpr double kSquarest = 4.0; ///< a picture is at most so much longer than wide
constexpr int kMargin = 8;

/// 0 … 1 over the tensor's finite range.
double shade(float value, const results::TensorStatistics& range)
{
    if (!std::isfinite(value))
        return 0.0;
    const double span = range.max - range.min;
    return span > 0.0 ? std::clamp((double(value) - range.min) / span, 0.0, 1.0) : 0.5;
}

bool isSquarish(std::int64_t a, std::int64_t b)
{
    return std::min(a, b) >= kLeastPicture && double(std::max(a, b)) <= kSquarest * double(std::min(a, b));
}

} // namespace

PicturePlan planPicture(const std::vector<std::int64_t>& shape)
{
    std::vector<std::int64_t> sizes = shape;
    while (!sizes.empty() && sizes.front() == 1)
        sizes.erase(sizes.begin());
    const std::size_t rank = sizes.size();
    if (std::ranges::any_of(sizes, [](std::int64_t size) { return size <= 0; }) || sizes.empty())
        return {};
    const auto at = [&sizes, rank](std::size_t fromEnd) { return sizes[rank - fromEnd]; };
    if (rank == 1)
        return at(1) >= kShortestWave ? PicturePlan{PictureKind::Waveform, at(1), 1, false}
                                      : PicturePlan{PictureKind::Matrix, at(1), 1, false};
    if (rank >= 3 && at(1) == 3 && isSquarish(at(2), at(3)))
        return {PictureKind::Colour, at(2), at(3), true};
    if (rank >= 3 && at(3) == 3 && isSquarish(at(1), at(2)))
        return {PictureKind::Colour, at(1), at(2), false};
    if (at(1) == 1 && rank >= 3 && isSquarish(at(2), at(3)))
        return {PictureKind::Grey, at(2), at(3), true};
    if (isSquarish(at(1), at(2)))
        return {rank >= 3 || at(1) == at(2) ? PictureKind::Grey : PictureKind::Matrix, at(1), at(2), false};
    if (at(2) <= kMostTraces && at(1) >= kShortestWave)
        return {PictureKind::Waveform, at(1), at(2), false};
    return {PictureKind::Matrix, at(1), at(2), false};
}

QImage tensorImage(const results::TensorPreview& tensor, const PicturePlan& plan)
{
    if (plan.kind == PictureKind::Waveform || plan.kind == PictureKind::Nothing)
        return {};
    const bool isColour = plan.kind == PictureKind::Colour;
    const auto pixels = std::size_t(plan.width * plan.height);
    if (tensor.values.size() < pixels * (isColour ? 3 : 1))
        return {};
    QImage image(int(plan.width), int(plan.height), QImage::Format_RGB32);
    const auto value = [&](std::size_t pixel, std::size_t channel) {
        return shade(tensor.values[plan.isChannelLast ? pixel * 3 + channel : channel * pixels + pixel],
                     tensor.statistics);
    };
    for (std::size_t pixel = 0; pixel < pixels; ++pixel) {
        QColor color;
        if (isColour) {
            color = QColor::fromRgbF(float(value(pixel, 0)), float(value(pixel, 1)), float(value(pixel, 2)));
        } else {
            const double level = shade(tensor.values[pixel], tensor.statistics);
            color = plan.kind == PictureKind::Grey ? QColor::fromRgbF(float(level), float(level), float(level))
                                                   : cividis(level);
        }
        const auto width = std::size_t(plan.width);
        image.setPixel(int(pixel % width), int(pixel / width), color.rgb());
    }
    return image;
}

TensorPicture::TensorPicture(QWidget* parent)
    : QWidget(parent)
{
    setMinimumSize(140, 110);
}

void TensorPicture::setTensor(const results::TensorPreview& tensor)
{
    m_tensor = tensor;
    m_plan = planPicture(tensor.shape);
    m_image = tensorImage(tensor, m_plan);
    update();
}

void TensorPicture::clear(const QString& reason)
{
    m_tensor.reset();
    m_plan = {};
    m_image = {};
    m_reason = reason;
    update();
}

void TensorPicture::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const QColor ink = palette().color(QPalette::WindowText);
    const QColor muted = mutedColor(ink, palette().color(QPalette::Window));
    const QRectF inside = QRectF(rect()).adjusted(kMargin, kMargin, -kMargin, -kMargin);
    painter.setPen(muted);
    if (!m_tensor || m_plan.kind == PictureKind::Nothing) {
        painter.drawText(inside, Qt::AlignCenter | Qt::TextWordWrap,
                         m_tensor ? tr("This input has nothing to draw.") : m_reason);
        return;
    }
    const double line = QFontMetricsF(font()).height();
    const QString caption = tr("%1 · %2 · %3 to %4")
                                .arg(QString::fromStdString(m_tensor->name), formatShape(m_tensor->shape),
                                     formatNumber(m_tensor->statistics.min), formatNumber(m_tensor->statistics.max));
    painter.drawText(QRectF(inside.left(), inside.top(), inside.width(), line), Qt::AlignLeft | Qt::AlignVCenter,
                     QFontMetricsF(font()).elidedText(caption, Qt::ElideMiddle, inside.width()));
    const QRectF area = inside.adjusted(0, line + 4, 0, 0);
    if (m_plan.kind == PictureKind::Waveform) {
        paintWaveform(painter, area);
        return;
    }
    const bool isFlat = m_plan.kind == PictureKind::Matrix && m_plan.height < 2;
    const QSizeF size = isFlat ? QSizeF(area.width(), std::min(area.height(), 24.0))
                               : QSizeF(m_image.size()).scaled(area.size(), Qt::KeepAspectRatio);
    QRectF target(area.topLeft(), size);
    target.moveCenter(QPointF(area.center().x(), area.top() + size.height() / 2));
    painter.setRenderHint(QPainter::SmoothPixmapTransform, size.width() < m_image.width());
    painter.drawImage(target, m_image);
}

/// Each column of pixels spans the samples behind it from lowest to highest, so that no peak is lost.
void TensorPicture::paintWaveform(QPainter& painter, const QRectF& area) const
{
    painter.setPen(QPen(baselineColor(palette().color(QPalette::Window)), 1));
    const auto length = std::size_t(m_plan.width);
    const double band = area.height() / double(m_plan.height);
    const int columns = std::max(1, int(area.width()));
    for (std::int64_t trace = 0; trace < m_plan.height; ++trace) {
        const double bottom = area.top() + band * double(trace + 1) - 2;
        for (int column = 0; column < columns; ++column) {
            const std::size_t from = length * std::size_t(column) / std::size_t(columns);
            const std::size_t to = std::max(from + 1, length * std::size_t(column + 1) / std::size_t(columns)) + 1;
            double low = 1.0;
            double high = 0.0;
            for (std::size_t i = from; i < std::min(to, length); ++i) {
                const std::size_t place = std::size_t(trace) * length + i;
                if (place >= m_tensor->values.size())
                    return;
                const double level = shade(m_tensor->values[place], m_tensor->statistics);
                low = std::min(low, level);
                high = std::max(high, level);
            }
            const double x = area.left() + column;
            painter.drawLine(QPointF(x, bottom - low * (band - 4)), QPointF(x, bottom - high * (band - 4) - 0.5));
        }
    }
}

} // namespace ql::widgets
