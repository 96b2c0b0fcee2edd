// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/session/sample_files.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QFileInfo>
#include <QRegularExpression>

namespace ql::widgets {

namespace {
constexpr qint64 kHeaderBytes = 512; ///< more than it has
} // namespace

std::optional<qint64> leadingAxis(const QString& path)
{
    QFile file(path);
    const bool isArray = path.endsWith(QLatin1String(".npy"), Qt::CaseInsensitive) && QFileInfo(path).isFile();
    if (!isArray || !file.open(QIODevice::ReadOnly))
        return std::nullopt;
    static const QRegularExpression kShape(QStringLiteral("'shape': *\\((\\d+), *\\d"));
    const auto shape = kShape.match(QString::fromLatin1(file.read(kHeaderBytes)));
    return shape.hasMatch() ? std::optional(shape.captured(1).toLongLong()) : std::nullopt;
}

bool isSingleSample(const QString& path)
{
    if (!QFileInfo(path).isDir())
        return leadingAxis(path).value_or(2) == 1;
    if (!QDir(path).entryList({QStringLiteral("input_*.pb")}, QDir::Files).isEmpty())
        return true;
    QDirIterator entries(path, QDir::AllEntries | QDir::NoDotAndDotDot);
    if (!entries.hasNext())
        return false;
    const QString first = entries.next();
    return !entries.hasNext() && QFileInfo(first).isFile() && leadingAxis(first).value_or(1) == 1
           && !first.endsWith(QLatin1String(".txt"));
}

} // namespace ql::widgets
