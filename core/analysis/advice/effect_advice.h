// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/advice/error_origin.h"
#include "core/base/message.h"
#include "core/results/compare_result.h"

namespace ql::analysis {

/// What a run showed of the layer where the error starts, by what it means for the output. @p cause says why the layer
/// makes its error, and may be empty. @pre the row's effect was measured, and found it: origin.proof isn't Local
results::Diagnostic effectAdvice(const results::LayerRow& row, const ErrorOrigin& origin, results::Severity severity,
                                 const Message& cause, const Message& remedy);

/// What to do about a layer of which nothing but its effect is known, or that only acts together with others.
Message remedyByEffect(const results::LayerRow& row);

} // namespace ql::analysis
