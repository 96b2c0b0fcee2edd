// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/config_file.h"
#include "core/graph/ir/graph.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ql::widgets {

/// What one state of a config's text says. Made on the worker, never changed after.
struct ConfigReading {
    std::string text;
    std::optional<config::ConfigFile> file;    ///< nothing while it can't be read
    std::vector<results::Diagnostic> findings; ///< errors first; a syntax error is one as well
    std::vector<std::string> words;            ///< to complete: layers, parameters, what the text says already

    /// Empty without a file.
    Message dialectTitle() const { return file ? file->dialect().title : Message(); }
    std::size_t count(results::Severity severity) const;
};

/// Never throws for bad content: what is wrong is a finding with its line. @p dialect empty = found by content;
/// without @p network rules about neighbours stay out.
std::shared_ptr<const ConfigReading> readConfig(const std::string& path, const std::string& text,
                                                const std::string& dialect, const graph::Graph* network);

} // namespace ql::widgets
