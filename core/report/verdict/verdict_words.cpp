// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/verdict/verdict_words.h"

#include "core/report/table/number_format.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace ql::report {

using results::ErrorBudget;
using results::OutputRemark;
using results::OutputVerdict;
using results::Quality;

namespace {

/// Tenths: no measurement of noise is better than that.
Number decibels(double db)
{
    const auto text = fmt::format("{:.1f}", db);
    return {text == "-0.0" ? "0.0" : text};
}

Number percent(double share)
{
    return {percentText(share)};
}

Number number(double value)
{
    return {fourDigits(value)};
}

Message agreementFact(const results::Agreement& agreement)
{
    const auto share = percent(double(agreement.equal) / double(agreement.decisions));
    if (!agreement.isOfLargest)
        return Message("{} of {} elements are the baseline's ({})", agreement.equal, agreement.decisions, share);
    return Message("the largest of {} elements stands where the baseline's does in {} of {} decisions ({})",
                   agreement.choices, agreement.equal, agreement.decisions, share);
}

Message remarkFact(const OutputVerdict& output)
{
    switch (output.remark) {
    case OutputRemark::ShapesDiffer:
        return Message("the models' outputs have different shapes or are no tensors, nothing could be compared");
    case OutputRemark::Empty: return Message("no element is finite in both models, nothing could be compared");
    case OutputRemark::BaselineIsZero:
        return Message(
            "the baseline's output is zero everywhere: there is no signal to measure an error against; the largest "
            "difference is {}",
            number(output.largestDifference));
    case OutputRemark::BaselineConstant:
        return Message("the baseline's output is {} everywhere: the SQNR only says how well this one number is met",
                       number(output.baselineValue));
    case OutputRemark::AnalysisConstant:
        return Message("the output is {} everywhere, though the baseline's varies", number(output.analysisValue));
    case OutputRemark::OneNumber:
        return Message("it is one number, {} where the baseline has {}: one sample says little",
                       number(output.analysisValue), number(output.baselineValue));
    case OutputRemark::Strings: return Message("it holds strings: there is nothing to measure but how many are equal");
    case OutputRemark::None: break;
    }
    return {};
}

/// Whether decibels mean something for the output.
bool hasDecibels(const OutputVerdict& output)
{
    return !std::isnan(output.sqnrDb) && output.remark != OutputRemark::BaselineIsZero
           && output.quality != Quality::Equal && !(output.agreement && !output.agreement->isOfLargest);
}

/// What is worse than the whole, where that shows.
std::optional<Message> sliceFact(const OutputVerdict& output)
{
    constexpr double kClearlyDb = 3.0;
    if (!output.worstSlice || output.quality <= Quality::Fine || output.quality >= Quality::Broken)
        return std::nullopt;
    const auto& worst = *output.worstSlice;
    if (!(worst.sqnrDb + kClearlyDb < output.sqnrDb))
        return std::nullopt;
    auto slice = output.name + worst.slice;
    if (!worst.name.empty())
        slice += " (" + worst.name + ")";
    if (worst.kind == results::SliceKind::Part)
        return Message("{} has {} dB, everything else {} dB", slice, decibels(worst.sqnrDb), decibels(worst.restDb));
    if (worst.badSlices == 0)
        return worst.kind == results::SliceKind::Row
                   ? Message("of {} rows the worst, {}, has {} dB", worst.slices, slice, decibels(worst.sqnrDb))
                   : Message("of {} channels the worst, {}, has {} dB", worst.slices, slice, decibels(worst.sqnrDb));
    return worst.kind == results::SliceKind::Row
               ? Message("{} of {} rows are under 20 dB, the worst, {}, has {} dB", worst.badSlices, worst.slices,
                         slice, decibels(worst.sqnrDb))
               : Message("{} of {} channels are under 20 dB, the worst, {}, has {} dB", worst.badSlices, worst.slices,
                         slice, decibels(worst.sqnrDb));
}

/// The first @p count quantizers by name, as many as one can read.
Message firstNames(const ErrorBudget& budget, std::size_t count)
{
    constexpr std::size_t kMostNames = 5;
    std::vector<Message> names;
    for (std::size_t i = 0; i < std::min(count, kMostNames); ++i)
        names.push_back(quantizerName(budget.shares[i]));
    if (count > kMostNames)
        names.push_back(Message("{} more", count - kMostNames));
    return Message::list(std::move(names));
}

/// How many quantizers break the output alone: they come first.
std::size_t breakingCount(const ErrorBudget& budget)
{
    return std::size_t(std::ranges::count_if(budget.shares, [](const auto& share) { return std::isnan(share.share); }));
}

Message culpritFact(const ErrorBudget& budget, Quality quality)
{
    const auto breaking = breakingCount(budget);
    const auto& first = budget.shares[quality <= Quality::Fine && breaking < budget.shares.size() ? breaking : 0];
    if (quality <= Quality::Fine)
        return Message("Nothing to repair; the largest share of the noise power is {} ({}).", percent(first.share),
                       quantizerName(first));
    if (std::isnan(first.share))
        return Message("Each of these breaks the output alone: {}.", firstNames(budget, breaking));
    if (budget.culprits() == 1)
        return Message("One culprit: {} makes {} of the noise power.", quantizerName(first), percent(first.share));
    if (budget.culprits() > 1)
        return Message("{} of {} quantizers make {} of the noise power: {}.", budget.culprits(), budget.shares.size(),
                       percent(budget.setShare), firstNames(budget, budget.setSize));
    return Message("No single culprit: of {} quantizers the largest share of the noise power is {} ({}).",
                   budget.shares.size(), percent(first.share), quantizerName(first));
}

Message repairFact(const ErrorBudget& budget)
{
    if (budget.isBroken && !budget.isExplained)
        return Message("The output stays NaN or infinite with the {} largest left float together.", budget.setSize);
    if (budget.isBroken)
        return Message("With the {} largest left float together it is {} dB, measured.", budget.setSize,
                       decibels(budget.repairedDb));
    if (!budget.isExplained && budget.hasOwnStates)
        return Message("With the {} largest left float together it has {} instead of {} dB, measured.", budget.setSize,
                       decibels(budget.repairedDb), decibels(budget.wholeDb));
    if (!budget.isExplained && budget.removed < 0.0)
        return Message(
            "With the {} largest left float together it gets worse, {} instead of {} dB, measured: quantizers "
            "undo each other's error.",
            budget.setSize, decibels(budget.repairedDb), decibels(budget.wholeDb));
    if (!budget.isExplained)
        return Message(
            "With the {} largest left float together only {} of the noise power is gone ({} instead of {} dB, "
            "measured): quantizers mask each other, or many make the error.",
            budget.setSize, percent(budget.removed), decibels(budget.repairedDb), decibels(budget.wholeDb));
    if (budget.setSize == 1)
        return Message(
            "With it left float and everything else quantized the output has {} instead of {} dB: {} of the noise "
            "power is gone, measured.",
            decibels(budget.repairedDb), decibels(budget.wholeDb), percent(budget.removed));
    return Message(
        "With the {} largest left float and everything else quantized the output has {} instead of {} dB: {} of the "
        "noise power is gone, measured.",
        budget.setSize, decibels(budget.repairedDb), decibels(budget.wholeDb), percent(budget.removed));
}

Message scopeFact(const ErrorBudget& budget)
{
    const auto& scope = *budget.scope;
    if (budget.isBroken)
        return Message("With the {} quantized layers of scope {} skipped the output has {} dB and no NaN, measured.",
                       scope.layers.size(), scope.scope, decibels(scope.repairedDb));
    return Message(
        "With the {} quantized layers of scope {} skipped the output has {} instead of {} dB: {} of the noise power is "
        "gone, measured.",
        scope.layers.size(), scope.scope, decibels(scope.repairedDb), decibels(budget.wholeDb), percent(scope.removed));
}

Message additiveFact(const ErrorBudget& budget)
{
    if (std::isinf(budget.sumDb))
        return Message("No quantizer alone changes the output: together they do.");
    if (budget.isAdditive())
        return Message("Additive: the quantizers' own noise powers add up to the whole within {} dB.",
                       decibels(std::abs(budget.sumDb)));
    if (budget.sumDb > 0.0)
        return Message(
            "Not additive, shares are approximate: the quantizers' own noise powers add up to {} dB more than the "
            "whole, as they mask each other.",
            decibels(budget.sumDb));
    return Message(
        "Not additive, shares are approximate: the quantizers' own noise powers add up to {} dB less than the whole, "
        "as they amplify each other.",
        decibels(-budget.sumDb));
}

} // namespace

