// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/graph_view/graph_source.h"

#include "core/engine/engine.h"
#include "widgets/session/model_session.h"

namespace ql::widgets {

namespace {

results::GraphRequest baselineRequest(const ModelSession& session, bool isCompared)
{
    results::GraphRequest request;
    request.model = session.baseline().path().toStdString();
    request.images = session.images();
    if (isCompared && session.isSimulated() && session.canSimulate()) {
        request.quantization = session.comparedSimulation().value_or(session.quantization());
        request.isFloat = true;
    }
    return request;
}

/// Without a model if there is none.
results::GraphRequest analysisRequest(const ModelSession& session)
{
    results::GraphRequest request;
    request.images = session.images();
    if (session.isVariant()) {
        request.model = session.baseline().path().toStdString();
        request.variant = session.variant();
    } else if (!session.isSimulated()) {
        request.model = session.analysis().path().toStdString();
    } else if (session.canSimulate()) {
        // As it was compared, so that colours and boxes belong together: an edit shows after the next comparison.
        request.model = session.baseline().path().toStdString();
        request.quantization = session.comparedSimulation().value_or(session.quantization());
    }
    return request;
}

QString keyOf(const results::GraphRequest& request)
{
    const auto& quantization = request.quantization;
    QStringList parts{QString::fromStdString(request.model)};
    if (quantization.areGiven())
        parts += {QString::fromStdString(quantization.config), QString::fromStdString(quantization.data),
                  QString::fromStdString(quantization.configText.value_or(std::string())),
                  QString::number(int(request.isFloat))};
    if (request.variant != results::ModelVariant::None)
        parts.append(QString::number(int(request.variant)));
    return parts.join(u'\n');
}

/// Whether the comparison is about the models that are open.
bool hasPairs(const ModelSession& session)
{
    const auto result = session.result();
    if (!result)
        return false;
    if (session.isSimulated())
        return session.comparedSimulation().has_value();
    const auto models = session.models();
    return result->baseline == models.baseline && result->analysis == models.analysisName();
}

} // namespace

std::optional<GraphSource> graphSource(const ModelSession& session, GraphContent content, bool isCompared)
{
    const bool isMerged = content == GraphContent::Merged;
    GraphSource source;
    source.content = content;
    if (content != GraphContent::Analysis)
        source.baseline = baselineRequest(session, isMerged || isCompared);
    if (content != GraphContent::Baseline)
        source.analysis = analysisRequest(session);
    if (content != GraphContent::Analysis && hasPairs(session))
        source.result = session.result();
    source.mapFile = session.request().mapFile;
    const bool isWhole = (content == GraphContent::Analysis || !source.baseline.model.empty())
                         && (content == GraphContent::Baseline || !source.analysis.model.empty())
                         && (!isMerged || source.result);
    if (!isWhole)
        return std::nullopt;
    const QString pairs = isMerged        ? QString::number(quintptr(source.result.get()))
                          : source.result ? QString::fromStdString(fusedKey(*source.result))
                                          : QString();
    source.key = QStringLiteral("%1\n%2\n%3\n%4")
                     .arg(QString::number(int(content)), keyOf(source.baseline), keyOf(source.analysis), pairs);
    return source;
}

std::shared_ptr<const results::GraphOutline> readOutline(engine::Engine& engine, const GraphSource& source,
                                                         JobContext& context)
{
    if (source.content == GraphContent::Analysis)
        return engine.outline(source.analysis, context);
    if (source.content == GraphContent::Merged) {
        const auto pair = engine.outlinePair({source.baseline, source.analysis, source.mapFile}, context);
        return std::make_shared<results::GraphOutline>(withFusedGroups(mergeOutlines(*pair), *source.result));
    }
    const auto baseline = engine.outline(source.baseline, context);
    if (!source.result)
        return baseline;
    return std::make_shared<results::GraphOutline>(withFusedGroups(*baseline, *source.result));
}

} // namespace ql::widgets
