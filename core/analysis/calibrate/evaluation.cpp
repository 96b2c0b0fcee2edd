// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/calibrate/calibrate.h"

#include "core/analysis/measure/error_energy.h"
#include "core/analysis/measure/layer_values.h"
#include "core/analysis/samples/samples.h"
#include "core/analysis/workspace/workspace.h"
#include "core/base/error.h"
#include "core/base/order.h"
#include "core/data/datasets/dataset.h"
#include "core/data/datasets/sample_labels.h"
#include "core/runs/ranks/on_ranks.h"
#include "core/runs/run.h"

#include <algorithm>
#include <set>
#include <tuple>

namespace ql::analysis {

namespace {

using results::CalibrateRequest;
using results::CalibrateResult;

/// Outputs are compared on so many samples at most, unless more are asked for: enough to judge, and the integer forms
/// are slow.
constexpr std::size_t kMostCompared = 16;

struct EvaluationSamples {
    std::shared_ptr<const data::Dataset> data; ///< null where there are none
    std::size_t count = 0;
    std::vector<std::int64_t> labels; ///< of all; empty without
    std::size_t labelOutput = 0;
    std::string labelFile = {};
};

std::size_t labelOutputOf(const CalibrateRequest& request, const graph::Graph& graph)
{
    if (request.labelOutput.empty())
        return 0;
    for (std::size_t i = 0; i < graph.outputs().size(); ++i)
        if (graph.value(graph.outputs()[i]).name == request.labelOutput)
            return i;
    throw Error(ErrorCode::BadArgument, Message("the model has no output {}", request.labelOutput));
}

EvaluationSamples samplesOf(const CalibrateRequest& request, const SimulatedModel& model)
{
    EvaluationSamples samples{model.data, model.sampleCount, {}, 0};
    if (!request.evaluationData.empty()) {
        samples.data =
            data::openDataset(request.evaluationData, *model.baseline, {preprocessingOf(request.images), {}, nullptr});
        samples.count = samples.data->size();
    }
    if (!request.labels.empty()) {
        if (!samples.data)
            throw Error(ErrorCode::BadArgument, "labels without samples", "give samples with --eval-data or --data");
        samples.labels = data::readLabels(request.labels, *samples.data);
        samples.labelOutput = labelOutputOf(request, *model.baseline);
        samples.labelFile = request.labels;
        data::requireClasses(request.labels, samples.labels,
                             model.baseline->value(model.baseline->outputs()[samples.labelOutput]));
    }
    const auto most = request.evaluationCount != 0 ? request.evaluationCount
                      : request.labels.empty()     ? kMostCompared
                                                   : samples.count;
    samples.count = std::min(samples.count, most);
    return samples;
}

/// How the outputs of one or more samples agree with those of the float model, in graph order.
struct Agreements {
    std::vector<OutputAgreement> fake;
    std::vector<OutputAgreement> real;
    std::vector<std::int64_t> classes; ///< of one sample: in float, simulated, in integers; empty without labels

    static auto parts(auto& self) { return std::tie(self.fake, self.real, self.classes); }
};

/// The three models, run beside each other.
class Evaluation {
public:
    Evaluation(const SimulatedModel& model, const graph::Graph& qdq, const graph::Graph& integers,
               EvaluationSamples samples)
        : m_graph(*model.baseline)
        , m_samples(std::move(samples))
        , m_exact(*model.baseline)
        , m_fake(qdq)
        , m_real(integers)
        , m_bytes(runs::declaredBytes(*model.baseline) + 2 * runs::declaredBytes(qdq))
        , m_all{std::vector<OutputAgreement>(m_graph.outputs().size()),
                std::vector<OutputAgreement>(m_graph.outputs().size()),
                {}}
    {
    }

    void run(RankGroup& ranks, JobContext& ctx)
    {
        ctx.beginStage("comparing outputs", m_samples.count, 0.9, 1.0);
        const auto work = [this](std::size_t i, JobContext& context) { return sample(i, context); };
        const auto take = [&](std::size_t i, const Agreements& found) {
            add(i, found);
            ctx.step();
        };
        runs::runOnRanks<Agreements>(ranks, {.end = m_samples.count, .steps = 0}, "samples", m_bytes, ctx, work, take);
    }

