// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job_context.h"
#include "core/results/analyses.h"

#include <memory>

namespace ql::analysis {

class Workspace;

/// The door of every analysis of the list, defined in the folder of its name: opens what the request asks for, also
/// what only this analysis takes (dumps, weights without a network), and answers.
#define QL_ANALYSIS(name, Type)                                                                                        \
    std::shared_ptr<const results::Type##Result> name(Workspace&, const results::Type##Request&, JobContext&,          \
                                                      const results::Listener<results::Type##Result>&);
#include "core/results/analyses.inc"
#undef QL_ANALYSIS

} // namespace ql::analysis