Message qualityWord(Quality quality)
{
    switch (quality) {
    case Quality::Equal: return Message("equal");
    case Quality::Fine: return Message("fine");
    case Quality::Fair: return Message("fair");
    case Quality::Poor: return Message("poor");
    case Quality::Bad: return Message("bad");
    case Quality::Broken: return Message("broken");
    case Quality::Unknown: break;
    }
    return Message("can't be judged");
}

Message quantizerName(const results::BudgetShare& share)
{
    if (share.sensitiveType == "activation")
        return Message("the activation of {}", share.opName);
    if (share.sensitiveType == "weight")
        return Message("the weight of {}", share.opName);
    return Message::text(share.opName);
}

std::vector<Message> qualityFacts(const OutputVerdict& output, std::uint64_t samples)
{
    std::vector<Message> facts;
    if (output.quality == Quality::Equal)
        facts.push_back(Message("all {} elements are the baseline's", output.elements));
    if (output.brokenElements > 0)
        facts.push_back(Message("{} of {} elements are NaN or infinite in one model alone", output.brokenElements,
                                output.elements));
    if (output.remark != OutputRemark::None)
        facts.push_back(remarkFact(output));
    if (auto slice = hasDecibels(output) ? sliceFact(output) : std::nullopt)
        facts.push_back(std::move(*slice));
    if (hasDecibels(output)) {
        facts.push_back(samples > 1 ? Message("SQNR {} dB, of the worst sample ({}) {} dB", decibels(output.sqnrDb),
                                              output.worstSample, decibels(output.worstDb))
                                    : Message("SQNR {} dB", decibels(output.sqnrDb)));
        if (output.sqnrDb < 0.0)
            facts.push_back(Message("the error is larger than the signal"));
    }
    if (output.agreement && output.agreement->decisions > 0)
        facts.push_back(agreementFact(*output.agreement));
    if (output.agreement && output.agreement->undecided > 0)
        facts.push_back(
            Message("{} rows of elements have NaN among them and decide nothing", output.agreement->undecided));
    return facts;
}

