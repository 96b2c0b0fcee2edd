// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/cli/cli_process.h"

#include <QProcess>
#include <QStringList>

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

namespace ql::tests {

/// Processes of quantloupe-cli that are the ranks of one job on this machine, as somebody starts them by hand.
class RankProcesses {
public:
    explicit RankProcesses(int size);
    /// All of them, with the same words.
    RankProcesses(int size, const QStringList& arguments);
    ~RankProcesses();

    /// For ranks that are started from now on.
    void set(const QString& variable, const QString& value) { m_environment.insert(variable, value); }
    void start(int rank, const QStringList& arguments);
    /// Where rank 0 listens.
    std::uint16_t port() const { return std::uint16_t(m_environment.value("MASTER_PORT").toUInt()); }
    QProcess& process(int rank) { return *m_processes[std::size_t(rank)]; }
    /// By rank, once all have ended.
    std::vector<CliResult> finish();

private:
    QProcessEnvironment m_environment;
    std::vector<std::unique_ptr<QProcess>> m_processes;
};

/// Asked again and again, with what rank 0 has logged so far.
using IsTime = std::function<bool(const QByteArray& logged)>;
/// Once @p file is there, or holds something else than now.
IsTime onceChanged(const QString& file);
/// How a job ends, by rank, of which @p victim is killed as soon as @p isTime; unless all end before.
std::vector<CliResult> cutOff(int ranks, int victim, const QStringList& arguments, const IsTime& isTime);

} // namespace ql::tests
