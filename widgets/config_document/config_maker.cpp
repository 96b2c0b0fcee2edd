// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/config_document/config_maker.h"

#include "core/base/atomic_file.h"
#include "core/engine/engine.h"
#include "widgets/config_document/new_config.h"
#include "widgets/session/model_session.h"
#include "widgets/text/error_text.h"

namespace ql::widgets {

ConfigMaker::ConfigMaker(ModelSession& session, QObject* parent)
    : QObject(parent)
    , m_session(session)
{
    connect(&m_runner, &JobRunner::finished, this, &ConfigMaker::made);
    connect(&m_runner, &JobRunner::failed, this,
            [this](const Error& error) { Q_EMIT m_session.failed(errorLabel(error)); });
}

void ConfigMaker::makeAsAnalysis(const QString& dialect)
{
    results::ConfigFromModelRequest request;
    request.baseline = m_session.baseline().path().toStdString();
    request.analysis = m_session.analysis().path().toStdString();
    request.dialect = dialect.toStdString();
    const QString model = m_session.baseline().path();
    m_session.withEngine(this, [this, request, model](const std::shared_ptr<engine::Engine>& engine) {
        m_runner.start([] { return tr("Making a config"); },
                       [engine, request, model](JobContext& context) {
                           auto made =
                               std::make_shared<results::ConfigFromModel>(*engine->configFromModel(request, context));
                           made->out = freeConfigPath(model, request.dialect).toStdString();
                           made->recordFile = freeRecordPath(model).toStdString();
                           writeFileAtomically(made->out, made->text);
                           writeFileAtomically(made->recordFile, made->record);
                           return std::shared_ptr<const results::ConfigFromModel>(std::move(made));
                       });
    });
}

} // namespace ql::widgets
