// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/rank_processes.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

namespace ql::tests {

namespace {

/// A port that nobody listens on.
int freePort()
{
    const int descriptor = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    bind(descriptor, reinterpret_cast<sockaddr*>(&address), size);
    getsockname(descriptor, reinterpret_cast<sockaddr*>(&address), &size);
    close(descriptor);
    return ntohs(address.sin_port);
}

} // namespace

RankProcesses::RankProcesses(int size)
    : m_environment(QProcessEnvironment::systemEnvironment())
{
    set("WORLD_SIZE", QString::number(size));
    set("MASTER_ADDR", "127.0.0.1");
    set("MASTER_PORT", QString::number(freePort()));
    for (int rank = 0; rank < size; ++rank)
        m_processes.push_back(std::make_unique<QProcess>());
}

RankProcesses::RankProcesses(int size, const QStringList& arguments)
    : RankProcesses(size)
{
    for (int rank = 0; rank < size; ++rank)
        start(rank, arguments);
}

RankProcesses::~RankProcesses()
{
    for (const auto& process : m_processes)
        process->kill();
    for (const auto& process : m_processes)
        process->waitForFinished();
}

void RankProcesses::start(int rank, const QStringList& arguments)
{
    auto environment = m_environment;
    environment.insert("RANK", QString::number(rank));
    process(rank).setProcessEnvironment(environment);
    startCli(process(rank), arguments);
}

std::vector<CliResult> RankProcesses::finish()
{
    std::vector<CliResult> results;
    for (const auto& process : m_processes) // some may not have been started
        results.push_back(process->program().isEmpty() ? CliResult() : finishCli(*process));
    return results;
}

} // namespace ql::tests
