// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/tflite/tflite_importer.h"

#include "core/base/error.h"
#include "core/graph/operators/shape_inference.h"
#include "core/import/tflite/mappings/mappings.h"
#include "core/import/worker/run_sandboxed.h"

namespace ql::importers {

namespace tflite {

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

} // namespace tflite

ImportedModel importTfLite(const std::filesystem::path& path, const std::stop_token& stop)
{
    const auto bytes = readFileBytes(path); // once, whatever happens to the file meanwhile
    return withContext(Message::text(path.string()), [&] {
        auto imported = runSandboxed([&bytes] { return tflite::readModel(bytes.span()); }, bytes.size, stop);
        imported.path = path;
        imported.format = "tflite";
        return imported;
    });
}

} // namespace ql::importers
