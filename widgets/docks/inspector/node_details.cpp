// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/inspector/node_details.h"

#include "core/engine/engine.h"
#include "widgets/workbench/workbench.h"

#include <QStringList>

#include <algorithm>

namespace ql::widgets {

namespace {

QString escapedText(const std::string& text)
{
    return QString::fromStdString(text).toHtmlEscaped();
}

QString nodeTable(const QString& title, const QString& lines)
{
    if (lines.isEmpty())
        return {};
    return QStringLiteral("<p style='margin-top:10px; margin-bottom:2px'><b>%1</b></p>"
                          "<table width='100%' cellspacing='0' cellpadding='2'>%2</table>")
        .arg(title.toHtmlEscaped(), lines);
}

QString attributeLines(const results::OutlineNode& node)
{
    QString lines;
    for (const auto& [name, value] : node.attributes)
        lines +=
            QStringLiteral("<tr><td>%1</td><td align='right'>%2</td></tr>").arg(escapedText(name), escapedText(value));
    return lines;
}

QString parameterLines(const results::OutlineNode& node)
{
    QString lines;
    for (const auto& each : node.parameters) {
        QStringList about{escapedText(each.dtype), escapedText(each.shape).replace(u'x', QChar(0x00D7))};
        if (!each.values.empty())
            about.append(escapedText(each.values));
        lines += QStringLiteral("<tr><td>%1</td><td align='right'>%2</td></tr>")
                     .arg(escapedText(each.name), about.join(QStringLiteral(" · ")));
    }
    return lines;
}

} // namespace

NodeDetails::NodeDetails(Workbench& workbench, QObject* parent)
    : QObject(parent)
    , m_workbench(workbench)
{
    watch(m_baseline);
    watch(m_analysis);
    connect(&workbench.session(), &ModelSession::changed, this, &NodeDetails::changed);
}

/// A model that can't be read says so elsewhere.
void NodeDetails::watch(Side& side)
{
    m_workbench.jobs().watch(side.outline, JobList::Kind::Background);
    connect(&side.outline, &JobRunner::finished, this, &NodeDetails::changed);
}

const results::OutlineNode* NodeDetails::find(Side& side, const ModelSlot& slot, const std::string& layer)
{
    if (slot.path() != side.path) {
        side.path = slot.path();
        side.outline.clear();
        if (!side.path.isEmpty())
            m_workbench.session().withEngine(
                this, [&side, path = side.path](const std::shared_ptr<engine::Engine>& engine) {
                    if (path == side.path)
                        side.outline.start([] { return tr("Reading attributes"); },
                                           [engine, path](JobContext& context) {
                                               return engine->outline({.model = path.toStdString()}, context);
                                           });
                });
    }
    const auto outline = side.outline.result();
    if (!outline || layer.empty())
        return nullptr;
    const auto found = std::ranges::find(outline->nodes, layer, &results::OutlineNode::name);
    return found == outline->nodes.end() ? nullptr : &*found;
}

QString NodeDetails::text(const std::string& baseline, const std::string& analysis)
{
    const ModelSession& session = m_workbench.session();
    const auto* first = find(m_baseline, session.baseline(), baseline);
    const auto* second = find(m_analysis, session.analysis(), analysis);
    QString attributes = first ? attributeLines(*first) : QString();
    QString parameters = first ? parameterLines(*first) : QString();
    QString text = nodeTable(tr("Attributes"), attributes) + nodeTable(tr("Parameters"), parameters);
    if (!second)
        return text;
    const QString others = attributeLines(*second);
    const QString constants = parameterLines(*second);
    if (others != attributes)
        text += nodeTable(tr("Attributes in the analysis model"), others);
    if (constants != parameters)
        text += nodeTable(tr("Parameters in the analysis model"), constants);
    return text;
}

} // namespace ql::widgets
