// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands/commands.h"
#include "app/cli/options/path_options.h"
#include "app/cli/runtime/command_session.h"
#include "app/cli/runtime/report_page.h"
#include "core/base/files.h"
#include "core/base/writing/atomic_file.h"
#include "core/project/data_folder.h"
#include "core/report/compare/compare_report.h"
#include "core/report/compare/demo_report.h"
#include "core/results/accuracy_result.h"
#include "core/results/compare_result.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <filesystem>
#include <vector>

namespace ql::cli {

namespace {

std::string demoFile(const char* name)
{
    return project::dataFile(std::filesystem::path("demo") / name).string();
}

report::DemoStory askAll(engine::Engine& engine, const results::RunOptions& run, JobContext& ctx)
{
    results::CompareRequest request;
    request.models = {demoFile("float.onnx"), demoFile("int8.onnx"), {}};
    request.samples.inputs = {demoFile("bad_case.npy")};
    request.options = run;
    const auto accuracyOf = [&engine, &run, &ctx](const std::string& model) {
        return engine.accuracy({model, demoFile("inputs.npy"), demoFile("labels.npy"), run}, ctx);
    };
    report::DemoStory story;
    story.baselineAccuracy = accuracyOf(request.models.baseline);
    story.analysisAccuracy = accuracyOf(request.models.analysis);
    request.withHistograms = true; // the files list them
    story.comparison = engine.compare(request, ctx);
    return story;
}

struct DemoOptions {
    std::string filesFolder; ///< empty = none are copied
};

/// The files that the handbook's commands use. What lies there stays.
void copyFiles(const CommandSession& session, const std::filesystem::path& folder)
{
    std::vector<std::filesystem::path> written;
    for (const auto& file : std::filesystem::directory_iterator(project::dataFile("demo"))) {
        const auto target = folder / file.path().filename();
        const auto content = file.is_regular_file() ? readTextFile(file.path()) : std::nullopt;
        if (!content || std::filesystem::exists(target))
            continue;
        writeFileAtomically(target, *content);
        written.push_back(target);
    }
    std::ranges::sort(written);
    session.tellWritten(written);
}

int runDemo(CommandSession& session, DemoOptions& options)
{
    const auto story = session.ask(
        [&session](engine::Engine& engine, JobContext& ctx) { return askAll(engine, session.options().run, ctx); });
    session.answer("demo", report::demoText(story), report::demoJson(story));
    if (session.writesReports()) {
        session.tellWritten(report::writeCompareFiles(*story.comparison, session.outFolder()));
        results::ResultParts parts(story.comparison);
        parts.baselineAccuracy = story.baselineAccuracy;
        parts.analysisAccuracy = story.analysisAccuracy;
        writeHtmlReport(session, std::move(parts));
    }
    if (!options.filesFolder.empty() && session.isReporter())
        copyFiles(session, options.filesFolder);
    return kDone;
}

void declareOptions(CLI::App& command, DemoOptions& options)
{
    takesPath(command.add_option("--files", options.filesFolder,
                                 "Also copy its models, samples and config into this folder, to try things on"),
              PathUse::WritesFolder)
        ->type_name("DIR");
}

} // namespace

Command demoCommand()
{
    return {"demo",
            "Show on the embedded example how a bad layer is found",
            declared<DemoOptions, declareOptions, runDemo>,
            Purpose::Learn,
            false,
            {{"the embedded example, and its files to try things on", "quantloupe-cli demo --files demo"}}};
}

} // namespace ql::cli
