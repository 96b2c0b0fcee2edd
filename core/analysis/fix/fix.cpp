// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/analyses.h"
#include "core/analysis/fix/fix_deviations.h"
#include "core/analysis/fix/fix_queue.h"
#include "core/analysis/fix/fix_start.h"
#include "core/analysis/identity/job_identity.h"
#include "core/analysis/judge/judge_command.h"
#include "core/analysis/judge/request_functions.h"
#include "core/analysis/matching/paired_inputs.h"
#include "core/analysis/simulation/quantization_settings.h"
#include "core/analysis/simulation/written_forms.h"
#include "core/analysis/simulation/written_ports.h"
#include "core/analysis/workspace/workspace.h"
#include "core/base/error.h"
#include "core/export/onnx_writer.h"
#include "core/quant/quantized_graph/quantized_graph.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>

namespace ql::analysis {

namespace {

using results::FixResult;

std::string stemOf(const results::FixRequest& request)
{
    return std::filesystem::path(request.models.baseline).stem().string() + "_fixed";
}

/// Whether inputs and outputs go by the same names in the same order.
bool hasSameEnds(const graph::Graph& a, const graph::Graph& b)
{
    const auto namesOf = [](const graph::Graph& graph, const std::vector<graph::ValueId>& values) {
        std::vector<std::string> names;
        for (const auto value : values)
            names.push_back(graph.value(value).name);
        return names;
    };
    return namesOf(a, a.inputs()) == namesOf(b, b.inputs()) && namesOf(a, a.outputs()) == namesOf(b, b.outputs());
}

constexpr double kUnexplainedDb = 1.0;
constexpr std::chrono::milliseconds kTellInterval{500};

/// The first of them, as "aten::silu, aten::view"; empty where there are none.
std::string operatorsOfTorchScript(const graph::Graph& graph)
{
    constexpr std::size_t kMost = 4;
    std::vector<std::string> names;
    for (const auto& node : graph.nodes()) {
        auto name = node.domain + "::" + node.opType;
        if ((node.domain == "aten" || node.domain == "prim") && std::ranges::find(names, name) == names.end())
            names.push_back(std::move(name));
    }
    const bool isCut = names.size() > kMost;
    names.resize(std::min(names.size(), kMost));
    return fmt::format("{}{}", fmt::join(names, ", "), isCut ? " …" : "");
}

class ModelFix {
public:
    ModelFix(const results::FixRequest& request, const graph::Graph* analysis, JobContext& ctx,
             const results::Listener<FixResult>& listener)
        : m_request(request)
        , m_analysis(analysis)
        , m_ctx(ctx)
        , m_listener(ranksOf(request.options).isAlone() ? listener : nullptr)
        , m_start(fixStart(request, analysis, ctx))
        , m_samples(fixSamples(m_start.prepared, request))
        , m_judge(*m_start.prepared.baseline, m_samples.heldOut, request.metric, ctx, request.outputs)
    {
        for (const auto& fix : request.fixes)
            quant::fixNamed(fix);
        if (m_start.config)
            m_config.emplace(*m_start.config, *m_start.prepared.baseline, request.ignoresRules);
    }

    std::shared_ptr<const FixResult> run()
    {
        if (m_request.options.functions && m_request.options.functions->judge)
            m_judge.ask(m_request.options.functions, m_request.options.judge.isLowerBetter, m_samples.heldOutPlaces,
                        m_samples.heldOutNames);
        describe();
        if (m_analysis && hasSameEnds(*m_start.prepared.baseline, *m_analysis))
            m_result.given = m_judge.measure(*m_analysis, m_ctx);
        const bool isLasting =
            caller::areLasting(m_request.options.functions.get()) && !m_request.models.quantization.held;
        Journal journal(isLasting ? m_request.folder : std::string(), "fix", job());
        FixSearch search{
            m_request, *m_start.subject, m_samples, m_judge, m_config ? &*m_config : nullptr, FixJournal(journal),
            m_ctx};
        m_told = m_result;
        FixQueue queue(search);
        queue.run([&] { tell(queue); });
        m_result.start = queue.start();
        m_result.best = queue.best();
        m_result.isComplete = queue.isComplete();
        m_result.rows = queue.rows();
        if (m_analysis)
            sayDeviations();
        auto repaired = queue.repaired();
        if (&repaired.graph() != m_start.prepared.baseline.get())
            m_result.floatDifference = m_judge.differenceOf(repaired.graph(), m_ctx);
        const auto isSaid = sayInConfig(m_result, queue.chosen(), repaired);
        for (std::size_t i = 0; i < isSaid.size(); ++i)
            m_result.rows[i].isInConfig = isSaid[i];
        if (!m_request.folder.empty())
            writeFiles(repaired);
        journal.remove();
        m_result.evaluations = m_judge.evaluations();
        return std::make_shared<const FixResult>(std::move(m_result));
    }

private:
    /// What makes two searches the same; how long they may take does not.
    std::uint64_t job() const
    {
        Fingerprint sum;
        addTo(sum, *m_start.prepared.baseline);
        if (m_analysis)
            addTo(sum, *m_analysis);
        addTo(sum, m_request.models.quantization);
        addTo(sum, m_request.images);
        addTo(sum, m_request.fixes);
        addTo(sum, m_request.outputs);
        addTo(sum, m_samples.heldOutNames);
        sum.add(m_request.heldOut).add(m_start.prepared.data->fingerprint()).add(std::uint64_t(m_request.metric));
        if (!m_request.heldOut.empty())
            sum.addFile(m_request.heldOut);
        sum.add(m_request.mostJudged).add(m_request.worstLayers).add(std::uint64_t(m_request.ignoresRules));
        sum.add(m_request.options.judge.command).add(std::uint64_t(m_request.options.judge.isLowerBetter));
        for (const auto& model : {m_request.models.baseline, m_request.models.analysis})
            if (!model.empty())
                sum.addFile(model); // the graph's prints know no attributes
        return sum.add(m_request.options.seed).value();
    }

