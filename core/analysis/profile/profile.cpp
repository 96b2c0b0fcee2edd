// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/profile/profile.h"

#include "core/analysis/analyses.h"
#include "core/analysis/measure/layer_values.h"
#include "core/analysis/measure/value_profile.h"
#include "core/analysis/profile/profile_plan.h"
#include "core/analysis/workspace/workspace.h"
#include "core/base/error.h"

#include <utility>

namespace ql::analysis {

namespace {

class Profiler {
public:
    Profiler(const import::ImportedModel& model, ProfilePlan plan)
        : m_file(Message::text(model.path.string()))
        , m_graph(model.graph)
        , m_plan(std::move(plan))
        , m_program(withContext(m_file, [&model] { return runtime::Program(model.graph); }))
        , m_probesOf(model.graph.valueCount())
    {
        for (const auto& probe : m_plan.probes) {
            m_probesOf[probe.value.position()].push_back(m_profiles.size());
            m_profiles.emplace_back(probe.channelAxis);
        }
        m_dtypes.resize(m_profiles.size());
    }

    std::size_t nodeCount() const { return m_program.order().size(); }

    void addSample(runtime::NamedTensors inputs, JobContext& ctx)
    {
        runtime::ExecutionHooks hooks{.stop = ctx.stopToken()};
        hooks.taps.push_back([this](const runtime::ValueEvent& event) {
            if (&event.graph == &m_graph)
                look(event.value, event.tensor);
        });
        runtime::Execution execution(m_program, std::move(inputs), std::move(hooks));
        for (const auto input : m_graph.inputs())
            look(input, execution.tensor(input));
        for (const auto& probe : m_plan.probes)
            if (m_graph.constantOf(probe.value))
                look(probe.value, execution.tensor(probe.value));
        withContext(m_file, [&] { execution.finish(ctx); });
        m_isFirstSample = false;
    }

    std::vector<results::ProfileRow> rows()
    {
        for (std::size_t i = 0; i < m_plan.rows.size(); ++i) {
            auto& row = m_plan.rows[i];
            const auto probe = m_plan.probeOfRow[i];
            const auto& profile = m_profiles[probe];
            if (row.dtype.empty())
                row.dtype = m_dtypes[probe];
            row.shape = profile.shape();
            row.whole = profile.whole();
            row.channelAxis = profile.channelAxis();
            row.channels = profile.channels();
        }
        return std::move(m_plan.rows);
    }

private:
    void look(graph::ValueId value, const runtime::Tensor& tensor)
    {
        for (const auto i : m_probesOf[value.position()]) {
            const auto& probe = m_plan.probes[i];
            // A constant is looked at once for each of its probes, and not again with the next sample.
            const bool isKnown = probe.isFixed && (!m_isFirstSample || !m_profiles[i].isEmpty());
            if (isKnown || !tensor.isDefined())
                continue;
            m_dtypes[i] = graph::name(tensor.type);
            m_profiles[i].add(toFloats(tensor, probe.dequantizer ? &*probe.dequantizer : nullptr));
        }
    }

    Message m_file;
    const graph::Graph& m_graph;
    ProfilePlan m_plan;
    runtime::Program m_program;
    std::vector<std::vector<std::size_t>> m_probesOf; ///< by value index
    std::vector<ValueProfile> m_profiles;             ///< by probe
    std::vector<std::string> m_dtypes;                ///< by probe
    bool m_isFirstSample = true;
};

} // namespace

std::shared_ptr<const results::ProfileResult> profileModel(const import::ImportedModel& model,
                                                           const SampleSource& samples,
                                                           const results::ProfileRequest& request, JobContext& ctx)
{
    auto plan = planProfile(model.graph, request);
    if (plan.rows.empty())
        throw Error(ErrorCode::BadArgument, "no layer has such a name and operator type",
                    "see `compare` or a profile without --prefix and --type for the names");
    Profiler profiler(model, std::move(plan));
    ctx.beginStage("profiling", samples.count * profiler.nodeCount(), 0.05, 1.0);
    for (std::size_t i = 0; i < samples.count; ++i)
        profiler.addSample(samples.read(i), ctx);
    auto result = std::make_shared<results::ProfileResult>();
    result->model = request.model;
    result->samples = samples.count;
    result->rows = profiler.rows();
    return result;
}

std::shared_ptr<const results::ProfileResult> profile(Workspace& workspace, const results::ProfileRequest& request,
                                                      JobContext& ctx, const results::Listener<results::ProfileResult>&)
{
    const ComputeScope scope(request.options);
    const auto opened = workspace.openOne(request.model, request.quantization, request.samples.images, ctx);
    auto named = request;
    named.model = opened.name;
    const auto samples = openSamples(opened.analysis->graph, request.samples, request.options);
    return profileModel(*opened.analysis, samples, named, ctx);
}

} // namespace ql::analysis
