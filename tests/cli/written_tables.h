// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/file_content.h"

#include <QByteArray>
#include <QFile>
#include <QJsonDocument>
#include <QList>
#include <QString>
#include <QStringList>

namespace ql::tests {

/// A table read back from a file.
struct WrittenTable {
    QStringList header;
    QList<QStringList> rows;
};

/// The @p wanted-th table with a psql frame in the file. Cells must not hold "|".
inline WrittenTable psqlTable(const QString& path, int wanted = 0)
{
    WrittenTable table;
    int frames = 0; // each table has two lines of the form "+---+": above and below
    for (const auto& line : QString::fromUtf8(contentOf(path)).split('\n')) {
        frames += line.startsWith("+-") ? 1 : 0;
        if (frames != 2 * wanted + 1 || !line.startsWith("| "))
            continue;
        QStringList cells;
        for (const auto& cell : line.mid(1, line.size() - 2).split('|'))
            cells << cell.trimmed();
        if (table.header.isEmpty())
            table.header = cells;
        else
            table.rows << cells;
    }
    return table;
}

/// Cells must not hold quotes or line breaks.
inline WrittenTable csvTable(const QString& path)
{
    WrittenTable table;
    for (const auto& line : QString::fromUtf8(contentOf(path)).split('\n', Qt::SkipEmptyParts)) {
        if (table.header.isEmpty())
            table.header = line.split(',');
        else
            table.rows << line.split(',');
    }
    return table;
}

} // namespace ql::tests
