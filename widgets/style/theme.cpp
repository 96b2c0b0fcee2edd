// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/style/theme.h"

#include <QApplication>
#include <QPalette>
#include <QStyle>
#include <QStyleFactory>

namespace ql::widgets {

namespace {

const QString kOwnStyle = QStringLiteral("Fusion");

QPalette paletteOf(const QColor& button, const QColor& window, const QColor& base, const QColor& alternate,
                   const QColor& highlight, const QColor& disabled)
{
    QPalette palette(button, window);
    palette.setColor(QPalette::Base, base);
    palette.setColor(QPalette::AlternateBase, alternate);
    palette.setColor(QPalette::Highlight, highlight);
    palette.setColor(QPalette::HighlightedText, Qt::white);
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        palette.setColor(QPalette::Disabled, role, disabled);
    return palette;
}

} // namespace

QPalette darkPalette()
{
    QPalette palette = paletteOf(QColor(0x2b, 0x2b, 0x2b), QColor(0x24, 0x24, 0x24), QColor(0x1e, 0x1e, 0x1e),
                                 QColor(0x26, 0x26, 0x26), QColor(0x2a, 0x6f, 0xb5), QColor(0x80, 0x80, 0x80));
    palette.setColor(QPalette::ToolTipBase, QColor(0x33, 0x33, 0x33));
    palette.setColor(QPalette::ToolTipText, Qt::white);
    palette.setColor(QPalette::Link, QColor(0x7a, 0xb8, 0xf5));
    palette.setColor(QPalette::PlaceholderText, QColor(0x90, 0x90, 0x90));
    return palette;
}

QPalette lightPalette()
{
    QPalette palette = paletteOf(QColor(0xef, 0xef, 0xef), QColor(0xef, 0xef, 0xef), Qt::white,
                                 QColor(0xf6, 0xf6, 0xf6), QColor(0x2f, 0x74, 0xc0), QColor(0x96, 0x96, 0x96));
    palette.setColor(QPalette::ToolTipBase, QColor(0xff, 0xff, 0xe8));
    palette.setColor(QPalette::ToolTipText, Qt::black);
    return palette;
}

void applyTheme(const QString& name)
{
    static const QPalette systemPalette = QApplication::palette();
    static const QString systemStyle = QApplication::style()->objectName();
    if (name.isEmpty()) {
        if (QApplication::style()->objectName() != systemStyle)
            QApplication::setStyle(QStyleFactory::create(systemStyle));
        if (QApplication::palette() != systemPalette)
            QApplication::setPalette(systemPalette);
        return;
    }
    if (QApplication::style()->objectName().compare(kOwnStyle, Qt::CaseInsensitive) != 0)
        QApplication::setStyle(QStyleFactory::create(kOwnStyle));
    QApplication::setPalette(name == QLatin1String("dark") ? darkPalette() : lightPalette());
}

} // namespace ql::widgets
