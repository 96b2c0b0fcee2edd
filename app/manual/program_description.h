// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace ql::manual {

/// What stands after an option, or by itself.
struct Argument {
    std::string placeholder; ///< as the help prints it: "FILE", "none|quick|full"; empty = the option is a switch
    std::vector<std::string> words; ///< what can be meant by it, where that can be listed
    bool isFile = false;            ///< or a folder
};

struct Option {
    std::vector<std::string> names; ///< with their hyphens; none for an argument that stands by itself
    Argument argument;
    std::string help;
    std::string defaultValue; ///< empty = none worth saying
    std::string group;        ///< "Options" for those of no group
    bool isRequired = false;
    bool isRepeatable = false;

    bool standsByItself() const { return names.empty(); }
};

/// A program, or a command of one with its own commands.
struct Command {
    std::string name;
    std::string summary;
    std::vector<Option> options;
    std::vector<Command> commands;
    std::string footer;

    const Option* positional() const;
};

/// What an argument can be, as far as its placeholder tells: "one-on|one-off" lists the words itself, FILE and its like
/// are files, METRIC and DIALECT stand for the words that the program has for them.
Argument argumentOf(const std::string& placeholder);

/// What @p app takes, with all its commands. Of an argument's words only those are kept that the option accepts.
Command describe(CLI::App& app);

} // namespace ql::manual
