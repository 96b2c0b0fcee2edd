// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/json/json_place.h"
#include "core/results/result_parts.h"

#include <memory>

namespace ql::report {

/// Each reads what the writer of the same name wrote, and ignores keys that it does not know. What a document does not
/// hold (a tensor's element count) is made up so that writing the result again gives the same document.
/// @throws Error (FileCorrupt) naming the place
std::shared_ptr<const results::CompareResult> readCompare(const JsonPlace& document);
std::shared_ptr<const results::SensitivityResult> readSensitivity(const JsonPlace& document);
std::shared_ptr<const results::BadCaseResult> readBadCase(const JsonPlace& document);
std::shared_ptr<const results::AttributionResult> readAttribution(const JsonPlace& document);
/// Of the channels only the worst, unless the document lists all.
std::shared_ptr<const results::WeightsResult> readWeights(const JsonPlace& document);
std::shared_ptr<const results::ShadowResult> readShadow(const JsonPlace& document);
std::shared_ptr<const results::CheckResult> readCheck(const JsonPlace& document);
/// One half of `accuracy` in the demo's document; labels are not in it.
std::shared_ptr<const results::AccuracyResult> readAccuracy(const JsonPlace& place);

} // namespace ql::report
