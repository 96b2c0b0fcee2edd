// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/graph_view/graph_tip.h"

#include "widgets/text/display_text.h"
#include "widgets/text/error_text.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>

namespace ql::widgets {

namespace {

/// Gives this file's words their context.
struct TipWords {
    Q_DECLARE_TR_FUNCTIONS(GraphTip)
};

QStringList scopeLines(const GraphLook& look, const SceneItem& item)
{
    QStringList lines{QString::fromStdString(item.scope)};
    if (look.origin >= 0 && std::ranges::find(item.members, look.origin) != item.members.end())
        lines.append((look.isOriginMeasured ? TipWords::tr("The error starts in it, at %1.")
                                            : TipWords::tr("The error may start in it, at %1."))
                         .arg(QString::fromStdString(look.outline->nodes[std::size_t(look.origin)].name)));
    return lines;
}

} // namespace

QString tipOf(const GraphLook& look, const SceneItem& item, const QString& metric)
{
    if (item.node < 0)
        return scopeLines(look, item).join(u'\n');
    const auto at = std::size_t(item.node);
    const auto& node = look.outline->nodes[at];
    QStringList lines{QString::fromStdString(node.name), QString::fromStdString(node.opType)};
    if (at < look.valueText.size() && !look.valueText[at].isEmpty())
        lines.append(QStringLiteral("%1: %2").arg(metric, look.valueText[at]));
    lines.append(QString::fromStdString(node.dtype + ' ' + node.shape));
    if (!node.quantDtype.empty())
        lines.append(QStringLiteral("%1 · %2").arg(QString::fromStdString(node.quantDtype),
                                                   formatNumber(node.qscale.value_or(0.0))));
    if (const int row = at < look.rows.size() ? look.rows[at] : -1; row >= 0)
        if (const auto& advice = look.result->layers[std::size_t(row)].advice; !advice.empty())
            lines += {QString(), adviceText(advice)};
    return lines.join(u'\n');
}

} // namespace ql::widgets
