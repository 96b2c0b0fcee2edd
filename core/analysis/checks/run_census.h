// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job_context.h"
#include "core/import/imported_model.h"
#include "core/runs/program/program.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace ql::analysis::checks {

/// What a run of a model showed that its file doesn't say.
struct RunCensus {
    struct Seen {
        graph::DataType type = graph::DataType::Undefined;
        std::optional<graph::Shape> shape;
    };
    std::vector<Seen> values;              ///< by value index; what the last execution gave
    std::vector<std::uint64_t> executions; ///< by node index
    std::vector<std::uint64_t> calls;      ///< by the number of a module's call: how often its busiest node ran
};

/// Runs @p model once, bodies that aren't open included. @throws Error as runs::Program and runs::run();
/// Cancelled
RunCensus takeCensus(const importers::ImportedModel& model, runs::NamedTensors inputs, JobContext& ctx);

} // namespace ql::analysis::checks
