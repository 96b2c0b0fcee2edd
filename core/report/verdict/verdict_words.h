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

/// "Over 12 samples".
Message sampleWords(std::uint64_t samples);

/// "93.1 %"; "<0.1 %" for what is not zero, ">99.9 %" for what is not all.
std::string percentText(double share);

} // namespace ql::report
