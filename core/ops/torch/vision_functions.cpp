// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/torch/vision_functions.h"

#include "core/base/error.h"
#include "core/ops/support/checks.h"

#include <algorithm>
#include <numeric>

namespace ql::ops {

namespace {

using Values = std::vector<c10::IValue>;

template <typename Number>
Number areaOf(const Number* box)
{
    return (box[2] - box[0]) * (box[3] - box[1]);
}

template <typename Number>
Number overlap(const Number* a, const Number* b)
{
    const Number width = std::max(Number(0), std::min(a[2], b[2]) - std::max(a[0], b[0]));
    const Number height = std::max(Number(0), std::min(a[3], b[3]) - std::max(a[1], b[1]));
    const Number shared = width * height;
    return shared / (areaOf(a) + areaOf(b) - shared);
}

template <typename Number>
at::Tensor keptBoxes(const at::Tensor& boxes, const at::Tensor& scores, double threshold)
{
    const auto numbers = boxes.contiguous();
    const auto* first = numbers.data_ptr<Number>();
    const auto order = std::get<1>(scores.sort(true, 0, true)).contiguous();
    std::vector<std::int64_t> kept;
    for (std::int64_t i = 0; i < order.numel(); ++i) {
        const auto candidate = order.data_ptr<std::int64_t>()[i];
        const auto isCovered = [&](std::int64_t other) {
            return double(overlap(first + 4 * other, first + 4 * candidate)) > threshold;
        };
        if (std::ranges::none_of(kept, isCovered))
            kept.push_back(candidate);
    }
    return at::tensor(kept, at::kLong);
}

/// The tensor at @p i, a float.
Tensor floatAt(const Values& arguments, std::size_t i, const Message& what, std::int64_t rank)
{
    Tensor tensor(arguments.at(i).toTensor());
    expectFloat(tensor, what);
    expectRank(tensor, what, rank);
    return tensor;
}

graph::Node alignNode(const Values& arguments)
{
    constexpr int kOpset = 16;
    graph::Node node;
    node.name = "roi_align";
    node.opType = "RoiAlign";
    node.opset = kOpset;
    const bool isAligned = arguments.at(6).toBool();
    node.attributes.set("coordinate_transformation_mode", std::string(isAligned ? "half_pixel" : "output_half_pixel"));
    node.attributes.set("spatial_scale", arguments.at(2).toDouble());
    node.attributes.set("output_height", arguments.at(3).toInt());
    node.attributes.set("output_width", arguments.at(4).toInt());
    node.attributes.set("sampling_ratio", std::max<std::int64_t>(arguments.at(5).toInt(), 0));
    return node;
}

} // namespace

std::vector<c10::IValue> visionNms(std::vector<c10::IValue> arguments)
{
    const auto boxes = floatAt(arguments, 0, "input 0 (dets)", 2);
    const auto scores = floatAt(arguments, 1, "input 1 (scores)", 1);
    if (boxes.data.size(1) != 4 || boxes.data.size(0) != scores.data.size(0))
        throw Error(ErrorCode::ShapeMismatch, Message("boxes of shape {} and scores of shape {} don't belong together",
                                                      graph::toString(boxes.shape()), graph::toString(scores.shape())));
    const auto threshold = arguments.at(2).toDouble();
    if (boxes.type == graph::DataType::Double)
        return {keptBoxes<double>(boxes.data, scores.data, threshold)};
    return {keptBoxes<float>(boxes.data.to(at::kFloat), scores.data, threshold)};
}

std::vector<c10::IValue> visionRoiAlign(std::vector<c10::IValue> arguments)
{
    const auto input = floatAt(arguments, 0, "input 0 (input)", 4);
    const auto regions = floatAt(arguments, 1, "input 1 (rois)", 2);
    if (regions.data.size(1) != 5)
        throw Error(ErrorCode::ShapeMismatch,
                    Message("input 1 (rois) has {} columns, expected 5", regions.data.size(1)));
    const auto node = alignNode(arguments);
    const auto kernel = Registry::builtIn().find("", node.opType, node.opset)->bind(node);
    const auto samples = regions.data.select(1, 0).to(at::kLong);
    const std::vector<Tensor> inputs{input, {regions.data.narrow(1, 1, 4), regions.type}, Tensor{samples}};
    static const BodyRunner kNoBodies;
    return {kernel({inputs, kNoBodies}).at(0).data};
}

} // namespace ql::ops
