// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What the LSTMs of domain "tflite" on floats and on integers have in common.

#include "core/base/error.h"
#include "core/ops/quantization/row_quantization.h"
#include "core/ops/registry.h"

#include <vector>

namespace ql::ops::kernels::lite_lstm {

enum Gate { kInput, kForget, kCell, kOutput, kGates };

struct Attributes {
    bool isTimeMajor;
    bool isReverse; ///< from the last step to the first
    double cellClip;
    double projectionClip;
    RowQuantization rows;
    std::int64_t rowSplit; ///< features that are rounded apart from the rest

    explicit Attributes(const graph::Node& node)
        : isTimeMajor(node.attributes.intOr("time_major", 0) != 0)
        , isReverse(node.attributes.intOr("reverse", 0) != 0)
        , cellClip(node.attributes.floatOr("cell_clip", 0.0))
        , projectionClip(node.attributes.floatOr("proj_clip", 0.0))
        , rows(rowQuantization(node.attributes.intOr("rows", 0)))
        , rowSplit(node.attributes.intOr("row_split", 0))
    {
    }
};

inline void expectFit(bool fits, const KernelCall& call, std::size_t input)
{
    if (!fits)
        throw Error(ErrorCode::ShapeMismatch, Message("input {} has shape {}, which doesn't fit the others", input,
                                                      graph::toString(call.required(input).shape())));
}

/// Input 0 as steps × batch × features in the order in which they run, and results as the caller wants them.
class Sequence {
public:
    Sequence(const KernelCall& call, const Attributes& attributes)
        : m_isReverse(attributes.isReverse)
    {
        const auto& x = call.required(0).data;
        expectFit(x.dim() == 2 || x.dim() == 3, call, 0);
        m_isOneStep = x.dim() == 2;
        m_isTimeFirst = m_isOneStep || attributes.isTimeMajor;
        m_steps = m_isOneStep ? x.unsqueeze(0) : m_isTimeFirst ? x : x.transpose(0, 1);
        m_steps = m_isReverse ? m_steps.flip(0) : m_steps;
    }

    std::int64_t steps() const { return m_steps.size(0); }
    std::int64_t batch() const { return m_steps.size(1); }
    std::int64_t features() const { return m_steps.size(2); }
    at::Tensor step(std::int64_t i) const { return m_steps[i].contiguous(); }
    at::Tensor joined(const std::vector<at::Tensor>& outputs, std::int64_t width) const
    {
        auto all = outputs.empty() ? at::empty({steps(), batch(), width}, m_steps.options()) : at::stack(outputs);
        all = m_isReverse ? all.flip(0) : all;
        return m_isOneStep ? all[0] : m_isTimeFirst ? all : all.transpose(0, 1).contiguous();
    }

private:
    bool m_isReverse;
    bool m_isOneStep = false;
    bool m_isTimeFirst = false;
    at::Tensor m_steps;
};

} // namespace ql::ops::kernels::lite_lstm
