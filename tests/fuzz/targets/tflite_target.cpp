// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/import/sandboxed_readers.h"
#include "tests/fuzz/targets/scratch_file.h"
#include "tests/fuzz/targets/targets.h"
#include "tests/support/lite_model.h"

#include <span>

namespace ql::tests {

void fuzzTfLite(std::string_view bytes)
{
    try {
        const auto model = importers::tflite::readModel(std::as_bytes(std::span(bytes)));
        for (const auto& node : model.graph.nodes())
            require(!node.name.empty() || node.outputs.empty(), "nodes have names");
    } catch (const Error&) {
    }
}

std::vector<std::string> tfLiteSeeds()
{
    return {smallLiteModel(false), smallLiteModel(true), loopingLiteModel()};
}

} // namespace ql::tests
