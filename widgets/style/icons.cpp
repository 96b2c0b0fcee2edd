// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/style/icons.h"

#include "widgets/style/color_scale.h"

#include <QAction>
#include <QFile>
#include <QGuiApplication>
#include <QIconEngine>
#include <QPainter>
#include <QPalette>
#include <QPixmapCache>
#include <QSvgRenderer>
#include <QToolButton>

#include <array>
#include <cstring>
#include <utility>

namespace ql::widgets {

namespace {

constexpr double kDisabledOpacity = 0.45;

/// The drawing with the colours of the moment in place of those that the files are drawn in.
QByteArray recolored(QByteArray drawing, const QColor& ink)
{
    const QColor background = QGuiApplication::palette().color(QPalette::Base);
    const std::array<std::pair<const char*, QColor>, 6> colors{{{"#1e1e1e", ink},
                                                                {"#787878", mutedColor(ink, background)},
                                                                {"#fefefe", background},
                                                                {"#1f6fb8", baselineColor(background)},
                                                                {"#d87010", analysisColor(background)},
                                                                {"#c01c28", alarmColor(background)}}};
    // In one pass: what stands for one colour may be another's name.
    for (qsizetype at = drawing.indexOf('#'); at >= 0; at = drawing.indexOf('#', at + 1))
        for (const auto& [drawn, color] : colors)
            if (QByteArrayView(drawing).sliced(at).startsWith(drawn)) {
                drawing.replace(at, qsizetype(std::strlen(drawn)), color.name().toLatin1());
                break;
            }
    return drawing;
}

QByteArray drawingOf(const QString& name)
{
    QFile file(QStringLiteral(":/icons/%1.svg").arg(name));
    const bool isThere = file.open(QIODevice::ReadOnly);
    Q_ASSERT_X(isThere, "icon", qPrintable(file.fileName()));
    return isThere ? file.readAll() : QByteArray();
}

class RecoloredIcon final : public QIconEngine {
public:
    explicit RecoloredIcon(const QString& name)
        : m_name(name)
    {
    }

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State state) override
    {
        const double scale = painter->device()->devicePixelRatio();
        QPixmap picture = pixmap((QSizeF(rect.size()) * scale).toSize(), mode, state);
        picture.setDevicePixelRatio(scale);
        painter->drawPixmap(rect.topLeft(), picture);
    }
    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State) override
    {
        const QPalette palette = QGuiApplication::palette();
        const auto group = mode == QIcon::Disabled ? QPalette::Disabled : QPalette::Active;
        const QColor ink =
            palette.color(group, mode == QIcon::Selected ? QPalette::HighlightedText : QPalette::WindowText);
        const QString key = QStringLiteral("%1 %2×%3 %4 %5 %6")
                                .arg(m_name)
                                .arg(size.width())
                                .arg(size.height())
                                .arg(int(mode))
                                .arg(ink.name(), palette.color(QPalette::Base).name());
        QPixmap picture;
        if (!QPixmapCache::find(key, &picture)) {
            picture = drawn(size, ink, mode == QIcon::Disabled ? kDisabledOpacity : 1.0);
            QPixmapCache::insert(key, picture);
        }
        return picture;
    }
    QIconEngine* clone() const override { return new RecoloredIcon(*this); }

private:
    QPixmap drawn(const QSize& size, const QColor& ink, double opacity) const
    {
        QPixmap picture(size);
        picture.fill(Qt::transparent);
        QPainter painter(&picture);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setOpacity(opacity);
        const double side = qMin(size.width(), size.height());
        QSvgRenderer(recolored(drawingOf(m_name), ink))
            .render(&painter, QRectF((size.width() - side) / 2, (size.height() - side) / 2, side, side));
        return picture;
    }

    QString m_name;
};

} // namespace

QIcon icon(const char* name)
{
    return QIcon(new RecoloredIcon(QString::fromLatin1(name)));
}

QIcon severityIcon(results::Severity severity)
{
    switch (severity) {
    case results::Severity::Error: return icon("error");
    case results::Severity::Warning: return icon("warning");
    case results::Severity::Info: break;
    }
    return icon("note");
}

QIcon applicationIcon()
{
    return icon("org.quantloupe.Quantloupe");
}

void setLook(QAction& action, const char* iconName, const QKeySequence& shortcut)
{
    action.setIcon(icon(iconName));
    action.setShortcut(shortcut);
}

QToolButton* actionButton(QAction* action, QWidget* parent)
{
    auto* button = new QToolButton(parent);
    button->setDefaultAction(action);
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    return button;
}

QToolButton* flatButton(QAction* action, QWidget* parent)
{
    auto* button = actionButton(action, parent);
    button->setAutoRaise(true);
    return button;
}

} // namespace ql::widgets
