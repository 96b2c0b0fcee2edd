// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands/commands.h"
#include "app/cli/options/path_options.h"
#include "app/cli/runtime/command_session.h"
#include "core/project/stale_files.h"
#include "core/report/clean/clean_report.h"

#include <CLI/CLI.hpp>

namespace ql::cli {

namespace {

struct CleanOptions {
    std::string folder;
    bool removes = false;
};

void declareOptions(CLI::App& command, CleanOptions& options)
{
    takesPath(command.add_option(
                  "DIR", options.folder,
                  "Folder that earlier commands wrote into: states of cancelled searches and dumps of values are "
                  "found in it and below, by what is in them; results stay"),
              PathUse::WritesFolder)
        ->required();
    command.add_flag("--remove", options.removes, "Remove what is found; without it everything is only listed");
}

int runClean(CommandSession& session, CleanOptions& options)
{
    auto found = project::leftoversIn(options.folder);
    if (options.removes)
        project::remove(found);
    session.answer("clean", report::cleanText(found), report::cleanJson(found));
    return kDone;
}

} // namespace

Command cleanCommand()
{
    return {"clean",
            "Find what earlier commands left in a folder beside results, and remove it",
            declared<CleanOptions, declareOptions, runClean>,
            Purpose::UseFiles,
            false,
            {{"what a folder holds beside results", "quantloupe-cli clean found"}}};
}

} // namespace ql::cli
