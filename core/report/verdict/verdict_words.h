// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/verdict.h"

#include <string>
#include <vector>

namespace ql::report {

/// "fine", "bad" …
Message qualityWord(results::Quality quality);

/// "the weight of conv_3".
Message quantizerName(const results::BudgetShare& share);

/// How good the output is, by numbers: one sentence each, the most telling first.
std::vector<Message> qualityFacts(const results::OutputVerdict& output, std::uint64_t samples);

/// Who makes the error of an output of that quality, what repairing it gave when measured, and how far the shares can
/// be trusted.
std::vector<Message> budgetFacts(const results::ErrorBudget& budget, results::Quality quality);

/// "over 12 samples".
Message sampleWords(std::uint64_t samples);

/// The same of a verdict: "close" takes the place of "fine" and "over 1 sample of random numbers" that of "over 1
/// sample" where the inputs were random.
Message qualityWord(const results::Verdict& verdict, results::Quality quality);
Message sampleWords(const results::Verdict& verdict);
/// The budget's facts likewise: of random inputs none says that there is nothing to repair.
std::vector<Message> budgetFacts(const results::Verdict& verdict, const results::OutputVerdict& output);
/// What that leaves open, and what to do; empty of real samples.
Message randomInputsRemark(const results::Verdict& verdict);

/// "93.1 %"; "<0.1 %" for what is not zero, ">99.9 %" for what is not all.
std::string percentText(double share);

} // namespace ql::report
