// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/options/path_options.h"

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/config/config_file.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <array>
#include <functional>
#include <string_view>

namespace ql::cli {

namespace {

namespace fs = std::filesystem;

struct UseName {
    PathUse use;
    const char* name; ///< of the validator that stands for it
};
constexpr std::array kUses{UseName{PathUse::Reads, "reads"},
                           UseName{PathUse::Continues, "continues"},
                           UseName{PathUse::WritesFolder, "writes folder"},
                           UseName{PathUse::WritesConfig, "writes config"},
                           UseName{PathUse::WritesRecord, "writes record"},
                           UseName{PathUse::WritesJunit, "writes JUnit"},
                           UseName{PathUse::WritesSarif, "writes SARIF"},
                           UseName{PathUse::WritesPicture, "writes picture"},
                           UseName{PathUse::Appends, "appends"}};

/// CLI11 keeps nothing else of a caller's beside an option, and finds its validators by exceptions.
bool hasValidator(CLI::Option& option, const char* name)
{
    try {
        return option.get_validator(std::string(name)) != nullptr;
    } catch (const CLI::OptionNotFound&) {
        return false;
    }
}

/// Calls @p visit with every option of @p command, of its groups and of the part of it that was called, and its path.
void forEachPath(CLI::App& command, const std::function<void(CLI::Option&, PathUse, const std::string&)>& visit)
{
    for (auto* option : command.get_options())
        if (const auto use = option->count() > 0 ? pathUseOf(*option) : std::nullopt)
            for (const auto& word : option->results())
                visit(*option, *use, word);
    for (auto* part : command.get_subcommands([](const CLI::App* each) { return each->get_name().empty(); }))
        forEachPath(*part, visit);
    for (auto* part : command.get_subcommands())
        forEachPath(*part, visit);
}

/// A config may be any text, so its reader decides.
bool isConfig(const fs::path& file)
{
    try {
        config::ConfigFile::open(file);
        return true;
    } catch (const Error&) {
        return false;
    }
}

bool isRecord(const fs::path& file)
{
    const auto text = readTextFile(file).value_or(std::string());
    const auto begin = text.find_first_not_of(" \t\r\n");
    return begin != text.npos && std::string_view(text).substr(begin).starts_with("record");
}

/// Of texts that are more than that, which fileKindAt() can't tell.
void requireNoneBut(bool (*isOne)(const fs::path&), const char* what, const fs::path& file)
{
    if (fileKindAt(file) == FileKind::Empty || OverwriteGuard::areOtherKindsReplaced() || isOne(file))
        return;
    throw Error(ErrorCode::FileWrite, Message("{}: is no {}, and one would replace it", file.string(), what),
                "name another file, or remove this one first; on the command line --force replaces it");
}

} // namespace

CLI::Option* takesPath(CLI::Option* option, PathUse use)
{
    const auto named = std::ranges::find(kUses, use, &UseName::use);
    return option->check(CLI::Validator().name(named->name));
}

std::optional<PathUse> pathUseOf(CLI::Option& option)
{
    const auto named =
        std::ranges::find_if(kUses, [&](const UseName& each) { return hasValidator(option, each.name); });
    return named == kUses.end() ? std::nullopt : std::optional(named->use);
}

std::vector<ReadFile> filesReadBy(CLI::App& command)
{
    std::vector<ReadFile> files;
    forEachPath(command, [&files](const CLI::Option& option, PathUse use, const std::string& word) {
        if (use == PathUse::Reads)
            for (auto& file : filesNamedBy(word))
                files.push_back({std::move(file), option.get_name()});
    });
    return files;
}

void requireReplaceable(PathUse use, const fs::path& file)
{
    if (use != PathUse::Reads && use != PathUse::Continues)
        OverwriteGuard::requireNotRead(file);
    switch (use) {
    case PathUse::Reads:
    case PathUse::Continues:
    case PathUse::WritesFolder: break;
    case PathUse::WritesConfig: requireNoneBut(isConfig, "quantization config", file); break;
    case PathUse::WritesRecord: requireNoneBut(isRecord, "record of scales", file); break;
    case PathUse::WritesJunit: requireOfKind(file, FileKind::Junit); break;
    case PathUse::WritesSarif: requireOfKind(file, FileKind::Sarif); break;
    case PathUse::WritesPicture: requireOfKind(file, FileKind::Svg); break;
    case PathUse::Appends: break; // the log sees to that
    }
}

void requireOutputsApart(CLI::App& command)
{
    forEachPath(command,
                [](const CLI::Option&, PathUse use, const std::string& word) { requireReplaceable(use, word); });
}

bool isForced(const CLI::App& command)
{
    const auto* force = command.get_option_no_throw("--force");
    return (force != nullptr && force->count() > 0)
           || std::ranges::any_of(command.get_subcommands(), [](const CLI::App* part) { return isForced(*part); });
}

} // namespace ql::cli
