// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/config_file.h"
#include "core/graph/ir/graph.h"
#include "core/results/tune_result.h"

namespace ql::analysis {

/// A config file with overrides tried on it; the file itself stays as it is.
class TuneConfig {
public:
    /// @p file as it stands, saved or not; @p graph must outlive this.
    TuneConfig(config::ConfigFile file, const graph::Graph& graph, bool ignoresRules);

    const std::string& text() const { return m_file.text(); }
    /// The file with @p overrides, edited as `config set` and `config skip` do. The last override gets followers where
    /// the rules of the target demand some. @throws Error (BadArgument) when the dialect can't say it, or a rule
    /// forbids it
    config::ConfigFile with(std::vector<results::TuneOverride>& overrides) const;

private:
    config::ConfigFile edited(const std::vector<results::TuneOverride>& overrides) const;
    std::vector<results::Diagnostic> broken(const config::ConfigFile& file) const;

    config::ConfigFile m_file;
    const graph::Graph& m_graph;
    bool m_ignoresRules;
    std::vector<results::Diagnostic> m_known; ///< wrong before anything is overridden
};

} // namespace ql::analysis
