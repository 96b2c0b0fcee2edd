// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/config_document/config_maker.h"

#include "core/base/writing/atomic_file.h"
#include "core/config/convert.h"
#include "core/config/starting_config.h"
#include "core/engine/engine.h"
#include "widgets/session/model_session.h"
#include "widgets/text/error_text.h"

#include <QFileInfo>

#include <utility>

namespace ql::widgets {

namespace {

QString suffixOf(std::string_view dialect)
{
    switch (config::dialectNamed(dialect).syntax) {
    case config::text::Syntax::Yaml: return QStringLiteral(".yaml");
    case config::text::Syntax::Json: return QStringLiteral(".json");
    case config::text::Syntax::Proto: return QStringLiteral(".cfg");
    case config::text::Syntax::Lines:
    case config::text::Syntax::Rows: return QStringLiteral(".txt");
    }
    return {};
}

/// @p name, or with a number behind it what nobody has yet.
QString freePath(const QString& model, const QString& name, const QString& suffix)
{
    const QFileInfo info(model);
    const QString stem = info.absolutePath() + u'/' + info.completeBaseName() + name;
    QString path = stem + suffix;
    for (int number = 2; QFileInfo::exists(path); ++number)
        path = stem + u'-' + QString::number(number) + suffix;
    return path;
}

} // namespace

QString freeConfigPath(const QString& model, std::string_view dialect)
{
    return freePath(model, QStringLiteral(".quant"), suffixOf(dialect));
}

QString freeRecordPath(const QString& model)
{
    return freePath(model, QStringLiteral("_record"), QStringLiteral(".txt"));
}

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

void ConfigMaker::makeForEveryLayer(const QString& dialect)
{
    const QString model = m_session.baseline().path();
    m_session.withEngine(this, [this, dialect = dialect.toStdString(),
                                model](const std::shared_ptr<engine::Engine>& engine) {
        m_runner.start([] { return tr("Making a config"); },
                       [engine, dialect, model](JobContext& context) {
                           const auto network = engine->graph({.model = model.toStdString()}, context);
                           auto converted = config::convert(config::startingConfig(dialect), dialect, network.get());
                           auto made = std::make_shared<results::ConfigFromModel>();
                           made->baseline = model.toStdString();
                           made->dialect = dialect;
                           made->losses = std::move(converted.result.losses);
                           made->out = freeConfigPath(model, dialect).toStdString();
                           writeFileAtomically(made->out, converted.text);
                           return std::shared_ptr<const results::ConfigFromModel>(std::move(made));
                       });
    });
}

} // namespace ql::widgets
