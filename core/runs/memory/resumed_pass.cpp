// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/memory/resumed_pass.h"

#include "core/runs/program/frame.h"
#include "core/runs/program/pass.h"

#include <algorithm>
#include <utility>

namespace ql::runs {

namespace {

using graph::ValueId;

/// Runs, of all nodes, those that the outputs need beyond what is known.
class ResumedPass : private Pass {
public:
    ResumedPass(const KeyedProgram& keyed, const NamedTensors& inputs, std::span<const SampleResults* const> known,
                std::stop_token stop)
        : Pass(keyed.program, inputs, {.stop = std::move(stop)})
        , m_keyed(keyed)
        , m_graph(keyed.program.graph())
        , m_known(known)
        , m_isNeeded(m_graph.valueCount(), false)
    {
        for (const auto output : m_graph.outputs())
            m_isNeeded[output.position()] = true;
        findNeeded();
    }

    std::vector<Tensor> run(const JobContext& ctx, SampleResults* kept)
    {
        for (const auto& [position, results] : m_found)
            take(node(position), *results);
        if (kept)
            keepKnown(*kept);
        for (const auto position : m_toRun) {
            ctx.throwIfCancelled();
            m_frame->seek(position);
            const auto last = m_frame->fusedStep();
            if (!kept || m_keyed.program.dependsOnConstants(node(position).id))
                continue;
            for (const auto output : node(position).outputs)
                keep(output, *kept);
            keep(last, *kept);
        }
        return m_frame->outputs();
    }

private:
    const graph::Node& node(std::size_t position) const { return m_graph.node(m_keyed.program.order()[position]); }

    /// From the last node to the first: who reads a value stands behind who makes it.
    void findNeeded()
    {
        for (auto position = m_keyed.program.order().size(); position-- > 0;) {
            const auto& one = node(position);
            if (std::ranges::none_of(one.outputs, [this](ValueId value) { return isNeeded(value); }))
                continue;
            if (const auto* results = resultsOf(one)) {
                m_found.emplace_back(position, results);
                continue;
            }
            m_toRun.push_back(position);
            need(one);
            if (!m_keyed.bodyNodes.empty())
                for (const auto inner : m_keyed.bodyNodes[position])
                    need(m_graph.node(inner));
        }
        std::ranges::reverse(m_toRun);
    }

    bool isNeeded(ValueId value) const { return value.isValid() && m_isNeeded[value.position()]; }

    void need(const graph::Node& one)
    {
        for (const auto* read : {&one.inputs, &one.captures})
            for (const auto value : *read)
                if (value.isValid())
                    m_isNeeded[value.position()] = true;
    }

    /// Null unless all that is needed of them is known.
    const std::vector<Tensor>* resultsOf(const graph::Node& one) const
    {
        const auto hasAll = [&](const std::vector<Tensor>& results) {
            for (std::size_t i = 0; i < one.outputs.size(); ++i)
                if (isNeeded(one.outputs[i]) && !results[i].isDefined())
                    return false;
            return true;
        };
        const auto& key = m_keyed.keys[one.id.position()];
        for (const auto* known : m_known)
            if (const auto* results = key ? known->find(*key) : nullptr; results && hasAll(*results))
                return results;
        return nullptr;
    }

    void take(const graph::Node& one, const std::vector<Tensor>& results)
    {
        for (std::size_t i = 0; i < one.outputs.size(); ++i)
            if (isNeeded(one.outputs[i]))
                m_frame->set(one.outputs[i], results[i]);
    }

    /// Also what this run doesn't need: the next may.
    void keepKnown(SampleResults& kept) const
    {
        for (const auto* known : m_known)
            for (const auto& key : m_keyed.keys)
                if (const auto* results = key ? known->find(*key) : nullptr)
                    for (std::size_t i = 0; i < results->size(); ++i)
                        kept.store(*key, i, results->size(), (*results)[i]);
    }

    void keep(ValueId value, SampleResults& kept) const
    {
        if (!value.isValid() || !m_graph.value(value).producer.isValid())
            return;
        const auto& maker = m_graph.node(m_graph.value(value).producer);
        const auto& key = m_keyed.keys[maker.id.position()];
        const auto output = std::size_t(std::ranges::find(maker.outputs, value) - maker.outputs.begin());
        if (key)
            kept.store(*key, output, maker.outputs.size(), m_frame->tensor(value));
    }

    const KeyedProgram& m_keyed;
    const graph::Graph& m_graph;
    std::span<const SampleResults* const> m_known;
    std::vector<bool> m_isNeeded; ///< by value id
    std::vector<std::pair<std::size_t, const std::vector<Tensor>*>> m_found;
    std::vector<std::size_t> m_toRun; ///< positions in the program's order
};

} // namespace

KeyedProgram::KeyedProgram(const graph::Graph& graph)
    : program(graph)
    , keys(nodeKeysByName(graph))
{
    if (graph.openBodies().empty())
        return;
    bodyNodes.resize(program.order().size());
    for (const auto& node : graph.nodes())
        if (node.body.isValid())
            bodyNodes[program.positions()[node.id.position()]].push_back(node.id);
}

SampleResults::~SampleResults()
{
    if (m_share)
        m_share->giveBack(m_bytes);
}

const std::vector<Tensor>* SampleResults::find(const NodeKey& key) const
{
    const auto found = m_results.find(key);
    return found == m_results.end() ? nullptr : &found->second;
}

void SampleResults::store(const NodeKey& key, std::size_t output, std::size_t outputCount, const Tensor& tensor)
{
    if (!tensor.isDefined() || tensor.items || tensor.strings)
        return;
    auto& results = m_results.try_emplace(key, outputCount).first->second;
    const auto bytes = std::size_t(tensor.data.nbytes());
    if (results[output].isDefined() || !m_share->take(bytes))
        return;
    m_bytes += bytes;
    results[output] = tensor;
}

std::vector<Tensor> outputsFrom(const KeyedProgram& keyed, const NamedTensors& inputs,
                                std::span<const SampleResults* const> known, const JobContext& ctx, SampleResults* kept)
{
    return ResumedPass(keyed, inputs, known, ctx.stopToken()).run(ctx, kept);
}

} // namespace ql::runs
