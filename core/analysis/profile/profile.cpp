// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/profile/profile.h"

#include "core/analysis/analyses.h"
#include "core/analysis/identity/job_identity.h"
#include "core/analysis/measure/layer_values.h"
#include "core/analysis/profile/profile_plan.h"
#include "core/analysis/profile/value_profile.h"
#include "core/analysis/workspace/workspace.h"
#include "core/base/error.h"
#include "core/base/journal.h"
#include "core/base/log.h"
#include "core/caller/functions.h"
#include "core/runs/ranks/on_ranks.h"
#include "core/runs/run.h"

#include <algorithm>
#include <mutex>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace ql::analysis {

namespace {

/// What was seen at one probe.
struct Look {
    std::uint64_t probe = 0;
    std::string dtype;
    ValueSummary summary;

    static auto parts(auto& self) { return std::tie(self.probe, self.dtype, self.summary); }
};

/// What is kept of one probe.
struct KeptProbe {
    bool isTaken = false;
    std::string dtype;
    ValueSummary summary;
    std::string counts;

    static auto parts(auto& self) { return std::tie(self.isTaken, self.dtype, self.summary, self.counts); }
};
using Kept = std::pair<std::uint64_t, std::vector<KeptProbe>>; ///< after so many samples

class Profiler {
public:
    using Looks = std::vector<Look>;

    Profiler(const importers::ImportedModel& model, ProfilePlan plan)
        : m_file(Message::text(model.path.string()))
        , m_graph(model.graph)
        , m_plan(std::move(plan))
        , m_program(withContext(m_file, [&model] { return runs::Program(model.graph); }))
        , m_probesOf(model.graph.valueCount())
    {
        for (const auto& probe : m_plan.probes) {
            m_probesOf[probe.value.position()].push_back(m_profiles.size());
            m_profiles.emplace_back(probe.channelAxis);
        }
        m_dtypes.resize(m_profiles.size());
        m_mutexes = std::vector<std::mutex>(m_profiles.size());
    }

    std::size_t nodeCount() const { return m_program.order().size(); }
    const runs::Program& program() const { return m_program; }

    /// What the values of sample @p sample are; any thread.
    Looks lookAt(std::size_t sample, runs::NamedTensors inputs, JobContext& ctx)
    {
        Looks looks;
        // A constant is looked at once for each of its probes, and not again with the next sample.
        std::vector<bool> isKnown;
        for (const auto& probe : m_plan.probes)
            isKnown.push_back(probe.isFixed && sample > 0);
        const auto look = [&](graph::ValueId value, const runs::Tensor& tensor) {
            for (const auto i : m_probesOf[value.position()])
                if (!isKnown[i] && tensor.isDefined()) {
                    looks.push_back(lookAt(i, tensor));
                    isKnown[i] = m_plan.probes[i].isFixed;
                }
        };
        runs::Hooks hooks;
        hooks.taps.push_back([&](const runs::ValueEvent& event) {
            if (&event.graph == &m_graph)
                look(event.value, event.tensor);
        });
        runs::requireInputs(m_program, inputs);
        for (const auto input : m_graph.inputs())
            look(input, runs::startOf(m_program, inputs, input));
        for (const auto& probe : m_plan.probes)
            if (m_graph.constantOf(probe.value))
                look(probe.value, runs::startOf(m_program, inputs, probe.value));
        withContext(m_file, [&] { runs::run(m_program, std::move(inputs), ctx, std::move(hooks)); });
        return looks;
    }

    /// One sample's after the other.
    void take(const Looks& looks)
    {
        for (const auto& look : looks) {
            const std::lock_guard lock(m_mutexes.at(look.probe));
            m_dtypes[look.probe] = look.dtype;
            m_profiles[look.probe].take(look.summary);
        }
    }

    /// What several ranks looked at.
    void bringTogether(RankGroup& ranks)
    {
        runs::exchangeEach(
            ranks, m_profiles.size(), kAtATime, [this](std::size_t i) { return m_profiles[i].counts(); },
            [this](std::size_t i, std::string_view counts) { m_profiles[i].absorb(counts); });
    }

    /// Takes over what an earlier start kept. How many samples that knew. Collective.
    std::size_t resume(RankGroup& ranks, const Journal& journal, std::size_t samples)
    {
        const auto bytes = journal.find(kPart);
        auto kept = runs::ofFirst(ranks, bytes ? unpacked<Kept>(*bytes) : Kept());
        if (kept.second.size() != m_profiles.size() || kept.first > samples)
            return 0;
        for (std::size_t i = 0; i < m_profiles.size(); ++i) {
            const auto& probe = kept.second[i];
            if (!probe.isTaken)
                continue;
            m_dtypes[i] = probe.dtype;
            m_profiles[i].take(probe.summary);
            if (ranks.isFirst()) // or it would count once for each rank
                m_profiles[i].absorb(probe.counts);
        }
        logInfo(Message("continuing after {} of {} samples", kept.first, samples));
        return kept.first;
    }

