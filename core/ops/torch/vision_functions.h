// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ops/torch/torch_functions.h"

namespace ql::ops {

/// torchvision::nms: boxes [N, 4] as x1, y1, x2, y2, scores [N], threshold. The indices of the boxes to keep, the best
/// score first, among equals the first: those that no kept one overlaps with by more than the threshold (intersection
/// over union). @throws Error (ShapeMismatch, TypeMismatch)
std::vector<c10::IValue> visionNms(std::vector<c10::IValue> arguments);

/// torchvision::roi_align: input [N, C, H, W], regions [K, 5] as sample, x1, y1, x2, y2, scale, pooled height and
/// width, samples per cell and axis (0 or less: as many as it has elements), aligned (whether pixels have their centre
/// at halves). [K, C, height, width], each the mean of bilinear samples. @throws Error (ShapeMismatch, TypeMismatch,
/// InvalidNode)
std::vector<c10::IValue> visionRoiAlign(std::vector<c10::IValue> arguments);

} // namespace ql::ops
