// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/sandboxed_readers.h"

#include "core/base/error.h"
#include "core/import/exported_program/program_builder.h"
#include "core/import/torchscript/library_operators.h"
#include "core/import/torchscript/lowering/lowering.h"
#include "core/ops/support/kernel_errors.h"

namespace ql::importers::exported_program {

namespace {

/// The names of the sizes that may vary, of inputs alone: the lowering knows everything else.
void nameSizes(graph::Graph& graph, const Program& program)
{
    for (const auto input : graph.inputs()) {
        const auto found = program.graph.tensors.find(graph.value(input).name);
        auto shape = graph.value(input).shape;
        if (found == program.graph.tensors.end() || !shape || shape->size() != found->second.symbols.size())
            continue;
        for (std::size_t i = 0; i < shape->size(); ++i)
            (*shape)[i].symbol = found->second.symbols[i];
        graph.setShape(input, *shape);
    }
}

} // namespace

ImportedModel readModel(const FileBytes& bytes)
{
    const at::NoGradGuard noGradients;
    torchscript::knowDecomposedOperators();
    const auto contents = readArchive(bytes);
    auto module = ops::translated([&] { return buildModule(contents); },
                                  [] { return Message("LibTorch can't take the program"); });
    ImportedModel imported;
    imported.graph = torchscript::lowerModule(module, {}).graph;
    nameSizes(imported.graph, contents.program);
    imported.producer = contents.program.producer;
    return imported;
}

} // namespace ql::importers::exported_program
