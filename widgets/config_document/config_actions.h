// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/config_document/config_document.h"

#include <QAction>
#include <QObject>

#include <functional>

class QMenu;

namespace ql::widgets {

/// "int16", "skip" and "restore" of layers by a click, undo and redo. Without a config an edit waits until one is open.
class ConfigActions : public QObject {
    Q_OBJECT

public:
    enum class Kind { Int16, Skip, Restore };
    using Layers = std::vector<std::string>;

    /// @p selected gives the layers that the actions mean when nothing else is said.
    ConfigActions(ConfigDocument& document, std::function<Layers()> selected, QObject* parent = nullptr);

    QAction* action(Kind kind) { return &m_actions[std::size_t(kind)]; }
    QList<QAction*> editActions() { return {&m_actions[0], &m_actions[1], &m_actions[2]}; }
    QAction* saveAction() { return &m_save; }
    QAction* undoAction() { return &m_undo; }
    QAction* redoAction() { return &m_redo; }

    void edit(Kind kind, const Layers& layers);
    void edit(TitledEdit edit);
    /// Adds the three, meaning @p layers.
    void fillMenu(QMenu& menu, const Layers& layers);
    /// Enables the actions where there is a layer to edit.
    void refresh();
    void retranslate();

Q_SIGNALS:
    /// An edit waits for a config to be opened or made.
    void configNeeded();
    /// @p actions are what can be done about it.
    void told(const ql::widgets::Label& message, bool isWarning, const QList<QAction*>& actions);

private:
    static QString nameOf(Kind kind, std::size_t layers);
    void nameEdits();
    void notify(const LayersEdited& edited);
    void editWaiting();
    void watchUndo();

    ConfigDocument& m_document;
    std::function<Layers()> m_selected;
    QAction m_actions[3];
    QAction m_save;
    QAction m_undo;
    QAction m_redo;
    QAction m_follow; ///< offered after an edit: those that must agree, too
    TitledEdit m_followed;
    std::optional<TitledEdit> m_waiting;
};

} // namespace ql::widgets
