// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/config/config_problems.h"

#include "widgets/style/icons.h"
#include "widgets/text/core_text.h"
#include "widgets/text/language.h"
#include "widgets/text/plain_text.h"

#include <QHeaderView>

#include <algorithm>
#include <utility>

namespace ql::widgets {

namespace {

constexpr std::size_t kMostOpen = 3; ///< a group of more is closed

using results::Diagnostic;
using Group = std::vector<const Diagnostic*>;

/// In the order in which their first one comes.
std::vector<Group> grouped(const std::vector<Diagnostic>& findings)
{
    std::vector<Group> groups;
    for (const Diagnostic& finding : findings) {
        const auto isOf = [&finding](const Group& group) {
            return group.front()->rule == finding.rule && group.front()->severity == finding.severity
                   && group.front()->message.format() == finding.message.format();
        };
        if (const auto found = std::ranges::find_if(groups, isOf); found != groups.end())
            found->push_back(&finding);
        else
            groups.push_back({&finding});
    }
    return groups;
}

QString wordsOf(const Diagnostic& finding)
{
    const QString words = coreSentence(finding.message);
    return finding.remedy.empty() ? words : words + u' ' + coreSentence(finding.remedy);
}

} // namespace

Message commonMessage(const std::vector<const Diagnostic*>& findings)
{
    std::vector<Message::Part> parts = findings.front()->message.parts();
    for (std::size_t i = 0; i < parts.size(); ++i)
        for (const Diagnostic* finding : findings)
            if (finding->message.parts().size() == parts.size() && !(finding->message.parts()[i] == parts[i]))
                parts[i] = {Message::Part::Kind::Text, "…", {}};
    return Message::filled(findings.front()->message.format(), std::move(parts));
}

ConfigProblems::ConfigProblems(QWidget* parent)
    : QTreeWidget(parent)
{
    header()->hide();
    setFrameShape(QFrame::NoFrame);
    setTextElideMode(Qt::ElideRight);
    setUniformRowHeights(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    connect(this, &QTreeWidget::itemActivated, this, &ConfigProblems::choose);
    connect(this, &QTreeWidget::itemClicked, this, &ConfigProblems::choose);
    followLanguage(this, [this] {
        setAccessibleName(tr("Problems of the config"));
        fill();
    });
}

void ConfigProblems::setFindings(const std::vector<Diagnostic>& findings)
{
    m_findings = findings;
    fill();
}

void ConfigProblems::fill()
{
    clear();
    const auto itemOf = [this](const Diagnostic& finding) {
        const QString words = wordsOf(finding);
        const QString text = finding.line > 0 ? tr("line %1: %2").arg(finding.line).arg(words) : words;
        auto* item = new QTreeWidgetItem(QStringList{text});
        item->setToolTip(0, wrapped(text));
        item->setIcon(0, severityIcon(finding.severity));
        item->setData(0, Qt::UserRole, QVariant::fromValue(int(&finding - m_findings.data())));
        return item;
    };
    for (const Group& group : grouped(m_findings)) {
        if (group.size() == 1) {
            addTopLevelItem(itemOf(*group.front()));
            continue;
        }
        const QString text = tr("%1 × %2").arg(group.size()).arg(coreText(commonMessage(group)));
        auto* head = new QTreeWidgetItem(this, {text});
        head->setToolTip(0, wrapped(text));
        head->setIcon(0, severityIcon(group.front()->severity));
        for (const Diagnostic* finding : group)
            head->addChild(itemOf(*finding));
        head->setExpanded(group.size() <= kMostOpen);
    }
}

void ConfigProblems::choose(const QTreeWidgetItem* item)
{
    const QVariant place = item->data(0, Qt::UserRole);
    if (!place.isValid())
        return;
    const Diagnostic& finding = m_findings[std::size_t(place.toInt())];
    if (finding.line > 0)
        Q_EMIT lineChosen(finding.line, std::max(1, finding.column));
    if (!finding.subject.empty())
        Q_EMIT layerChosen(finding.subject);
}

} // namespace ql::widgets
