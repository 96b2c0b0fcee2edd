// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/badcase/badcase_outputs.h"
#include "core/caller/functions.h"

#include <memory>
#include <string>
#include <vector>

namespace ql::analysis {

/// What a sample's outputs say.
struct MeasuredOutputs {
    std::vector<double> values; ///< every output's columns one after the other
    std::size_t mismatches = 0;
    std::vector<ops::Tensor> baseline; ///< as they were measured: after the post-processing
    std::vector<ops::Tensor> analysis;
};

/// The outputs of two models as functions of the calling program see and change them.
class CallerOutputs {
public:
    /// @p functions may be null.
    CallerOutputs(std::vector<OutputPair> pairs, std::shared_ptr<const caller::Functions> functions);

    bool arePostProcessed() const { return m_functions && m_functions->postProcess; }
    bool areJudged() const { return m_functions && m_functions->judge; }
    /// The outputs of one sample, by name, with what the program makes of them. @throws Error (TypeMismatch) for one
    /// that holds no numbers
    caller::NamedArrays ofBaseline(const std::vector<ops::Tensor>& outputs) const;
    caller::NamedArrays ofAnalysis(const std::vector<ops::Tensor>& outputs) const;
    /// As measureOutputs(), of what the program makes of them; what is of all outputs is one number, which every
    /// output gets. @p measured: the pairs of what is measured, other than the models' where there is a post-processing
    /// @p sample: its place and name in the data
    MeasuredOutputs measure(const BadCaseMetrics& metrics, const std::vector<OutputPair>& measured,
                            const std::vector<ops::Tensor>& baseline, const std::vector<ops::Tensor>& analysis,
                            caller::JudgedSample sample) const;

private:
    caller::NamedArrays processed(const std::vector<ops::Tensor>& outputs, std::size_t OutputPair::*place) const;

    std::vector<OutputPair> m_pairs;
    std::shared_ptr<const caller::Functions> m_functions;
};

/// Pairs of what a post-processing returns: both sides have the same names.
std::vector<OutputPair> pairsOf(const caller::NamedArrays& arrays);

} // namespace ql::analysis
