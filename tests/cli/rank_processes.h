// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/cli/cli_process.h"

#include <QProcess>
#include <QStringList>

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
    QProcess& process(int rank) { return *m_processes[std::size_t(rank)]; }
    /// By rank, once all have ended.
    std::vector<CliResult> finish();

private:
    QProcessEnvironment m_environment;
    std::vector<std::unique_ptr<QProcess>> m_processes;
};

} // namespace ql::tests
