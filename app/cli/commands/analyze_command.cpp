// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands/commands.h"
#include "app/cli/options/command_arguments.h"
#include "app/cli/options/option_groups.h"
#include "app/cli/options/path_options.h"
#include "app/cli/runtime/report_page.h"
#include "app/cli/runtime/threshold.h"
#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/writing/atomic_file.h"
#include "core/report/analyze/analyze_report.h"
#include "core/report/result_document.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace ql::cli {

namespace {

namespace fs = std::filesystem;
using project::ProjectSetting;
using Settings = std::vector<ProjectSetting>;

struct AnalyzeOptions {
    results::ModelPair models;
    results::InputSelection samples;
    std::vector<std::string> parts; ///< only these; empty = all
    std::string deviceProfile;      ///< for check
    ThresholdOptions thresholds;    ///< of the comparison
};

/// Which of the command's models and samples an analysis is run on.
enum class Takes {
    Quantized,     ///< one model: the analysis model, or what the quantization makes of the baseline
    Float,         ///< one model: the baseline
    Pair,          ///< both, without samples or with all of them
    PairOnOneInput ///< both on the bad case where there is a data set
};

struct Part {
    const char* name;
    const char* command;
    Takes takes;
};

constexpr std::array kParts{Part{"check", "check", Takes::Quantized},
                            Part{"badcase", "badcase", Takes::Pair},
                            Part{"compare", "compare", Takes::PairOnOneInput},
                            Part{"weights", "weights", Takes::Pair},
                            Part{"sensitivity", "sensitivity", Takes::PairOnOneInput},
                            Part{"profile_baseline", "profile", Takes::Float},
                            Part{"profile_analysis", "profile", Takes::Quantized}};

std::vector<std::string> partNames()
{
    std::vector<std::string> names;
    for (const auto& part : kParts)
        names.emplace_back(part.name);
    return names;
}

void declareOptions(CLI::App& command, AnalyzeOptions& options)
{
    declareModelPair(command, options.models);
    declareInputOptions(command, options.samples);
    declareDataOptions(command, options.samples);
    command.get_option("--data")->excludes("--input")->excludes("--badcase");
    takesPath(command.add_option("--device-profile", options.deviceProfile, "What a device can run, for check"),
              PathUse::Reads)
        ->type_name("FILE");
    command
        .add_option("--part", options.parts,
                    fmt::format("Only this part of all; repeatable: {}", fmt::join(partNames(), ", ")))
        ->type_name("PART")
        ->allow_extra_args(false)
        ->check([](const std::string& word) {
            return std::ranges::count(partNames(), word) > 0
                       ? std::string()
                       : fmt::format("{} is no part: expected {}", word, fmt::join(partNames(), ", "));
        });
    declareThresholds(command, options.thresholds, Conditions::OnBoth);
}

void drop(Settings& settings, std::initializer_list<const char*> names)
{
    for (const char* name : names)
        std::erase_if(settings, [name](const auto& setting) { return setting.name == name; });
}

/// Every option of @p command that was given, but those that are this command's own.
Settings givenSettings(const CLI::App& command, bool isOfQuantization)
{
    Settings given;
    for (const auto* option : command.get_options())
        if (option->count() > 0 && !option->get_lnames().empty()
            && (option->get_group() == kQuantizationOptions) == isOfQuantization)
            given.push_back({option->get_lnames().front(), option->results()});
    drop(given, {"part", "out", "json", "quiet", "verbose"});
    return given;
}

/// Asks for the parts one after the other, and keeps what each found.
class Analyzing {
public:
    Analyzing(CommandSession& session, const CLI::App& command, const AnalyzeOptions& options)
        : m_session(session)
        , m_command(command)
        , m_options(options)
    {
        m_found.folder = session.outFolder();
    }

    report::Analyzed run()
    {
        for (const auto& part : kParts)
            if (isWanted(part))
                m_found.parts.push_back(ended(part));
        return std::move(m_found);
    }
    bool hasCrossed() const { return m_hasCrossed; }

private:
    bool isWanted(const Part& part) const
    {
        const bool isSearch = part.command == std::string_view("badcase");
        if (isSearch && m_options.samples.data.empty())
            return false;
        return m_options.parts.empty() || std::ranges::count(m_options.parts, part.name) > 0;
    }

    bool hasData() const { return !m_options.samples.data.empty(); }
    fs::path badCase() const { return m_found.folder / "badcase" / "badcase.pt"; }

