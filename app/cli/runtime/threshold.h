// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/ci/ci_files.h"
#include "core/results/compare_result.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
}

namespace ql::cli {

/// A `--fail-on` condition, e.g. "sqnr_db<20": holds when the metric of some output is on that side of the value.
/// "logits:sqnr_db<20" is about that output, or layer, alone, "y[:, 4:]:sqnr_db<20" about that slice of an output;
/// "worst_slice<20" is about the SQNR of the worst slice.
struct Threshold {
    enum class Relation { Less, LessOrEqual, Greater, GreaterOrEqual };
    results::MetricId metric;
    Relation relation;
    double value;
    std::string text;      ///< as the user wrote it
    std::string name = {}; ///< of an output or a layer; empty = of all
    bool isOfWorstSlice = false;
};

/// Reads "METRIC OP VALUE", or "NAME:METRIC OP VALUE", with OP one of < <= > >=; blanks are ignored. Nothing if it
/// means nothing.
std::optional<Threshold> parseThreshold(std::string_view text);

/// A case for each output and condition of @p outputs, and for each compared layer and condition of @p layers. It fails
/// where the condition holds; an output that can't be compared (shapes differ) and a NaN fail, too.
/// @throws Error (BadArgument) for a condition on a name that no output, or no compared layer, has
std::vector<report::JudgedCase> judged(const results::CompareResult& result, const std::vector<Threshold>& outputs,
                                       const std::vector<Threshold>& layers);
/// Declares --junit FILE.
void declareJunit(CLI::App& command, std::string& file);
/// Says on standard error what failed and writes @p junitFile, if there is one. What the command returns then: kDone
/// where nothing failed. @throws Error (FileWrite)
int statusOf(std::string_view command, const std::vector<report::JudgedCase>& cases, const std::string& junitFile);
/// The same of findings, each of which is a case: it fails at severity @p failOn or worse; empty = never.
int statusOf(std::string_view command, const std::vector<results::Diagnostic>& findings, const std::string& failOn,
             const std::string& junitFile = {});

} // namespace ql::cli
