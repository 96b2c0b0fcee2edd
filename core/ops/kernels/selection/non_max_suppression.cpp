// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/ops/support/checks.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace ql::ops::kernels::non_max_suppression {

namespace {

struct Box {
    float top, left, bottom, right;

    float area() const { return (bottom - top) * (right - left); }
};

/// @p numbers: two opposite corners (y, x, y, x), or centre and size (x, y, width, height).
Box boxOf(const float* numbers, bool isCentred)
{
    if (isCentred)
        return {numbers[1] - numbers[3] / 2, numbers[0] - numbers[2] / 2, numbers[1] + numbers[3] / 2,
                numbers[0] + numbers[2] / 2};
    return {std::min(numbers[0], numbers[2]), std::min(numbers[1], numbers[3]), std::max(numbers[0], numbers[2]),
            std::max(numbers[1], numbers[3])};
}

/// Intersection over union; boxes without an area overlap with nothing.
float overlap(const Box& a, const Box& b)
{
    const float height = std::min(a.bottom, b.bottom) - std::max(a.top, b.top);
    const float width = std::min(a.right, b.right) - std::max(a.left, b.left);
    if (!(height > 0) || !(width > 0) || !(a.area() > 0) || !(b.area() > 0))
        return 0;
    const float shared = height * width;
    return shared / (a.area() + b.area() - shared);
}

struct Limits {
    std::int64_t most = 0; ///< boxes per class
    float overlap = 0;
    float score = -std::numeric_limits<float>::infinity();
};

/// Boxes worth keeping, the best first; among equals the first.
std::vector<std::int64_t> kept(const std::vector<Box>& boxes, const float* scores, const Limits& limits)
{
    std::vector<std::int64_t> candidates;
    for (std::size_t i = 0; i < boxes.size(); ++i)
        if (scores[i] > limits.score)
            candidates.push_back(static_cast<std::int64_t>(i));
    const auto isWorse = [scores](std::int64_t a, std::int64_t b) {
        return scores[a] < scores[b] || (scores[a] == scores[b] && a > b);
    };
    // A heap: mostly few of many are taken.
    std::make_heap(candidates.begin(), candidates.end(), isWorse);
    std::vector<std::int64_t> result;
    while (!candidates.empty() && static_cast<std::int64_t>(result.size()) < limits.most) {
        std::pop_heap(candidates.begin(), candidates.end(), isWorse);
        const auto candidate = candidates.back();
        candidates.pop_back();
        const auto isCovered = [&boxes, &limits, candidate](std::int64_t other) {
            return overlap(boxes[static_cast<std::size_t>(candidate)], boxes[static_cast<std::size_t>(other)])
                   > limits.overlap;
        };
        if (std::none_of(result.begin(), result.end(), isCovered))
            result.push_back(candidate);
    }
    return result;
}

double numberOr(const KernelCall& call, std::size_t i, double fallback)
{
    if (!call.has(i))
        return fallback;
    if (call.input(i).data.numel() != 1)
        throw Error(ErrorCode::ShapeMismatch,
                    Message("input {} has {} elements, expected one", i, call.input(i).data.numel()));
    return call.input(i).data.to(at::kDouble).item<double>();
}

void expectOperands(const KernelCall& call)
{
    for (const std::size_t i : {0, 1}) {
        const Message what("input {} ({})", i, i == 0 ? "boxes" : "scores");
        expectType(call.required(i), what, {graph::DataType::Float});
        expectRank(call.input(i), what, 3);
    }
    const auto boxes = call.input(0).data.sizes();
    const auto scores = call.input(1).data.sizes();
    if (boxes[2] != 4 || boxes[0] != scores[0] || boxes[1] != scores[2])
        throw Error(ErrorCode::ShapeMismatch, Message("boxes of shape {} and scores of shape {} don't belong together",
                                                      graph::toString(boxes.vec()), graph::toString(scores.vec())));
}

std::vector<Tensor> evaluate(const KernelCall& call, bool isCentred)
{
    expectOperands(call);
    const Limits limits{static_cast<std::int64_t>(numberOr(call, 2, 0)), static_cast<float>(numberOr(call, 3, 0)),
                        static_cast<float>(numberOr(call, 4, -std::numeric_limits<double>::infinity()))};
    const auto boxes = call.input(0).data.contiguous();
    const auto scores = call.input(1).data.contiguous();
    const auto count = boxes.size(1);
    std::vector<std::int64_t> found; // batch, class, box
    for (std::int64_t batch = 0; batch < boxes.size(0); ++batch) {
        std::vector<Box> inBatch;
        for (std::int64_t i = 0; i < count; ++i)
            inBatch.push_back(boxOf(boxes.data_ptr<float>() + (batch * count + i) * 4, isCentred));
        for (std::int64_t category = 0; category < scores.size(1); ++category) {
            const auto* row = scores.data_ptr<float>() + (batch * scores.size(1) + category) * count;
            for (const auto box : kept(inBatch, row, limits))
                found.insert(found.end(), {batch, category, box});
        }
    }
    return {Tensor{at::tensor(found, at::kLong).view({-1, 3})}};
}

Kernel bind(const graph::Node& node)
{
    const bool isCentred = node.attributes.intOr("center_point_box", 0) != 0;
    return [isCentred](const KernelCall& call) { return evaluate(call, isCentred); };
}

} // namespace

OperatorDefinitions definitions()
{
    return {{"", "NonMaxSuppression", 10, kLatestOpset, bind}};
}

} // namespace ql::ops::kernels::non_max_suppression
