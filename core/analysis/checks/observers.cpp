// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/checks/check_tables.h"

#include "core/graph/operators/op_kind.h"
#include "core/graph/operators/operator_traits.h"

#include <algorithm>

namespace ql::analysis::checks {

namespace {

constexpr const char* kFixedScale = "fixed";

/// The node that rounds @p value, or null.
const graph::Node* quantizerBehind(const RuleContext& context, graph::ValueId value)
{
    const auto* node = context.producerOf(value);
    while (node && graph::movesDataOnly(*node) && inputAt(*node, 0).isValid())
        node = context.producerOf(inputAt(*node, 0));
    if (!node || graph::opKind(*node) != graph::OpKind::Dequantize || !inputAt(*node, 0).isValid())
        return node;
    const auto* before = context.producerOf(inputAt(*node, 0));
    return before && graph::opKind(*before) == graph::OpKind::Quantize ? before : node;
}

/// "torch.ao.quantization.observer.MinMaxObserver" → "MinMaxObserver"
std::string shortName(const graph::Module& module)
{
    return module.className.substr(module.className.rfind('.') + 1);
}

/// The only observer among the modules within @p path, or null.
const graph::Module* onlyObserver(const graph::ModuleTree& tree, const std::string& path, bool isDirect)
{
    const graph::Module* found = nullptr;
    for (const auto& module : tree.modules) {
        const bool isWithin = module.isObserving && module.isLeaf && module.path.starts_with(path + ".")
                              && !(isDirect && module.path.find('.', path.size() + 1) != std::string::npos);
        if (isWithin && found)
            return nullptr;
        found = isWithin ? &module : found;
    }
    return found;
}

} // namespace

std::string observerOf(const RuleContext& context, graph::ValueId value)
{
    const auto* quantizer = quantizerBehind(context, value);
    const auto& observers = context.evidence.observers;
    if (observers && quantizer && inputAt(*quantizer, 0).isValid())
        if (const auto found = observers->find(context.graph.value(inputAt(*quantizer, 0)).name);
            found != observers->end())
            return found->second;
    const auto& tree = context.model.modules;
    const auto* module = tree && quantizer ? tree->moduleOf(*quantizer) : nullptr;
    if (!module || !module->isObserving)
        return kFixedScale;
    const auto* observer = onlyObserver(*tree, module->path, false);
    return shortName(observer ? *observer : *module);
}

std::string watcherOf(const RuleContext& context, const Layer& layer)
{
    const auto& tree = context.model.modules;
    const auto* module = tree && !layer.isInput() ? tree->moduleOf(context.graph.node(layer.node)) : nullptr;
    const auto* observer = module ? onlyObserver(*tree, module->path, true) : nullptr;
    return observer ? shortName(*observer) : std::string();
}

} // namespace ql::analysis::checks
