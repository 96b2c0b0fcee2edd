// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/guide/guide_steps.h"

#include "widgets/analyses/profile/profile_analysis.h"
#include "widgets/analyses/sensitivity/sensitivity_analysis.h"

#include "widgets/analyses/bad_case/bad_case_analysis.h"
#include "widgets/analyses/check/check_analysis.h"

#include "widgets/text/display_text.h"
#include "widgets/workbench/workbench.h"

#include <QCoreApplication>

#include <algorithm>
#include <optional>

namespace ql::widgets {

namespace {

using State = GuideStep::State;

constexpr double kGoodSqnrDb = 20.0; ///< of an output: a tenth of its size in error

/// Gives this file's words their context.
struct Guide {
    Q_DECLARE_TR_FUNCTIONS(Guide)
};

std::function<void()> showDock(Workbench& workbench, const char* dock)
{
    return [&workbench, dock] { Q_EMIT workbench.dockRequested(QLatin1String(dock)); };
}

GuideStep modelStep(Workbench& workbench)
{
    GuideStep step{.title = Guide::tr("Open both models"), .text = {}, .button = {}, .act = {}};
    ModelSession& session = workbench.session();
    if (session.baseline().state() == ModelSlot::State::Empty) {
        step.text = Guide::tr("First the high-precision baseline model.");
        step.button = Guide::tr("Open baseline…");
        step.act = [&workbench] { Q_EMIT workbench.openBaselineRequested(); };
    } else if (!session.canCompare()) {
        step.text = Guide::tr("Now the quantized model that lost accuracy.");
        step.button = Guide::tr("Open analysis…");
        step.act = [&workbench] { Q_EMIT workbench.openAnalysisRequested(); };
    } else {
        step.state = State::Done;
        step.text = Guide::tr("There is all that a comparison needs.");
    }
    return step;
}

GuideStep inputStep(Workbench& workbench)
{
    GuideStep step{.title = Guide::tr("Give them a real input"), .text = {}, .button = {}, .act = {}};
    const QStringList& words = workbench.session().inputs();
    const bool isRandom = words.isEmpty() || std::ranges::any_of(words, [](const QString& word) {
                              return QStringView(word).mid(word.indexOf(u'=') + 1).startsWith(u"random");
                          });
    if (isRandom) {
        step.text = Guide::tr("Random numbers find few real problems. Take a sample that was prepared as for the "
                              "float model: colour order, layout, value range, mean and scale.");
        step.button = Guide::tr("Add inputs…");
        step.act = [&workbench] { Q_EMIT workbench.addInputsRequested(); };
    } else {
        step.state = State::Done;
        step.text = Guide::tr("Make sure that it was prepared as for the float model: colour order, layout, value "
                              "range, mean and scale.");
    }
    return step;
}

GuideStep checkStep(Workbench& workbench)
{
    GuideStep step{.title = Guide::tr("Check the models themselves"),
                   .text = {},
                   .button = Guide::tr("Show checks"),
                   .act = showDock(workbench, "checksDock")};
    const auto answer = workbench.analysis<CheckAnalysis>().result();
    if (workbench.analysis<CheckAnalysis>().isRunning())
        step.state = State::Running;
    if (!answer) {
        step.text = Guide::tr("Rules look for uncalibrated scales, misplaced quantizers and the like; nothing is run.");
    } else if (answer->count == 0) {
        step.state = State::Done;
        step.text = Guide::tr("No rule has anything to say.");
    } else {
        step.state = State::Attention;
        step.text = Guide::tr("%n finding(s), the most severe first.", nullptr, int(answer->count));
    }
    return step;
}

GuideStep badCaseStep(Workbench& workbench)
{
    GuideStep step{.title = Guide::tr("Find the input on which it goes wrong"),
                   .text = {},
                   .button = Guide::tr("Show bad cases"),
                   .act = showDock(workbench, "badCasesDock")};
    const BadCaseAnalysis& analysis = workbench.analysis<BadCaseAnalysis>();
    const auto result = analysis.result();
    step.state = analysis.isRunning() ? State::Running : result ? State::Done : State::Open;
    if (result)
        step.text =
            Guide::tr("%n sample(s) searched. Use the worst one as the input.", nullptr, int(result->samples.size()));
    else if (workbench.session().data().isEmpty())
        step.text = Guide::tr("Open a data set: both models are run on every sample, and the worst one is kept.");
    else
        step.text = Guide::tr("Both models are run on every sample, and the worst one is kept.");
    return step;
}

/// SQNR of the worst output.
std::optional<double> worstOutput(const results::CompareResult& result)
{
    std::optional<double> worst;
    for (const auto& output : result.outputs)
        if (output.metrics && (!worst || results::isWorse(results::MetricId::Sqnr, output.metrics->sqnrDb, *worst)))
            worst = output.metrics->sqnrDb;
    return worst;
}

GuideStep compareStep(Workbench& workbench)
{
    GuideStep step{.title = Guide::tr("Compare layer by layer"), .text = {}, .button = {}, .act = {}};
    ModelSession& session = workbench.session();
    const auto result = session.result();
    if (!result) {
        step.state = session.isComparing() ? State::Running : State::Open;
        step.text = Guide::tr("Both models are run side by side on the input.");
        if (session.canCompare() && !session.isComparing()) {
            step.button = Guide::tr("Compare");
            step.act = [&workbench] { workbench.session().compare(); };
        }
        return step;
    }
    const auto worst = worstOutput(*result);
    const bool isGood = worst && *worst >= kGoodSqnrDb;
    step.state = isGood ? State::Done : State::Attention;
    step.text =
        !worst ? Guide::tr("The outputs cannot be compared.")
        : isGood
            ? Guide::tr("The worst output has an SQNR of %1 dB: on this input little is lost.")
                  .arg(formatNumber(*worst))
            : Guide::tr("The worst output has an SQNR of %1 dB: much is lost on this input.").arg(formatNumber(*worst));
    step.button = Guide::tr("Show layers");
    step.act = showDock(workbench, "layersDock");
    return step;
}

GuideStep originStep(Workbench& workbench)
{
    GuideStep step{.title = Guide::tr("Look at the layer where the error starts"), .text = {}, .button = {}, .act = {}};
    const auto result = workbench.session().result();
    if (!result) {
        step.text = Guide::tr("The comparison finds it.");
    } else if (result->errorOrigin.empty()) {
        step.state = State::Done;
        step.text = Guide::tr("No single layer stands out; the error adds up along the network.");
    } else {
        step.state = State::Attention;
        step.text = (result->isOriginMeasured
                         ? Guide::tr("It starts at %1. The inspector says whether values are clamped or rounded away, "
                                     "and what to do about it.")
                         : Guide::tr("It may start at %1; no layer was run alone to make sure."))
                        .arg(QString::fromStdString(result->errorOrigin));
        step.button = Guide::tr("Show it");
        step.act = [&workbench, name = result->errorOrigin] {
            workbench.selectLayer(name);
            Q_EMIT workbench.inspectorRequested();
        };
    }
    return step;
}

GuideStep calibrationStep(Workbench& workbench)
{
    GuideStep step{.title = Guide::tr("Small loss everywhere: calibrate otherwise"),
                   .text = Guide::tr("Ranges that a few values stretch want percentiles or KL in place of the maximum; "
                                     "uneven channels want scales per channel; a shifted mean wants bias correction. "
                                     "The statistics and the local errors show which of them it is."),
                   .button = Guide::tr("Show statistics"),
                   .act = showDock(workbench, "profileDock")};
    if (workbench.analysis<ProfileAnalysis>().isRunning())
        step.state = State::Running;
    else if (workbench.analysis<ProfileAnalysis>().result())
        step.state = State::Done;
    return step;
}

GuideStep sensitivityStep(Workbench& workbench)
{
    GuideStep step{.title = Guide::tr("Rank the layers, and give the worst more bits"),
                   .text = Guide::tr("int16 for the most sensitive ones first, float for the last one or two."),
                   .button = Guide::tr("Show sensitivity"),
                   .act = showDock(workbench, "sensitivityDock")};
    const SensitivityAnalysis& analysis = workbench.analysis<SensitivityAnalysis>();
    const auto result = analysis.result();
    step.state = analysis.isRunning() ? State::Running : State::Open;
    if (!result || result->outputs.empty() || result->outputs.front().rows.empty() || analysis.isRunning())
        return step;
    step.state = State::Done;
    step.text = Guide::tr("%1 matters most: int16 for the most sensitive ones first, float for the last one or two.")
                    .arg(QString::fromStdString(result->outputs.front().rows.front().opName));
    return step;
}

} // namespace

std::vector<GuideStep> guideSteps(Workbench& workbench)
{
    return {modelStep(workbench),   inputStep(workbench),  checkStep(workbench),       badCaseStep(workbench),
            compareStep(workbench), originStep(workbench), calibrationStep(workbench), sensitivityStep(workbench)};
}

} // namespace ql::widgets
