// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/runtime/network_file.h"

#include "core/base/writing/atomic_file.h"
#include "core/report/model/network_picture.h"

namespace ql::cli {

void drawNetwork(CommandSession& session, results::GraphRequest request, const std::filesystem::path& file)
{
    session.complete(request);
    const auto outline =
        session.ask([&request](engine::Engine& engine, JobContext& ctx) { return engine.outline(request, ctx); });
    writeFileAtomically(file, report::networkPicture(*outline));
    session.tellWritten({file});
}

} // namespace ql::cli
