// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/diagnostic.h"
#include "core/results/fields.h"
#include "core/results/layers/worst_slice.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace ql::results {

/// How good an output is, best first; core/analysis/verdict/quality.h says by which numbers.
enum class Quality {
    Equal,  ///< not one element differs
    Fine,   ///< as a well quantized model's
    Fair,   ///< the error is small, and more than a well quantized model's
    Poor,   ///< the error shows
    Bad,    ///< little is left of the signal
    Broken, ///< NaN or infinite where the baseline isn't
    Unknown ///< nothing to judge by: no signal, other shapes
};

constexpr auto wordsOf(Quality)
{
    using enum Quality;
    return std::array{Word{Equal, "equal"}, Word{Fine, "fine"},     Word{Fair, "fair"},      Word{Poor, "poor"},
                      Word{Bad, "bad"},     Word{Broken, "broken"}, Word{Unknown, "unknown"}};
}

/// What makes an output's numbers mean something else than usual.
enum class OutputRemark {
    None,
    ShapesDiffer,
    Empty,            ///< no elements, or no finite ones
    BaselineIsZero,   ///< everywhere: no signal that an error could be measured against
    BaselineConstant, ///< one number everywhere
    AnalysisConstant, ///< one number everywhere, though the baseline's varies
    OneNumber,        ///< a single element in a single sample
    Strings           ///< no numbers: elements are equal or not
};

constexpr auto wordsOf(OutputRemark)
{
    using enum OutputRemark;
    return std::array{Word{None, "none"},
                      Word{ShapesDiffer, "shapes-differ"},
                      Word{Empty, "empty"},
                      Word{BaselineIsZero, "baseline-is-zero"},
                      Word{BaselineConstant, "baseline-constant"},
                      Word{AnalysisConstant, "analysis-constant"},
                      Word{OneNumber, "one-number"},
                      Word{Strings, "strings"}};
}

/// How many of an output's decisions come out as in the baseline.
struct Agreement {
    bool isOfLargest = true;   ///< a decision is the place of the largest element along an axis; else it is an element
    std::uint64_t choices = 0; ///< elements along that axis
    std::uint64_t equal = 0;
    std::uint64_t decisions = 0;
    std::uint64_t undecided = 0; ///< beside them: with NaN among the elements
};

void fields(auto& visit, Of<Agreement> auto& agreement)
{
    visit.word("of", agreement.isOfLargest, "largest-element", "elements");
    visit("choices", agreement.choices);
    visit("equal", agreement.equal);
    visit("decisions", agreement.decisions);
    visit.late("undecided", agreement.undecided);
}

/// One quantizer's part of an output's error.
struct BudgetShare {
    std::string opName;
    std::string sensitiveType; ///< "activation", "weight", "both"
    std::string opType;
    std::string quantDtype;
    double share = 0.0;   ///< of the noise powers of all one-on runs, 0 … 1; NaN where it breaks the output alone
    double aloneDb = 0.0; ///< SQNR with only this quantized
};

void fields(auto& visit, Of<BudgetShare> auto& share)
{
    visit("op_name", share.opName);
    visit("sensitive_type", share.sensitiveType);
    visit("op_type", share.opType);
    visit("quant_dtype", share.quantDtype);
    visit("share", share.share);
    visit("alone_db", share.aloneDb);
}

/// A scope that was left float as a whole, as a config that skips its layers leaves it, while everything else was
/// quantized: several layers of it make the error together.
struct ScopeShare {
    std::string scope;
    std::vector<std::string> layers; ///< the quantized ones in it
    double repairedDb = 0.0;         ///< SQNR measured then
    double removed = 0.0;            ///< part of the noise power that was gone; NaN where the whole is NaN or infinite
};

void fields(auto& visit, Of<ScopeShare> auto& scope)
{
    visit("scope", scope.scope);
    visit("layers", scope.layers);
    visit("repaired_db", scope.repairedDb);
    visit("removed", scope.removed);
}

