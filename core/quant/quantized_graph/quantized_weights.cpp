// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/quant/quantized_graph/quantized_weights.h"

#include "core/quant/fake_quantization.h"

namespace ql::quant {

const graph::TensorData& QuantizedWeights::of(std::size_t index)
{
    if (const auto known = m_integers.find(index); known != m_integers.end())
        return known->second;
    const auto& quantizer = m_plan.quantizers.at(index);
    return m_integers
        .emplace(index, quantizedWeight(*m_source.constantOf(quantizer.value), m_plan.parametersOf(index),
                                        quantizer.settings, quantizer.channelAxis))
        .first->second;
}

} // namespace ql::quant
