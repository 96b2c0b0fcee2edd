// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/settings/setting.h"

#include <QByteArray>
#include <QString>
#include <QStringList>

/// Everything that the window remembers between two runs.
namespace ql::widgets::settings {

/// Raise it when docks or toolbars change so that an old layout would hide something new.
constexpr int kLayoutVersion = 3;

inline const StoredSetting<QByteArray> geometry{"window/geometry", {}};
inline const StoredSetting<QByteArray> layout{"window/layout", {}};
inline const StoredSetting<QByteArray> tablesLayout{"window/tablesLayout", {}};
inline const StoredSetting<QByteArray> splitter{"window/splitter", {}};
inline const StoredSetting<QByteArray> layerHeader{"layers/header", {}};
inline const StoredSetting<bool> logCounts{"inspector/logCounts", true};
inline const StoredSetting<bool> graphSideways{"graph/sideways", false};
inline const StoredSetting<bool> graphLinked{"graph/linked", true};
inline const StoredSetting<QString> metric{"metric", QStringLiteral("sqnr_db")};
inline const StoredSetting<QString> language{"language", {}};                  ///< "en", "zh_CN"; empty = the system's
inline const StoredSetting<QStringList> recentSessions{"recent/sessions", {}}; ///< lines: baseline, analysis, inputs …
inline const StoredSetting<QStringList> recentProjects{"recent/projects", {}};
inline const StoredSetting<QString> lastFolder{"recent/folder", {}};

} // namespace ql::widgets::settings
