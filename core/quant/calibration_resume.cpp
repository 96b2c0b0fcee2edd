// SPDX-License-Identifier: GPL-3.0-or-later
// How a pass over the data goes on after a cancel, a kill or the death of a rank: rank 0 keeps what all have seen. What
// the others have seen moves to it each time, and they begin with nothing.
#include "core/base/fingerprint.h"
#include "core/base/log.h"
#include "core/quant/calibration_pass.h"
#include "core/runs/ranks/on_ranks.h"

#include <fmt/format.h>

namespace ql::quant {

namespace {

using Sharing = Observer::Sharing;
/// Samples, and what each observer has seen() of them.
using Seen = std::pair<std::uint64_t, std::vector<std::string>>;

void addTo(Fingerprint& sum, const ObserverSettings& settings)
{
    sum.add(settings.method).add(settings.initialization).add(std::uint64_t(settings.isMinFixed));
    sum.add(settings.numbers.size());
    for (const auto& [name, number] : settings.numbers)
        sum.add(name).add(packed(number));
}

} // namespace

/// Names what is observed, and how: a search for observers makes several passes.
std::string CalibrationPass::journalPart() const
{
    Fingerprint sum;
    sum.add(std::uint64_t(m_state));
    for (std::size_t i = 0; i < m_observers.size(); ++i) {
        if (!m_observers[i])
            continue;
        const auto& quantizer = m_plan.quantizers[i];
        sum.add(i).add(quantizer.layer).add(std::uint64_t(quantizer.value.position()));
        addTo(sum, quantizer.settings.observer);
    }
    return fmt::format("seen {:016x}", sum.value());
}

void CalibrationPass::resume(RankGroup& ranks, Journal& journal, const CalibrationData& data)
{
    if (!observersOf({Sharing::None}).empty())
        return;
    m_journal = &journal;
    Seen seen;
    if (const auto bytes = journal.find(journalPart()))
        seen = unpacked<Seen>(*bytes);
    const auto observers = observersOf({Sharing::InAnyOrder, Sharing::BatchByBatch});
    if (seen.second.size() != observers.size() || seen.first > data.count)
        seen = {};
    // What is joined in the end is with rank 0 alone, or it would count twice.
    auto forAll = seen;
    for (std::size_t i = 0; i < forAll.second.size(); ++i)
        if (observers[i]->sharing() == Sharing::InAnyOrder)
            forAll.second[i].clear();
    forAll = runs::ofFirst(ranks, std::move(forAll));
    m_known = forAll.first;
    const auto& mine = ranks.isFirst() ? seen.second : forAll.second;
    for (std::size_t i = 0; i < mine.size() && mine.size() == observers.size(); ++i)
        if (!mine[i].empty())
            observers[i]->absorb(mine[i]);
    if (m_known > 0)
        logInfo(Message("continuing after {} of {} samples", m_known, data.count));
}

/// Between two samples, or rounds of them. Collective.
void CalibrationPass::settle(RankGroup& ranks, std::size_t done)
{
    if (!m_journal || !runs::ofFirst(ranks, m_journal->isDue()))
        return;
    const auto joined = observersOf({Sharing::InAnyOrder});
    runs::gatherEach(
        ranks, joined.size(), kAtATime, [&](std::size_t i) { return joined[i]->seen(); },
        [&](std::size_t i, std::string_view seen) { joined[i]->absorb(seen); });
    if (ranks.isFirst()) {
        keep(done);
        return;
    }
    for (std::size_t i = 0; i < m_observers.size(); ++i)
        if (m_observers[i] && m_observers[i]->sharing() == Sharing::InAnyOrder)
            *m_observers[i] = TensorObserver(m_plan.quantizers[i].settings.observer, std::nullopt);
}

/// As unpacked<Seen>() takes it, one after the other: all that is seen would be held twice.
void CalibrationPass::keep(std::size_t done)
{
    m_journal->keep(journalPart(), [&] {
        const auto observers = observersOf({Sharing::InAnyOrder, Sharing::BatchByBatch});
        Packer bytes;
        bytes.add(std::uint64_t(done)).add(std::uint64_t(observers.size()));
        for (const auto* observer : observers)
            bytes.add(observer->seen());
        return bytes.take();
    });
}

} // namespace ql::quant
