// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/torchscript/forks.h"

#include "core/ops/torch_version.h"

#include <torch/csrc/jit/api/module.h>

namespace ql::importers::torchscript {

namespace {

namespace prim = c10::prim;

/// List[Future[Tensor]] → List[Tensor]
c10::TypePtr withoutFutures(const c10::TypePtr& type)
{
    if (const auto future = type->cast<c10::FutureType>())
        return withoutFutures(future->getElementType());
    if (type->kind() == c10::TypeKind::ClassType || type->containedTypes().empty())
        return type;
    std::vector<c10::TypePtr> contained;
    for (const auto& part : type->containedTypes())
        contained.push_back(withoutFutures(part));
    return contained == type->containedTypes().vec() ? type : type->withContained(std::move(contained));
}

void replace(torch::jit::Node& node, torch::jit::Value* result)
{
    node.output()->replaceAllUsesWith(result);
    node.destroy();
}

void doAtOnce(torch::jit::Block& block)
{
    for (auto* input : block.inputs())
        input->setType(withoutFutures(input->type()));
    for (auto position = block.nodes().begin(); position != block.nodes().end();) {
        auto& node = **position++;
        for (auto* inner : node.blocks())
            doAtOnce(*inner);
        for (auto* output : node.outputs())
            output->setType(withoutFutures(output->type()));
        if (node.kind() == prim::fork) {
            const auto program = node.g(c10::attr::Subgraph)->copy();
            doAtOnce(*program->block());
            const torch::jit::WithInsertPoint here(&node);
            replace(node, torch::jit::insertGraph(*node.owningGraph(), *program, node.inputs()).at(0));
        } else if (node.kind() == c10::aten::wait) {
            replace(node, node.input(0));
        }
    }
}

} // namespace

void doForkedWorkAtOnce(const torch::jit::Module& module)
{
    for (auto* function : module._ivalue()->compilation_unit()->get_functions())
        if (auto* program = torch::jit::tryToGraphFunction(*function))
            doAtOnce(*program->graph()->block());
}

} // namespace ql::importers::torchscript
