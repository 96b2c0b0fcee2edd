// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/input_preview.h"

#include <QImage>
#include <QWidget>

#include <optional>

namespace ql::widgets {

/// How a tensor is best looked at.
enum class PictureKind { Colour, Grey, Waveform, Matrix, Nothing };

struct PicturePlan {
    PictureKind kind = PictureKind::Nothing;
    std::int64_t width = 0;  ///< pixels, or samples of a waveform
    std::int64_t height = 0; ///< pixels, or traces of a waveform
    bool isChannelLast = false;
};

/// Reads the shape from its end: 3×H×W and H×W×3 are colour, one row that is long is a waveform, two real axes are a
/// grey picture (square enough) or a matrix. Only the first of a batch is shown.
PicturePlan planPicture(const std::vector<std::int64_t>& shape);

/// The picture in its own resolution; null for waveforms. Values are stretched over their range.
QImage tensorImage(const results::TensorPreview& tensor, const PicturePlan& plan);

/// Shows one input tensor: as a picture, a waveform or a matrix in the cividis scale, with its name, shape and range.
class TensorPicture : public QWidget {
    Q_OBJECT

public:
    explicit TensorPicture(QWidget* parent = nullptr);

    void setTensor(const results::TensorPreview& tensor);
    void clear(const QString& reason);
    PictureKind kind() const { return m_plan.kind; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void paintWaveform(class QPainter& painter, const QRectF& area) const;

    std::optional<results::TensorPreview> m_tensor;
    PicturePlan m_plan;
    QImage m_image;
    QString m_reason;
};

} // namespace ql::widgets
