// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/window/recent_sessions.h"

#include "widgets/session/session.h"
#include "widgets/settings/settings.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QMenu>

namespace ql::widgets {

namespace {

constexpr qsizetype kMost = 10;
constexpr QChar kSeparator = u'\n';
constexpr QLatin1String kData("--data "); ///< no input's word begins so

void load(const QString& entry, Session& session)
{
    const QStringList parts = entry.split(kSeparator);
    session.baseline().setPath(parts.value(0));
    session.analysis().setPath(parts.value(1));
    QStringList inputs = parts.mid(2);
    const bool hasData = !inputs.isEmpty() && inputs.front().startsWith(kData);
    session.setData(hasData ? inputs.takeFirst().mid(kData.size()) : QString());
    session.setInputs(inputs);
}

} // namespace

void rememberSession(const Session& session)
{
    QStringList parts{session.baseline().path(), session.analysis().path()};
    if (!session.data().isEmpty())
        parts.append(kData + session.data());
    parts += session.inputs();
    QStringList recent = settings::recentSessions.value();
    recent.removeAll(parts.join(kSeparator));
    recent.prepend(parts.join(kSeparator));
    settings::recentSessions.set(recent.mid(0, kMost));
}

void fillRecentMenu(QMenu& menu, Session& session)
{
    menu.clear();
    for (const QString& entry : settings::recentSessions.value()) {
        const QStringList parts = entry.split(kSeparator);
        const auto name = [&parts](int part) {
            return QFileInfo(parts.value(part)).fileName().replace(u'&', QLatin1String("&&"));
        };
        QAction* action =
            menu.addAction(QCoreApplication::translate("RecentSessions", "%1 and %2").arg(name(0), name(1)), &session,
                           [entry, &session] { load(entry, session); });
        action->setToolTip(parts.mid(0, 2).join(u'\n'));
    }
    menu.setToolTipsVisible(true);
    if (menu.isEmpty())
        menu.addAction(QCoreApplication::translate("RecentSessions", "Nothing yet"))->setEnabled(false);
}

} // namespace ql::widgets
