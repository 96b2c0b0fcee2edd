// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/session/layer_selection.h"

#include "widgets/icons/icons.h"

namespace ql::widgets {

LayerSelection::LayerSelection(QObject* parent)
    : QObject(parent)
{
    m_back.setIcon(icon(Icon::Back));
    m_back.setShortcut(QKeySequence(Qt::ALT | Qt::Key_Left));
    m_forward.setIcon(icon(Icon::Forward));
    m_forward.setShortcut(QKeySequence(Qt::ALT | Qt::Key_Right));
    connect(&m_back, &QAction::triggered, this, [this] { go(-1); });
    connect(&m_forward, &QAction::triggered, this, [this] { go(1); });
    retranslate();
    updateActions();
}

void LayerSelection::retranslate()
{
    m_back.setText(tr("Previous selection"));
    m_back.setToolTip(tr("Back to the layer selected before (Alt+Left)"));
    m_forward.setText(tr("Next selection"));
    m_forward.setToolTip(tr("Forward to the layer selected afterwards (Alt+Right)"));
}

void LayerSelection::select(int layer)
{
    if (layer == m_current)
        return;
    m_current = layer;
    if (layer != kNone) {
        m_history.resize(m_position + 1);
        m_history.append(layer);
        m_position = m_history.size() - 1;
    }
    updateActions();
    Q_EMIT changed(layer);
}

void LayerSelection::restart(int layer)
{
    m_history.clear();
    m_position = -1;
    m_current = layer;
    if (layer != kNone) {
        m_history.append(layer);
        m_position = 0;
    }
    updateActions();
    Q_EMIT changed(layer);
}

void LayerSelection::go(int step)
{
    const qsizetype target = m_position + step;
    if (target < 0 || target >= m_history.size())
        return;
    m_position = target;
    m_current = m_history.at(target);
    updateActions();
    Q_EMIT changed(m_current);
}

void LayerSelection::updateActions()
{
    m_back.setEnabled(m_position > 0);
    m_forward.setEnabled(m_position + 1 < m_history.size());
}

} // namespace ql::widgets
