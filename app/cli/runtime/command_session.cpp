// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/runtime/command_session.h"

#include "app/cli/runtime/console.h"
#include "core/base/atomic_file.h"
#include "core/base/error.h"

#include <unistd.h>

namespace ql::cli {

CommandSession::CommandSession(CommonOptions options, Environment& environment)
    : m_options(std::move(options))
    , m_environment(environment)
{
}

engine::Engine& CommandSession::engine()
{
    if (!m_environment.engine)
        m_environment.engine = engine::loadEngine();
    return *m_environment.engine;
}

bool CommandSession::isProgressShown() const
{
    return m_options.progress == "always" || (m_options.progress == "auto" && isatty(STDERR_FILENO) == 1);
}

void CommandSession::print(std::string_view text) const
{
    if (m_environment.print) {
        m_environment.print(text);
        return;
    }
    if (!writeOutput(text))
        throw Error(ErrorCode::FileWrite, "standard output: writing failed", "is the disk full?");
}

void CommandSession::answer(const std::string& name, const std::string& text, const std::string& json) const
{
    print(m_options.isJson ? json : text);
    if (!writesReports())
        return;
    writeReport(name + ".txt", text);
    writeReport(name + ".json", json);
}

void CommandSession::writeReport(const std::string& name, std::string_view content) const
{
    writeFileAtomically(outFolder() / name, content);
    tellWritten({outFolder() / name});
}

void CommandSession::tellWritten(const std::vector<std::filesystem::path>& files) const
{
    if (!m_options.isJson)
        for (const auto& file : files)
            print("wrote " + file.string() + "\n");
}

} // namespace ql::cli
