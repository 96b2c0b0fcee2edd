// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/metrics.h"
#include "core/results/request_parts.h"

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace ql::cli {

// The options that several commands take. What they are declared to fill must live until parsing is done, or, where it
// is checked or ordered by, until the command ran.

/// The values of an enum by the words that documents have for them: what CLI::CheckedTransformer takes.
template <typename Enum>
std::map<std::string, Enum> choicesOf()
{
    std::map<std::string, Enum> choices;
    for (const auto& word : wordsOf(Enum{}))
        choices.emplace(word.key, word.value);
    return choices;
}

/// The options that every command takes.
struct CommonOptions {
    bool isJson = false;   ///< print one document instead of text
    bool isQuiet = false;  ///< print the first line of the text alone
    int verbosity = 0;     ///< how much more than logLevel is logged on standard error: 1 = info, 2 = debug
    std::string outFolder; ///< empty = write no reports
    std::string logLevel = "warning";
    std::string logFile; ///< empty = none
    std::string logFileLevel = "info";
    std::string progress = "auto";
    std::string language = "en"; ///< of report.html
    bool isForced = false;       ///< replace files of another kind; see isForced() in path_options.h
    bool writesPages = false;    ///< parts of report.html beside it
    results::RunOptions run;
    results::SessionOptions engine;
};
void declareCommonOptions(CLI::App& command, CommonOptions& options);

/// Declares --preprocess and the options that stand for single lines of its file.
void declareImageOptions(CLI::App& command, results::ImageOptions& images);
/// Declares --input and --badcase and the options for images.
void declareInputOptions(CLI::App& command, results::InputSelection& samples);
/// Declares --data and --num-steps for commands that take a dataset instead of one input.
void declareDataOptions(CLI::App& command, results::InputSelection& samples);
void declareStepCount(CLI::App& command, results::InputSelection& samples);

/// Declares --config, --record and the options on top of a config (--observer, --activation-bits, --skip …). The data
/// to calibrate with is called @p dataOption, and weights with a scale per channel @p perChannelOption.
void declareQuantizationOptions(CLI::App& command, results::QuantizationOptions& options, const char* dataOption,
                                const char* perChannelOption = "--per-channel");
/// Declares --baseline, --analysis, and the options above for a command that can simulate the analysis model instead;
/// one of the two must be given. @p takesDumps: a folder of values may stand in place of a model.
void declareModelPair(CLI::App& command, results::ModelPair& models, bool takesDumps = false);
/// Declares --variant beside the options of declareModelPair(), none of which it goes with.
void declareVariant(CLI::App& command, results::ModelPair& models);
/// Declares --input-names, --output-names and --dynamic-axes, of models that are written into --out.
void declarePortOptions(CLI::App& command, results::PortNames& ports);
/// Declares --state-dict-name.
void declareStateDictName(CLI::App& command, std::string& name);
/// Declares --map.
void declareMapFile(CLI::App& command, std::string& file);
/// Declares --prefix and --type.
void declareFilterOptions(CLI::App& command, results::LayerFilter& filter);
/// Declares @p name, each of which adds one @p type to @p list.
void declareRepeatable(CLI::App& command, const char* name, std::vector<std::string>& list, const char* help,
                       const char* type);

/// Declares --judge-command and what belongs to it.
void declareJudgeOptions(CLI::App& command, results::JudgeOptions& judge);

/// Declares --post-process.
void declarePostProcess(CLI::App& command, std::vector<std::string>& expressions);

/// How a printed table of rows with metrics is ordered and cut.
struct RowOptions {
    std::string sort = "sqnr_db";
    std::size_t top = 20;

    /// Nothing for "order"; SQNR for "worst_slice", whose measure it is.
    std::optional<results::MetricId> sortMetric() const
    {
        return isByWorstSlice() ? results::MetricId::Sqnr : results::metricFromKey(sort);
    }
    bool isByWorstSlice() const { return sort == kWorstSlice; }

    static constexpr const char* kWorstSlice = "worst_slice";
};
/// Declares --sort and --top. @p haveSlices: rows have worst slices to sort by.
void declareRowOptions(CLI::App& command, RowOptions& options, bool haveSlices = false);
/// --with-stack.
void declareStack(CLI::App& command, bool& withStack);
/// --iterations.
void declareIterations(CLI::App& command, bool& showsIterations);
void declareTop(CLI::App& command, std::size_t& top, const char* help = "Rows in the printed table; 0 = all");

} // namespace ql::cli
