// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QObject>

namespace ql::widgets {

/// The window's own actions with their icons and shortcuts; what they do is wired by the window.
class MainActions : public QObject {
    Q_OBJECT

public:
    explicit MainActions(QObject* parent = nullptr);

    void retranslate();

    QAction openBaseline;
    QAction openAnalysis;
    QAction openConfig;
    QAction createConfig;
    QAction saveConfigAs;
    QAction addInputs;
    QAction openData;
    QAction openDataFolder;
    QAction exportCsv;
    QAction quit;
    QAction compare;
    QAction cancel;
    QAction demo;
    QAction restoreLayout;
    QAction guide;
    QAction shortcuts;
    QAction about;
};

} // namespace ql::widgets
