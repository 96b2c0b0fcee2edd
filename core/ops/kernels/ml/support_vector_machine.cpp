// SPDX-License-Identifier: GPL-3.0-or-later
// SVMClassifier and SVMRegressor. Where the standard says nothing, what is computed is ONNX Runtime 1.21's.
#include "core/base/error.h"
#include "core/ops/ml/class_labels.h"
#include "core/ops/ml/feature_rows.h"
#include "core/ops/ml/pairwise_coupling.h"
#include "core/ops/ml/post_transform.h"
#include "core/ops/ml/support_vectors.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace ql::ops::kernels::support_vector_machine {

namespace {

using Counts = std::vector<std::int64_t>;

std::vector<float> floatsOf(const graph::Node& node, const char* attribute)
{
    const auto given = node.attributes.floatsOr(attribute, {});
    return {given.begin(), given.end()};
}

std::vector<float> floatsOf(const graph::Node& node, const char* attribute, std::size_t count)
{
    auto floats = floatsOf(node, attribute);
    if (floats.size() != count)
        throw Error(ErrorCode::InvalidNode,
                    Message("attribute {} has {} entries, expected {}", attribute, floats.size(), count));
    return floats;
}

/// A machine for every pair of classes, or one linear score per class.
class Classifier {
public:
    explicit Classifier(const graph::Node& node);
    std::vector<Tensor> operator()(const KernelCall& call) const;

private:
    struct Judged {
        std::size_t winner = 0;
        std::vector<float> scores;
    };
    Judged judged(std::span<const float> products) const;
    Judged judgedLinearly(std::span<const float> products) const;
    std::vector<float> pairScores(std::span<const float> products) const;
    std::size_t mostVotes(const std::vector<float>& pairs) const;
    std::vector<float> probabilities(const std::vector<float>& pairs) const;

    std::size_t pairCount() const { return m_classes * (m_classes - 1) / 2; }

