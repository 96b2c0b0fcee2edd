// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/ops/ml/class_labels.h"
#include "core/ops/ml/decision_trees.h"
#include "core/ops/ml/feature_rows.h"
#include "core/ops/ml/post_transform.h"

#include <algorithm>
#include <limits>

namespace ql::ops::kernels::tree_ensemble {

namespace {

enum class Aggregate { Average, Sum, Least, Most }; ///< as TreeEnsemble numbers them

struct Ensemble {
    DecisionTrees trees;
    std::vector<double> base; ///< added at the end; empty, or one per target
    PostTransform after = PostTransform::None;
    Aggregate aggregate = Aggregate::Sum;

    Ensemble(const graph::Node& node, const std::string& prefix, std::int64_t targets)
        : trees(node, prefix)
        , base(node.attributes.has("base_values_as_tensor")
                   ? node.attributes.requiredTensor("base_values_as_tensor").toDoubles()
                   : node.attributes.floatsOr("base_values", {}))
        , after(postTransformOf(node))
    {
        requireTargets(prefix, targets);
    }
    /// TreeEnsemble's, which has numbers for words.
    Ensemble(const graph::Node& node, std::int64_t targets)
        : trees(DecisionTrees::numbered(node))
        , after(numberedWord<PostTransform>(node, "post_transform", 0, 4))
        , aggregate(numberedWord<Aggregate>(node, "aggregate_function", 1, 3))
    {
        requireTargets("leaf_target", targets);
    }

    template <typename Word>
    static Word numberedWord(const graph::Node& node, const char* attribute, std::int64_t fallback, std::int64_t last)
    {
        const auto number = node.attributes.intOr(attribute, fallback);
        if (number < 0 || number > last)
            throw Error(ErrorCode::InvalidNode,
                        Message("attribute {} is {}, expected 0 to {}", attribute, number, last));
        return static_cast<Word>(number);
    }

    void requireTargets(const std::string& prefix, std::int64_t targets) const
    {
        for (const auto& vote : trees.votes())
            if (vote.target >= targets)
                throw Error(ErrorCode::InvalidNode, Message("attribute {}ids has an entry of {}, expected 0 to {}",
                                                            prefix, vote.target, targets - 1));
    }

    void requireBase(std::size_t targets) const
    {
        if (!base.empty() && base.size() != targets)
            throw Error(ErrorCode::InvalidNode,
                        Message("attribute base_values has {} entries, expected {}", base.size(), targets));
    }

    at::Tensor rowsOf(const KernelCall& call) const
    {
        auto rows = featureRows(call, at::kDouble);
        if (rows.size(1) < trees.featureCount())
            throw Error(ErrorCode::ShapeMismatch,
                        Message("input 0 has {} features, the trees ask for {}", rows.size(1), trees.featureCount()));
        return rows;
    }
};

/// What all trees say of one row, by target.
struct Sums {
    std::vector<double> values;
    std::vector<bool> hasVotes;

    Sums(const Ensemble& ensemble, const double* row, std::size_t targets)
        : values(targets, 0.0)
        , hasVotes(targets, false)
    {
        for (std::size_t tree = 0; tree < ensemble.trees.count(); ++tree)
            for (const auto& vote : ensemble.trees.votesOf(tree, row))
                add(ensemble.aggregate, static_cast<std::size_t>(vote.target), vote.weight);
        if (ensemble.aggregate == Aggregate::Average)
            for (auto& value : values)
                value /= static_cast<double>(ensemble.trees.count());
        for (std::size_t i = 0; i < ensemble.base.size() && ensemble.base.size() == targets; ++i) {
            values[i] += ensemble.base[i];
            hasVotes[i] = true;
        }
    }

    void add(Aggregate aggregate, std::size_t target, double weight)
    {
        auto& value = values[target];
        if (!hasVotes[target])
            value = weight;
        else if (aggregate == Aggregate::Least)
            value = std::min(value, weight);
        else if (aggregate == Aggregate::Most)
            value = std::max(value, weight);
        else
            value += weight;
        hasVotes[target] = true;
    }

