// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/ci/ci_files.h"
#include "core/results/compare_result.h"
#include "core/results/fix_result.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
}

namespace ql::cli {

class CommandSession;

/// A `--fail-on` condition, e.g. "sqnr_db<20": holds when the metric of some output is on that side of the value.
/// "logits:sqnr_db<20" is about that output, or layer, alone, "y[:, 4:]:sqnr_db<20" about that slice of an output;
/// "worst_slice<20" is about the SQNR of the worst slice.
struct Threshold {
    enum class Relation { Less, LessOrEqual, Greater, GreaterOrEqual };
    std::string metric; ///< a metric's key, kWorstSlice, or what a command measures beside them: "accuracy"
    Relation relation;
    double value;
    std::string text;      ///< as the user wrote it
    std::string name = {}; ///< of an output or a layer; empty = of all

    static constexpr const char* kWorstSlice = "worst_slice";
};

/// Reads "METRIC OP VALUE", or "NAME:METRIC OP VALUE", with OP one of < <= > >=; blanks are ignored. METRIC is one of
/// those of two tensors, "worst_slice" or one of @p others. Nothing if it means nothing.
std::optional<Threshold> parseThreshold(std::string_view text, const std::vector<std::string>& others = {});

/// What a condition is held against: an output, a slice of one, or a layer.
struct Measured {
    std::string name;
    std::map<std::string, double> values = {}; ///< by metric; what doesn't exist here isn't there
    std::string worstSlice = {};               ///< that "worst_slice" is of: "[:, 4:84]"; empty = all of it
    std::string problem = {};                  ///< why nothing could be measured, which fails
    bool isOnlyNamed = false;                  ///< a condition on all isn't about it: a slice
};
/// What @p metrics hold. Without them nothing could be measured because of @p problem.
Measured measuredAs(std::string name, const std::optional<results::Metrics>& metrics, std::string problem);
std::vector<Measured> measuredOutputs(const results::CompareResult& result);
std::vector<Measured> measuredLayers(const results::CompareResult& result);
/// What a repaired model's outputs, and parts of them, have of @p metric. A judge's number is all of theirs.
std::vector<Measured> measuredAfter(const results::FixMeasure& repaired, results::MetricId metric);

/// Which conditions a command takes, and where it writes what came of them.
struct ThresholdOptions {
    std::vector<std::string> onOutputs;
    std::vector<std::string> onLayers;
    std::string junit;
    std::vector<std::string> others; ///< metrics that the command has beside those of two tensors
};
enum class Conditions { OnOutputs, OnLayers, OnBoth };
/// Declares --fail-on, --fail-on-layer or both, and --junit. @p others as of ThresholdOptions
void declareThresholds(CLI::App& command, ThresholdOptions& options, Conditions conditions,
                       std::vector<std::string> others = {});
/// Declares --junit FILE.
void declareJunit(CLI::App& command, std::string& file);

/// Before anything runs: @throws Error (BadArgument) where @p command is to write what was judged, and no condition
/// says what must hold
void requireCondition(const CLI::App& command);

/// A case for each output and condition on outputs, and for each layer and condition on layers, named by what passes.
/// It fails where the condition holds; what can't be measured and a NaN fail, too.
/// @throws Error (BadArgument) for a condition that is about nothing: a name that no output, or no layer, has, a metric
/// that none of them has, no layer at all
std::vector<report::JudgedCase> judged(const std::vector<Measured>& outputs, const std::vector<Measured>& layers,
                                       const ThresholdOptions& options);
/// Says what failed and writes @p junitFile, if there is one. What the command returns then: kDone
/// where nothing failed. @throws Error (FileWrite)
int statusOf(const CommandSession& session, std::string_view command, const std::vector<report::JudgedCase>& cases,
             const std::string& junitFile);
/// The same of findings, each of which is a case: it fails at severity @p failOn or worse; empty = never. So is every
/// rule that found nothing.
int statusOf(const CommandSession& session, std::string_view command, const std::vector<results::Diagnostic>& findings,
             const std::string& failOn, const std::string& junitFile = {});

} // namespace ql::cli
