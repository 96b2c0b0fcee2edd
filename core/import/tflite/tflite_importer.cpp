// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/sandboxed_readers.h"

#include "core/base/error.h"
#include "core/graph/operators/shape_inference.h"
#include "core/import/tflite/mappings/mappings.h"

namespace ql::importers::tflite {

ImportedModel readModel(std::span<const std::byte> bytes)
{
    const FlatBuffer buffer(bytes);
    const auto tables = readModelTables(buffer);
    ImportedModel model;
    model.graph.setName(tables.subgraphs.front().name);
    Making making{tables, ExpansionBudget(bytes.size())};
    GraphMaker maker(making, 0, model.graph);
    maker.addInputs();
    mapOperations(maker);
    for (const auto output : maker.results())
        model.graph.addOutput(output);
    graph::inferShapes(model.graph);
    model.producer = tables.description;
    return model;
}

} // namespace ql::importers::tflite
