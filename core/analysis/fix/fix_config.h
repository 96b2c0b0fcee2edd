// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/tune/tune_config.h"
#include "core/quant/fixes/fix.h"

#include <span>
#include <vector>

namespace ql::analysis {

/// A config file with repairs tried on it; the file itself stays as it is.
class FixConfig {
public:
    /// @p graph must outlive this.
    FixConfig(config::ConfigFile file, const graph::Graph& graph, bool ignoresRules);

    /// Adds to @p edit what the rules of the target want of other layers. @throws Error (BadArgument) when a rule
    /// forbids it
    void addFollowers(quant::FixEdit& edit) const;
    /// The file with what its dialect can say of @p edits, and of the ranges that @p repaired learned by them, if that
    /// isn't null. @p isSaid gets, for each of them, whether that is all that it changes. @throws Error (BadArgument)
    /// when a rule forbids all of them together
    config::ConfigFile with(std::span<const quant::FixEdit* const> edits, std::vector<bool>& isSaid,
                            const quant::FixSubject* repaired = nullptr) const;

private:
    bool sayRange(config::ConfigFile& file, const quant::SettingsEdit& edit) const;
    bool sayLearned(config::ConfigFile& file, const quant::FixSubject& repaired) const;
    bool sayOfValue(config::ConfigFile& file, graph::ValueId value, const config::TensorSettings& settings) const;
    bool trySay(config::ConfigFile& file, std::vector<config::LayerEdit> edits) const;

    TuneConfig m_tune;
    const graph::Graph& m_graph;
};

} // namespace ql::analysis
