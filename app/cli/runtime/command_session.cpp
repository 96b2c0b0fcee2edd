// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/runtime/command_session.h"

#include "app/cli/runtime/console.h"
#include "core/base/error.h"
#include "core/base/writing/atomic_file.h"
#include "core/base/writing/overwrite_guard.h"

#include <unistd.h>

namespace ql::cli {

CommandSession::CommandSession(CommonOptions options, Environment& environment)
    : m_options(std::move(options))
    , m_environment(environment)
{
    if (environment.program)
        m_options.run.functions = environment.program->functions;
}

engine::Engine& CommandSession::engine()
{
    if (!m_environment.engine)
        m_environment.engine = engine::loadEngine();
    return *m_environment.engine;
}

bool CommandSession::isProgressShown() const
{
    if (m_environment.program || !m_isFirstRank || (m_options.isQuiet && m_options.progress == "auto"))
        return false;
    return m_options.progress == "always" || (m_options.progress == "auto" && isatty(STDERR_FILENO) == 1);
}

void CommandSession::tellProgram(const Progress& progress) const
{
    if (m_environment.program && m_environment.program->progress)
        m_environment.program->progress(progress);
}

bool CommandSession::hasJudge(const results::JudgeOptions& options) const
{
    return !options.command.empty() || (m_options.run.functions && m_options.run.functions->judge);
}

std::shared_ptr<const caller::Samples> CommandSession::heldAs(const std::string& word) const
{
    if (!m_environment.program)
        return nullptr;
    const auto& all = m_environment.program->samples;
    const auto found = all.find(word);
    return found == all.end() ? nullptr : found->second;
}

std::shared_ptr<const caller::Samples> CommandSession::heldFor(const results::InputSelection& samples) const
{
    if (!samples.data.empty())
        return heldAs(samples.data);
    for (const auto& word : samples.inputs)
        if (auto held = heldAs(word))
            return held;
    return nullptr;
}

void CommandSession::hand(std::string_view text, bool (*write)(std::string_view)) const
{
    if (!m_isFirstRank)
        return;
    if (m_environment.print) {
        m_environment.print(text);
        return;
    }
    if (!write(text))
        throw Error(ErrorCode::FileWrite, "standard output: writing failed", "is the disk full?");
}

void CommandSession::print(std::string_view text) const
{
    hand(text, writeOutput);
}

void CommandSession::show(const std::string& text, const std::string& json) const
{
    if (m_options.isJson)
        hand(json, writeOutput);
    else
        hand(m_options.isQuiet ? text.substr(0, text.find('\n')) + "\n" : text, writeAnswer);
}

void CommandSession::answer(const std::string& name, const std::string& text, const std::string& json) const
{
    show(text, json);
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

void CommandSession::requireApart(const std::vector<std::string>& names) const
{
    if (!writesReports())
        return;
    for (const auto& name : names)
        OverwriteGuard::requireNotRead(outFolder() / name);
}

void CommandSession::tellCrossed(const std::string& failure) const
{
    if (m_environment.program && m_environment.program->crossed)
        m_environment.program->crossed(failure);
    else if (m_isFirstRank)
        printError("threshold crossed: {}\n", failure);
}

void CommandSession::tellWritten(const std::vector<std::filesystem::path>& files) const
{
    if (!m_options.isJson && !m_options.isQuiet)
        for (const auto& file : files)
            print("wrote " + file.string() + "\n");
}

} // namespace ql::cli