    /// Between two samples, or rounds of them. Collective.
    void settle(RankGroup& ranks, Journal& journal, std::size_t done)
    {
        if (!runs::ofFirst(ranks, journal.isDue()))
            return;
        runs::gatherEach(
            ranks, m_profiles.size(), kAtATime, [this](std::size_t i) { return m_profiles[i].counts(); },
            [this](std::size_t i, std::string_view counts) { m_profiles[i].absorb(counts); });
        if (ranks.isFirst())
            journal.keep(kPart, [&] { return packed(kept(done)); });
        else
            std::ranges::for_each(m_profiles, &ValueProfile::forgetCounts);
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
    static constexpr std::size_t kAtATime = 32; ///< probes
    static constexpr const char* kPart = "profile";

    Kept kept(std::size_t done) const
    {
        Kept kept{done, {}};
        for (std::size_t i = 0; i < m_profiles.size(); ++i)
            kept.second.push_back(
                {!m_profiles[i].isEmpty(), m_dtypes[i], m_profiles[i].taken(), m_profiles[i].counts()});
        return kept;
    }

    Look lookAt(std::size_t index, const runs::Tensor& tensor)
    {
        const auto& probe = m_plan.probes[index];
        const auto floats = toFloats(tensor, probe.dequantizer ? &*probe.dequantizer : nullptr);
        const std::lock_guard lock(m_mutexes[index]);
        return {index, std::string(graph::name(tensor.type)), m_profiles[index].count(floats)};
    }

    Message m_file;
    const graph::Graph& m_graph;
    ProfilePlan m_plan;
    runs::Program m_program;
    std::vector<std::vector<std::size_t>> m_probesOf; ///< by value index
    std::vector<ValueProfile> m_profiles;             ///< by probe
    std::vector<std::string> m_dtypes;                ///< by probe
    std::vector<std::mutex> m_mutexes;                ///< by probe
};

/// Refuses ranks that were started for different profiles.
void requireAlike(RankGroup& ranks, const ProfilePlan& plan, std::size_t samples)
{
    Packer about;
    about.add(std::uint64_t(samples));
    for (const auto& row : plan.rows)
        about.add(row.modName).add(row.tensor);
    for (const auto& probe : plan.probes)
        about.add(probe.channelAxis);
    runs::requireAlike(ranks, about.take());
}

/// What makes two profiles the same; how many samples are wanted does not.
std::uint64_t jobOf(const graph::Graph& graph, const results::ProfileRequest& request, const SampleSource& samples,
                    const ProfilePlan& plan)
{
    Fingerprint sum;
    addTo(sum, graph);
    addTo(sum, request.quantization);
    addTo(sum, request.samples.images);
    for (const auto& row : plan.rows)
        sum.add(row.modName).add(row.tensor);
    for (const auto& probe : plan.probes)
        sum.add(packed(probe.channelAxis)).add(std::uint64_t(probe.value.position()));
    return sum.addFile(request.model).add(samples.fingerprint).value();
}

void profileSamples(Profiler& profiler, const graph::Graph& graph, const SampleSource& samples, RankGroup& ranks,
                    Journal& journal, JobContext& ctx)
{
    const auto work = [&](std::size_t i, JobContext& context) { return profiler.lookAt(i, samples.read(i), context); };
    const auto take = [&profiler](std::size_t, const Profiler::Looks& looks) { profiler.take(looks); };
    const auto settle = [&](std::size_t done) { profiler.settle(ranks, journal, done); };
    const auto known = profiler.resume(ranks, journal, samples.count);
    ctx.step(known * profiler.nodeCount());
    if (ranks.isAlone()) {
        for (std::size_t i = known; i < samples.count; ++i) {
            take(i, work(i, ctx));
            settle(i + 1);
        }
        return;
    }
    runs::runInRounds<Profiler::Looks>(ranks, {.begin = known, .end = samples.count, .steps = profiler.nodeCount()},
                                       "samples", runs::declaredBytes(graph), ctx, work, take, settle);
    profiler.bringTogether(ranks);
}

} // namespace

std::shared_ptr<const results::ProfileResult> profileModel(const importers::ImportedModel& model,
                                                           const SampleSource& samples,
                                                           const results::ProfileRequest& request, JobContext& ctx)
{
    auto plan = planProfile(model.graph, request);
    if (plan.rows.empty())
        throw Error(ErrorCode::BadArgument, "no layer has such a name and operator type",
                    "see `compare` or a profile without --prefix and --type for the names");
    auto& ranks = ranksOf(request.options);
    if (!ranks.isAlone())
        requireAlike(ranks, plan, samples.count);
    const bool isLasting = caller::areLasting(request.options.functions.get()) && !request.samples.held;
    Journal journal(isLasting ? request.folder : std::string(), "profile", jobOf(model.graph, request, samples, plan));
    Profiler profiler(model, std::move(plan));
    const std::size_t passes = request.measuresTime && samples.count > 0 ? kTimedPasses : 0;
    ctx.beginStage("profiling", (samples.count + passes) * profiler.nodeCount(), 0.05, 1.0);
    profileSamples(profiler, model.graph, samples, ranks, journal, ctx);
    auto result = std::make_shared<results::ProfileResult>();
    result->model = request.model;
    result->samples = samples.count;
    result->rows = profiler.rows();
    if (passes > 0)
        result->times = layerTimes(profiler.program(), samples.read(0), request.filter, ctx);
    journal.remove();
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
