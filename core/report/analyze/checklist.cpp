// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/analyze/checklist.h"

#include "core/results/badcase_result.h"
#include "core/results/check_result.h"
#include "core/results/compare_result.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <string_view>

namespace ql::report {

namespace {

using results::Diagnostic;
using Rules = std::span<const std::string_view>;
using State = ChecklistItem::State;

constexpr std::string_view kPreparation[]{"preprocessing"};
constexpr std::string_view kConfig[]{"doubled-normalization", "missing-normalization", "differing-normalization",
                                     "differing-color"};
constexpr std::string_view kCalibration[]{"few-samples", "constant-samples", "repeated-samples", "not-finite-samples",
                                          "uncovered-classes"};
constexpr std::string_view kStructure[]{"scale-one", "unfused-run", "quantized-output"};

std::vector<Diagnostic> findingsOf(const results::ResultParts& results)
{
    std::vector<Diagnostic> findings;
    if (const auto check = results.first<results::CheckResult>())
        findings = check->findings;
    if (const auto comparison = results.first<results::CompareResult>())
        findings.insert(findings.end(), comparison->configFindings.begin(), comparison->configFindings.end());
    return findings;
}

/// "scale-one at conv1, unfused-run at conv2", each rule once.
std::string saidBy(const std::vector<Diagnostic>& findings, Rules rules)
{
    std::string text;
    for (const auto rule : rules) {
        const auto found = std::ranges::find(findings, rule, &Diagnostic::rule);
        if (found == findings.end())
            continue;
        text += (text.empty() ? "" : ", ") + found->rule;
        text += found->subject.empty() ? "" : " at " + found->subject;
    }
    return text;
}

ChecklistItem asked(const char* question, const std::vector<Diagnostic>& findings, Rules rules, bool wasAsked,
                    const char* command)
{
    if (auto said = saidBy(findings, rules); !said.empty())
        return {question, State::No, std::move(said)};
    return wasAsked ? ChecklistItem{question, State::Yes, {}} : ChecklistItem{question, State::Open, command};
}

} // namespace

std::vector<ChecklistItem> checklistOf(const results::ResultParts& results)
{
    const auto findings = findingsOf(results);
    const auto comparison = results.first<results::CompareResult>();
    const bool isSimulated = comparison && comparison->simulation;
    const bool isChecked = results.has("check");
    return {{"Is the exported float model the trained one?", State::Open,
             "compare --baseline trained.pt --analysis exported.onnx"},
            asked("Are pictures prepared as in training?", findings, kPreparation, isChecked && results.has("badcase"),
                  "check MODEL --data DATA"),
            asked("Does the config say the same?", findings, kConfig, isSimulated, "config check --model MODEL"),
            {"Are raw files read as they were written?", State::Open, "run --input file.bin:float32:1x3x224x224"},
            asked("Is the calibration data good?", findings, kCalibration, isSimulated, "calibrate --labels LABELS"),
            asked("Is the structure fit for quantization?", findings, kStructure, isChecked, "check MODEL")};
}

std::string checklistText(const std::vector<ChecklistItem>& items)
{
    std::string text = "\nWhere accuracy is lost (guide, \"How much accuracy was lost?\")\n";
    for (const auto& item : items) {
        const char* mark = item.state == State::Yes ? "x" : item.state == State::No ? "!" : " ";
        text += fmt::format("  [{}] {}{}{}\n", mark, item.question, item.because.empty() ? "" : " ", item.because);
    }
    return text;
}

} // namespace ql::report
