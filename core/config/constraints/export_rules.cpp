// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/constraints/awkward_exports.h"
#include "core/config/constraints/constraint_context.h"

namespace ql::config {

namespace {

void warn(const ConstraintContext& context, const char* rule, const graph::Node& node, Message message, Message remedy,
          ConfigFindings& findings)
{
    auto finding = ruleError(rule, {context.names.nameOf(node)}, std::move(message), std::move(remedy),
                             context.names.resolve(node).position);
    finding.severity = results::Severity::Warning;
    findings.push_back(std::move(finding));
}

bool isQuantized(const ConstraintContext& context, const graph::Node& node)
{
    return context.names.resolve(node).isQuantized;
}

} // namespace

void checkLinearBias(const ConstraintContext& context, ConfigFindings& findings)
{
    for (const auto* node : biasedLinears(context.graph))
        if (isQuantized(context, *node))
            warn(context, "linear-bias", *node,
                 Message("{}: a Linear with a bias on more than two dimensions becomes MatMul and Add, which AMCT does "
                         "not quantize",
                         node->name),
                 "reshape its input to two dimensions and its output back, or write it as a 1×1 convolution", findings);
}

void checkOfflineConvolution(const ConstraintContext& context, ConfigFindings& findings)
{
    for (const auto* node : offlineConvolutions(context.graph))
        if (isQuantized(context, *node))
            warn(context, "offline-convolution", *node,
                 Message("{} reads no data, only constants (Tensor.data): the compiler works it out beforehand, and "
                         "refuses it quantized (\"can't gen offline output\")",
                         node->name),
                 "skip it: quant_enable false, or its name in skip_layers", findings);
}

void checkChunks(const ConstraintContext& context, ConfigFindings& findings)
{
    for (const auto& chunk : slicedChunks(context.graph))
        if (isQuantized(context, *chunk.first))
            warn(context, "sliced-chunk", *chunk.first,
                 Message("{} and {} more cut {} at bounds worked out from its shape, as torch.chunk is exported: AMCT "
                         "does not quantize what it was split into",
                         chunk.first->name, chunk.pieces - 1, context.graph.value(chunk.cut).name),
                 "write torch.split in place of torch.chunk", findings);
}

} // namespace ql::config
