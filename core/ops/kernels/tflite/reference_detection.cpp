// SPDX-License-Identifier: GPL-3.0-or-later
// DetectionPostProcess of domain "tflite": boxes relative to anchors, and scores, become the best boxes that don't
// overlap, as the format's custom operator does it.
#include "core/base/error.h"
#include "core/base/order.h"
#include "core/ops/support/checks.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace ql::ops::kernels::reference_detection {

namespace {

struct Attributes {
    std::int64_t mostDetections;
    std::int64_t classesPerDetection;
    std::int64_t detectionsPerClass;
    std::int64_t classes;
    bool isByClass; ///< each class looks for its own boxes
    float leastScore;
    float mostOverlap;
    std::array<float, 4> scales; ///< of y, x, height, width

    explicit Attributes(const graph::Node& node)
        : mostDetections(whole(node, "max_detections"))
        , classesPerDetection(whole(node, "max_classes_per_detection"))
        , detectionsPerClass(node.attributes.has("detections_per_class") ? whole(node, "detections_per_class") : 100)
        , classes(whole(node, "num_classes"))
        , isByClass(node.attributes.floatOr("use_regular_nms", 0.0) != 0.0)
        , leastScore(float(node.attributes.floatOr("nms_score_threshold", 0.0)))
        , mostOverlap(float(node.attributes.floatOr("nms_iou_threshold", 0.5)))
    {
        constexpr std::array kNames{"y_scale", "x_scale", "h_scale", "w_scale"};
        for (std::size_t i = 0; i < kNames.size(); ++i)
            scales[i] = float(node.attributes.floatOr(kNames[i], 1.0));
    }

private:
    static std::int64_t whole(const graph::Node& node, const char* name)
    {
        const double number = node.attributes.floatOr(name, 0.0);
        if (!(number >= 1.0 && number <= 1e6))
            throw Error(ErrorCode::InvalidNode, Message("attribute {} is {}, expected 1 to 1000000", name, number));
        return std::int64_t(number);
    }
};

struct Box {
    float top, left, bottom, right;

    float area() const { return (bottom - top) * (right - left); }
};

float overlap(const Box& a, const Box& b)
{
    if (a.area() <= 0 || b.area() <= 0)
        return 0;
    const float height = std::max(std::min(a.bottom, b.bottom) - std::max(a.top, b.top), 0.0F);
    const float width = std::max(std::min(a.right, b.right) - std::max(a.left, b.left), 0.0F);
    const float both = height * width;
    return both / (a.area() + b.area() - both);
}

/// Of centres and sizes relative to those of anchors.
std::vector<Box> boxesOf(const at::Tensor& codes, const at::Tensor& anchors, const Attributes& attributes)
{
    const auto* code = codes.data_ptr<float>();
    const auto* anchor = anchors.data_ptr<float>();
    const auto stride = codes.size(-1);
    const auto& scales = attributes.scales;
    std::vector<Box> boxes;
    for (std::int64_t i = 0; i < anchors.size(0); ++i, code += stride, anchor += 4) {
        const float y = code[0] / scales[0] * anchor[2] + anchor[0];
        const float x = code[1] / scales[1] * anchor[3] + anchor[1];
        const float height = 0.5F * std::exp(code[2] / scales[2]) * anchor[2];
        const float width = 0.5F * std::exp(code[3] / scales[3]) * anchor[3];
        boxes.push_back({y - height, x - width, y + height, x + width});
    }
    return boxes;
}

/// Indices of the best boxes, the best first.
std::vector<std::size_t> chosen(const std::vector<Box>& boxes, const std::vector<float>& scores,
                                const Attributes& attributes, std::int64_t most)
{
    std::vector<std::size_t> order(boxes.size());
    std::iota(order.begin(), order.end(), 0U);
    std::erase_if(order, [&](std::size_t i) { return !(scores[i] >= attributes.leastScore); });
    std::ranges::stable_sort(order, Falling<NaNs::Last>(), [&](std::size_t i) { return scores[i]; });
    std::vector<std::size_t> kept;
    for (const auto candidate : order) {
        if (std::int64_t(kept.size()) >= most)
            break;
        if (std::ranges::none_of(
                kept, [&](std::size_t i) { return overlap(boxes[i], boxes[candidate]) > attributes.mostOverlap; }))
            kept.push_back(candidate);
    }
    return kept;
}

struct Detection {
    std::size_t box;
    std::int64_t type;
    float score;
};

/// Scores without the background's, a row for each box.
class Scores {
public:
    Scores(const at::Tensor& scores, std::int64_t classes)
        : m_data(scores.data_ptr<float>())
        , m_stride(scores.size(-1))
        , m_first(m_stride - classes)
    {
    }

