// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/manual/manual_files.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace ql::manual {

namespace {

/// What the functions find in the words before the one to complete: the command, and what stands before it. Bash cuts
/// words at '=' and ':', so that `--input x=file` and `--metric=l1` arrive in pieces.
constexpr const char* kBashFunction = R"({0}()
{{
    local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD - 1]}} path={1} each
    if [[ $word == = ]]; then
        word=''
    elif [[ $before == = ]]; then
        before=${{COMP_WORDS[COMP_CWORD - 2]}}
    fi
    for each in "${{COMP_WORDS[@]:1:COMP_CWORD-1}}"; do
        [[ -n ${{{0}_takes["$path $each"]+set}} && $each != -* ]] && path+=" $each"
    done
    local offered=${{{0}_takes["$path"]}}
    [[ $word != -* && -n ${{{0}_takes["$path $before"]+set}} ]] && offered=${{{0}_takes["$path $before"]}}
    COMPREPLY=($(compgen -W "${{offered//FILES/}}" -- "$word"))
    if [[ $offered == *FILES* && $word != -* ]]; then
        compopt -o filenames
        mapfile -t -O ${{#COMPREPLY[@]}} COMPREPLY < <(compgen -f -- "$word")
    fi
}}
complete -F {0} {1}
)";

std::string offered(const Argument& argument)
{
    return fmt::format("{}{}", fmt::join(argument.words, " "), argument.isFile ? " FILES" : "");
}

/// Everything that can stand there: commands, options, or what the command is about.
std::string offered(const Command& command, const std::vector<Option>& inherited)
{
    std::string words;
    for (const auto& each : command.commands)
        words += each.name + " ";
    for (const auto* options : {&command.options, &inherited})
        for (const auto& option : *options)
            words += option.standsByItself() ? offered(option.argument) + " "
                                             : fmt::format("{} ", fmt::join(option.names, " "));
    return words;
}

} // namespace

std::string bashCompletion(const Command& program)
{
    const auto function = functionName(program);
    std::string text = fmt::format("# Completes {} in bash. Generated from what the program takes.\n", program.name);
    text += fmt::format("declare -gA {}_takes=(\n", function);
    const auto add = [&text](const std::string& key, const std::string& words) {
        text += fmt::format("    [{}]={}\n", quoted(key), quoted(words));
    };
    visitCommands(program, [&](const std::string& path, const Command& command, const auto& inherited) {
        const auto words = path.empty() ? program.name : program.name + " " + path;
        add(words, offered(command, inherited));
        for (const auto* options : {&command.options, &inherited})
            for (const auto& option : *options)
                for (const auto& name : option.names)
                    if (!option.argument.placeholder.empty())
                        add(words + " " + name, offered(option.argument));
    });
    return text + ")\n" + fmt::format(kBashFunction, function, program.name);
}

} // namespace ql::manual
