// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/torchscript/torchscript_importer.h"

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/import/worker/run_sandboxed.h"

namespace ql::importers {

ImportedModel importTorchScript(const std::filesystem::path& path, const std::stop_token& stop)
{
    const auto bytes = readFileBytes(path); // once, whatever happens to the file meanwhile
    return withContext(Message::text(path.string()), [&] {
        auto imported = runSandboxed([&bytes] { return torchscript::readModule(bytes); }, bytes.size, stop);
        imported.path = path;
        imported.format = "torchscript";
        return imported;
    });
}

} // namespace ql::importers
