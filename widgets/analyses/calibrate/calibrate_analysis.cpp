// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/analyses/calibrate/calibrate_analysis.h"
#include "core/engine/engine.h"
#include "widgets/config_document/config_document.h"
#include "widgets/session/model_session.h"

#include <QTemporaryDir>

#include <algorithm>
#include <filesystem>
#include <iterator>

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
                       const auto folder = std::make_shared<QTemporaryDir>();
                       request.folder = folder->path().toStdString();
                       const auto answer = engine->calibrate(request, context);
                       // The files go with the answer.
                       return std::shared_ptr<const results::CalibrateResult>(answer.get(),
                                                                              [answer, folder](const auto*) {});
                   });
}

std::vector<std::string> CalibrateAnalysis::files() const
{
    std::vector<std::string> found;
    std::error_code ignored;
    if (const auto answer = result())
        std::ranges::copy_if(answer->files, std::back_inserter(found),
                             [&](const auto& file) { return std::filesystem::is_regular_file(file, ignored); });
    return found;
}

std::unique_ptr<Analysis> makeCalibrateAnalysis(const AnalysisContext& context)
{
    return std::make_unique<CalibrateAnalysis>(context);
}

} // namespace ql::widgets
