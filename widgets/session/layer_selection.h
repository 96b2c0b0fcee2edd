// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QList>
#include <QObject>

namespace ql::widgets {

/// The one selected layer that all views share, as index into the result's layers, with a way back and forward.
class LayerSelection : public QObject {
    Q_OBJECT

public:
    static constexpr int kNone = -1;

    explicit LayerSelection(QObject* parent = nullptr);

    int current() const { return m_current; }
    /// kNone clears. Selecting what is selected already does nothing.
    void select(int layer);
    /// Forgets the way back too: the indexes belong to a result that is gone. @p layer is the new selection.
    void restart(int layer = kNone);

    QAction* backAction() { return &m_back; }
    QAction* forwardAction() { return &m_forward; }
    void retranslate();

Q_SIGNALS:
    void changed(int layer);

private:
    void go(int step);
    void updateActions();

    int m_current = kNone;
    QList<int> m_history;
    qsizetype m_position = -1; ///< of the current layer in the history
    QAction m_back;
    QAction m_forward;
};

} // namespace ql::widgets