/// Where an output's noise power comes from. Noise power is the mean of (y_i - y)², y the baseline's output.
struct ErrorBudget {
    double wholeDb = 0.0;            ///< SQNR with everything quantized
    double sumDb = 0.0;              ///< noise powers of all one-on runs together against that of the whole
    std::vector<BudgetShare> shares; ///< largest first
    std::size_t setSize = 0;         ///< so many of the first were left float together in the run that counts
    double setShare = 0.0;           ///< the sum of their shares
    double repairedDb = 0.0;         ///< SQNR measured with them float and everything else quantized
    double removed = 0.0;     ///< part of the noise power that was gone then; NaN where the whole is NaN or infinite
    bool isExplained = false; ///< that run took away at least 80 % of the noise power
    bool isBroken = false;    ///< with everything quantized the output holds NaN or infinite elements
    /// The quantized runs began from states of their own: what is wrong with these is in the whole, in no share.
    bool hasOwnStates = false;
    /// The narrowest scope that took away at least 80 % of the noise power; nothing where a single layer does.
    std::optional<ScopeShare> scope;

    /// Whether shares may be read as parts of the whole.
    bool isAdditive() const { return sumDb >= -kMostDeviationDb && sumDb <= kMostDeviationDb; }
    /// How many of the first shares are to blame: those of the set that explains 80 %, measured, if they are few (one;
    /// up to three of nine quantizers or more; up to every tenth of many). 0 = no single culprit.
    std::size_t culprits() const;

    static constexpr double kMostDeviationDb = 3.0; ///< a factor of two in power
    static constexpr double kExplained = 0.8;
};

void fields(auto& visit, Of<ErrorBudget> auto& budget)
{
    visit("everything_db", budget.wholeDb);
    visit("sum_against_whole_db", budget.sumDb);
    visit.derived("is_additive", budget.isAdditive());
    visit.derived("culprits", budget.culprits());
    visit.nested("smallest_set", [&](auto& inner) {
        inner("rows", budget.setSize);
        inner("share", budget.setShare);
        inner("repaired_db", budget.repairedDb);
        inner("removed", budget.removed);
        inner("is_explained", budget.isExplained);
    });
    visit("is_broken", budget.isBroken);
    visit("has_own_states", budget.hasOwnStates);
    visit("shares", budget.shares);
    visit.late("scope", budget.scope);
}

struct OutputVerdict {
    std::string name;
    Quality quality = Quality::Unknown;
    OutputRemark remark = OutputRemark::None;
    double sqnrDb = 0.0; ///< over all samples together
    double largestDifference = 0.0;
    double worstDb = 0.0; ///< of the worst sample
    std::uint64_t worstSample = 0;
    std::uint64_t elements = 0;       ///< of all samples
    std::uint64_t brokenElements = 0; ///< NaN or infinite in one of both alone
    double baselineValue = 0.0;       ///< where the remark is about one number
    double analysisValue = 0.0;
    std::optional<WorstSlice> worstSlice; ///< of all samples; the quality is as good as it is
    std::optional<Agreement> agreement;   ///< where the output decides something
    std::optional<ErrorBudget> budget;
};

void fields(auto& visit, Of<OutputVerdict> auto& output)
{
    visit("name", output.name);
    visit("quality", output.quality);
    visit("remark", output.remark);
    visit("sqnr_db", output.sqnrDb);
    visit("largest_difference", output.largestDifference);
    visit("worst_sample", output.worstSample);
    visit("worst_sample_db", output.worstDb);
    visit("elements", output.elements);
    visit("broken_elements", output.brokenElements);
    visit("baseline_value", output.baselineValue);
    visit("analysis_value", output.analysisValue);
    visit.ifAny("worst_slice", output.worstSlice);
    visit("agreement", output.agreement);
    visit("budget", output.budget);
}

/// How good the analysis model is, output by output, and what its error comes from.
struct Verdict {
    std::uint64_t samples = 0;
    std::vector<OutputVerdict> outputs;
    Message whyNoBudget;          ///< empty where there is one, or where none was asked for
    bool areInputsRandom = false; ///< numbers drawn for want of samples: how good it is on real ones stays open

    /// The worst of the outputs that could be judged.
    Quality quality() const;
    bool hasBudget() const;
};

void fields(auto& visit, Of<Verdict> auto& verdict)
{
    visit("samples", verdict.samples);
    visit.derived("quality", verdict.quality());
    visit.orNull("no_budget_because", verdict.whyNoBudget);
    visit.late("random_inputs", verdict.areInputsRandom);
    visit("outputs", verdict.outputs);
}

/// Of an output of that quality: info up to fine, a warning while something can be used, else an error.
Severity severityOf(Quality quality);

} // namespace ql::results
