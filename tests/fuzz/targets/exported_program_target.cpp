// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/import/sandboxed_readers.h"
#include "tests/fuzz/targets/scratch_file.h"
#include "tests/fuzz/targets/targets.h"

#include <cstring>

namespace ql::tests {

void fuzzExportedProgram(std::string_view bytes)
{
    auto copy = allocateBytes(bytes.size());
    std::memcpy(copy.get(), bytes.data(), bytes.size());
    try {
        const auto model = importers::exported_program::readModel({std::move(copy), bytes.size()});
        for (const auto& node : model.graph.nodes())
            require(!node.name.empty() || node.outputs.empty(), "nodes have names");
    } catch (const Error&) {
    }
}

std::vector<std::string> exportedProgramSeeds()
{
    const std::filesystem::path folder = QUANTLOUPE_SOURCE_DIR "/tests/data/exported_program";
    return {contentOf(folder / "perceptron_dynamic.pt2"), contentOf(folder / "mutation.pt2"),
            contentOf(folder / "dynamic.package.pt2")};
}

} // namespace ql::tests
