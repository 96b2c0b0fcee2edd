// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/runtime/command_session.h"

#include "core/ranks/launch.h"

#include <spdlog/spdlog.h>

namespace ql::cli {

void CommandSession::joinRanks(const Command& command)
{
    const auto launch = m_environment.obeysLaunchers ? ranks::launchOfThisProcess() : std::nullopt;
    if (!launch)
        return;
    m_isFirstRank = launch->rank == 0;
    m_isReporter = m_isFirstRank;
    if (!command.sharesWork)
        throw Error(ErrorCode::BadArgument,
                    Message("{} runs on one process, {} were started", command.name, launch->size),
                    "start it without the launcher, or unset RANK and WORLD_SIZE");
    try {
        m_options.run.ranks =
            ask([&](engine::Engine& engine, JobContext& ctx) { return engine.joinRanks(*launch, ctx); });
    } catch (const Error& error) {
        // Rank 0 may not be there, or not know of it.
        m_isReporter = launch->rank == 0 || error.code() == ErrorCode::BadArgument;
        throw;
    }
    if (m_options.run.threads == 0)
        m_options.run.threads = ranks()->threadShare();
    m_asksForReports = writesReports();
    if (!m_isFirstRank)
        m_options.outFolder.clear();
    spdlog::info("{} of {}, {} threads", ranks()->nameOf(launch->rank), launch->size, m_options.run.threads);
}

void CommandSession::leaveRanks(RankGroup::Ending ending, const std::string& why)
{
    if (!ranks())
        return;
    try {
        ranks()->leave(ending, why);
    } catch (const Cancelled&) {
        throw;
    } catch (const Error& error) {
        // Where all is printed and written it matters to nobody.
        if (!m_isFirstRank)
            throw;
        spdlog::info("at the end: {}", error.what());
    }
}

std::optional<Error> CommandSession::failureOfRanks() const
{
    return ranks() ? ranks()->failure() : std::nullopt;
}

bool CommandSession::isReporter() const
{
    return ranks() ? ranks()->isReporter() : m_isReporter;
}

std::stop_token CommandSession::stopToken() const
{
    return ranks() ? ranks()->stopToken() : m_environment.stop;
}

} // namespace ql::cli
