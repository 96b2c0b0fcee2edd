// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/inspector/layer_summary.h"

#include "widgets/config_document/text_change.h"
#include "widgets/docks/support/layer_reason.h"
#include "widgets/docks/support/layer_text.h"
#include "widgets/text/core_text.h"
#include "widgets/text/display_text.h"
#include "widgets/text/sentences.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace ql::widgets {

namespace {

using results::LayerRow;

/// Gives this file's words their context.
struct Summary {
    Q_DECLARE_TR_FUNCTIONS(LayerSummary)
};

QString withoutMetrics(const LayerRow& layer)
{
    using State = LayerRow::State;
    if (layer.state == State::ShapeMismatch)
        return Summary::tr("The shapes differ (%1 and %2), so there is nothing to compare.")
            .arg(formatShape(layer.baselineShape), formatShape(layer.shape));
    if (layer.state == State::UnmatchedBaseline || layer.state == State::UnmatchedAnalysis)
        return Summary::tr("This layer has no partner in the other model.");
    if (results::isLeftOut(layer))
        return leftOutText(layer, QString::fromStdString(layer.body));
    if (layer.state == State::Strings)
        return stringsText(layer);
    return Summary::tr("This layer is fused into %1, which shows the difference.")
        .arg(QString::fromStdString(layer.fusedInto));
}

bool isInherited(const LayerRow& layer)
{
    return (layer.causes && layer.causes->mainCause == "propagated")
           || std::ranges::any_of(layer.advice, [](const auto& advice) { return advice.rule == "inherited"; });
}

QString whatIsWrong(const LayerRow& layer, const results::CompareResult& compared)
{
    const double db = layer.metrics->sqnrDb;
    if (layer.nanCount + layer.infCount > 0 && !(db < INFINITY))
        return Summary::tr("It holds NaN or infinite numbers.");
    if (std::isnan(db))
        return Summary::tr("There is no signal to measure an error against.");
    if (std::isinf(db))
        return db > 0.0 ? Summary::tr("Nothing: it is equal to the baseline's.")
                        : Summary::tr("Nothing of it is left.");
    const bool isOrigin = layer.name == compared.errorOrigin;
    QString what = isOrigin && compared.isOriginMeasured ? Summary::tr("%1 dB: the error starts here.")
                   : isOrigin                            ? Summary::tr("%1 dB: the error may start here.")
                   : isInherited(layer)                  ? Summary::tr("%1 dB, inherited for the most part.")
                                                         : Summary::tr("%1 dB.");
    what = what.arg(formatNumber(db));
    if (layer.worstSlice && layer.worstSlice->sqnrDb < db) {
        const auto& slice = *layer.worstSlice;
        what = joinedSentences({what, Summary::tr("The worst slice is %1 with %2 dB.")
                                          .arg(QString::fromStdString(slice.name.empty() ? slice.slice : slice.name),
                                               formatNumber(slice.sqnrDb))});
    }
    return what;
}

/// What an output gains where the layer is set right, measured.
QString effectText(const LayerRow& layer)
{
    if (!layer.effect || !layer.effect->setRightDb)
        return {};
    const auto& effect = *layer.effect;
    const QString output = QString::fromStdString(effect.output + effect.slice);
    const auto text = [&](const QString& pattern) {
        return pattern.arg(output, formatNumber(effect.wholeDb, 3), formatNumber(*effect.setRightDb, 3));
    };
    return effect.together.empty() ? text(Summary::tr("Set right, %1 goes from %2 to %3 dB."))
                                   : text(Summary::tr("Set right with %n other(s), %1 goes from %2 to %3 dB.", nullptr,
                                                      int(effect.together.size())));
}

/// What no run showed comes last.
const results::Diagnostic* firstWarning(const LayerRow& layer)
{
    for (const bool isGuess : {false, true}) {
        const auto found = std::ranges::find_if(layer.advice, [isGuess](const auto& advice) {
            return advice.severity != results::Severity::Info && advice.isGuess == isGuess;
        });
        if (found != layer.advice.end())
            return &*found;
    }
    return nullptr;
}

} // namespace

LayerSummary summaryOf(const LayerRow& layer, const results::CompareResult& compared)
{
    LayerSummary summary;
    summary.what = layer.metrics ? whatIsWrong(layer, compared) : withoutMetrics(layer);
    summary.said = tellingAdvice(layer);
    summary.why = layerReason(layer);
    if (!summary.why.isEmpty()) {
        const QString effect = layer.metrics ? effectText(layer) : QString();
        summary.what = joinedSentences({summary.what, effect});
        summary.tellsEffect = !effect.isEmpty();
        return summary;
    }
    const bool isElsewhere = layer.metrics && isInherited(layer) && layer.name != compared.errorOrigin;
    if (isElsewhere && !compared.errorOrigin.empty())
        summary.why = Summary::tr("What it reads is wrong already: look at %1.")
                          .arg(QString::fromStdString(compared.errorOrigin));
    else if ((summary.said = firstWarning(layer)))
        summary.why = coreSentence(summary.said->message);
    return summary;
}

QString summaryHtml(const LayerSummary& summary, const QColor& link)
{
    const auto line = [](const QString& title, const QString& words) {
        return QStringLiteral("<p style='margin-top:0px; margin-bottom:3px'><b>%1</b> %2</p>").arg(title, words);
    };
    QString text = line(Summary::tr("What:"), summary.what.toHtmlEscaped());
    if (summary.why.isEmpty())
        return text + line(Summary::tr("Why:"), Summary::tr("Nothing was found against this layer."));
    QString why = summary.why.toHtmlEscaped();
    if (summary.said)
        why += QStringLiteral(" <a style='color:%3' href='advice#%1'>%2</a>")
                   .arg(QString::fromStdString(summary.said->rule).toHtmlEscaped(), Summary::tr("More"), link.name());
    return text + line(Summary::tr("Why:"), why);
}

QString writtenLine(const std::string& before, const std::string& after)
{
    const auto patch = patchBetween(before, after);
    const bool isGone = patch.inserted.empty();
    const std::string& piece = isGone ? patch.removed : patch.inserted;
    if (piece.empty())
        return {};
    const std::string& text = isGone ? before : after;
    const std::size_t at = patch.offset + std::min(piece.find_first_not_of('\n'), piece.size() - 1);
    const std::size_t begin = at == 0 ? 0 : text.rfind('\n', at - 1) + 1;
    const std::size_t end = std::min(text.find('\n', at), text.size());
    return (isGone ? QStringLiteral("− ") : QStringLiteral("+ "))
           + QString::fromStdString(text.substr(begin, end - begin)).simplified();
}

} // namespace ql::widgets
