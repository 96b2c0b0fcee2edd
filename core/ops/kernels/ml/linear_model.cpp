// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/ops/ml/class_labels.h"
#include "core/ops/ml/feature_rows.h"
#include "core/ops/ml/post_transform.h"

#include <algorithm>

namespace ql::ops::kernels::linear_model {

namespace {

struct LinearModel {
    at::Tensor coefficients; ///< targets × features, in a row
    at::Tensor intercepts;   ///< one per target, or undefined
    PostTransform after = PostTransform::None;

    explicit LinearModel(const graph::Node& node)
        : coefficients(listOfFloats(node, "coefficients").data)
        , intercepts(listOfFloats(node, "intercepts").data)
        , after(postTransformOf(node))
    {
        if (!coefficients.defined() || coefficients.numel() == 0)
            throw Error(ErrorCode::InvalidNode, "attribute coefficients is missing");
        if (intercepts.defined() && intercepts.numel() == 0)
            intercepts = at::Tensor();
    }

    /// Rows × @p targets; 0 targets are as many as the coefficients make.
    at::Tensor scoresOf(const KernelCall& call, std::int64_t targets) const
    {
        const auto rows = featureRows(call, at::kFloat);
        const auto features = rows.size(1);
        if (targets == 0 && features > 0)
            targets = coefficients.numel() / features;
        if (targets == 0 || coefficients.numel() != targets * features)
            throw Error(ErrorCode::ShapeMismatch,
                        Message("attribute coefficients has {} entries, which doesn't fit {} features",
                                coefficients.numel(), features));
        if (intercepts.defined() && intercepts.numel() != targets)
            throw Error(ErrorCode::InvalidNode,
                        Message("attribute intercepts has {} entries, expected {}", intercepts.numel(), targets));
        const auto scores = at::matmul(rows, coefficients.view({targets, features}).t());
        return (intercepts.defined() ? scores.add(intercepts) : scores).contiguous();
    }
};

std::span<float> rowOf(at::Tensor& scores, std::int64_t row)
{
    const auto width = static_cast<std::size_t>(scores.size(1));
    return {scores.data_ptr<float>() + static_cast<std::size_t>(row) * width, width};
}

/// One score stands for two classes: the second one's.
std::vector<Tensor> classifiedByOne(const at::Tensor& scores, const Tensor& labels, PostTransform after)
{
    auto both = at::empty({scores.size(0), 2}, at::kFloat);
    std::vector<std::int64_t> classes;
    for (std::int64_t i = 0; i < scores.size(0); ++i) {
        const float score = scores.data_ptr<float>()[i];
        classes.push_back(score > 0.0F ? 1 : 0);
        std::ranges::copy(scoresOfTwo(after, score, true), rowOf(both, i).begin());
    }
    return {chosen(labels, classes, {scores.size(0)}), Tensor{both}};
}

Kernel bindClassifier(const graph::Node& node)
{
    const auto labels = labelsOf(node, "classlabels_ints", "classlabels_strings");
    return [labels, model = LinearModel(node)](const KernelCall& call) -> std::vector<Tensor> {
        auto scores = model.scoresOf(call, 0);
        const auto count = static_cast<std::int64_t>(lengthOf(labels));
        if (scores.size(1) == 1 && count == 2)
            return classifiedByOne(scores, labels, model.after);
        if (scores.size(1) != count)
            throw Error(ErrorCode::InvalidNode,
                        Message("the coefficients make {} scores of a row, expected {} as there are labels",
                                scores.size(1), count));
        std::vector<std::int64_t> classes;
        for (std::int64_t i = 0; i < scores.size(0); ++i) {
            const auto row = rowOf(scores, i);
            classes.push_back(std::ranges::max_element(row) - row.begin());
            transform(model.after, row);
        }
        return {chosen(labels, classes, {scores.size(0)}), Tensor{scores}};
    };
}

Kernel bindRegressor(const graph::Node& node)
{
    const auto targets = node.attributes.intOr("targets", 1);
    if (targets < 1)
        throw Error(ErrorCode::InvalidNode, Message("attribute targets is {}, expected 1 or more", targets));
    return [targets, model = LinearModel(node)](const KernelCall& call) -> std::vector<Tensor> {
        auto scores = model.scoresOf(call, targets);
        for (std::int64_t i = 0; i < scores.size(0); ++i) {
            const auto row = rowOf(scores, i);
            if (targets == 1)
                row[0] = transformed(model.after, row[0]);
            else
                transform(model.after, row);
        }
        return {Tensor{scores}};
    };
}

} // namespace

OperatorDefinitions definitions()
{
    return {{kMl, "LinearClassifier", 1, kLatestOpset, bindClassifier},
            {kMl, "LinearRegressor", 1, kLatestOpset, bindRegressor}};
}

} // namespace ql::ops::kernels::linear_model
