// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/manual/manual_files.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace ql::manual {

namespace {

/// Whether the command that is being typed is the one asked for.
constexpr const char* kFishFunction = R"(
function _{0}_at
    set -l path ''
    for word in (commandline -opc)[2..-1]
        set -l longer (string trim -- "$path $word")
        contains -- $longer $_{0}_commands; and set path $longer
    end
    test "$path" = "$argv"
end

complete -c {1} -f
)";

/// In single quotes, where fish takes a backslash before a quote.
std::string fishQuoted(const std::string& text)
{
    std::string result = "'";
    for (const char each : text)
        result += (each == '\'' || each == '\\' ? "\\" : "") + std::string(1, each);
    return result + "'";
}

std::string argumentWords(const Argument& argument)
{
    std::string text = argument.isFile ? " -F" : "";
    if (!argument.words.empty())
        text += " -a " + fishQuoted(fmt::format("{}", fmt::join(argument.words, " ")));
    return text;
}

std::string optionWords(const Option& option)
{
    std::string text;
    for (const auto& name : option.names)
        text += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
    if (!option.argument.placeholder.empty())
        text += (option.argument.isFile ? " -r" : " -x") + argumentWords(option.argument);
    return text + " -d " + fishQuoted(option.help);
}

} // namespace

std::string fishCompletion(const Command& program)
{
    const auto function = functionName(program);
    std::string names;
    std::string rules;
    visitCommands(program, [&](const std::string& path, const Command& command, const auto& inherited) {
        names += path.empty() ? "" : " " + fishQuoted(path);
        const auto rule =
            fmt::format("complete -c {} -n {}", program.name, fishQuoted(fmt::format("_{}_at {}", function, path)));
        for (const auto& each : command.commands)
            rules += rule + fmt::format(" -a {} -d {}\n", each.name, fishQuoted(each.summary));
        for (const auto* options : {&command.options, &inherited})
            for (const auto& option : *options)
                rules += rule + (option.standsByItself() ? argumentWords(option.argument) : optionWords(option)) + "\n";
    });
    return fmt::format("# Completes {} in fish. Generated from what the program takes.\nset -g _{}_commands{}\n",
                       program.name, function, names)
           + fmt::format(kFishFunction, function, program.name) + rules;
}

} // namespace ql::manual
