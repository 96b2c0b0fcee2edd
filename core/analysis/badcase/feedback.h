// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/graph.h"
#include "core/runs/program/program.h"

#include <span>
#include <string>
#include <vector>

namespace ql::analysis {

/// An output of a model that becomes an input of the next sample, both by position.
struct FeedbackLink {
    std::size_t output = 0;
    std::size_t input = 0;
};

/// @p words are "output=input" of @p graph. @throws Error (BadArgument) for a name that is none
std::vector<FeedbackLink> feedbackLinks(const graph::Graph& graph, std::span<const std::string> words);

/// The same links in @p analysis, whose outputs and inputs correspond by name, else by position.
/// @throws Error (BadArgument) when it has no such output or input
std::vector<FeedbackLink> linksForAnalysis(const graph::Graph& baseline, const graph::Graph& analysis,
                                           const std::vector<FeedbackLink>& links);

/// Carries the states of a sequence model from one sample to the next: outputs that become inputs. Each model has its
/// own.
class Feedback {
public:
    Feedback(const graph::Graph& graph, std::vector<FeedbackLink> links);

    /// The inputs that are fed.
    std::vector<std::string> inputNames() const;
    bool isEmpty() const { return m_links.empty(); }

    /// Puts the states into @p inputs, over what is there; before the first sample (of a recording) only where nothing
    /// is there: zeros of the declared shape, unknown dimensions being 1.
    void apply(runs::NamedTensors& inputs) const;
    /// Forgets the states, as before the first sample.
    void reset() { m_states.clear(); }
    /// Keeps the states that @p outputs (in graph order) hold.
    void take(const std::vector<runs::Tensor>& outputs);

    /// One per link, in the order of the words; empty before the first sample.
    const std::vector<runs::Tensor>& states() const { return m_states; }
    void restore(std::vector<runs::Tensor> states) { m_states = std::move(states); }

private:
    const graph::Value& input(const FeedbackLink& link) const { return m_graph.value(m_graph.inputs()[link.input]); }

    const graph::Graph& m_graph;
    std::vector<FeedbackLink> m_links;
    std::vector<runs::Tensor> m_states;
};

} // namespace ql::analysis
