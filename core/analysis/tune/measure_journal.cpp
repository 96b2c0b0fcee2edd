// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/tune/measure_journal.h"

#include "core/analysis/identity/job_identity.h"
#include "core/analysis/simulation/simulation.h"
#include "core/analysis/workspace/workspace.h"
#include "core/base/log.h"
#include "core/caller/functions.h"
#include "core/data/datasets/dataset.h"
#include "core/runs/ranks/on_ranks.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <set>
#include <utility>

namespace ql::analysis {

namespace {

constexpr const char* kPart = "sets";

using Entries = std::vector<std::pair<std::string, MeasureJournal::Values>>;

/// What makes two searches try the same sets, and measure the same of them; how long they may take does not.
std::uint64_t jobOf(const results::TuneRequest& request, const PreparedSimulation& subject,
                    const std::vector<std::size_t>& judged, const std::vector<std::size_t>& samples)
{
    Fingerprint sum;
    sum.addFile(request.baseline).add(subject.data->fingerprint());
    addTo(sum, *subject.baseline);
    addTo(sum, request.quantization);
    addTo(sum, request.images);
    sum.add(std::uint64_t(request.metric)).add(request.labelOutput);
    if (!request.labels.empty())
        sum.addFile(request.labels);
    for (const auto& target : request.targets)
        sum.add(target.output).add(packed(target.value));
    for (const auto* places : {&judged, &samples}) {
        sum.add(places->size());
        for (const auto place : *places)
            sum.add(place);
    }
    sum.add(request.options.judge.command).add(request.options.device).add(request.options.seed);
    addTo(sum, request.options.postProcess);
    return sum.add(request.mostOverrides).add(std::uint64_t(request.ignoresRules)).value();
}

/// Nobody knows whether what a calling program holds is what it held before.
bool isLasting(const results::TuneRequest& request)
{
    return caller::areLasting(request.options.functions.get()) && !request.quantization.held;
}

} // namespace

std::string wordsOf(const std::vector<results::TuneOverride>& overrides)
{
    std::set<std::string> words;
    for (const auto& one : overrides) {
        const auto* kind = one.isScope ? " scope " : one.tensor.empty() ? " " : " value ";
        words.insert(one.action + kind + (one.tensor.empty() ? one.layer : one.tensor));
    }
    return fmt::format("{}", fmt::join(words, "\n"));
}

void MeasureJournal::resume(const results::TuneRequest& request, const PreparedSimulation& subject,
                            const std::vector<std::size_t>& judged, const std::vector<std::size_t>& samples)
{
    if (!request.folder.empty() && isLasting(request))
        m_journal = Journal(request.folder, "tune", jobOf(request, subject, judged, samples));
    const auto bytes = m_journal.find(kPart);
    auto entries = runs::ofFirst(ranksOf(request.options), bytes ? unpacked<Entries>(*bytes) : Entries());
    for (auto& [words, values] : entries)
        m_values.insert_or_assign(std::move(words), std::move(values));
    if (!m_values.empty())
        logInfo(Message("continuing after {} sets of overrides", m_values.size()));
}

const MeasureJournal::Values* MeasureJournal::find(const std::string& words) const
{
    const auto found = m_values.find(words);
    return found == m_values.end() ? nullptr : &found->second;
}

const MeasureJournal::Values& MeasureJournal::add(const std::string& words, Values values)
{
    const auto& added = m_values.insert_or_assign(words, std::move(values)).first->second;
    if (m_journal.isDue())
        write();
    return added;
}

void MeasureJournal::write()
{
    if (!m_values.empty())
        m_journal.keep(kPart, [this] { return packed(Entries(m_values.begin(), m_values.end())); });
}

} // namespace ql::analysis
