// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/session/layer_selection.h"

#include "widgets/style/icons.h"
#include "widgets/text/language.h"

#include <utility>

namespace ql::widgets {

LayerSelection::LayerSelection(std::function<std::string(int)> nameOf, QObject* parent)
    : QObject(parent)
    , m_nameOf(std::move(nameOf))
{
    setLook(m_back, "back", Qt::ALT | Qt::Key_Left);
    setLook(m_forward, "forward", Qt::ALT | Qt::Key_Right);
    connect(&m_back, &QAction::triggered, this, [this] { go(-1); });
    connect(&m_forward, &QAction::triggered, this, [this] { go(1); });
    retranslate();
    updateActions();
}

void LayerSelection::retranslate()
{
    setWords(m_back, tr("Previous selection"), tr("Back to the layer selected before (Alt+Left)"));
    setWords(m_forward, tr("Next selection"), tr("Forward to the layer selected afterwards (Alt+Right)"));
}

LayerSelection::Entry LayerSelection::entryOf(int layer) const
{
    return {layer, layer == kNone || !m_nameOf ? std::string() : m_nameOf(layer)};
}

void LayerSelection::select(int layer)
{
    choose(entryOf(layer));
}

void LayerSelection::selectName(const std::string& name)
{
    choose({kNone, name});
}

void LayerSelection::choose(const Entry& entry)
{
    if (entry == m_current)
        return;
    m_current = entry;
    if (entry != Entry{}) {
        m_history.resize(m_position + 1);
        m_history.append(entry);
        m_position = m_history.size() - 1;
    }
    updateActions();
    Q_EMIT changed(m_current.layer);
}

void LayerSelection::restart(int layer, const std::function<int(const std::string&)>& layerOf)
{
    QList<Entry> kept;
    qsizetype position = -1;
    for (qsizetype i = 0; i < m_history.size(); ++i) {
        const int place = layerOf(m_history.at(i).name);
        if (place == kNone)
            continue;
        if (kept.isEmpty() || kept.back().layer != place)
            kept.append(entryOf(place));
        if (i <= m_position)
            position = kept.size() - 1;
    }
    m_history = std::move(kept);
    m_position = position;
    m_current = entryOf(layer);
    if (layer != kNone && (position < 0 || m_history.at(position).layer != layer)) {
        m_history.resize(position + 1);
        m_history.append(m_current);
        m_position = position + 1;
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
    Q_EMIT changed(m_current.layer);
}

void LayerSelection::updateActions()
{
    m_back.setEnabled(m_position > 0);
    m_forward.setEnabled(m_position + 1 < m_history.size());
}

} // namespace ql::widgets
