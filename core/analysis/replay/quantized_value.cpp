// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/replay/quantized_value.h"

namespace ql::analysis {

at::Tensor quantizedValue(const at::Tensor& values, const results::QuantizerInfo& quantizer)
{
    std::vector<std::int64_t> shape;
    const auto channels = std::int64_t(quantizer.scales.size());
    if (quantizer.channelAxis) {
        const auto axis = *quantizer.channelAxis + (*quantizer.channelAxis < 0 ? values.dim() : 0);
        if (axis < 0 || axis >= values.dim() || values.size(axis) != channels)
            return values;
        shape.assign(std::size_t(values.dim()), 1);
        shape[std::size_t(axis)] = channels;
    } else if (channels != 1) {
        return values;
    }
    const auto scale = at::tensor(quantizer.scales, at::kDouble).to(at::kFloat).reshape(shape);
    const auto zeroPoint = at::tensor(quantizer.zeroPoints, at::kLong).to(at::kFloat).reshape(shape);
    const auto places = (values / scale).round() + zeroPoint;
    return (places.clamp(double(quantizer.lowest), double(quantizer.highest)) - zeroPoint) * scale;
}

} // namespace ql::analysis
