// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/fix/fix_samples.h"
#include "core/config/config_file.h"
#include "core/quant/fixes/fix_subject.h"

#include <optional>

namespace ql::analysis {

/// What is to be repaired.
struct FixStart {
    PreparedSimulation prepared;
    std::optional<quant::FixSubject> subject;
    std::optional<config::ConfigFile> config; ///< that the user gave
    std::vector<std::string> notes;
};

/// The baseline as it is quantized by config, record and options, or as @p analysis is quantized, if that isn't null.
/// @throws Error as prepareSimulation() and configFromModel()
FixStart fixStart(const results::FixRequest& request, const graph::Graph* analysis, JobContext& ctx);

} // namespace ql::analysis
