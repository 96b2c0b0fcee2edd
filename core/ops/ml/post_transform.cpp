// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/ml/post_transform.h"

#include "core/base/error.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ql::ops {

namespace {

constexpr float kZero = 1e-7F; ///< scores that near to zero count as none

float inverseErrorFunction(float x)
{
    constexpr float a = 0.147F;
    const float log = std::log((1.0F - x) * (1.0F + x));
    const float half = 2.0F / (std::numbers::pi_v<float> * a) + 0.5F * log;
    return std::copysign(std::sqrt(std::sqrt(half * half - log / a) - half), x);
}

void normalize(std::span<float> scores, bool keepsZeros)
{
    if (scores.empty())
        return;
    const float highest = *std::ranges::max_element(scores);
    float sum = 0.0F;
    for (float& score : scores) {
        const bool stays = keepsZeros && std::abs(score) <= kZero;
        score = stays ? score * std::exp(-highest) : std::exp(score - highest);
        sum += stays ? 0.0F : score;
    }
    for (float& score : scores)
        score /= sum;
}

} // namespace

PostTransform postTransformOf(const graph::Node& node)
{
    using enum PostTransform;
    const auto word = node.attributes.stringOr("post_transform", "NONE");
    if (word == "NONE")
        return None;
    if (word == "SOFTMAX")
        return Softmax;
    if (word == "LOGISTIC")
        return Logistic;
    if (word == "SOFTMAX_ZERO")
        return SoftmaxZero;
    if (word == "PROBIT")
        return Probit;
    throw Error(
        ErrorCode::InvalidNode,
        Message("attribute post_transform is \"{}\", expected NONE, SOFTMAX, LOGISTIC, SOFTMAX_ZERO or PROBIT", word));
}

void transform(PostTransform transform, std::span<float> scores)
{
    switch (transform) {
    case PostTransform::None: break;
    case PostTransform::Softmax: normalize(scores, false); break;
    case PostTransform::SoftmaxZero: normalize(scores, true); break;
    case PostTransform::Logistic: std::ranges::transform(scores, scores.begin(), logistic); break;
    case PostTransform::Probit:
        for (float& score : scores)
            score = transformed(transform, score);
        break;
    }
}

float transformed(PostTransform transform, float score)
{
    if (transform != PostTransform::Probit)
        return score;
    return std::numbers::sqrt2_v<float> * inverseErrorFunction(2.0F * score - 1.0F);
}

std::array<float, 2> scoresOfTwo(PostTransform transform, float score, bool isProbability)
{
    if (transform == PostTransform::Probit)
        return {transformed(transform, score), 0.0F};
    if (isProbability)
        return {1.0F - score, score};
    if (transform == PostTransform::Logistic)
        return {logistic(-score), logistic(score)};
    return {-score, score};
}

float logistic(float x)
{
    const float positive = 1.0F / (1.0F + std::exp(-std::abs(x)));
    return x < 0.0F ? 1.0F - positive : positive;
}

} // namespace ql::ops
