// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/layers/layer_causes.h"

#include <QAction>
#include <QActionGroup>
#include <QObject>

namespace ql::widgets {

class ModelSession;

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
    QAction openResult;
    QAction addInputs;
    QAction openData;
    QAction openDataFolder;
    QAction exportCsv;
    QAction exportReport;
    QAction exportModel;
    QAction quit;
    QAction examine;
    QAction compare;
    QAction cancel;
    QAction demo;
    QAction restoreLayout;
    QAction guide;
    QAction handbook;
    QAction shortcuts;
    QAction about;
};

/// The choice of how many layers the next comparison runs again under control; always the session's.
class CauseActions : public QObject {
    Q_OBJECT

public:
    explicit CauseActions(ModelSession& session, QObject* parent = nullptr);

    QList<QAction*> actions() { return m_group.actions(); }
    QAction& actionFor(results::CauseRuns causes);
    void retranslate();

private:
    void refresh();

    ModelSession& m_session;
    QActionGroup m_group;
    QAction m_none{&m_group};
    QAction m_quick{&m_group};
    QAction m_full{&m_group};
};

} // namespace ql::widgets
