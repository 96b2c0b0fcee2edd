// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/config_document/autosave.h"

#include "core/base/error.h"
#include "core/base/writing/atomic_file.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QStandardPaths>

namespace ql::widgets::autosave {

namespace {

QString placeOf(const QString& path)
{
    return ownFile(QStringLiteral("autosave"), path);
}

} // namespace

/// Called by the hash of the path.
QString ownFile(const QString& kind, const QString& path)
{
    const QByteArray key =
        QCryptographicHash::hash(QFileInfo(path).absoluteFilePath().toUtf8(), QCryptographicHash::Sha1).toHex();
    return QStringLiteral("%1/%2/%3")
        .arg(QStandardPaths::writableLocation(QStandardPaths::AppDataLocation), kind, QString::fromLatin1(key));
}

bool keep(const QString& path, const std::string& text)
{
    const QString place = placeOf(path);
    if (!QDir().mkpath(QFileInfo(place).absolutePath()))
        return false;
    try {
        writeFileAtomically(place.toStdString(), text);
        return true;
    } catch (const Error&) {
        return false;
    }
}

std::optional<std::string> kept(const QString& path)
{
    QFile file(placeOf(path));
    if (!file.open(QIODevice::ReadOnly))
        return std::nullopt;
    return file.readAll().toStdString();
}

void forget(const QString& path)
{
    QFile::remove(placeOf(path));
}

} // namespace ql::widgets::autosave
