// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/window/tool_bar/layer_search.h"

#include "widgets/docks/support/find_bar.h"
#include "widgets/style/icons.h"
#include "widgets/text/language.h"
#include "widgets/workbench/workbench.h"

#include <QAbstractItemView>
#include <QCompleter>
#include <QKeyEvent>

#include <utility>

namespace ql::widgets {

namespace {
constexpr int kLeastCharacters = 12;
constexpr int kMostCharacters = 26;
constexpr int kMostListed = 12;

bool isReturn(const QKeyEvent& event)
{
    return event.key() == Qt::Key_Return || event.key() == Qt::Key_Enter;
}
} // namespace

LayerSearch::LayerSearch(Workbench& workbench, QWidget* parent)
    : QLineEdit(parent)
    , m_workbench(workbench)
{
    setClearButtonEnabled(true);
    addAction(icon("find"), QLineEdit::LeadingPosition);
    setMinimumWidth(fontMetrics().averageCharWidth() * kLeastCharacters);
    setMaximumWidth(fontMetrics().averageCharWidth() * kMostCharacters);
    auto* completer = new QCompleter(&m_names, this);
    completer->setFilterMode(Qt::MatchContains);
    completer->setCaseSensitivity(Qt::CaseInsensitive);
    completer->setMaxVisibleItems(kMostListed);
    setCompleter(completer);
    connect(completer, qOverload<const QString&>(&QCompleter::activated), &workbench,
            [&workbench](const QString& name) { workbench.selectLayer(name.toStdString()); });
    connect(&workbench.session(), &ModelSession::resultChanged, this, &LayerSearch::forgetNames);
    forgetNames();
}

void LayerSearch::forgetNames()
{
    const auto result = m_workbench.session().result();
    m_areNamesKnown = false;
    setEnabled(result && !result->layers.empty());
}

/// Listed when somebody asks: thousands of names take longer than a window may stand still.
QStringList LayerSearch::names()
{
    if (const auto result = m_workbench.session().result(); result && !std::exchange(m_areNamesKnown, true)) {
        QStringList names;
        for (const auto& row : result->layers)
            names.append(QString::fromStdString(row.name));
        m_names.setStringList(names);
    }
    return m_names.stringList();
}

/// From the selected layer on, in order of execution, around the end if need be.
void LayerSearch::go(const QString& part, bool isForward)
{
    const QStringList known = names();
    const auto count = known.size();
    if (part.isEmpty() || count == 0)
        return;
    auto at = known.indexOf(QString::fromStdString(m_workbench.selectedName()));
    for (qsizetype i = 0; i < count; ++i) {
        at = (at + (isForward ? 1 : count - 1) + count) % count;
        if (known[at].contains(part, Qt::CaseInsensitive))
            return m_workbench.selectLayer(known[at].toStdString());
    }
    Q_EMIT m_workbench.noticed([part] { return tr("No layer's name has \"%1\" in it.").arg(part); });
}

void LayerSearch::keyPressEvent(QKeyEvent* event)
{
    names(); // for the list of what fits
    if (!isReturn(*event))
        return QLineEdit::keyPressEvent(event);
    auto* popup = completer()->popup();
    if (popup->isVisible() && popup->currentIndex().isValid())
        return event->ignore(); // the list takes the one that it shows
    popup->hide();
    go(text(), !event->modifiers().testFlag(Qt::ShiftModifier));
}

/// Esc empties it before it stops a job.
bool LayerSearch::event(QEvent* event)
{
    const bool isKey = event->type() == QEvent::ShortcutOverride || event->type() == QEvent::KeyPress;
    if (!isKey || static_cast<QKeyEvent*>(event)->key() != Qt::Key_Escape || text().isEmpty())
        return QLineEdit::event(event);
    event->accept();
    if (event->type() == QEvent::KeyPress)
        clear();
    return true;
}

void LayerSearch::retranslate()
{
    setPlaceholderText(tr("Find layer"));
    setToolTip(tr("Part of a layer's name: Enter goes to the next one that has it, Shift+Enter to the one before"));
    setAccessibleName(tr("Find layer"));
    nameButtons(*this);
}

} // namespace ql::widgets
