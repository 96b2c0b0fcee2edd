// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/edit_cost.h"
#include "widgets/config_document/config_document.h"
#include "widgets/config_document/edit_kinds.h"

#include <QAction>
#include <QObject>

#include <functional>
#include <memory>
#include <optional>

class QMenu;

namespace ql::widgets {

/// Every kind of edit of layers by a click, undo and redo. Without a config an edit waits until one is open.
class ConfigActions : public QObject {
    Q_OBJECT

public:
    using Kind = EditKind;
    using Layers = std::vector<std::string>;

    /// @p selected gives the layers that the actions mean when nothing else is said.
    ConfigActions(ConfigDocument& document, std::function<Layers()> selected, QObject* parent = nullptr);

    QAction* action(Kind kind) { return &m_actions[std::size_t(kind)]; }
    QList<QAction*> editActions();
    QAction* saveAction() { return &m_save; }
    QAction* undoAction() { return &m_undo; }
    QAction* redoAction() { return &m_redo; }

    void edit(Kind kind, const Layers& layers);
    void edit(TitledEdit edit);
    /// Adds all of them, meaning @p layers.
    void fillMenu(QMenu& menu, const Layers& layers);
    /// Enables the actions where there is a layer to edit, that the network has.
    void refresh();
    void retranslate();

Q_SIGNALS:
    /// An edit waits for a config to be opened or made.
    void configNeeded();
    /// @p actions are what can be done about it.
    void told(const ql::widgets::Label& message, bool isWarning, const QList<QAction*>& actions);

private:
    static QString namesText(const QStringList& names);
    static QString nameOf(Kind kind, std::size_t layers);
    static QString shortNameOf(Kind kind);
    static QString hintOf(Kind kind);
    void nameEdits();
    /// hintOf() with what the edit of @p layers costs, where that is known.
    QString tipOf(Kind kind, const Layers& layers);
    /// Of the network and the config of now; null while either isn't known.
    const config::EditCosts* costs();
    void notify(const LayersEdited& edited);
    void editWaiting();
    void watchUndo();

    ConfigDocument& m_document;
    std::function<Layers()> m_selected;
    std::shared_ptr<const graph::Graph> m_network; ///< what m_costs are of
    std::shared_ptr<const ConfigReading> m_reading;
    std::optional<config::EditCosts> m_costs;
    QAction m_actions[kEditKinds.size()];
    QAction m_save;
    QAction m_undo;
    QAction m_redo;
    QAction m_follow; ///< offered after an edit: those that must agree, too
    TitledEdit m_followed;
    std::optional<TitledEdit> m_waiting;
};

} // namespace ql::widgets
