// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/simulation/first_sample.h"

#include "core/analysis/measure/error_energy.h"
#include "core/base/error.h"
#include "core/data/datasets/dataset.h"
#include "core/quant/quantized_graph/quantized_graph.h"
#include "core/runs/run.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace ql::analysis {

FirstSample::FirstSample(const PreparedSimulation& prepared, JobContext& ctx)
    : m_prepared(prepared)
    , m_inputs(prepared.data->inputs(0))
{
    withContext(Message::text(prepared.path),
                [&] { m_exact = runs::outputsOf(runs::Program(*prepared.baseline), m_inputs, ctx); });
}

double FirstSample::worstCosine(const quant::QuantPlan& plan, JobContext& ctx) const
{
    const auto quantized = quant::qdqGraph(*m_prepared.baseline, plan);
    const auto found = runs::outputsOf(runs::Program(quantized), m_inputs, ctx);
    std::optional<double> worst;
    for (std::size_t i = 0; i < m_exact.size(); ++i) {
        OutputAgreement own;
        own.add(m_exact[i], m_exact[i]);
        if (std::isnan(own.cosine()))
            continue;
        OutputAgreement agreement;
        agreement.add(m_exact[i], found[i]);
        const auto cosine = std::isnan(agreement.cosine()) ? -1.0 : agreement.cosine();
        worst = std::min(worst.value_or(cosine), cosine);
    }
    if (!worst)
        throw Error(ErrorCode::BadArgument,
                    "every output of the float model holds NaN or infinity on the first sample: no calibration "
                    "method can be chosen by that",
                    "name one with --observer, or begin with another sample");
    return *worst;
}

} // namespace ql::analysis
