// SPDX-License-Identifier: GPL-3.0-or-later
// NonMaxSuppression of domain "tflite": one list of boxes and scores. What overlaps a chosen box by the given share or
// more is suppressed; with a sigma, what overlaps it by less loses score (Bodla et al., "Soft-NMS", 2017). Results are
// as long as the most boxes to choose, zeros behind those that are chosen.
#include "core/base/error.h"
#include "core/ops/support/checks.h"

#include <algorithm>
#include <cmath>
#include <queue>

namespace ql::ops::kernels::reference_suppression {

namespace {

constexpr std::size_t kInputsWithSigma = 6;

struct Box {
    float top, left, bottom, right;

    float area() const { return (bottom - top) * (right - left); }
};

/// Of two opposite corners: y, x, y, x.
Box boxOf(const float* corners)
{
    return {std::min(corners[0], corners[2]), std::min(corners[1], corners[3]), std::max(corners[0], corners[2]),
            std::max(corners[1], corners[3])};
}

/// Intersection over union; boxes without an area overlap with nothing.
float overlap(const Box& a, const Box& b)
{
    if (!(a.area() > 0) || !(b.area() > 0))
        return 0;
    const float height = std::max(std::min(a.bottom, b.bottom) - std::max(a.top, b.top), 0.0F);
    const float width = std::max(std::min(a.right, b.right) - std::max(a.left, b.left), 0.0F);
    const float shared = height * width;
    return shared / (a.area() + b.area() - shared);
}

struct Limits {
    std::int64_t most = 0;
    float overlap = 0;
    float score = 0;
    float sigma = 0; ///< 0: scores stay as they are
};

struct Candidate {
    std::size_t box = 0;
    float score = 0;
    std::size_t compared = 0; ///< chosen boxes that have had their effect on the score
};

/// The best one last; among equals the first.
bool isWorse(const Candidate& a, const Candidate& b)
{
    return a.score != b.score ? a.score < b.score : a.box > b.box;
}

/// Lets the chosen boxes from the last one on have their effect. False where one of them suppresses it.
bool survives(Candidate& candidate, const std::vector<Candidate>& chosen, const std::vector<Box>& boxes,
              const Limits& limits)
{
    for (auto i = chosen.size(); i > candidate.compared; --i) {
        const float shared = overlap(boxes[candidate.box], boxes[chosen[i - 1].box]);
        if (shared >= limits.overlap)
            return false;
        if (limits.sigma > 0)
            candidate.score *= std::exp(-0.5F / limits.sigma * shared * shared);
        if (!(candidate.score > limits.score))
            return false;
    }
    candidate.compared = chosen.size();
    return true;
}

std::vector<Candidate> choose(const std::vector<Box>& boxes, const float* scores, const Limits& limits)
{
    std::priority_queue<Candidate, std::vector<Candidate>, decltype(&isWorse)> waiting(&isWorse);
    for (std::size_t i = 0; i < boxes.size(); ++i)
        if (scores[i] > limits.score)
            waiting.push({i, scores[i], 0});
    std::vector<Candidate> chosen;
    while (!waiting.empty() && std::int64_t(chosen.size()) < limits.most) {
        auto candidate = waiting.top();
        waiting.pop();
        const float before = candidate.score;
        if (!survives(candidate, chosen, boxes, limits))
            continue;
        if (candidate.score == before)
            chosen.push_back(candidate);
        else
            waiting.push(candidate); // another one may be better now
    }
    return chosen;
}

double numberAt(const KernelCall& call, std::size_t input)
{
    const auto& tensor = call.required(input);
    if (tensor.data.numel() != 1)
        throw Error(ErrorCode::ShapeMismatch,
                    Message("input {} has {} elements, expected one", input, tensor.data.numel()));
    return tensor.data.to(at::kDouble).item<double>();
}

void expectOperands(const KernelCall& call)
{
    for (const std::size_t i : {0, 1}) {
        const Message what("input {} ({})", i, i == 0 ? "boxes" : "scores");
        expectType(call.required(i), what, {graph::DataType::Float});
        expectRank(call.required(i), what, i == 0 ? 2 : 1);
    }
    const auto boxes = call.required(0).data.sizes();
    const auto scores = call.required(1).data.sizes();
    if (boxes[1] != 4 || boxes[0] != scores[0])
        throw Error(ErrorCode::ShapeMismatch, Message("boxes of shape {} and scores of shape {} don't belong together",
                                                      graph::toString(boxes.vec()), graph::toString(scores.vec())));
}

/// Which boxes, where there is a sigma their scores, and how many.
std::vector<Tensor> suppress(const KernelCall& call)
{
    expectOperands(call);
    const bool hasSigma = call.has(kInputsWithSigma - 1);
    const Limits limits{std::int64_t(numberAt(call, 2)), float(numberAt(call, 3)), float(numberAt(call, 4)),
                        hasSigma ? float(numberAt(call, kInputsWithSigma - 1)) : 0.0F};
    if (limits.most < 0)
        throw Error(ErrorCode::InvalidNode,
                    Message("input 2 (max_output_size) is {}, expected 0 or more", limits.most));
    expectAffordable({limits.most}, graph::DataType::Float);
    const auto corners = call.required(0).data.contiguous();
    const auto scores = call.required(1).data.contiguous();
    std::vector<Box> boxes;
    for (std::int64_t i = 0; i < corners.size(0); ++i)
        boxes.push_back(boxOf(corners.data_ptr<float>() + 4 * i));
    const auto chosen = choose(boxes, scores.data_ptr<float>(), limits);
    const auto places = at::zeros({limits.most}, at::kInt);
    const auto values = at::zeros({limits.most}, at::kFloat);
    for (std::size_t i = 0; i < chosen.size(); ++i) {
        places.data_ptr<std::int32_t>()[i] = std::int32_t(chosen[i].box);
        values.data_ptr<float>()[i] = chosen[i].score;
    }
    const Tensor count(at::scalar_tensor(std::int64_t(chosen.size()), at::kInt));
    return hasSigma ? std::vector<Tensor>{Tensor(places), Tensor(values), count}
                    : std::vector<Tensor>{Tensor(places), count};
}

Kernel bind(const graph::Node&)
{
    return suppress;
}

} // namespace

OperatorDefinitions definitions()
{
    return {{"tflite", "NonMaxSuppression", 1, kLatestOpset, bind}};
}

} // namespace ql::ops::kernels::reference_suppression
