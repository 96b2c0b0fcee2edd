// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/manual/program_description.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cctype>
#include <set>

namespace ql::manual {

namespace {

std::vector<CLI::Validator*> validatorsOf(CLI::Option& option)
{
    std::vector<CLI::Validator*> all;
    try {
        while (true)
            all.push_back(option.get_validator(static_cast<int>(all.size())));
    } catch (const CLI::OptionNotFound&) { // there is no other way to learn how many there are
    }
    return all;
}

bool accepts(CLI::Option& option, const std::string& word)
{
    return std::ranges::all_of(validatorsOf(option), [&word](const CLI::Validator* validator) {
        const std::string& unchanged = word;
        return (*validator)(unchanged).empty();
    });
}

/// "LEVEL" and "trace,debug" of "LEVEL:{trace,debug}"; the second is empty where no validator lists its words.
std::pair<std::string, std::string> typeAndWords(CLI::Option& option)
{
    auto type = option.get_type_name();
    std::string words;
    const auto validators = validatorsOf(option);
    for (auto each = validators.rbegin(); each != validators.rend(); ++each) {
        const auto description = (*each)->get_description();
        if (description.empty())
            continue;
        type.erase(type.size() - description.size() - 1);
        if (description.starts_with('{'))
            words = description.substr(1, description.size() - 2);
    }
    std::ranges::replace(words, ',', '|');
    return {type, words};
}

Argument argumentFor(CLI::Option& option)
{
    auto [type, words] = typeAndWords(option);
    if (type == "TEXT")
        type = option.get_positional() ? option.get_name(true) : words;
    auto argument = argumentOf(type);
    if (argument.words.empty())
        argument.words = argumentOf(words).words;
    std::erase_if(argument.words, [&option](const std::string& word) { return !accepts(option, word); });
    return argument;
}

std::string namesOf(const std::set<CLI::Option*>& options)
{
    std::string names;
    for (const auto* option : options)
        names += (names.empty() ? "" : ", ") + option->get_name();
    return names;
}

std::string helpOf(const CLI::Option& option)
{
    auto help = option.get_description();
    const auto add = [&help](const char* words, const std::string& names) {
        if (!names.empty())
            help += (help.ends_with('.') ? " " : ". ") + (words + names);
    };
    add("Not together with ", namesOf(option.get_excludes()));
    add("Needs ", namesOf(option.get_needs()));
    return help;
}

Option describe(CLI::Option& option)
{
    Option described;
    for (const auto& name : option.get_snames())
        described.names.push_back("-" + name);
    for (const auto& name : option.get_lnames())
        described.names.push_back("--" + name);
    if (option.get_positional() || option.get_items_expected_max() > 0)
        described.argument = argumentFor(option);
    described.help = helpOf(option);
    const auto value = option.get_default_str();
    described.defaultValue = described.argument.placeholder.empty() || value == "[]" ? std::string() : value;
    described.group = option.get_group();
    described.isRequired = option.get_required();
    described.isRepeatable = option.get_items_expected_max() > 1;
    return described;
}

void addOptions(CLI::App& app, std::vector<Option>& options)
{
    for (auto* option : app.get_options([](CLI::Option* each) { return !each->get_group().empty(); }))
        options.push_back(describe(*option));
}

} // namespace

Command describe(CLI::App& app)
{
    Command command{app.get_name(), app.get_description(), {}, {}, app.get_footer()};
    addOptions(app, command.options);
    for (auto* sub : app.get_subcommands([](CLI::App*) { return true; }))
        if (sub->get_name().empty()) { // a group of options
            sub->set_help_flag();
            addOptions(*sub, command.options);
        } else {
            command.commands.push_back(describe(*sub));
        }
    return command;
}

} // namespace ql::manual
