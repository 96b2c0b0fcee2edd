// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/fix/fix_judge.h"
#include "core/analysis/fix/fix_samples.h"
#include "core/quant/fixes/fix_subject.h"

#include <optional>

namespace ql::analysis {

/// What training begins with.
struct FinetuneStart {
    quant::FixSubject subject;
    results::FixMeasure given;                    ///< of the network as it was given
    std::optional<results::FixMeasure> equalized; ///< of @ref subject, where its channels' ranges were evened out
};

/// @p given, or where that is better on what is held out, the same with the ranges of channels evened out between
/// layers (core/quant/fixes/equalization.cpp): of what one step per tensor leaves no digits, training learns little.
/// @throws Error as FixSubject::plan() and runs::run(); Cancelled
FinetuneStart finetuneStart(quant::FixSubject given, const FixSamples& samples, FixJudge& judge, bool equalizes,
                            JobContext& ctx);

} // namespace ql::analysis