    float of(std::size_t box, std::int64_t type) const { return m_data[std::int64_t(box) * m_stride + m_first + type]; }

private:
    const float* m_data;
    std::int64_t m_stride;
    std::int64_t m_first;
};

/// By each box's best class; that box then has its best classes.
std::vector<Detection> detectAtOnce(const std::vector<Box>& boxes, const Scores& scores, const Attributes& attributes)
{
    const auto each = std::min(attributes.classesPerDetection, attributes.classes);
    std::vector<std::int64_t> types(std::size_t(attributes.classes));
    const auto sortTypes = [&](std::size_t box) {
        std::iota(types.begin(), types.end(), std::int64_t{0});
        std::ranges::stable_sort(types, Falling<NaNs::Last>(), [&](std::int64_t type) { return scores.of(box, type); });
    };
    std::vector<float> best(boxes.size());
    for (std::size_t i = 0; i < boxes.size(); ++i) {
        sortTypes(i);
        best[i] = scores.of(i, types.front());
    }
    std::vector<Detection> found;
    for (const auto box : chosen(boxes, best, attributes, attributes.mostDetections)) {
        sortTypes(box);
        for (std::int64_t i = 0; i < each; ++i)
            found.push_back({box, types[std::size_t(i)], scores.of(box, types[std::size_t(i)])});
    }
    return found;
}

std::vector<Detection> detectByClass(const std::vector<Box>& boxes, const Scores& scores, const Attributes& attributes)
{
    std::vector<Detection> found;
    std::vector<float> own(boxes.size());
    for (std::int64_t type = 0; type < attributes.classes; ++type) {
        for (std::size_t i = 0; i < boxes.size(); ++i)
            own[i] = scores.of(i, type);
        for (const auto box : chosen(boxes, own, attributes, attributes.detectionsPerClass))
            found.push_back({box, type, own[box]});
    }
    std::ranges::stable_sort(found, Falling<NaNs::Last>(), &Detection::score);
    if (std::int64_t(found.size()) > attributes.mostDetections)
        found.resize(std::size_t(attributes.mostDetections));
    return found;
}

void expectShapes(const KernelCall& call, const Attributes& attributes)
{
    for (std::size_t i = 0; i < 3; ++i) {
        expectType(call.required(i), Message("input {}", i), {graph::DataType::Float});
        expectRank(call.required(i), Message("input {}", i), i == 2 ? 2 : 3);
    }
    const auto& codes = call.required(0).data;
    const auto& scores = call.required(1).data;
    const auto& anchors = call.required(2).data;
    const bool fits = codes.size(0) == 1 && scores.size(0) == 1 && codes.size(1) == anchors.size(0)
                      && scores.size(1) == anchors.size(0) && codes.size(2) >= 4 && anchors.size(1) == 4
                      && scores.size(2) >= attributes.classes;
    if (!fits)
        throw Error(ErrorCode::ShapeMismatch,
                    Message("boxes {}, scores {} and anchors {} don't fit", graph::toString(call.required(0).shape()),
                            graph::toString(call.required(1).shape()), graph::toString(call.required(2).shape())));
}

/// Boxes, classes, scores, and how many there are; what is left is 0.
std::vector<Tensor> detect(const KernelCall& call, const Attributes& attributes)
{
    expectShapes(call, attributes);
    const auto codes = call.required(0).data.contiguous();
    const auto scoreData = call.required(1).data.contiguous();
    const auto boxes = boxesOf(codes, call.required(2).data.contiguous(), attributes);
    const Scores scores(scoreData, attributes.classes);
    const auto found =
        attributes.isByClass ? detectByClass(boxes, scores, attributes) : detectAtOnce(boxes, scores, attributes);
    const auto each = attributes.isByClass ? 1 : std::min(attributes.classesPerDetection, attributes.classes);
    const auto rows = attributes.mostDetections * each;
    auto places = at::zeros({1, rows, 4}, at::kFloat);
    auto types = at::zeros({1, rows}, at::kFloat);
    auto values = at::zeros({1, rows}, at::kFloat);
    for (std::size_t i = 0; i < found.size(); ++i) {
        const auto& box = boxes[found[i].box];
        auto* place = places.data_ptr<float>() + 4 * i;
        place[0] = box.top;
        place[1] = box.left;
        place[2] = box.bottom;
        place[3] = box.right;
        types.data_ptr<float>()[i] = float(found[i].type);
        values.data_ptr<float>()[i] = found[i].score;
    }
    const auto count = at::full({1}, float(std::int64_t(found.size()) / each), at::kFloat);
    return {Tensor(places), Tensor(types), Tensor(values), Tensor(count)};
}

} // namespace

OperatorDefinitions definitions()
{
    return {{"tflite", "DetectionPostProcess", 1, kLatestOpset, boundTo<Attributes, detect>}};
}

} // namespace ql::ops::kernels::reference_detection
