// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands/commands.h"
#include "app/cli/runtime/command_session.h"
#include "app/cli/runtime/report_page.h"
#include "core/project/data_folder.h"
#include "core/report/compare/compare_report.h"
#include "core/report/compare/demo_report.h"
#include "core/results/accuracy_result.h"
#include "core/results/compare_result.h"

#include <CLI/CLI.hpp>

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
    story.comparison = engine.compare(request, ctx);
    return story;
}

int runDemo(CommandSession& session)
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
    return kDone;
}

Runner declareDemo(CLI::App&)
{
    return runDemo;
}

} // namespace

Command demoCommand()
{
    return {"demo", "Show on the embedded example how a bad layer is found", declareDemo, Purpose::Learn};
}

} // namespace ql::cli
