// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/support/layer_text.h"

#include <QCoreApplication>
#include <QStringList>

#include <cmath>

namespace ql::widgets {

using results::LayerRow;

namespace {

/// Gives this file's words their context.
struct Inspector {
    Q_DECLARE_TR_FUNCTIONS(Inspector)
};

} // namespace

QString leftOutText(const LayerRow& layer, const QString& body)
{
    using State = LayerRow::State;
    if (layer.state == State::RunInBaseline)
        return Inspector::tr("Only the baseline ran %1, in which this layer stands.").arg(body);
    if (layer.state == State::RunInAnalysis)
        return Inspector::tr("Only the analysis model ran %1, in which this layer stands.").arg(body);
    if (layer.state == State::UnpairedIterations)
        return Inspector::tr("The two models ran no iteration of %1 in common, in which this layer stands.").arg(body);
    return Inspector::tr("Neither model ran %1, in which this layer stands.").arg(body);
}

QString stringsText(const LayerRow& layer)
{
    if (!layer.strings)
        return Inspector::tr("The values are strings, which have no numbers to compare.");
    return Inspector::tr("The values are strings, which are equal or not: %1 of %2 are.")
        .arg(layer.strings->equal)
        .arg(layer.strings->elements);
}

QString layerTitle(const LayerRow& layer)
{
    QStringList parts{QString::fromStdString(layer.name)};
    const std::string& type = layer.baseline.opType.empty() ? layer.analysis.opType : layer.baseline.opType;
    if (!type.empty())
        parts.append(QString::fromStdString(type));
    if (layer.quantizer)
        parts.append(QString::fromStdString(layer.quantizer->dtype));
    return parts.join(QStringLiteral(" · "));
}

QString reasonNotToDraw(const LayerRow* layer, bool hasResult)
{
    using State = LayerRow::State;
    if (!layer)
        return hasResult ? Inspector::tr("Select a layer to see its values.")
                         : Inspector::tr("After a comparison, the selected layer is shown here.");
    switch (layer->state) {
    case State::UnmatchedBaseline:
    case State::UnmatchedAnalysis:
        return Inspector::tr("This layer has no partner, so there is nothing to draw side by side.");
    case State::ShapeMismatch:
        return Inspector::tr("The shapes of the two values differ, so they are not drawn together.");
    case State::Fused:
        return Inspector::tr("This layer is fused into %1; its values are shown there.")
            .arg(QString::fromStdString(layer->fusedInto));
    case State::NotRun:
    case State::RunInBaseline:
    case State::RunInAnalysis:
    case State::UnpairedIterations: return leftOutText(*layer, QString::fromStdString(layer->body));
    case State::Strings: return stringsText(*layer);
    case State::Compared: break;
    }
    if (layer->metrics && std::isnan(layer->metrics->cosine))
        return Inspector::tr("No value of this layer is finite in both models, so there is nothing to draw.");
    return {};
}

} // namespace ql::widgets
