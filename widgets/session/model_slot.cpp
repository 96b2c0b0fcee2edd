// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/session/model_slot.h"

#include "core/engine/engine.h"
#include "widgets/text/error_text.h"

#include <QFileInfo>

namespace ql::widgets {

ModelSlot::ModelSlot(QObject* parent)
    : QObject(parent)
{
    connect(&m_info, &JobRunner::finished, this, [this] { setState(State::Ready); });
    connect(&m_info, &JobRunner::failed, this,
            [this](const Error& error) { setState(State::Failed, errorLabel(error)); });
}

QString ModelSlot::fileName() const
{
    return QFileInfo(m_path).fileName();
}

std::shared_ptr<const results::ModelInfo> ModelSlot::info() const
{
    return m_state == State::Ready ? m_info.result() : nullptr;
}

/// A folder of tensors is no model that can be described.
bool ModelSlot::isUsable() const
{
    return m_state != State::Empty && (m_state != State::Failed || QFileInfo(m_path).isDir());
}

void ModelSlot::setPath(const QString& path)
{
    if (path.isEmpty() && m_path.isEmpty())
        return;
    m_path = path;
    m_info.clear();
    if (m_path.isEmpty())
        setState(State::Empty);
    else if (m_engine)
        read();
    else
        setState(State::Waiting);
}

void ModelSlot::setEngine(std::shared_ptr<engine::Engine> engine)
{
    m_engine = std::move(engine);
    if (m_engine && (m_state == State::Waiting || m_state == State::Failed))
        read();
}

void ModelSlot::stopWaiting(const Label& problem)
{
    if (m_state == State::Waiting)
        setState(State::Failed, problem);
}

void ModelSlot::read()
{
    const results::InfoRequest request{.model = m_path.toStdString()};
    m_info.start([name = fileName()] { return tr("Reading %1").arg(name); },
                 [engine = m_engine, request](JobContext& context) { return engine->info(request, context); });
    setState(State::Reading);
}

void ModelSlot::setState(State state, const Label& problem)
{
    m_state = state;
    m_problem = problem;
    Q_EMIT changed();
}

} // namespace ql::widgets