    void describe()
    {
        m_result.baseline = m_request.models.baseline;
        m_result.analysis = m_request.models.analysisName();
        m_result.config = m_request.models.quantization.config;
        m_result.metric = m_request.metric;
        m_result.judgedBaseline = m_judge.judgedBaseline();
        if (m_result.judgedBaseline)
            m_result.judgeBetter = m_request.options.judge.isLowerBetter ? "lower" : "higher";
        m_result.heldOutData = m_samples.isSplit ? m_request.models.quantization.data : m_request.heldOut;
        m_result.isSplit = m_samples.isSplit;
        m_result.fittedSamples = m_samples.fittedNames;
        m_result.heldOutSamples = m_samples.heldOutNames;
        m_result.notes = m_start.notes;
        m_result.configFindings = m_start.prepared.findings;
    }

    /// What is known, at most twice a second, and whenever other repairs are chosen.
    void tell(FixQueue& queue)
    {
        const auto now = std::chrono::steady_clock::now();
        const auto chosen = queue.chosen();
        const bool isChosenAnew = chosen != m_toldChosen && !m_ctx.isCancelled();
        if (!m_listener || (!isChosenAnew && !m_ctx.isCancelled() && now - m_toldAt < kTellInterval))
            return;
        auto known = isChosenAnew ? m_result : m_told;
        known.start = queue.start();
        known.best = queue.best();
        known.rows = queue.knownRows();
        known.evaluations = m_judge.evaluations();
        if (isChosenAnew)
            m_isSaid = sayInConfigSoFar(known, chosen, queue.repaired());
        for (std::size_t i = 0; i < std::min(m_isSaid.size(), known.rows.size()); ++i)
            known.rows[i].isInConfig = m_isSaid[i];
        m_toldAt = now;
        m_toldChosen = chosen;
        m_told = known;
        if (!known.rows.empty())
            m_listener(std::make_shared<const FixResult>(std::move(known)));
    }

    /// What the config can't say of these it may say of those chosen in the end.
    std::vector<bool> sayInConfigSoFar(FixResult& known, const std::vector<const quant::FixEdit*>& chosen,
                                       const quant::FixSubject& repaired)
    {
        try {
            return sayInConfig(known, chosen, repaired);
        } catch (const Error&) {
            return {};
        }
    }

    /// The simulation quantizes the baseline's own numbers: what else the model holds is mended before any repair. What
    /// costs the model nothing as a whole, as weights that were equalized or trained, is no fault.
    void sayDeviations()
    {
        const double start = m_judge.decibels(m_result.start, true);
        const auto given = m_result.given ? std::optional(m_judge.decibels(*m_result.given, true)) : std::nullopt;
        if (!given || *given < start - kUnexplainedDb)
            m_result.deviations =
                deviationsOf(*m_analysis, *m_start.subject, m_result.start, m_judge, m_samples.fitted, m_ctx);
        if (given && m_result.deviations.empty() && std::abs(*given - start) > kUnexplainedDb)
            m_result.notes.push_back(fmt::format(
                "the model as given is {:.1f} dB {} than its simulation, from which repairs start, and none "
                "of its constants says why: see what compare says of the two models",
                std::abs(*given - start), *given < start ? "worse" : "better"));
    }

