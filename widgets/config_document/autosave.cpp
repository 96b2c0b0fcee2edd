// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/config_document/autosave.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSaveFile>
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
    QSaveFile file(place);
    return file.open(QIODevice::WriteOnly) && file.write(text.data(), qint64(text.size())) == qint64(text.size())
           && file.commit();
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
