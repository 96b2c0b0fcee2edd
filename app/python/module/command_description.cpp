// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/python/module/command_calls.h"

#include "app/cli/runtime/command_tree.h"

#include <CLI/CLI.hpp>

#include <string>
#include <vector>

namespace ql::python {

namespace py = pybind11;

namespace {

py::dict described(const CLI::Option& option)
{
    const bool isPositional = option.get_positional();
    py::dict description;
    description["name"] = isPositional ? option.get_name(true) : option.get_lnames().front();
    description["positional"] = isPositional;
    description["switch"] = !isPositional && option.get_items_expected_max() == 0;
    description["repeatable"] = option.get_items_expected_max() > 1;
    description["required"] = option.get_required();
    description["type"] = option.get_type_name();
    description["default"] = option.get_default_str();
    description["help"] = option.get_description();
    return description;
}

bool isHelp(const std::string& name)
{
    return name == "help" || name == "help-all";
}

void addOptions(CLI::App& app, py::list& options)
{
    for (const auto* option : app.get_options())
        if (option->get_positional() || (!option->get_lnames().empty() && !isHelp(option->get_lnames().front())))
            options.append(described(*option));
    for (auto* group : app.get_subcommands([](CLI::App* sub) { return sub->get_name().empty(); }))
        addOptions(*group, options);
}

bool hasName(const py::list& options, const std::string& name)
{
    for (const auto option : options)
        if (option["name"].cast<std::string>() == name)
            return true;
    return false;
}

/// @p words: the commands that @p app is one of, with its own; @p common: options of those, where it has none of that
/// name.
void add(CLI::App& app, const std::vector<std::string>& words, py::list common, py::list& commands)
{
    py::list options;
    addOptions(app, options);
    for (const auto option : common)
        if (!hasName(options, option["name"].cast<std::string>()))
            options.append(option);
    const auto subs = app.get_subcommands([](CLI::App* sub) { return !sub->get_name().empty(); });
    for (auto* sub : subs) {
        auto longer = words;
        longer.push_back(sub->get_name());
        add(*sub, longer, options, commands);
    }
    if (!subs.empty())
        return;
    py::dict description;
    py::list names;
    for (const auto& word : words)
        names.append(word);
    description["words"] = names;
    description["summary"] = app.get_description();
    description["options"] = options;
    commands.append(description);
}

} // namespace

py::list describedCommands()
{
    cli::CommandTree tree;
    py::list commands;
    for (auto* app : tree.app().get_subcommands([](CLI::App*) { return true; }))
        add(*app, {app->get_name()}, py::list(), commands);
    return commands;
}

} // namespace ql::python
