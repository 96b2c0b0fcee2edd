// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/session/layer_filter.h"
#include "widgets/session/layer_selection.h"
#include "widgets/session/session.h"

namespace ql::widgets {

/// What every dock is handed: the session and the one selection and filter that all views share.
class Workbench : public QObject {
    Q_OBJECT

public:
    explicit Workbench(Session::EngineFactory factory, QObject* parent = nullptr);

    Session& session() { return m_session; }
    LayerSelection& selection() { return m_selection; }
    LayerFilter& filter() { return m_filter; }

    /// The selected row of the current result, or null.
    const results::LayerRow* selectedLayer() const;

Q_SIGNALS:
    /// A view asks for what only the window can do.
    void openBaselineRequested();
    void openAnalysisRequested();
    void addInputsRequested();
    void demoRequested();
    /// Something to tell the user, already translated.
    void noticed(const QString& message);

private:
    void followResult();

    Session m_session;
    LayerSelection m_selection;
    LayerFilter m_filter;
    std::string m_selectedName; ///< so that the next result shows the same layer
};

} // namespace ql::widgets
