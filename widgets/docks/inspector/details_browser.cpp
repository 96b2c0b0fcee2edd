// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/inspector/details_browser.h"

#include "widgets/style/color_scale.h"

#include <QGuiApplication>
#include <QPainter>

#include <algorithm>

namespace ql::widgets {

namespace {
constexpr QSize kBar(84, 10);
const QString kScheme = QStringLiteral("bar");
} // namespace

DetailsBrowser::DetailsBrowser(QWidget* parent)
    : QTextBrowser(parent)
{
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setWordWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
}

QString DetailsBrowser::bar(double share)
{
    return QStringLiteral("<img src='%1:%2' width='%3' height='%4' style='vertical-align:middle'/>")
        .arg(kScheme)
        .arg(std::clamp(share, 0.0, 1.0), 0, 'f', 4)
        .arg(kBar.width())
        .arg(kBar.height());
}

QVariant DetailsBrowser::loadResource(int type, const QUrl& name)
{
    if (name.scheme() == kScheme)
        return drawnBar(name.path().toDouble());
    return QTextBrowser::loadResource(type, name);
}

QPixmap DetailsBrowser::drawnBar(double share) const
{
    const double scale = devicePixelRatioF();
    QPixmap picture((QSizeF(kBar) * scale).toSize());
    picture.setDevicePixelRatio(scale);
    picture.fill(Qt::transparent);
    QPainter painter(&picture);
    // The application's: when colours change, a parent lets this be drawn before its own palette has followed.
    const QPalette colors = QGuiApplication::palette();
    const QColor background = colors.color(QPalette::Window);
    painter.setPen(QPen(mutedColor(colors.color(QPalette::WindowText), background), 1.0));
    painter.drawRect(QRectF(0.5, 0.5, kBar.width() - 1.0, kBar.height() - 1.0));
    if (share > 0.0)
        painter.fillRect(QRectF(1.0, 1.0, (kBar.width() - 2.0) * std::min(share, 1.0), kBar.height() - 2.0),
                         analysisColor(background));
    return picture;
}

} // namespace ql::widgets
