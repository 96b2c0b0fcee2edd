// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/command.h"
#include "app/cli/options/options.h"

#include <memory>
#include <utility>
#include <vector>

namespace ql::cli {

inline constexpr const char* kProgram = "quantloupe-cli";

/// Every command with its options, declared to be parsed or to be described.
class CommandTree {
public:
    CommandTree();
    ~CommandTree();
    CommandTree(const CommandTree&) = delete;
    CommandTree& operator=(const CommandTree&) = delete;

    CLI::App& app() { return *m_app; }
    /// What the options that every command takes were set to.
    const CommonOptions& common() const { return m_common; }
    struct Choice {
        const Command& command;
        CLI::App* declared;
        Runner run;
    };
    /// The command that was parsed; null before one was.
    const Choice* chosen() const;

private:
    std::unique_ptr<CLI::App> m_app;
    CommonOptions m_common;
    std::vector<Choice> m_commands;
};

} // namespace ql::cli
