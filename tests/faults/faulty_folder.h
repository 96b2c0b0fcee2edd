// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/cli/cli_process.h"

#include <QByteArray>
#include <QMap>
#include <QString>
#include <QStringList>

namespace ql::tests {

using Files = QMap<QString, QByteArray>; ///< content by the path below a folder

/// A command, and what stands in its folder before.
struct Save {
    QString program;
    QStringList words; ///< "@" in them stands for the folder
    Files before;
};

/// What is to go wrong.
struct Fault {
    QString kind; ///< as in disk_faults.cpp and memory_faults.cpp; nothing goes wrong when it is empty
    int at = 0;
};

/// What a save left behind.
struct Ending {
    CliResult result; ///< status is -1 after a kill
    Files files;      ///< whole files, without those below
    QStringList temporaries;
    bool isDisturbed = false; ///< the fault came about
};

/// Saves in a folder of its own.
Ending endingOf(const Save& save, const Fault& fault);

/// The same after a kill and a minute: the next one in the same folder. Fails when the kill doesn't come about.
Ending endingAfterKill(const Save& save, int at);

} // namespace ql::tests
