// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QJsonObject>
#include <QProcess>
#include <QStringList>

namespace ql::tests {

/// What a finished quantloupe-cli left behind.
struct CliResult {
    int status = -1; ///< -1 when it crashed or hung
    QByteArray out;
    QByteArray err;
    int signal = 0; ///< that ended it

    /// stdout as the one JSON document it must be; empty when it is anything else.
    QJsonObject json() const;
    /// stderr is exactly one line that begins with "error: ".
    bool isOneErrorLine() const;
    /// Everything, for a failure message.
    QByteArray all() const;
};

/// Starts the built quantloupe-cli; nothing is written to its stdin.
void startCli(QProcess& process, const QStringList& arguments);
/// Waits for the end. Kills after two minutes. The test fails when the program calls an error its own ("internal:")
/// and when a document that it printed or wrote isn't what the document's schema says.
CliResult finishCli(QProcess& process);
CliResult runCli(const QStringList& arguments);

/// A file of the embedded demo.
QString demoFile(const QString& name);

} // namespace ql::tests
