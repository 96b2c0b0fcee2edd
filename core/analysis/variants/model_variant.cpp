// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/variants/model_variant.h"

#include "core/analysis/variants/graph_variants.h"
#include "core/import/import_model.h"
#include "core/quant/preparation/float_preparation.h"

#include <utility>

namespace ql::analysis {

namespace {

/// Makes @p graph what @p step makes of it. Returns how many nodes it lost.
template <typename Step>
std::uint64_t apply(graph::Graph& graph, Step&& step)
{
    auto after = step(std::as_const(graph));
    const auto lost = graph.nodeCount() - after.nodeCount();
    graph = std::move(after);
    return lost;
}

} // namespace

OptimizedModel optimizedModel(const importers::ImportedModel& model, results::ModelVariant variant)
{
    auto form = importers::standardForm(model, 0).value_or(model);
    results::VariantCounts counts{.variant = variant};
    counts.foldedConstants = apply(form.graph, quant::foldConstants);
    counts.foldedNormalizations = apply(form.graph, [](const auto& graph) { return quant::foldBatchNorm(graph); });
    if (variant == results::ModelVariant::Fused)
        counts.fusedActivations = apply(form.graph, fuseActivations);
    form.path = results::variantName(model.path.string(), variant);
    return {std::make_shared<const importers::ImportedModel>(std::move(form)), counts};
}

} // namespace ql::analysis
