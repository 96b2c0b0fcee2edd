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

inline const Setting<QByteArray> geometry{"window/geometry", {}};
inline const Setting<QByteArray> layout{"window/layout", {}};
inline const Setting<QByteArray> tablesLayout{"window/tablesLayout", {}};
inline const Setting<QByteArray> splitter{"window/splitter", {}};
inline const Setting<QByteArray> layerHeader{"layers/header", {}};
inline const Setting<bool> logCounts{"inspector/logCounts", true};
inline const Setting<bool> graphSideways{"graph/sideways", false};
inline const Setting<bool> graphLinked{"graph/linked", true};
inline const Setting<QString> metric{"metric", QStringLiteral("sqnr_db")};
inline const Setting<QString> language{"language", {}};                  ///< "en", "zh_CN"; empty = the system's
inline const Setting<QStringList> recentSessions{"recent/sessions", {}}; ///< lines: baseline, analysis, inputs …
inline const Setting<QStringList> recentProjects{"recent/projects", {}};
inline const Setting<QString> lastFolder{"recent/folder", {}};

} // namespace ql::widgets::settings
