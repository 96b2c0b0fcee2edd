// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/rank_processes.h"

#include "tests/cli/many_samples.h"
#include "tests/support/free_port.h"

#include <QElapsedTimer>
#include <csignal>

namespace ql::tests {

namespace {

/// Whether every process still runs.
bool areRunning(RankProcesses& job, int ranks)
{
    bool isRunning = true;
    for (int rank = 0; rank < ranks; ++rank)
        isRunning = job.process(rank).state() == QProcess::Running && isRunning;
    return isRunning;
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

IsTime onceChanged(const QString& file)
{
    const auto before = QFile::exists(file) ? contentOf(file) : QByteArray();
    return [file, before](const QByteArray&) { return QFile::exists(file) && contentOf(file) != before; };
}

std::vector<CliResult> cutOff(int ranks, int victim, const QStringList& arguments, const IsTime& isTime)
{
    RankProcesses job(ranks);
    job.set("QUANTLOUPE_RANKS_PATIENCE", "10");
    job.set("QUANTLOUPE_RANKS_SILENCE", "3");
    for (int rank = 0; rank < ranks; ++rank)
        job.start(rank, arguments);
    for (int rank = 0; rank < ranks; ++rank)
        job.process(rank).waitForStarted();
    auto& first = job.process(0);
    first.setReadChannel(QProcess::StandardError);
    QElapsedTimer clock;
    clock.start();
    while (areRunning(job, ranks) && clock.elapsed() < 60'000) {
        first.waitForReadyRead(10);
        if (!isTime(first.peek(first.bytesAvailable())))
            continue;
        ::kill(pid_t(job.process(victim).processId()), SIGKILL);
        break;
    }
    return job.finish();
}

} // namespace ql::tests
