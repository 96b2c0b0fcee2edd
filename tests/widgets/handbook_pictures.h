// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/window/main_window.h"

#include <QImage>
#include <QStringList>

#include <cstddef>

namespace ql::tests {

/// The handbook's pictures, as parts of those that are taken of the window: written anew, and held against those that
/// the handbook has.
class HandbookPictures {
public:
    /// Into @p folder, from where make_pictures.sh takes them into @p guide.
    HandbookPictures(QString folder, QString guide);

    /// In each language.
    static std::size_t count();
    /// Those that are part of what is called @p what; @p window was taken of @p shown.
    void take(QLatin1String what, const QString& language, const QImage& window, widgets::MainWindow& shown);
    std::size_t drawn() const { return m_drawn; }
    const QStringList& stale() const { return m_stale; }

private:
    QString m_folder;
    QString m_guide;
    std::size_t m_drawn = 0;
    QStringList m_stale;
};

} // namespace ql::tests
