// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/manual/manual_files.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace ql::manual {

namespace {

/// Text between the brackets and colons of a specification for _arguments.
std::string described(const std::string& text)
{
    std::string result;
    for (const char each : text)
        result += (std::string_view("[]:\\").find(each) == std::string_view::npos ? "" : "\\") + std::string(1, each);
    return result;
}

std::string argumentSpecification(const Argument& argument)
{
    const auto message = ":" + described(argument.placeholder) + ":";
    if (argument.isFile && !argument.words.empty())
        return message
               + fmt::format("_alternative \"words\\:\\:({})\" \"files\\:\\:_files\"", fmt::join(argument.words, " "));
    if (!argument.words.empty())
        return message + fmt::format("({})", fmt::join(argument.words, " "));
    return message + (argument.isFile ? "_files" : "()");
}

void addSpecifications(const Option& option, std::string& text)
{
    if (option.standsByItself()) {
        text +=
            "        " + quoted((option.isRepeatable ? "*" : "") + argumentSpecification(option.argument)) + " \\\n";
        return;
    }
    const auto argument = option.argument.placeholder.empty() ? std::string() : argumentSpecification(option.argument);
    const auto others = fmt::format("({})", fmt::join(option.names, " "));
    for (const auto& name : option.names) {
        const bool isLong = name.starts_with("--") && !argument.empty();
        text += "        "
                + quoted((option.isRepeatable ? "*" : others) + name + (isLong ? "=" : "") + "["
                         + described(option.help) + "]" + argument)
                + " \\\n";
    }
}

std::string functionFor(const std::string& program, std::string path)
{
    std::ranges::replace(path, ' ', '_');
    return program + (path.empty() ? "" : "_") + path;
}

/// The cases of a command's own commands, each with its function.
std::string dispatch(const std::string& program, const std::string& path, const Command& command)
{
    std::string list;
    std::string cases;
    for (const auto& each : command.commands) {
        list += " " + quoted(described(each.name) + ":" + each.summary);
        cases += fmt::format("        {}) {} ;;\n", each.name,
                             functionFor(program, path.empty() ? each.name : path + " " + each.name));
    }
    return fmt::format("    case $state in\n"
                       "    command)\n"
                       "        local -a commands=({})\n"
                       "        _describe command commands ;;\n"
                       "    rest)\n"
                       "        case $line[1] in\n{}        esac ;;\n"
                       "    esac\n",
                       list, cases);
}

std::string functionText(const std::string& program, const std::string& path, const Command& command,
                         const std::vector<Option>& inherited)
{
    auto text = functionFor(program, path) + "() {\n    local context state state_descr line\n"
                + "    typeset -A opt_args\n    _arguments -C -s \\\n";
    for (const auto* options : {&command.options, &inherited})
        for (const auto& option : *options)
            addSpecifications(option, text);
    if (command.commands.empty())
        return text + "        && return 0\n    return 1\n}\n";
    text += "        '1: :->command' '*:: :->rest'\n";
    return text + dispatch(program, path, command) + "}\n";
}

} // namespace

std::string zshCompletion(const Command& program)
{
    const auto function = functionName(program);
    std::string text = fmt::format("#compdef {}\n# Generated from what the program takes.\n", program.name);
    visitCommands(program, [&](const std::string& path, const Command& command, const auto& inherited) {
        text += functionText(function, path, command, inherited);
    });
    return text + function + " \"$@\"\n";
}

} // namespace ql::manual