    /// Which of those chosen the config can say; nothing without a config.
    std::vector<bool> sayInConfig(FixResult& result, const std::vector<const quant::FixEdit*>& chosen,
                                  const quant::FixSubject& repaired)
    {
        std::vector<bool> isSaid;
        if (!m_config)
            return isSaid;
        const auto file = m_config->with(chosen, isSaid, &repaired);
        if (!file.isModified())
            return isSaid;
        result.configBefore = m_start.config->text();
        result.fixedConfig = file.text();
        result.byConfig = measureBy(file.config(), std::make_shared<const graph::Graph>(repaired.graph()));
        if (&repaired.graph() != m_start.prepared.baseline.get())
            result.byConfigAlone = measureBy(file.config(), m_start.prepared.baseline);
        return isSaid;
    }

    results::FixMeasure measureBy(const config::QuantConfig& config, std::shared_ptr<const graph::Graph> graph)
    {
        auto settings = settingsFromConfig(config, *graph);
        applyOptions(m_request.models.quantization, *graph, settings);
        withoutSearch(settings);
        quant::FixSubject said(std::move(graph), std::move(settings));
        return m_judge.measure(said, m_samples.fitted, m_ctx);
    }

    void writeFiles(quant::FixSubject& repaired)
    {
        const auto stem = stemOf(m_request);
        const std::filesystem::path folder = m_request.folder;
        const auto& plan = repaired.plan(m_samples.fitted, m_ctx);
        if (const auto own = operatorsOfTorchScript(repaired.graph()); !own.empty()) {
            m_result.notes.push_back(fmt::format(
                "no model is written, only the record: {} are operators of TorchScript, which no runtime of "
                "ONNX models has; export the float model as ONNX and repair that",
                own));
            m_result.files = writeForms({}, repaired.graph(), plan, folder, {stem, {}, m_request.ports});
            return;
        }
        const auto qdq = quant::qdqGraph(repaired.graph(), plan);
        m_result.files = writeForms({&qdq}, repaired.graph(), plan, folder, {stem, {}, m_request.ports});
        if (&repaired.graph() == m_start.prepared.baseline.get())
            return;
        m_result.files.push_back((folder / (stem + ".onnx")).string());
        exporting::writeOnnx(withPorts(repaired.graph(), m_request.ports), m_result.files.back());
    }

    const results::FixRequest& m_request;
    const graph::Graph* m_analysis;
    JobContext& m_ctx;
    const results::Listener<FixResult> m_listener; ///< of one process: ranks go together, and one may be told later
    FixStart m_start;
    FixSamples m_samples;
    FixJudge m_judge;
    std::optional<FixConfig> m_config;
    FixResult m_result;
    FixResult m_told; ///< last
    std::chrono::steady_clock::time_point m_toldAt;
    std::vector<const quant::FixEdit*> m_toldChosen;
    std::vector<bool> m_isSaid; ///< of those, in the config
};

/// Repairs the request's baseline as its config quantizes it, or as @p analysis is quantized, if that isn't null. What
/// is changed is fitted to one part of the data and chosen by what it wins on the other, where nothing chosen may lose.
/// Writes `<baseline>_fixed_qdq.onnx`, `<baseline>_fixed_record.txt` and, where weights changed,
/// `<baseline>_fixed.onnx` if a folder is given. @p listener is told of what is known, also before a search that was
/// cancelled throws. @throws Error, Cancelled
std::shared_ptr<const FixResult> fixModel(const results::FixRequest& request, const graph::Graph* analysis,
                                          JobContext& ctx, const results::Listener<FixResult>& listener)
{
    if (request.models.quantization.data.empty())
        throw Error(ErrorCode::BadArgument, "repairs are fitted to samples and judged on others",
                    "give some with --data");
    if (request.metric != results::MetricId::Sqnr && request.metric != results::MetricId::Cosine)
        throw Error(ErrorCode::BadArgument, "repairs are judged by sqnr_db or cosine");
    return ModelFix(request, analysis, ctx, listener).run();
}

} // namespace

std::shared_ptr<const results::FixResult> fix(Workspace& workspace, const results::FixRequest& asked, JobContext& ctx,
                                              const results::Listener<results::FixResult>& listener)
{
    const ComputeScope scope(asked.options);
    requireFolder(asked.ports, asked.folder);
    requireChangedApart(asked.folder, stemOf(asked));
    const auto request = withFunctions(asked, ctx.stopToken());
    requireOneProcess(request.options);
    if (request.models.analysis.empty())
        return fixModel(request, nullptr, ctx, listener);
    const auto analysis = workspace.open(request.models.analysis, ctx.stopToken());
    return fixModel(request, &analysis->graph, ctx, listener);
}

} // namespace ql::analysis
