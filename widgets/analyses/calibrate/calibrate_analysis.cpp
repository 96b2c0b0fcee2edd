// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/analyses/calibrate/calibrate_analysis.h"
#include "core/engine/engine.h"
#include "widgets/analyses/answer_folder.h"
#include "widgets/config_document/config_document.h"
#include "widgets/session/model_session.h"

namespace ql::widgets {

CalibrateAnalysis::CalibrateAnalysis(const AnalysisContext& context)
    : ResultAnalysis(context, {.text = QT_TR_NOOP("Calib&rate"),
                               .iconText = QT_TR_NOOP("Calibrate"),
                               .toolTip = QT_TR_NOOP("Find the scales of the config and make the quantized model"),
                               .icon = "step",
                               .dock = "calibrateDock"})
    , m_document(context.config)
{
    connect(&m_document, &ConfigDocument::opened, this, &CalibrateAnalysis::updateAction);
}

bool CalibrateAnalysis::canStart() const
{
    return session().canSimulate() && m_document.isOpen();
}

void CalibrateAnalysis::begin(const std::shared_ptr<engine::Engine>& engine)
{
    results::CalibrateRequest request;
    request.model = session().baseline().path().toStdString();
    request.quantization = session().quantization();
    request.quantization.configText = m_document.text();
    request.images = session().images();
    runner().start([] { return tr("Calibrating"); },
                   [engine, request](JobContext& context) mutable {
                       const AnswerFolder folder;
                       request.folder = folder.path();
                       return folder.keptBy(engine->calibrate(request, context));
                   });
}

std::vector<std::string> CalibrateAnalysis::files() const
{
    const auto answer = result();
    return answer ? filesThere(answer->files) : std::vector<std::string>();
}

std::unique_ptr<Analysis> makeCalibrateAnalysis(const AnalysisContext& context)
{
    return std::make_unique<CalibrateAnalysis>(context);
}

} // namespace ql::widgets
