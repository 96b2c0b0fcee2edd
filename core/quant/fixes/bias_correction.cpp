// SPDX-License-Identifier: GPL-3.0-or-later
// Takes out of biases what quantizing the weights adds to the outputs on average (Nagel et al. 2019, arXiv 1906.04721,
// section 4.2, empirical).
#include "core/quant/fixes/fix.h"
#include "core/quant/preparation/float_preparation.h"

namespace ql::quant::fixes::bias_correction {

namespace {

constexpr std::string_view kName = "bias_correction";

void correct(FixSubject& subject, const CalibrationData& data, JobContext& ctx)
{
    JobContext unseen(ctx.stopToken(), {});
    const auto& plan = subject.plan(data, unseen);
    auto graph = subject.graph();
    correctBiases(graph, plan, data, unseen);
    subject.setRounded(std::move(graph));
}

std::vector<FixEdit> edits(const FixContext& context)
{
    if (context.plan.biases.empty())
        return {};
    return {
        {.fix = kName, .layers = {}, .change = Message("biases corrected"), .changeWeights = correct, .isSlow = true}};
}

} // namespace

FixDefinition definition()
{
    return {kName, "the mean error of a layer's quantized weight taken out of its bias", FixTarget::Weights, edits};
}

} // namespace ql::quant::fixes::bias_correction
