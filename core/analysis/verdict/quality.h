// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/verdict.h"

namespace ql::analysis {

// The words of results::Quality are claims; this is what each of them claims.
//
// By SQNR of the output, 20 log10(|x| / |x - y|):
//     fine   30 dB and more: the error is at most 3 % of the signal. A sine that fills 8 bits has 6.02 · 8 + 1.76 =
//            50 dB (Bennett 1948); ten such quantizers in a row leave 40, weights and unfilled ranges take some more.
//            The int8 twins of healthy networks that were measured here (classifiers, a face detector) have 34 … 46 dB.
//     fair   20 dB and more: at most 10 %. Below that the search for the start of an error calls a layer bad.
//     poor   10 dB and more: at most 32 %. Hailo's Dataflow Compiler marks as sensitive a layer that, quantized alone,
//            takes the output below 10 dB.
//     bad    below; under 0 dB the error is larger than the signal.
//
// By decisions, where an output makes some (decision_axis.h), the worse of both words counts. How many agree is
// measured on few: the most that the true share may be (the upper end of Wilson's 95 % interval, 1927) is held against
//     fine   99 %, the share of the float model's accuracy that MLPerf Inference asks of a quantized one
//     fair   95 %
//     poor   75 %
// so that one flip of one decision is poor rather than bad, and twelve of 4,420 are fine.

constexpr double kFineDb = 30.0;
constexpr double kFairDb = 20.0;
constexpr double kPoorDb = 10.0;

/// By SQNR alone. NaN is unknown.
results::Quality qualityOfSqnr(double sqnrDb);
/// By decisions alone; unknown without any.
results::Quality qualityOfAgreement(const results::Agreement& agreement);
/// The worse of both; what is unknown doesn't count.
results::Quality worseOf(results::Quality a, results::Quality b);

} // namespace ql::analysis
