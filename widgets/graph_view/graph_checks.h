// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/check_result.h"
#include "widgets/graph_view/graph_look.h"

#include <QStringList>

#include <memory>

namespace ql::widgets {

/// What the rules of `check` say of the models of a picture; null for one that nobody checked.
struct CheckedModels {
    std::shared_ptr<const results::CheckResult> baseline;
    std::shared_ptr<const results::CheckResult> analysis;
};

/// Marks the nodes that findings are about, and those whose module or weight is used more than once.
void applyChecks(GraphLook& look, const CheckedModels& checked, GraphContent content);

/// What the checks say of @p node, a line each; empty where they say nothing.
QStringList checkLinesOf(const GraphLook& look, std::size_t node);

} // namespace ql::widgets
