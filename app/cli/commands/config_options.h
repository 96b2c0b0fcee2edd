// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/runtime/command_session.h"
#include "core/config/config_file.h"
#include "core/graph/ir/graph.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace ql::cli {

/// What the `config` commands are told.
struct ConfigOptions {
    std::string file;
    std::string dialect; ///< empty = found by content
    std::string model;   ///< empty = none
    std::vector<std::string> layers;
    std::vector<std::string> types;    ///< every layer of these operator types as well
    std::vector<std::string> prefixes; ///< and every layer whose name starts so
    std::optional<int> activationBits;
    std::string activationFormat;
    std::string weightFormat;
    std::optional<int> weightBits;
    std::optional<double> scale;
    std::int64_t zeroPoint = 0;
    std::string scheme;      ///< "symmetric", "affine"
    std::string granularity; ///< "per-tensor", "per-channel"
    std::string observer;
    bool isForced = false;   ///< write although a rule is broken
    bool isDryRun = false;   ///< show the change, write nothing
    bool isFollowed = false; ///< layers that must agree are edited too
    std::string failOn;
    std::string to;
    std::string out;
    std::string baseline; ///< of `from-model`
    std::string analysis; ///< of `from-model` and `check`
    std::string record;
};

/// Declares `set`, `skip` and `restore`.
void declareConfigEdits(CLI::App& command, ConfigOptions& options);
/// Runs the one that was called. @pre one was
int runConfigEdit(CommandSession& session, ConfigOptions& options, config::LayerEdit::Action action);

/// The model's graph, or null when none was named. @throws Error
std::shared_ptr<const graph::Graph> graphOf(CommandSession& session, const ConfigOptions& options);

/// FILE, --dialect and --model, which every one of them takes.
void declareConfigFile(CLI::App& command, ConfigOptions& options);

} // namespace ql::cli
