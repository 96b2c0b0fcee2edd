// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/options/path_options.h"

#include "app/cli/options/named_files.h"
#include "core/base/error.h"
#include "core/config/config_file.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <array>
#include <functional>

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
void requireConfigOrNone(const fs::path& file)
{
    if (fileKindAt(file) == FileKind::Empty || OverwriteGuard::areOtherKindsReplaced())
        return;
    try {
        config::ConfigFile::open(file);
    } catch (const Error&) {
        throw Error(ErrorCode::FileWrite,
                    Message("{}: is no quantization config, and one would replace it", file.string()),
                    "name another file, or remove this one first; on the command line --force replaces it");
    }
}

void requireRecordOrNone(const fs::path& file)
{
    requireOfKind(file, FileKind::Text);
    if (fileKindAt(file) == FileKind::Empty || OverwriteGuard::areOtherKindsReplaced() || isRecord(file))
        return;
    throw Error(ErrorCode::FileWrite, Message("{}: is no record of scales, and one would replace it", file.string()),
                "name another file, or remove this one first; on the command line --force replaces it");
}

void requireReplaceable(PathUse use, const fs::path& file)
{
    if (use != PathUse::Reads && use != PathUse::Continues)
        OverwriteGuard::requireNotRead(file);
    switch (use) {
    case PathUse::Reads:
    case PathUse::Continues:
    case PathUse::WritesFolder: break;
    case PathUse::WritesConfig: requireConfigOrNone(file); break;
    case PathUse::WritesRecord: requireRecordOrNone(file); break;
    case PathUse::WritesJunit: requireOfKind(file, FileKind::Junit); break;
    case PathUse::WritesSarif: requireOfKind(file, FileKind::Sarif); break;
    case PathUse::WritesPicture: requireOfKind(file, FileKind::Svg); break;
    case PathUse::Appends: break; // the log sees to that
    }
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
