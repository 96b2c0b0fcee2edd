// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/exit_status.h"
#include "app/cli/input_options.h"
#include "app/cli/quantization_options.h"
#include "app/cli/session.h"
#include "core/base/error.h"
#include "core/report/tune_report.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <charconv>

namespace ql::cli {

namespace {

struct TuneOptions {
    results::TuneRequest request;
    std::string target;
};

/// "sqnr_db=30". Fills in the request; gives what is wrong.
std::string readTarget(const std::string& word, results::TuneRequest& request)
{
    const auto equals = word.find('=');
    const auto metric = results::metricFromKey(word.substr(0, equals));
    const bool isKnown = metric == results::MetricId::Sqnr || metric == results::MetricId::Cosine;
    const auto* begin = equals == word.npos ? nullptr : word.data() + equals + 1;
    double value = 0.0;
    if (!isKnown || !begin)
        return fmt::format("{} is no target: expected sqnr_db=VALUE or cosine=VALUE", word);
    const auto [rest, error] = std::from_chars(begin, word.data() + word.size(), value);
    if (error != std::errc{} || rest != word.data() + word.size())
        return fmt::format("{} is no target: {} is no number", word, begin);
    request.metric = *metric;
    request.target = value;
    return {};
}

void declareOptions(CLI::App& command, TuneOptions& options)
{
    auto& request = options.request;
    command.add_option("--baseline", request.baseline, "High-precision model")->type_name("MODEL")->required();
    declareQuantizationOptions(command, request.quantization, "--data");
    declareImageOptions(command, request.images);
    command.add_option("--target", options.target, "What must hold: sqnr_db=VALUE or cosine=VALUE")
        ->type_name("METRIC=VALUE")
        ->required()
        ->check([](const std::string& word) {
            results::TuneRequest ignored;
            return readTarget(word, ignored);
        });
    command.add_option("--max-overrides", request.mostOverrides, "At most so many layers leave 8 bits")
        ->type_name("N")
        ->capture_default_str();
    command.add_option("--judge-samples", request.mostJudged, "Judge candidates on so many samples; 0 = all")
        ->type_name("N")
        ->capture_default_str();
}

int runTune(Session& session, TuneOptions& options)
{
    options.request.options = session.options().run;
    readTarget(options.target, options.request);
    std::shared_ptr<const results::TuneResult> known;
    try {
        const auto result = session.ask([&options, &known](engine::Engine& engine, JobContext& ctx) {
            return engine.tune(options.request, ctx, [&known](auto partial) { known = std::move(partial); });
        });
        session.print(session.options().isJson ? report::tuneJson(*result) : report::tuneText(*result));
        if (session.writesReports())
            for (const auto& file : report::writeTuneFiles(*result, session.outFolder()))
                if (!session.options().isJson)
                    session.print("wrote " + file.string() + "\n");
    } catch (const Cancelled&) {
        if (known)
            fmt::print(stderr, "the best so far:\n{}", report::tuneText(*known));
        throw;
    }
    return kDone;
}

} // namespace

Runner declareTune(CLI::App& command)
{
    const auto options = std::make_shared<TuneOptions>();
    declareOptions(command, *options);
    return [options](Session& session) { return runTune(session, *options); };
}

} // namespace ql::cli
