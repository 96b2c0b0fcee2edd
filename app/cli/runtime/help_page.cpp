// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/runtime/help_page.h"

#include "app/cli/options/option_groups.h"
#include "app/cli/runtime/terminal.h"
#include "core/report/table/display_width.h"
#include "core/report/table/fitted_text.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <unistd.h>
#include <vector>

namespace ql::cli {

namespace {

using Options = std::vector<const CLI::Option*>;

constexpr std::string_view kExamples = "Examples:\n";
constexpr std::size_t kTextAt = 30; ///< where what an option does begins

bool isSwitch(const CLI::Option& option)
{
    return option.nonpositional() && option.get_items_expected_max() == 0;
}

/// What stands after an option, and the words that are possible where they are too many to stand there.
struct Argument {
    std::string placeholder;
    std::string words;
};

Argument argumentOf(const CLI::Option& option)
{
    constexpr std::size_t kMostRoom = 26;
    auto type = isSwitch(option) ? std::string() : option.get_type_name();
    if (const auto range = type.find(":"); range != type.npos && type.find(" in [") != type.npos)
        type.resize(range);                                                             // "N:INT in [0 - 1024]"
    if (const auto brace = type.find('{'); brace != type.npos && type.ends_with('}')) { // TEXT:{a,b}
        const auto words = type.substr(brace + 1, type.size() - brace - 2);
        const auto name = type.substr(0, brace > 0 ? brace - 1 : 0);
        if (name.find('|') != name.npos && name.size() <= kMostRoom) // which lists them itself
            return {name, {}};
        return {name.empty() || name == "TEXT" || name.find('|') != name.npos ? "WORD" : name, words};
    }
    if (type.size() <= kMostRoom || type.find('|') == type.npos)
        return {type, {}};
    std::ranges::replace(type, '|', ',');
    return {"WORD", type};
}

std::string withBlanks(std::string words)
{
    for (auto at = words.find(','); at != words.npos; at = words.find(',', at + 2))
        words.insert(at + 1, " ");
    return words;
}

/// "-b, --baseline MODEL"; names without a short one stand below those with one.
std::string headOf(const CLI::Option& option, const Argument& argument)
{
    if (option.get_positional() && option.get_lnames().empty())
        return option.get_name(true);
    std::string names = option.get_snames().empty() ? "    " : "-" + option.get_snames().front() + ", ";
    const char* separator = "";
    for (const auto& name : option.get_lnames()) {
        names += separator + ("--" + name);
        separator = ", ";
    }
    return argument.placeholder.empty() ? names : names + " " + argument.placeholder;
}

std::string namesOf(const std::set<CLI::Option*>& options)
{
    std::string names;
    for (const auto* option : options)
        names += (names.empty() ? "" : ", ") + option->get_name();
    return names;
}

std::string sentencesOf(const CLI::Option& option, const Argument& argument, CLI::AppFormatMode mode)
{
    auto text = option.get_description();
    const auto add = [&text](const std::string& sentence) {
        text += (text.empty() || text.ends_with('.') ? " " : ". ") + sentence;
    };
    if (!argument.words.empty())
        add("One of " + withBlanks(argument.words));
    if (mode == CLI::AppFormatMode::All && !option.get_excludes().empty())
        add("Not together with " + namesOf(option.get_excludes()));
    if (mode == CLI::AppFormatMode::All && !option.get_needs().empty())
        add("Needs " + namesOf(option.get_needs()));
    const auto value = option.get_default_str();
    if (option.get_required())
        text += " (required)";
    else if (!isSwitch(option) && !value.empty() && value != "[]")
        text += fmt::format(" (default: {})", value);
    return text;
}

std::string entryOf(const CLI::Option& option, std::size_t width, CLI::AppFormatMode mode)
{
    const auto argument = argumentOf(option);
    auto line = "  " + headOf(option, argument);
    const auto used = report::displayWidth(line);
    line += used + 2 > kTextAt ? "\n" + std::string(kTextAt, ' ') : std::string(kTextAt - used, ' ');
    const auto room = std::max<std::size_t>(width, kTextAt + 24) - kTextAt;
    auto text = report::wrapped(sentencesOf(option, argument, mode), room, 0);
    for (auto at = text.find('\n'); at != text.npos; at = text.find('\n', at + 1))
        text.insert(at + 1, kTextAt, ' ');
    return line + text + "\n";
}

Options optionsOf(const CLI::App& app)
{
    auto options = app.get_options([](const CLI::Option* each) { return !each->get_group().empty(); });
    for (const auto* group : app.get_subcommands([](const CLI::App* each) { return each->get_name().empty(); }))
        for (const auto* option : optionsOf(*group))
            options.push_back(option);
    return options;
}

/// CLI11 gives every command its own --help, under no head of ours.
std::string groupOf(const CLI::Option& option)
{
    const auto& names = option.get_lnames();
    return !names.empty() && names.front().starts_with("help") ? kCommonOptions : option.get_group();
}

/// The heads in the order in which they are met, but the common options last.
std::vector<std::string> groupsOf(const Options& options)
{
    std::vector<std::string> groups;
    for (const auto* option : options)
        if (std::ranges::find(groups, groupOf(*option)) == groups.end())
            groups.push_back(groupOf(*option));
    std::ranges::stable_partition(groups, [](const std::string& group) { return group != kCommonOptions; });
    return groups;
}

std::string optionsText(const CLI::App& app, std::size_t width, CLI::AppFormatMode mode)
{
    const auto options = optionsOf(app);
    std::string text;
    std::string hidden;
    for (const auto& group : groupsOf(options)) {
        std::string entries;
        std::size_t left = 0;
        for (const auto* option : options) {
            if (groupOf(*option) != group)
                continue;
            if (mode != CLI::AppFormatMode::All && isRare(*option))
                ++left;
            else
                entries += entryOf(*option, width, mode);
        }
        if (!entries.empty())
            text += "\n" + group + ":\n" + entries;
        if (left > 0)
            hidden += fmt::format("{}{} ({})", hidden.empty() ? "" : ", ", group, left);
    }
    if (!hidden.empty())
        text += "\n" + report::wrapped("--help-all lists more: " + hidden + ".", width, 0) + "\n";
    return text;
}

std::string usageOf(const CLI::App& app, const std::string& path)
{
    auto text = "usage: " + path;
    const auto options = optionsOf(app);
    for (const auto* option : options)
        if (option->nonpositional() && option->get_required())
            text += " --" + option->get_lnames().front() + " " + argumentOf(*option).placeholder;
    text += " [OPTION]...";
    for (const auto* option : options)
        if (option->get_positional() && option->get_lnames().empty())
            text += (option->get_required() ? " " : " [") + option->get_name(true) + (option->get_required() ? "" : "]")
                    + (option->get_items_expected_max() > 1 ? "..." : "");
    const auto commands = app.get_subcommands([](const CLI::App* each) { return !each->get_name().empty(); });
    return text + (commands.empty() ? "" : " COMMAND ...");
}

std::string commandsText(const CLI::App& app, std::size_t width)
{
    constexpr std::size_t kSummaryAt = 16;
    std::string text;
    std::string group;
    for (const auto* each : app.get_subcommands([](const CLI::App* sub) { return !sub->get_name().empty(); })) {
        if (each->get_group() != group) // CLI11 has a name of its own for those without one
            text += each->get_group() == "Subcommands" ? "\nCommands:\n" : "\n" + each->get_group() + ":\n";
        group = each->get_group();
        auto line = fmt::format("  {:<{}}{}", each->get_name(), kSummaryAt - 2, each->get_description());
        text += report::wrapped(line, width, kSummaryAt) + "\n";
    }
    return text;
}

/// A command line that is too long goes on below, as a shell takes it.
std::string exampleLines(std::string_view examples, std::size_t width)
{
    constexpr std::string_view kGoesOn = " \\";
    constexpr std::size_t kIndent = 6;
    std::string text;
    while (!examples.empty()) {
        const auto line = examples.substr(0, std::min(examples.find('\n'), examples.size()));
        examples.remove_prefix(std::min(line.size() + 1, examples.size()));
        auto shown = report::wrapped(line, width - kGoesOn.size(), kIndent);
        const bool isCommand = line.starts_with("  ") && !line.starts_with("  #");
        for (auto at = shown.find('\n'); isCommand && at != shown.npos; at = shown.find('\n', at + kGoesOn.size() + 1))
            shown.insert(at, kGoesOn);
        text += shown + "\n";
    }
    return text;
}

/// The examples, and what else stands at the end of a page: where that is long, only if all is asked for.
std::string endOf(const CLI::App& app, std::size_t width, CLI::AppFormatMode mode)
{
    constexpr std::ptrdiff_t kMostLines = 25;
    const auto footer = app.get_footer();
    const auto end = footer.starts_with(kExamples) ? std::min(footer.find("\n\n"), footer.size()) : 0;
    auto text = end > 0 ? "\n" + exampleLines(std::string_view(footer).substr(0, end), width) : std::string();
    const auto rest = footer.substr(std::min(footer.find_first_not_of('\n', end), footer.size()));
    const bool isLong = std::ranges::count(rest, '\n') > kMostLines && mode != CLI::AppFormatMode::All;
    if (!rest.empty() && !isLong)
        text += "\n" + report::fittedText(rest, width) + (rest.ends_with('\n') ? "" : "\n");
    return text;
}

class HelpPages : public CLI::FormatterBase {
public:
    std::string make_help(const CLI::App* app, std::string name, CLI::AppFormatMode mode) const override
    {
        const auto width = pageWidth(terminalOn(STDOUT_FILENO));
        auto path = app->get_name();
        for (const auto* up = app->get_parent(); up; up = up->get_parent())
            path = up->get_name() + " " + path;
        if (path.empty())
            path = std::move(name);
        return report::wrapped(app->get_description() + (app->get_description().ends_with('.') ? "" : "."), width, 0)
               + "\n\n" + report::wrapped(usageOf(*app, path), width, 4) + "\n" + commandsText(*app, width)
               + optionsText(*app, width, mode) + endOf(*app, width, mode);
    }
};

} // namespace

std::shared_ptr<CLI::FormatterBase> helpPages()
{
    return std::make_shared<HelpPages>();
}

void declareHelp(CLI::App& app)
{
    app.set_help_flag("-h,--help", "Say what it takes, and show examples");
    app.set_help_all_flag("--help-all", "The same with every option");
}

std::string examplesText(const Examples& examples)
{
    std::string text;
    for (const auto& [purpose, line] : examples)
        text += fmt::format("{}  # {}\n  {}\n", text.empty() ? kExamples : "", purpose, line);
    return text;
}

void giveExamples(CLI::App& command, const Examples& examples)
{
    command.footer(examplesText(examples) + "\n" + command.get_footer());
}

} // namespace ql::cli
