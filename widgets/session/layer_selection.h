// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QList>
#include <QObject>

#include <functional>
#include <string>

namespace ql::widgets {

/// The one selected layer that all views share, as index into the result's layers or, where the result has none of it,
/// by name; with a way back and forward that outlives the result.
class LayerSelection : public QObject {
    Q_OBJECT

public:
    static constexpr int kNone = -1;

    /// @p nameOf tells what a layer of the result is called.
    explicit LayerSelection(std::function<std::string(int)> nameOf = {}, QObject* parent = nullptr);

    int current() const { return m_current.layer; }
    /// Of the current layer; empty for none.
    const std::string& name() const { return m_current.name; }
    /// kNone clears. Selecting what is selected already does nothing.
    void select(int layer);
    /// Selects what only has a name.
    void selectName(const std::string& name);
    /// There is another result, with the layers where @p layerOf says: the way back keeps those that it has.
    /// @p layer is the new selection.
    void restart(int layer, const std::function<int(const std::string&)>& layerOf);

    QAction* backAction() { return &m_back; }
    QAction* forwardAction() { return &m_forward; }
    void retranslate();

Q_SIGNALS:
    void changed(int layer);

private:
    struct Entry {
        int layer = kNone;
        std::string name;

        bool operator==(const Entry&) const = default;
    };

    Entry entryOf(int layer) const;
    void choose(const Entry& entry);
    void go(int step);
    void updateActions();

    std::function<std::string(int)> m_nameOf;
    Entry m_current;
    QList<Entry> m_history;
    qsizetype m_position = -1; ///< of the current layer in the history
    QAction m_back;
    QAction m_forward;
};

} // namespace ql::widgets