std::vector<Message> budgetFacts(const ErrorBudget& budget, Quality quality)
{
    std::vector<Message> facts{culpritFact(budget, quality), repairFact(budget)};
    if (budget.scope && quality > Quality::Fine)
        facts.push_back(scopeFact(budget));
    if (budget.hasOwnStates)
        facts.push_back(Message("The analysis model starts from states of its own: what earlier samples did to them is "
                                "part of the error, and no quantizer's."));
    if (budget.isBroken)
        return facts;
    if (budget.isAdditive() || !budget.hasOwnStates)
        facts.push_back(additiveFact(budget));
    if (const auto breaking = breakingCount(budget); breaking > 0)
        facts.push_back(Message("{} of the quantizers give NaN or infinite elements alone, though not with the others; "
                                "they have no share.",
                                breaking));
    return facts;
}

Message sampleWords(std::uint64_t samples)
{
    return samples == 1 ? Message("over 1 sample") : Message("over {} samples", samples);
}

Message qualityWord(const results::Verdict& verdict, Quality quality)
{
    return verdict.areInputsRandom && quality == Quality::Fine ? Message("close") : qualityWord(quality);
}

Message sampleWords(const results::Verdict& verdict)
{
    if (!verdict.areInputsRandom)
        return sampleWords(verdict.samples);
    return verdict.samples == 1 ? Message("over 1 sample of random numbers")
                                : Message("over {} samples of random numbers", verdict.samples);
}

std::vector<Message> budgetFacts(const results::Verdict& verdict, const OutputVerdict& output)
{
    const auto quality = verdict.areInputsRandom ? std::max(output.quality, Quality::Fair) : output.quality;
    return budgetFacts(*output.budget, quality);
}

Message randomInputsRemark(const results::Verdict& verdict)
{
    if (!verdict.areInputsRandom)
        return {};
    return "The inputs are random numbers: how good the model is on real ones stays open. Name samples of yours.";
}

std::string percentText(double share)
{
    if (std::isnan(share))
        return "-";
    if (share > 0.0 && share < 0.001)
        return "<0.1 %";
    if (share < 1.0 && share >= 0.9995) // not all of it
        return ">99.9 %";
    return fmt::format("{:.1f} %", share * 100.0);
}

} // namespace ql::report