    Tensor m_labels;
    std::size_t m_classes;
    Counts m_counts; ///< support vectors of each class
    SupportVectors m_vectors;
    std::vector<float> m_coefficients;
    std::vector<float> m_rho;
    std::vector<float> m_slopes; ///< prob_a and prob_b: a sigmoid per pair, or none
    std::vector<float> m_offsets;
    PostTransform m_after;
    bool m_addsOnly = false; ///< no coefficient of the linear model is negative
};

Classifier::Classifier(const graph::Node& node)
    : m_labels(labelsOf(node, "classlabels_ints", "classlabels_strings"))
    , m_classes(lengthOf(m_labels))
    , m_counts(node.attributes.intsOr("vectors_per_class", {}))
    , m_vectors(node, std::accumulate(m_counts.begin(), m_counts.end(), std::int64_t{0}), std::int64_t(m_classes))
    , m_after(postTransformOf(node))
{
    if (!m_vectors.areGiven()) {
        m_rho = floatsOf(node, "rho");
        if (m_rho.empty())
            throw Error(ErrorCode::InvalidNode, Message("attribute {} is missing", "rho"));
        m_addsOnly = std::ranges::all_of(floatsOf(node, "coefficients"), [](float each) { return each >= 0.0F; });
        return;
    }
    if (m_counts.size() != m_classes || std::ranges::any_of(m_counts, [](auto count) { return count < 0; }))
        throw Error(ErrorCode::InvalidNode, Message("attribute {} has {} entries, expected {}", "vectors_per_class",
                                                    m_counts.size(), m_classes));
    const auto all = std::accumulate(m_counts.begin(), m_counts.end(), std::size_t{0});
    m_coefficients = floatsOf(node, "coefficients", (m_classes - 1) * all);
    m_rho = floatsOf(node, "rho", pairCount());
    if (!node.attributes.floatsOr("prob_a", {}).empty()) {
        m_slopes = floatsOf(node, "prob_a", pairCount());
        m_offsets = floatsOf(node, "prob_b", pairCount());
    }
}

/// Positive where the first class of a pair wins. Row k of the coefficients holds those of a class against the k-th of
/// the others.
std::vector<float> Classifier::pairScores(std::span<const float> products) const
{
    std::vector<std::size_t> begins(m_classes);
    std::exclusive_scan(m_counts.begin(), m_counts.end(), begins.begin(), std::size_t{0});
    const auto part = [&](std::size_t row, std::size_t of) {
        const auto* coefficients = m_coefficients.data() + row * products.size() + begins[of];
        return std::inner_product(coefficients, coefficients + m_counts[of], products.data() + begins[of], 0.0);
    };
    std::vector<float> scores;
    for (std::size_t i = 0; i < m_classes; ++i)
        for (std::size_t j = i + 1; j < m_classes; ++j)
            scores.push_back(float(part(j - 1, i) + part(i, j) + double(m_rho[scores.size()])));
    return scores;
}

std::size_t Classifier::mostVotes(const std::vector<float>& pairs) const
{
    std::vector<int> votes(m_classes);
    std::size_t pair = 0;
    for (std::size_t i = 0; i < m_classes; ++i)
        for (std::size_t j = i + 1; j < m_classes; ++j)
            ++votes[pairs[pair++] > 0.0F ? i : j];
    return std::size_t(std::ranges::max_element(votes) - votes.begin());
}

std::vector<float> Classifier::probabilities(const std::vector<float>& pairs) const
{
    constexpr double kLeast = 1e-7;
    std::vector<double> between(m_classes * m_classes);
    std::size_t pair = 0;
    for (std::size_t i = 0; i < m_classes; ++i)
        for (std::size_t j = i + 1; j < m_classes; ++j, ++pair) {
            const double x = double(pairs[pair]) * double(m_slopes[pair]) + double(m_offsets[pair]);
            const double first = std::clamp(1.0 / (1.0 + std::exp(x)), kLeast, 1.0 - kLeast);
            between[i * m_classes + j] = first;
            between[j * m_classes + i] = 1.0 - first;
        }
    const auto all = coupled(between, m_classes);
    return {all.begin(), all.end()};
}

/// Of two classes the second one's label is taken for whatever score is high, as ONNX Runtime does.
Classifier::Judged Classifier::judgedLinearly(std::span<const float> products) const
{
    Judged linear{0, {products.begin(), products.end()}};
    for (auto& score : linear.scores)
        score += m_rho.front();
    const auto highest = std::ranges::max_element(linear.scores);
    const bool isHigh = m_addsOnly ? *highest >= 0.5F : *highest > 0.0F;
    linear.winner = m_classes == 2 && isHigh ? 1 : std::size_t(highest - linear.scores.begin());
    if (m_classes == 1)
        linear.scores = {transformed(m_after, linear.scores.front())};
    else
        transform(m_after, linear.scores);
    return linear;
}

Classifier::Judged Classifier::judged(std::span<const float> products) const
{
    if (!m_vectors.areGiven())
        return judgedLinearly(products);
    auto pairs = pairScores(products);
    const auto winner = mostVotes(pairs);
    if (!m_slopes.empty())
        pairs = probabilities(pairs);
    if (pairs.size() == 1 && m_after == PostTransform::Probit) {
        const auto both = scoresOfTwo(m_after, pairs.front(), false);
        return {winner, {both.begin(), both.end()}};
    }
    if (pairs.size() == 1) // ONNX Runtime forgets the transform here and gives {1 - s, s}
        pairs = {-pairs.front(), pairs.front()};
    transform(m_after, pairs);
    return {winner, std::move(pairs)};
}

std::vector<Tensor> Classifier::operator()(const KernelCall& call) const
{
    const auto products = m_vectors.products(featureRows(call, at::kFloat)).contiguous();
    const auto rows = products.size(0);
    const auto width = std::size_t(products.size(1));
    std::vector<std::int64_t> winners;
    std::vector<float> scores;
    for (std::int64_t i = 0; i < rows; ++i) {
        const auto row = judged({products.data_ptr<float>() + std::size_t(i) * width, width});
        winners.push_back(std::int64_t(row.winner));
        scores.insert(scores.end(), row.scores.begin(), row.scores.end());
    }
    const auto columns = rows > 0 ? std::int64_t(scores.size()) / rows : std::int64_t(m_classes);
    return {chosen(m_labels, winners, {rows}), Tensor{at::tensor(scores, at::kFloat).view({rows, columns})}};
}

Kernel bindClassifier(const graph::Node& node)
{
    return Classifier(node);
}

Kernel bindRegressor(const graph::Node& node)
{
    const auto count = node.attributes.intOr("n_supports", 0);
    if (count < 0)
        throw Error(ErrorCode::InvalidNode, Message("attribute {} is {}, expected 0 or more", "n_supports", count));
    const SupportVectors vectors(node, count, 1);
    const auto rho = floatsOf(node, "rho", 1).front();
    const auto weights = count > 0 ? floatsOf(node, "coefficients", std::size_t(count)) : std::vector{1.0F};
    const auto after = postTransformOf(node);
    const bool isOneClass = node.attributes.intOr("one_class", 0) != 0;
    return [=](const KernelCall& call) -> std::vector<Tensor> {
        const auto products = vectors.products(featureRows(call, at::kFloat));
        auto scores = at::matmul(products, at::tensor(weights, at::kFloat)).add_(rho).unsqueeze(1).contiguous();
        for (std::int64_t i = 0; i < scores.size(0); ++i) {
            auto& score = scores.data_ptr<float>()[i];
            score = isOneClass ? (score > 0.0F ? 1.0F : -1.0F) : transformed(after, score);
        }
        return {Tensor{scores}};
    };
}

} // namespace

OperatorDefinitions definitions()
{
    return {{kMl, "SVMClassifier", 1, kLatestOpset, bindClassifier},
            {kMl, "SVMRegressor", 1, kLatestOpset, bindRegressor}};
}

} // namespace ql::ops::kernels::support_vector_machine
