// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/runtime/console.h"
#include "app/cli/runtime/report_page.h"
#include "core/base/error.h"
#include "core/report/table/stack_column.h"

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

namespace ql::cli {

/// An analysis of the engine.
template <typename Request, typename Result>
using Analysis = std::shared_ptr<const Result> (engine::Engine::*)(const Request&, JobContext&,
                                                                   const results::Listener<Result>&);

/// Has @p analysis answer @p request with the common options. Where it is cancelled, @p whenCancelled gets what is
/// known by then, if anything. @throws Error, Cancelled
template <typename Request, typename Result>
std::shared_ptr<const Result>
answerTo(CommandSession& session, Request& request, Analysis<Request, Result> analysis,
         const std::type_identity_t<std::function<void(const Result&)>>& whenCancelled = {})
{
    session.complete(request);
    std::shared_ptr<const Result> known;
    try {
        return session.ask([&](engine::Engine& engine, JobContext& ctx) {
            return (engine.*analysis)(request, ctx, [&known](auto partial) { known = std::move(partial); });
        });
    } catch (const Cancelled&) {
        if (known && whenCancelled)
            whenCancelled(*known);
        throw;
    }
}

/// Says so when places in the code were asked for and no row has one.
template <typename Rows>
void tellMissingStack(bool isAsked, const Rows& rows)
{
    if (isAsked && !report::knowsSources(rows))
        printError("note: --with-stack: no layer has a place in the code; ONNX files hold none, TorchScript files do "
                   "unless they were saved without debug files\n");
}

/// What a result looks like.
template <typename Result>
struct Presentation {
    std::function<std::string(const Result&)> json;
    std::function<std::string(const Result&)> text;
    std::function<std::vector<std::filesystem::path>(const Result&, const std::filesystem::path&)> writeFiles;
};

/// Writes files by @p Write; those that the analysis wrote itself are told after them.
template <auto Write, typename Result>
std::vector<std::filesystem::path> withOwnFiles(const Result& result, const std::filesystem::path& folder)
{
    auto files = Write(result, folder);
    files.insert(files.end(), result.files.begin(), result.files.end());
    return files;
}

/// Prints @p result, and writes its files into the --out folder, with report.html.
template <typename Result>
void present(const CommandSession& session, const std::shared_ptr<const Result>& result,
             const std::type_identity_t<Presentation<Result>>& as)
{
    const bool isJson = session.options().isJson;
    session.show(isJson ? std::string() : as.text(*result), isJson ? as.json(*result) : std::string());
    if (!session.writesReports())
        return;
    session.tellWritten(as.writeFiles(*result, session.outFolder()));
    writeHtmlReport(session, results::ResultParts(result));
}

} // namespace ql::cli