    /// The target with the most votes, of those that are equal as float32 the first; one without votes loses against
    /// all others.
    std::size_t best() const
    {
        std::size_t found = 0;
        for (std::size_t i = 1; i < values.size(); ++i)
            if (hasVotes[i] && (!hasVotes[found] || float(values[i]) > float(values[found])))
                found = i;
        return found;
    }
};

Aggregate aggregateOf(const graph::Node& node)
{
    const auto word = node.attributes.stringOr("aggregate_function", "SUM");
    if (word == "SUM")
        return Aggregate::Sum;
    if (word == "AVERAGE")
        return Aggregate::Average;
    if (word == "MIN")
        return Aggregate::Least;
    if (word == "MAX")
        return Aggregate::Most;
    throw Error(ErrorCode::InvalidNode,
                Message("attribute aggregate_function is \"{}\", expected SUM, AVERAGE, MIN or MAX", word));
}

std::int64_t targetsOf(const graph::Node& node)
{
    const auto targets = node.attributes.intOr("n_targets", 1);
    if (targets < 1 || targets > std::numeric_limits<std::int32_t>::max())
        throw Error(ErrorCode::InvalidNode, Message("attribute n_targets is {}, expected 1 or more", targets));
    return targets;
}

/// What the trees say of each row, float32.
at::Tensor regressed(const Ensemble& ensemble, const KernelCall& call, std::int64_t targets)
{
    const auto rows = ensemble.rowsOf(call);
    auto y = at::empty({rows.size(0), targets}, at::kFloat);
    auto* target = y.data_ptr<float>();
    for (std::int64_t i = 0; i < rows.size(0); ++i, target += targets) {
        const Sums sums(ensemble, rows.data_ptr<double>() + i * rows.size(1), static_cast<std::size_t>(targets));
        std::ranges::transform(sums.values, target, [](double value) { return static_cast<float>(value); });
        if (targets == 1)
            *target = transformed(ensemble.after, *target);
        else
            transform(ensemble.after, {target, static_cast<std::size_t>(targets)});
    }
    return y;
}

Kernel bindRegressor(const graph::Node& node)
{
    const auto targets = targetsOf(node);
    Ensemble ensemble(node, "target_", targets);
    ensemble.requireBase(static_cast<std::size_t>(targets));
    ensemble.aggregate = aggregateOf(node);
    return [ensemble = std::move(ensemble), targets](const KernelCall& call) -> std::vector<Tensor> {
        return {Tensor{regressed(ensemble, call, targets)}};
    };
}

/// Of the input's type.
Kernel bindEnsemble(const graph::Node& node)
{
    const auto targets = targetsOf(node);
    return [ensemble = Ensemble(node, targets), targets](const KernelCall& call) -> std::vector<Tensor> {
        const auto y = regressed(ensemble, call, targets);
        const auto& x = call.input(0);
        return {x.type == graph::DataType::Double ? Tensor{y.to(at::kDouble)} : Tensor{y}};
    };
}

/// Two classes of which the leaves vote for one: its sum decides between both.
struct OneSided {
    bool isSo = false;
    bool areProbabilities = false; ///< no vote is negative
    std::size_t voted = 0;

    OneSided(const Ensemble& ensemble, std::size_t classes)
    {
        const auto& votes = ensemble.trees.votes();
        if (classes != 2 || votes.empty() || ensemble.base.size() > 1)
            return;
        voted = static_cast<std::size_t>(votes.front().target);
        isSo = std::ranges::all_of(votes, [this](const auto& vote) { return std::size_t(vote.target) == voted; });
        areProbabilities = std::ranges::all_of(votes, [](const auto& vote) { return vote.weight >= 0.0; });
    }

    /// The class; @p scores become those of both.
    std::int64_t decide(const Ensemble& ensemble, const Sums& sums, float* scores) const
    {
        const double base = ensemble.base.empty() ? 0.0 : ensemble.base[0];
        const auto score = static_cast<float>(sums.values[voted] + base);
        const auto both = scoresOfTwo(ensemble.after, score, areProbabilities);
        std::ranges::copy(both, scores);
        if (voted == 1) {
            scores[0] = 0.0F, scores[1] = score;
            transform(ensemble.after, {scores, 2});
        }
        return score > (areProbabilities ? 0.5F : 0.0F) ? 1 : 0;
    }
};

Kernel bindClassifier(const graph::Node& node)
{
    const auto labels = labelsOf(node, "classlabels_int64s", "classlabels_strings");
    const auto classes = lengthOf(labels);
    Ensemble ensemble(node, "class_", static_cast<std::int64_t>(classes));
    const OneSided oneSided(ensemble, classes);
    if (!oneSided.isSo)
        ensemble.requireBase(classes);
    return [ensemble = std::move(ensemble), labels, classes, oneSided](const KernelCall& call) -> std::vector<Tensor> {
        const auto rows = ensemble.rowsOf(call);
        auto scores = at::empty({rows.size(0), static_cast<std::int64_t>(classes)}, at::kFloat);
        auto* row = scores.data_ptr<float>();
        std::vector<std::int64_t> best;
        for (std::int64_t i = 0; i < rows.size(0); ++i, row += classes) {
            const Sums sums(ensemble, rows.data_ptr<double>() + i * rows.size(1), classes);
            if (oneSided.isSo) {
                best.push_back(oneSided.decide(ensemble, sums, row));
                continue;
            }
            best.push_back(static_cast<std::int64_t>(sums.best()));
            std::ranges::transform(sums.values, row, [](double value) { return static_cast<float>(value); });
            transform(ensemble.after, {row, classes});
        }
        return {chosen(labels, best, {rows.size(0)}), Tensor{scores}};
    };
}

} // namespace

OperatorDefinitions definitions()
{
    return {{kMl, "TreeEnsemble", 5, kLatestOpset, bindEnsemble},
            {kMl, "TreeEnsembleClassifier", 1, kLatestOpset, bindClassifier},
            {kMl, "TreeEnsembleRegressor", 1, kLatestOpset, bindRegressor}};
}

} // namespace ql::ops::kernels::tree_ensemble
