// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/manual/manual_files.h"

#include <algorithm>

namespace ql::manual {

namespace {

void visitBelow(const Command& command, const std::string& path, const std::vector<Option>& inherited,
                const CommandVisitor& visit)
{
    auto others = inherited;
    std::erase_if(others, [&command](const Option& other) {
        return std::ranges::any_of(command.options, [&other](const Option& own) { return own.names == other.names; });
    });
    visit(path, command, others);
    const bool isProgram = path.empty();
    for (const auto& each : command.commands)
        visitBelow(each, isProgram ? each.name : path + " " + each.name,
                   isProgram ? std::vector<Option>() : command.options, visit);
}

} // namespace

void visitCommands(const Command& program, const CommandVisitor& visit)
{
    visitBelow(program, {}, {}, visit);
}

std::string functionName(const Command& program)
{
    auto name = "_" + program.name;
    std::ranges::replace(name, '-', '_');
    return name;
}

std::string quoted(const std::string& text)
{
    std::string result = "'";
    for (const char each : text)
        result += each == '\'' ? "'\\''" : std::string(1, each);
    return result + "'";
}

} // namespace ql::manual
