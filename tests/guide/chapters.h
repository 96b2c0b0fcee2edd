// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

namespace ql::tests {

/// A chapter of resources/guide/LANGUAGE.
struct Chapter {
    QString name;
    QString text;

    /// With their level, as "## Title".
    QStringList headings() const;
    /// The commands between ```sh and ```, block by block.
    QStringList commands() const;
    /// The scripts between ```python and ```.
    QStringList scripts() const;
    /// "pictures/x.png"
    QStringList pictures() const;
    /// The targets of its links, those of pictures left out.
    QStringList links() const;
};

inline const QStringList kGuideLanguages{QStringLiteral("en"), QStringLiteral("zh_CN")};

QString guideFolder(const QString& language);
/// index.md, and the others in the order in which it lists them.
QList<Chapter> chapters(const QString& language);
/// All of them, one after the other.
QString wholeGuide(const QString& language);
/// One of them; empty if there is none.
QString chapterText(const QString& language, const QString& name);

} // namespace ql::tests
