// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/analyses/repairs/repair_proposals.h"

#include "core/report/overview/next_steps.h"
#include "core/results/compare_result.h"

#include <algorithm>

namespace ql::widgets {

namespace {

using results::CompareResult;
using results::LayerRow;
using Layers = std::vector<std::string>;

constexpr std::size_t kMostShares = 3;

void addOnce(Layers& layers, const std::string& name)
{
    if (std::ranges::find(layers, name) == layers.end())
        layers.push_back(name);
}

/// Who may make the error, the likeliest first, and those of them whose weights do.
struct Suspects {
    Layers all;
    Layers weights;
    std::vector<Layers> groups; ///< whose quantizers act as one
};

/// The row and what is computed in one step with it.
Layers runOf(const CompareResult& compared, const LayerRow& row)
{
    Layers run{row.name};
    for (const auto& other : compared.layers)
        if (other.state == LayerRow::State::Fused && other.fusedInto == row.name)
            addOnce(run, other.name);
    return run;
}

void addShares(const results::ErrorBudget& budget, Suspects& suspects)
{
    const auto count = std::min(budget.shares.size(), budget.culprits() > 0 ? budget.culprits() : kMostShares);
    for (std::size_t i = 0; i < count; ++i) {
        const auto& share = budget.shares[i];
        addOnce(suspects.all, share.opName);
        if (share.sensitiveType != "activation")
            addOnce(suspects.weights, share.opName);
    }
    if (budget.scope)
        suspects.groups.push_back(budget.scope->layers);
}

/// By the advice of a row: which layers it names, and whether their weights are meant.
void addAdvice(const CompareResult& compared, const LayerRow& row, Suspects& suspects)
{
    for (const auto& advice : row.advice) {
        if (advice.severity == results::Severity::Info || advice.isGuess)
            continue;
        const bool isOrigin = advice.rule == "error-origin";
        const bool isOfWeight = advice.rule.find("weight") != std::string::npos;
        if (!isOrigin && !isOfWeight)
            continue;
        const bool areWeights = isOfWeight || (row.causes && row.causes->mainCause == "weights");
        for (const auto& name : runOf(compared, row)) {
            if (isOrigin)
                addOnce(suspects.all, name);
            if (areWeights)
                addOnce(suspects.weights, name);
        }
        if (isOrigin && !advice.layers.empty()) {
            Layers group = advice.layers;
            addOnce(group, row.name);
            suspects.groups.push_back(std::move(group));
        }
    }
}

Suspects suspectsOf(const CompareResult& compared, const results::Verdict& verdict)
{
    Suspects suspects;
    if (const auto* output = report::explainedOutput(verdict))
        addShares(*output->budget, suspects);
    for (const auto& row : compared.layers)
        addAdvice(compared, row, suspects);
    return suspects;
}

/// Those that read what @p names make, where their quantizer stands in a config that speaks of inputs.
Layers readersOf(const CompareResult& compared, const Layers& names)
{
    Layers readers;
    for (const auto& row : compared.layers) {
        if (std::ranges::find(names, row.name) != names.end())
            continue;
        const bool isReader = std::ranges::any_of(row.reads, [&](int read) {
            const auto source = std::ranges::find(compared.layers, read, &LayerRow::index);
            return source != compared.layers.end() && std::ranges::find(names, source->name) != names.end();
        });
        if (isReader)
            for (const auto& name : runOf(compared, row))
                addOnce(readers, name);
    }
    return readers;
}

/// What a layer gives is quantized where it is read, in a config that speaks of inputs.
Layers withReaders(const CompareResult& compared, Layers layers)
{
    for (const auto& reader : readersOf(compared, layers))
        addOnce(layers, reader);
    return layers;
}

} // namespace

std::vector<RepairProposal> repairProposals(const CompareResult& compared, const results::Verdict& verdict)
{
    const auto suspects = suspectsOf(compared, verdict);
    std::vector<RepairProposal> proposals{{RepairKind::Calibrate, {}}};
    const auto add = [&proposals](RepairKind kind, Layers layers) {
        const RepairProposal proposal{kind, std::move(layers)};
        if (!proposal.layers.empty() && std::ranges::find(proposals, proposal) == proposals.end())
            proposals.push_back(proposal);
    };
    const Layers first(suspects.all.begin(),
                       suspects.all.begin() + std::ptrdiff_t(std::min<std::size_t>(1, suspects.all.size())));
    add(RepairKind::PerChannel, suspects.weights);
    if (!suspects.weights.empty())
        add(RepairKind::PerChannel, {suspects.weights.front()});
    add(RepairKind::Range, readersOf(compared, suspects.all));
    for (const auto& group : suspects.groups)
        add(RepairKind::Skip, group);
    add(RepairKind::Skip, first);
    add(RepairKind::Wide, first);
    add(RepairKind::Wide, readersOf(compared, suspects.all));
    add(RepairKind::Skip, withReaders(compared, first));
    add(RepairKind::Skip, suspects.all);
    add(RepairKind::Skip, withReaders(compared, suspects.all));
    add(RepairKind::WideWeight, suspects.weights);
    return proposals;
}

} // namespace ql::widgets
