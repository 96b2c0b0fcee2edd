// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QSettings>
#include <QString>
#include <QStringList>
#include <QVariant>

namespace ql::widgets {

/// One remembered choice of the user: its key and default are declared once.
template <typename T>
class StoredSetting {
public:
    constexpr StoredSetting(const char* key, T fallback)
        : m_key(key)
        , m_fallback(std::move(fallback))
    {
    }

    T value() const
    {
        return QSettings().value(QLatin1String(m_key), QVariant::fromValue(m_fallback)).template value<T>();
    }
    void set(const T& value) const { QSettings().setValue(QLatin1String(m_key), QVariant::fromValue(value)); }

private:
    const char* m_key;
    T m_fallback;
};

} // namespace ql::widgets

/// Everything that the window remembers between two runs.
namespace ql::widgets::settings {

/// Of the window, its centre and the groups in that. Raise it when docks or toolbars change so that an old layout would
/// hide something new: one of another version gives way to the default.
constexpr int kLayoutVersion = 5;

inline const StoredSetting<QByteArray> geometry{"window/geometry", {}};
inline const StoredSetting<QByteArray> layout{"window/layout", {}};
inline const StoredSetting<QByteArray> tablesLayout{"window/tablesLayout", {}};
/// Of the docks within the group of that id, which lives as long as the program.
inline StoredSetting<QByteArray> groupLayout(const char* id)
{
    return {id, {}};
}
inline const StoredSetting<QByteArray> splitter{"window/splitter", {}};
inline const StoredSetting<QByteArray> layerHeader{"layers/header", {}};
/// The project stays open when its models were compared, instead of folding to a strip.
inline const StoredSetting<bool> keepsProjectOpen{"project/keepsOpen", false};
inline const StoredSetting<bool> logCounts{"inspector/logCounts", true};
inline const StoredSetting<bool> graphSideways{"graph/sideways", false};
inline const StoredSetting<bool> graphLinked{"graph/linked", true};
inline const StoredSetting<QString> configDialect{"config/dialect", QStringLiteral("amct-yaml")}; ///< of the last one
inline const StoredSetting<QString> metric{"metric", QStringLiteral("sqnr_db")};
inline const StoredSetting<QString> theme{"theme", {}};       ///< "light", "dark"; empty = the system's
inline const StoredSetting<QString> language{"language", {}}; ///< "en", "zh_CN"; empty = the system's
inline const StoredSetting<QStringList> recentSessions{"recent/sessions", {}}; ///< lines: baseline, analysis, inputs …
inline const StoredSetting<QStringList> recentProjects{"recent/projects", {}};
inline const StoredSetting<QString> lastFolder{"recent/folder", {}};

} // namespace ql::widgets::settings
