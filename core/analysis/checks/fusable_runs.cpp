// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/checks/check_tables.h"
#include "core/graph/operators/operator_traits.h"

#include <algorithm>
#include <set>

namespace ql::analysis::checks {

namespace {

/// The word for a layer that begins a run, or goes on with one; empty for others.
std::string headWord(const graph::OperatorTraits& family)
{
    switch (family.product) {
    case graph::Product::Convolution: return "conv";
    case graph::Product::TransposedConvolution: return "convtranspose";
    case graph::Product::Matrix: return "linear";
    case graph::Product::None: break;
    }
    return {};
}

std::string tailWord(const graph::OperatorTraits& family)
{
    if (family.clamp != graph::Clamp::None)
        return "relu";
    if (family.foldsIntoConvolution)
        return "bn";
    return family.arithmetic == graph::Arithmetic::Add ? "add" : "";
}

/// A quantizer that begins at zero does the activation's work.
bool cutsNegatives(const results::QuantizerInfo& quantizer)
{
    for (std::size_t channel = 0; channel < quantizer.scales.size(); ++channel)
        if (quantizer.rangeLow(channel) < 0.0)
            return false;
    return true;
}

class RunFinder {
public:
    explicit RunFinder(const RuleContext& context)
        : m_facts(context)
    {
    }

    std::vector<results::FusableRun> find()
    {
        for (std::size_t i = 0; i < m_facts.layers.size(); ++i)
            if (const auto& layer = m_facts.layers[i]; !layer.isInput() && !layer.isConstant)
                if (const auto word = headWord(graph::familyTraits(layer.opType)); !word.empty())
                    follow(i, word);
        return std::move(m_runs);
    }

private:
    /// The layer that alone reads @p layer and has not been given to another run. What asks for its shape alone is no
    /// reader: scripted modules check the rank of what they get.
    std::optional<std::size_t> next(std::size_t layer) const
    {
        const auto& from = m_facts.layers[layer];
        std::optional<std::size_t> only;
        for (const auto consumer : from.consumers) {
            if (m_facts.layers[consumer].isConstant)
                continue;
            if (only)
                return std::nullopt;
            only = consumer;
        }
        return from.isGraphOutput || !only || m_taken.contains(*only) ? std::nullopt : only;
    }

    /// Whether @p word after @p layer is work that could be done within the layer.
    bool isUnfused(const Layer& layer, const std::string& word) const
    {
        if (word == "bn")
            return true;
        return layer.quantizer && !(word == "relu" && cutsNegatives(*layer.quantizer));
    }

    void follow(std::size_t head, const std::string& headName)
    {
        std::vector<std::size_t> members{head};
        std::vector<std::string> words{headName};
        results::FusableRun run;
        std::size_t needed = 1; // members up to the last one that is not fused
        for (auto layer = next(head); layer; layer = next(*layer)) {
            const auto word = tailWord(graph::familyTraits(m_facts.layers[*layer].opType));
            if (word.empty() || std::find(words.begin(), words.end(), word) != words.end())
                break;
            const auto& before = m_facts.layers[members.back()];
            members.push_back(*layer);
            words.push_back(word);
            if (!isUnfused(before, word))
                continue;
            needed = members.size();
            run.hasQuantizerInside = run.hasQuantizerInside || before.quantizer.has_value();
        }
        if (needed == 1)
            return;
        for (std::size_t i = 0; i < needed; ++i) {
            const auto& layer = m_facts.layers[members[i]];
            run.members.push_back({layer.name, layer.opType});
            run.pattern += (i == 0 ? "" : "+") + words[i];
            m_taken.insert(members[i]);
        }
        m_runs.push_back(std::move(run));
    }

    const RuleContext& m_facts;
    std::set<std::size_t> m_taken;
    std::vector<results::FusableRun> m_runs;
};

} // namespace

std::vector<results::FusableRun> fusableRuns(const RuleContext& context)
{
    return RunFinder(context).find();
}

} // namespace ql::analysis::checks
