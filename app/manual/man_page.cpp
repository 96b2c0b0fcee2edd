// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/manual/manual_files.h"

#include "core/base/utf8.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <sstream>

namespace ql::manual {

namespace {

/// The names of a command and all it belongs to: quantloupe-cli, config, set.
using CommandPath = std::vector<std::string>;

std::string upperCase(std::string text)
{
    std::ranges::transform(text, text.begin(), [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
    return text;
}

std::string escapedCharacter(char32_t character)
{
    if (character >= 0x80)
        return fmt::format("\\[u{:04X}]", static_cast<unsigned>(character));
    switch (character) {
    case '\\': return "\\e";
    case '-': return "\\-";
    case '\'': return "\\(aq";
    case '`': return "\\(ga";
    case '^': return "\\(ha";
    case '~': return "\\(ti";
    default: return std::string(1, static_cast<char>(character));
    }
}

/// @p text so that roff prints it as it stands.
std::string escaped(const std::string& text)
{
    std::string result = text.starts_with('.') ? "\\&" : "";
    for (const auto character : charactersOf(text))
        result += escapedCharacter(character);
    return result;
}

std::string bold(const std::string& text)
{
    return "\\fB" + escaped(text) + "\\fR";
}

std::string italic(const std::string& text)
{
    return "\\fI" + escaped(text) + "\\fR";
}

std::string sentence(const std::string& text)
{
    return escaped(text) + (text.empty() || text.ends_with('.') ? "\n" : ".\n");
}

std::string entry(const Option& option)
{
    std::string names;
    for (const auto& name : option.names)
        names += (names.empty() ? "" : ", ") + bold(name);
    if (!option.argument.placeholder.empty())
        names += (names.empty() ? "" : " ") + italic(option.argument.placeholder);
    std::string text = ".TP\n" + names + "\n" + sentence(option.help);
    if (option.isRequired)
        text += "Required.\n";
    if (!option.argument.words.empty() && option.argument.placeholder.find('|') == std::string::npos)
        text += "One of " + escaped(fmt::format("{}", fmt::join(option.argument.words, ", "))) + ".\n";
    if (!option.defaultValue.empty())
        text += "Default: " + escaped(option.defaultValue) + ".\n";
    return text;
}

std::string optionSections(const Command& command)
{
    std::vector<std::string> groups;
    for (const auto& option : command.options)
        if (std::ranges::find(groups, option.group) == groups.end())
            groups.push_back(option.group);
    std::string text;
    for (const auto& group : groups) {
        text += ".SH " + escaped(upperCase(group)) + "\n";
        for (const auto& option : command.options)
            if (option.group == group)
                text += entry(option);
    }
    return text;
}

std::string synopsis(const Command& command, const CommandPath& path)
{
    auto text = bold(fmt::format("{}", fmt::join(path, " "))) + " [" + italic("OPTION") + "]...";
    for (const auto& option : command.options)
        if (option.standsByItself())
            text += (option.isRequired ? " " : " [") + italic(option.argument.placeholder)
                    + (option.isRequired ? "" : "]") + (option.isRepeatable ? "..." : "");
    if (!command.commands.empty())
        text += " " + italic("COMMAND") + " ...";
    return text;
}

std::string commandList(const Command& command)
{
    if (command.commands.empty())
        return {};
    std::string text = ".SH COMMANDS\n";
    for (const auto& each : command.commands)
        text += ".TP\n" + bold(each.name) + "\n" + sentence(each.summary);
    return text;
}

/// Lines that stay as they are, below a head.
std::string asTheyStand(const char* head, const std::string& text)
{
    std::string section = fmt::format(".SH {}\n.nf\n", head);
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);)
        section += escaped(line) + "\n";
    return section + ".fi\n";
}

/// What a command's help ends with: examples, and what is left.
std::string notes(const std::string& footer)
{
    constexpr std::string_view kExamples = "Examples:\n";
    std::string text;
    std::size_t begin = 0;
    if (footer.starts_with(kExamples)) {
        begin = std::min(footer.find("\n\n"), footer.size());
        text = asTheyStand("EXAMPLES", footer.substr(kExamples.size(), begin - kExamples.size()));
        begin = std::min(footer.find_first_not_of('\n', begin), footer.size());
    }
    return begin == footer.size() ? text : text + asTheyStand("NOTES", footer.substr(begin));
}

std::string pageName(const CommandPath& path)
{
    return fmt::format("{}", fmt::join(path, "-"));
}

std::string seeAlso(const Command& command, const CommandPath& path)
{
    std::vector<std::string> pages;
    if (path.size() > 1)
        pages.push_back(pageName({path.begin(), path.end() - 1}));
    for (const auto& each : command.commands)
        pages.push_back(pageName(path) + "-" + each.name);
    std::string text;
    for (const auto& page : pages)
        text += (text.empty() ? ".SH SEE ALSO\n" : ",\n") + (bold(page) + "(1)");
    return text.empty() ? text : text + "\n";
}

void addPages(const Command& command, const CommandPath& path, const std::string& date, std::vector<Page>& pages)
{
    const auto name = pageName(path);
    auto text = fmt::format(".TH {} 1 {} \"Quantloupe {}\" \"Quantloupe\"\n", upperCase(escaped(name)), date,
                            QUANTLOUPE_VERSION);
    text += fmt::format(".SH NAME\n{} \\- {}\n", escaped(name), escaped(command.summary));
    text += ".SH SYNOPSIS\n" + synopsis(command, path) + "\n";
    text += ".SH DESCRIPTION\n" + sentence(command.summary);
    if (path.size() > 2)
        text += "The common options of " + bold(pageName({path.begin(), path.end() - 1})) + "(1) hold here, too.\n";
    text += commandList(command) + optionSections(command) + notes(command.footer) + seeAlso(command, path);
    pages.push_back({name, text});
    for (const auto& each : command.commands) {
        auto longer = path;
        longer.push_back(each.name);
        addPages(each, longer, date, pages);
    }
}

} // namespace

std::vector<Page> manPages(const Command& program, const std::string& date)
{
    std::vector<Page> pages;
    addPages(program, {program.name}, date, pages);
    return pages;
}

} // namespace ql::manual
