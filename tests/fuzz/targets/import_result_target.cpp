// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/text_form/text_form.h"
#include "tests/core/import/worker/result_bytes.h"
#include "tests/fuzz/targets/scratch_file.h"
#include "tests/fuzz/targets/targets.h"
#include "tests/support/every_kind.h"
#include "tests/support/graph_difference.h"

namespace ql::tests {

/// What a child process hands over that a file has taken over. A graph that is taken can be handed over again.
void fuzzImportResult(std::string_view bytes)
{
    try {
        const auto result = resultFrom(std::string(bytes));
        const auto* model = std::get_if<importers::ImportedModel>(&result);
        if (model)
            require(differenceOf(model->graph, handedOver(*model).graph).empty(), "a result is read as it was written");
    } catch (const Error&) {
    }
}

std::vector<std::string> importResultSeeds()
{
    importers::ImportedModel everything;
    everything.graph = EveryKind::graph();
    const auto tensor = graph::TensorData::of<std::int8_t>(graph::DataType::Int8, {2}, {1, -1});
    everything.tensors = {{"weight", "Linear", tensor, importers::StoredQuantizer{{0.5, 0.25}, {0, 1}, 0}}};
    importers::ImportedModel small;
    small.graph = graph::parseGraph(R"(graph "small" opset 13
        input x: float32[1,"n"]
        const w: float32[2] = {1, -0.5}
        y = Mul(x, w) name "product"
        output y)");
    Error error(ErrorCode::InvalidNode, Message("weight has rank {}, expected {}", 3, 4), "use another");
    error.addContext(Message("node {}", "conv"));
    return {bytesOf(importers::resultOf(everything)), bytesOf(importers::resultOf(small)),
            bytesOf(importers::resultOf(error))};
}

} // namespace ql::tests