    void report(CalibrateResult& result) const
    {
        result.comparedSamples = m_samples.count;
        for (std::size_t k = 0; k < m_graph.outputs().size() && m_samples.count > 0; ++k)
            result.outputs.push_back({m_graph.value(m_graph.outputs()[k]).name, m_all.fake[k].sqnrDb(),
                                      m_all.fake[k].cosine(), m_all.real[k].sqnrDb(), m_all.real[k].cosine()});
        if (!m_samples.labels.empty())
            result.accuracy = {m_graph.value(m_graph.outputs()[m_samples.labelOutput]).name,
                               m_samples.count,
                               m_correct[0],
                               m_correct[1],
                               m_correct[2],
                               m_undecided[0],
                               m_undecided[1],
                               m_undecided[2]};
    }

private:
    Agreements sample(std::size_t i, JobContext& context)
    {
        const auto inputs = m_samples.data->inputs(i);
        const auto exact = runs::outputsOf(m_exact, inputs, context);
        const auto fake = runs::outputsOf(m_fake, inputs, context);
        const auto real = runs::outputsOf(m_real, inputs, context);
        Agreements found{std::vector<OutputAgreement>(exact.size()), std::vector<OutputAgreement>(exact.size()), {}};
        for (std::size_t k = 0; k < exact.size(); ++k) {
            found.fake[k].add(exact[k], fake[k]);
            found.real[k].add(exact[k], real[k]);
        }
        const auto k = m_samples.labelOutput;
        if (!m_samples.labels.empty())
            data::requireClass(m_samples.labelFile, i, m_samples.labels.at(i), std::size_t(exact[k].data.numel()));
        if (!m_samples.labels.empty())
            found.classes = {strongestOf(exact[k]), strongestOf(fake[k]), strongestOf(real[k])};
        return found;
    }

    void add(std::size_t i, const Agreements& found)
    {
        for (std::size_t k = 0; k < m_all.fake.size(); ++k) {
            m_all.fake[k].add(found.fake.at(k));
            m_all.real[k].add(found.real.at(k));
        }
        for (std::size_t k = 0; k < found.classes.size(); ++k) {
            m_correct.at(k) += isRight(found.classes[k], m_samples.labels[i]) ? 1 : 0;
            m_undecided.at(k) += found.classes[k] == kNoDecision ? 1 : 0;
        }
    }

    const graph::Graph& m_graph;
    EvaluationSamples m_samples;
    runs::Program m_exact;
    runs::Program m_fake;
    runs::Program m_real;
    double m_bytes;
    Agreements m_all;
    std::array<std::uint64_t, 3> m_correct{};
    std::array<std::uint64_t, 3> m_undecided{};
};

/// Labels of the samples that were calibrated with tell which classes those lack.
void addUncoveredClasses(const CalibrateRequest& request, const SimulatedModel& model, const EvaluationSamples& samples,
                         CalibrateResult& result)
{
    constexpr std::size_t kNamed = 5;
    const auto& graph = *model.baseline;
    const auto classes = data::classCount(graph.value(graph.outputs()[samples.labelOutput]));
    if (samples.labels.empty() || !request.evaluationData.empty() || !classes)
        return;
    std::set<std::int64_t> seen(samples.labels.begin(),
                                samples.labels.begin()
                                    + std::ptrdiff_t(std::min(model.sampleCount, samples.labels.size())));
    std::vector<std::string> missing;
    for (std::size_t i = 0; i < *classes && missing.size() < kNamed; ++i)
        if (!seen.contains(std::int64_t(i)))
            missing.push_back(std::to_string(i));
    if (missing.empty())
        return;
    results::Diagnostic finding;
    finding.severity = results::Severity::Info;
    finding.rule = "uncovered-classes";
    finding.message =
        Message("the calibration samples show {} of {} classes, and none of {}", seen.size(), *classes,
                *classes - seen.size() > missing.size()
                    ? Message("{} and {} more", Message::names(missing, ", "), *classes - seen.size() - missing.size())
                    : Message::names(missing, ", "));
    finding.remedy = Message("take samples of every class, and such as go through every branch of the network");
    result.configFindings.push_back(std::move(finding));
}

} // namespace

void evaluate(const CalibrateRequest& request, const SimulatedModel& model, const graph::Graph& qdq,
              const graph::Graph& integers, CalibrateResult& result, JobContext& ctx)
{
    auto samples = samplesOf(request, model);
    addUncoveredClasses(request, model, samples, result);
    Evaluation evaluation(model, qdq, integers, std::move(samples));
    evaluation.run(ranksOf(request.options), ctx);
    evaluation.report(result);
}

} // namespace ql::analysis
