// SPDX-License-Identifier: GPL-3.0-or-later
// save_files KIND FOLDER: saves as the window does, for what the command line doesn't write.
#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/writing/atomic_file.h"
#include "core/project/project_file.h"
#include "core/project/trials_file.h"

#include <cstdio>
#include <cstring>
#include <memory>

using namespace ql;

namespace {

void saveTrials(const std::filesystem::path& folder)
{
    project::TrialsKeeper keeper(folder / "trials.yaml", true, {});
    auto trials = keeper.load().trials;
    for (const char* time : {"2026-11-22T02:16:08.123Z", "2026-11-22T02:17:08.123Z"})
        trials.push_back({.time = time,
                          .edits = "Skip conv_2",
                          .note = "",
                          .config = (folder / "quant.yaml").string(),
                          .text = "skip_layers: [conv_2]\n",
                          .change = std::make_shared<const results::TrialChange>()});
    if (!keeper.save(trials).spare.empty())
        throw Error(ErrorCode::FileWrite, "the trials went elsewhere");
}

void saveProject(const std::filesystem::path& folder)
{
    const auto path = folder / "session.quantloupe";
    const auto before = readTextIfThere(path).value_or("");
    writeFileAtomically(path, project::withSettings(before, {{"baseline", {"float.onnx"}}}, {}, path.string()));
}

} // namespace

int main(int count, char** words)
try {
    if (count != 3)
        return 2;
    (std::strcmp(words[1], "trials") == 0 ? saveTrials : saveProject)(words[2]);
    return 0;
} catch (const ql::Error& error) {
    std::fprintf(stderr, "error: %s\n", error.what());
    return 1;
} catch (const std::exception& error) {
    std::fprintf(stderr, "error: internal: %s\n", error.what());
    return 1;
}