    /// A part that fails leaves the others theirs. @throws Cancelled
    report::AnalyzedPart ended(const Part& part)
    {
        report::AnalyzedPart end{part.name, part.command, {}, {}};
        try {
            ask(part);
            const auto document = m_found.folder / part.name / (std::string(part.command) + ".json");
            end.document = readText(document);
            if (report::isReadBack(part.command))
                m_found.results.add(report::parseResultDocument(end.document, document.string()).parts);
        } catch (const Cancelled&) {
            throw;
        } catch (const std::bad_alloc&) {
            throw;
        } catch (const std::exception& error) {
            end.error = error.what();
            m_lacksBadCase = m_lacksBadCase || end.command == "badcase"; // one of an earlier run may lie there
        }
        return end;
    }

    void ask(const Part& part)
    {
        if (part.takes == Takes::PairOnOneInput && hasData() && (m_lacksBadCase || !fs::exists(badCase())))
            throw Error(ErrorCode::BadArgument, Message("there is no {}", badCase().string()),
                        "it is asked on the sample that the part badcase finds");
        Environment environment = m_session.environment();
        environment.print = [](std::string_view) {};
        const auto status = runCommand(arguments(part).words(), environment);
        m_session.environment().engine = environment.engine;
        m_hasCrossed = m_hasCrossed || status == kThresholdCrossed;
        if (status != kDone && status != kThresholdCrossed)
            throw Error(ErrorCode::Internal, Message("ended with {}", status));
    }

    CommandArguments arguments(const Part& part) const
    {
        auto shared = givenSettings(m_command, false);
        auto quantization = givenSettings(m_command, true);
        if (part.takes == Takes::PairOnOneInput && hasData()) {
            drop(shared, {"data", "num-steps"});
            shared.push_back({"badcase", {badCase().string()}});
        }
        if (part.command == std::string_view("profile"))
            for (auto& setting : quantization)
                if (setting.name == "per-channel") // which means the statistics there
                    setting.name = "per-channel-weights";
        if (part.command != std::string_view("compare"))
            drop(shared, {"fail-on", "fail-on-layer", "junit"}); // the others rank what it measures
        if (part.takes != Takes::Float)
            shared.insert(shared.end(), quantization.begin(), quantization.end());
        project::ProjectStep step{part.command, {}};
        step.settings.push_back({"out", {(m_found.folder / part.name).string()}});
        const auto& models = m_options.models;
        const bool isOfAnalysis = part.takes == Takes::Quantized && !models.isSimulated();
        if (part.takes == Takes::Quantized || part.takes == Takes::Float)
            step.settings.push_back({"MODEL", {isOfAnalysis ? models.analysis : models.baseline}});
        return {step, shared};
    }

    CommandSession& m_session;
    const CLI::App& m_command;
    const AnalyzeOptions& m_options;
    report::Analyzed m_found;
    bool m_lacksBadCase = false;
    bool m_hasCrossed = false;
};

bool isJudging(const ThresholdOptions& options)
{
    return !options.onOutputs.empty() || !options.onLayers.empty() || !options.junit.empty();
}

int runAnalyze(CommandSession& session, const CLI::App& command, const AnalyzeOptions& options)
{
    if (!session.writesReports())
        throw Error(ErrorCode::BadArgument, "analyze writes everything into one folder", "name it with --out DIR");
    if (const auto& parts = options.parts;
        isJudging(options.thresholds) && !parts.empty() && std::ranges::find(parts, "compare") == parts.end())
        throw Error(ErrorCode::BadArgument, "--fail-on… is held against the part compare, which isn't asked for",
                    "add --part compare");
    Analyzing analyzing(session, command, options);
    auto found = analyzing.run();
    if (found.verdict() || found.results.has("check")) {
        found.page = found.folder / "report.html";
        writeFileAtomically(found.page, report::htmlReport(found.results, languageOf(session.options())));
    }
    session.answer("analyze", report::analyzeText(found), report::analyzeJson(found));
    const auto failures = std::ranges::count_if(found.parts, [](const auto& part) { return !part.error.empty(); });
    if (failures > 0)
        throw Error(ErrorCode::BadArgument, Message("{} of {} parts have no answer", failures, found.parts.size()),
                    "the list says why; what the others found is kept");
    return analyzing.hasCrossed() ? kThresholdCrossed : kDone;
}

Runner declareAnalyze(CLI::App& command)
{
    const auto options = std::make_shared<AnalyzeOptions>();
    declareOptions(command, *options);
    return [options, &command](CommandSession& session) { return runAnalyze(session, command, *options); };
}

} // namespace

Command analyzeCommand()
{
    return {"analyze",
            "Check, compare, rank and profile in one go, into one folder with one page and a verdict",
            declareAnalyze,
            Purpose::Analyze,
            false,
            {{"everything about a pair of models, on the worst sample of a dataset",
              "quantloupe-cli analyze -b float.onnx -a int8.onnx -d samples -o found"},
             {"fail a build when an output falls below 20 dB",
              "quantloupe-cli analyze -b float.onnx -a int8.onnx -d samples -o found --fail-on 'sqnr_db<20'"}}};
}

} // namespace ql::cli
