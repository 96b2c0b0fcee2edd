// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/expressions/expression.h"
#include "core/analysis/matching/matching.h"
#include "core/base/error.h"
#include "core/project/project_file.h"
#include "core/project/trials_file.h"
#include "core/report/analysis_report.h"
#include "core/report/json/field_writer.h"
#include "core/report/json/json_writer.h"
#include "core/report/result_document.h"
#include "core/results/profile_result.h"
#include "tests/core/report/foreign_files.h"
#include "tests/core/report/sample_parts.h"
#include "tests/fuzz/targets/scratch_file.h"
#include "tests/fuzz/targets/targets.h"

#include <array>

namespace ql::tests {

namespace {

const std::vector<project::ProjectSetting> kSettings{{"baseline", {"b: c.onnx"}}, {"input", {"a", "#"}}, {"out", {}}};
const std::vector<project::ProjectStep> kSteps{{"compare", {{"metric", {"cosine"}}}}, {"tune", {}}};

/// A document that @p Result's report wrote and read says the same when it is written anew.
template <typename Result>
void rewrite(const report::ResultDocument& document)
{
    for (const auto& result : document.parts.all<Result>()) {
        const auto text = report::documentText(report::resultDocument(results::kNameOf<Result>, *result, true));
        report::parseResultDocument(text, "written");
    }
}

} // namespace

void fuzzResult(std::string_view bytes)
{
    report::ResultDocument document;
    try {
        document = report::parseResultDocument(bytes, "fuzz");
    } catch (const Error&) {
        return;
    }
    rewrite<results::CompareResult>(document);
    rewrite<results::SensitivityResult>(document);
    rewrite<results::AttributionResult>(document);
    rewrite<results::ShadowResult>(document);
    rewrite<results::WeightsResult>(document);
    rewrite<results::ProfileResult>(document);
    rewrite<results::CheckResult>(document);
}

std::vector<std::string> resultSeeds()
{
    const auto parts = sampleParts();
    std::vector<std::string> seeds;
    const auto add = [&seeds](const auto& result) {
        using Result = std::remove_cvref_t<decltype(*result)>;
        seeds.push_back(report::documentText(report::resultDocument(results::kNameOf<Result>, *result, true)));
    };
    add(parts.first<results::CompareResult>());
    add(parts.first<results::SensitivityResult>());
    add(parts.first<results::AttributionResult>());
    add(parts.first<results::ShadowResult>());
    add(parts.first<results::WeightsResult>());
    add(parts.first<results::CheckResult>());
    for (const auto& sample : foreignSamples())
        seeds.push_back(sample.text);
    return seeds;
}

void fuzzProject(std::string_view bytes)
{
    const std::string text(bytes);
    const ScratchFolder folder;
    try {
        project::readProject(folder.write("project.yaml", text));
    } catch (const Error&) {
    }
    try {
        const auto changed = project::withSettings(text, kSettings, kSteps, "fuzz");
        require(project::withSettings(changed, kSettings, kSteps, "fuzz") == changed, "settings are made once");
        project::movedTo(changed, "/a/b", "/a/c", "fuzz");
    } catch (const Error&) {
    }
}

std::vector<std::string> projectSeeds()
{
    return {"quantloupe: 1\nbaseline: float.onnx\nanalysis: int8.onnx # mine\ninput: [bad_case.npy]\nout: reports\n"
            "run:\n  - compare\n  - sensitivity: {mode: one-off, metric: cosine}\n  - tune:\n      apply: true\n",
            "# nothing else\r\nquantloupe: 1\r\n\"baseline\": 'a''b'\r\nrun: [compare, {check: {rules: [a, b]}}]\r\n"};
}

void fuzzTrials(std::string_view bytes)
{
    const std::string text(bytes);
    try {
        const auto file = project::trialsOf(text, "/dev/shm");
        const auto once = project::trialsText(file.trials, {});
        const auto again = project::trialsOf(once, {});
        require(again.problems.empty() && again.trials.size() == file.trials.size(), "trials come back");
        require(project::trialsText(again.trials, {}) == once, "trials are written the same twice");
    } catch (const Error&) {
    }
    try {
        project::rowsOfChangeTable(text);
    } catch (const Error&) {
    }
}

std::vector<std::string> trialSeeds()
{
    auto change = std::make_shared<results::TrialChange>();
    change->before = "as it is";
    change->after = "skipped";
    change->rows.push_back({"conv, 1", "Conv", true, results::Metrics{.cosine = 0.5}, {}, "int8", ""});
    change->rows.push_back({"=fc", "Gemm", false, {}, results::Metrics{.sqnrDb = 20.0}, "", "int16"});
    const std::vector<results::Trial> trials{
        {"2026-01-02T03:04:05.678Z", "Skip \"conv\"", "a note\nin lines", "/a/b.yaml", "text: |\n  x\n", change},
        {"2026-01-02T03:04:05.679Z", "", "", "c.json", "{}", std::make_shared<results::TrialChange>()}};
    return {project::trialsText(trials, {}), project::changeTable(change->rows)};
}

void fuzzNameMap(std::string_view bytes)
{
    const ScratchFolder folder;
    try {
        analysis::readNameMap(folder.write("map.txt", bytes));
    } catch (const Error&) {
    }
}

std::vector<std::string> nameMapSeeds()
{
    return {"# baseline analysis\nconv1 conv1_quant\n\t/layer/fc   fc # last\r\n\n", "a b\nc"};
}

void fuzzExpression(std::string_view bytes)
{
    static constexpr std::array kX{0.0f, -1.5f, 3e38f, 2.0f};
    static constexpr std::array kY{1.0f, -1.25f, -3e38f, 0.0f};
    try {
        const analysis::Expression expression{std::string(bytes)};
        expression(kX, kY);
        expression(std::span<const float>{}, std::span<const float>{});
    } catch (const Error&) {
    }
}

std::vector<std::string> expressionSeeds()
{
    return {"max(abs(x-y)) / max(abs(x))", "mean(where(abs(x) > 0.1, abs(x-y)/abs(x), 0))",
            "percentile(softmax(x), 99.5) - dot(x, y) ** 2 ^ -1 + pi",
            "sum(clip(x, -1, 1) <= y) * median(exp(log2(square(sqrt(y)))))",
            "norm(pow(x, 3)) + var(sign(floor(ceil(round(sigmoid(y)))))) / std(min(x, y)) - count(x == y) != 1e-3"};
}

} // namespace ql::tests
