// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/config_document/config_actions.h"

#include "widgets/style/icons.h"
#include "widgets/text/core_text.h"
#include "widgets/text/display_text.h"
#include "widgets/text/language.h"

#include <QMenu>

#include <utility>

namespace ql::widgets {

namespace {

using config::LayerEdit;
using Kind = ConfigActions::Kind;

constexpr std::size_t kMostNamed = 4;

std::vector<LayerEdit> editsOf(Kind kind, const ConfigActions::Layers& layers)
{
    LayerEdit edit;
    switch (kind) {
    case Kind::Int16: edit.settings.activation.bits = 16; break;
    case Kind::Skip: edit.action = LayerEdit::Action::Skip; break;
    case Kind::Restore: edit.action = LayerEdit::Action::Restore; break;
    }
    return config::editsOf(layers, edit);
}

/// "a, b, c, d and 3 more"
QString namesText(const QStringList& names)
{
    if (names.size() <= qsizetype(kMostNamed))
        return names.join(QStringLiteral(", "));
    return ConfigActions::tr("%1 and %n more", nullptr, int(names.size() - qsizetype(kMostNamed)))
        .arg(names.mid(0, qsizetype(kMostNamed)).join(QStringLiteral(", ")));
}

QString namesText(const ConfigActions::Layers& layers)
{
    QStringList names;
    for (const auto& layer : layers)
        names.append(QString::fromStdString(layer));
    return namesText(names);
}

} // namespace

ConfigActions::ConfigActions(ConfigDocument& document, std::function<Layers()> selected, QObject* parent)
    : QObject(parent)
    , m_document(document)
    , m_selected(std::move(selected))
{
    watchUndo();
    for (const Kind kind : {Kind::Int16, Kind::Skip, Kind::Restore})
        connect(action(kind), &QAction::triggered, this, [this, kind] { edit(kind, m_selected()); });
    setLook(*action(Kind::Int16), "int16", Qt::CTRL | Qt::Key_B);
    setLook(*action(Kind::Skip), "skip", Qt::CTRL | Qt::Key_K);
    setLook(*action(Kind::Restore), "restore", Qt::CTRL | Qt::SHIFT | Qt::Key_K);
    setLook(m_save, "save", QKeySequence::Save);
    connect(&m_save, &QAction::triggered, &m_document, &ConfigDocument::save);
    connect(&m_document, &ConfigDocument::textChanged, this, [this] { m_save.setEnabled(m_document.isDirty()); });
    connect(&m_follow, &QAction::triggered, this, [this] { m_document.edit(m_followed); });
    connect(&m_document, &ConfigDocument::edited, this, &ConfigActions::notify);
    connect(&m_document, &ConfigDocument::opened, this, &ConfigActions::editWaiting);
    retranslate();
    refresh();
}

void ConfigActions::retranslate()
{
    nameEdits();
    setWords(m_save, tr("&Save config"), tr("Write the edited config into its file (Ctrl+S)"), tr("Save"));
    const QUndoStack& stack = m_document.undoStack();
    setWords(m_undo, stack.canUndo() ? tr("&Undo: %1").arg(m_document.editTitle(stack.index() - 1)) : tr("&Undo"),
             tr("Undo the last edit of the config (Ctrl+Z)"), tr("Undo"));
    setWords(m_redo, stack.canRedo() ? tr("R&edo: %1").arg(m_document.editTitle(stack.index())) : tr("R&edo"),
             tr("Redo the edit of the config that was undone (Ctrl+Shift+Z, Ctrl+Y)"));
    m_follow.setText(tr("Edit them too"));
}

QString ConfigActions::nameOf(Kind kind, std::size_t layers)
{
    const int count = int(layers);
    switch (kind) {
    case Kind::Int16: return count > 1 ? tr("&int16 for %n layer(s)", nullptr, count) : tr("&int16");
    case Kind::Skip: return count > 1 ? tr("S&kip %n layer(s)", nullptr, count) : tr("S&kip");
    case Kind::Restore: break;
    }
    return count > 1 ? tr("&Restore %n layer(s)", nullptr, count) : tr("&Restore");
}

void ConfigActions::nameEdits()
{
    const std::size_t count = m_selected().size();
    // A button keeps its size, and doesn't count.
    const auto name = [this, count](Kind kind, const QString& hint, const QString& onButton) {
        setWords(*action(kind), nameOf(kind, count), hint, onButton);
    };
    name(Kind::Int16, tr("Quantize what the layer reads with 16 bits (Ctrl+B)"), tr("int16"));
    name(Kind::Skip, tr("Leave the layer in float (Ctrl+K)"), tr("Skip"));
    name(Kind::Restore, tr("Take back what the config says of this layer alone (Ctrl+Shift+K)"), tr("Restore"));
}

/// Not the stack's own actions: these would speak the language that they were made in.
void ConfigActions::watchUndo()
{
    QUndoStack& stack = m_document.undoStack();
    setLook(m_undo, "back", QKeySequence::Undo);
    setLook(m_redo, "forward", QKeySequence::Redo);
    m_redo.setShortcuts({QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Z), QKeySequence(Qt::CTRL | Qt::Key_Y)});
    m_undo.setEnabled(false);
    m_redo.setEnabled(false);
    connect(&m_undo, &QAction::triggered, &stack, &QUndoStack::undo);
    connect(&m_redo, &QAction::triggered, &stack, &QUndoStack::redo);
    connect(&stack, &QUndoStack::canUndoChanged, &m_undo, &QAction::setEnabled);
    connect(&stack, &QUndoStack::canRedoChanged, &m_redo, &QAction::setEnabled);
    connect(&stack, &QUndoStack::undoTextChanged, this, &ConfigActions::retranslate);
    connect(&stack, &QUndoStack::redoTextChanged, this, &ConfigActions::retranslate);
}

void ConfigActions::refresh()
{
    m_save.setEnabled(m_document.isDirty());
    nameEdits();
    const bool hasLayer = !m_selected().empty();
    for (QAction* action : editActions())
        action->setEnabled(hasLayer);
}

void ConfigActions::edit(Kind kind, const Layers& layers)
{
    if (layers.empty())
        return;
    const auto names = [layers] { return namesText(layers); };
    switch (kind) {
    case Kind::Int16: return edit({editsOf(kind, layers), [names] { return tr("Set %1 to int16").arg(names()); }});
    case Kind::Skip: return edit({editsOf(kind, layers), [names] { return tr("Skip %1").arg(names()); }});
    case Kind::Restore: return edit({editsOf(kind, layers), [names] { return tr("Restore %1").arg(names()); }});
    }
}

void ConfigActions::edit(TitledEdit edit)
{
    if (m_document.isOpen())
        return m_document.edit(std::move(edit));
    m_waiting = std::move(edit);
    Q_EMIT configNeeded();
}

void ConfigActions::editWaiting()
{
    if (!m_document.isOpen())
        return;
    if (auto waiting = std::exchange(m_waiting, std::nullopt))
        m_document.edit(std::move(*waiting));
}

void ConfigActions::fillMenu(QMenu& menu, const Layers& layers)
{
    for (const Kind kind : {Kind::Int16, Kind::Skip, Kind::Restore}) {
        auto* line = menu.addAction(action(kind)->icon(), nameOf(kind, layers.size()), this,
                                    [this, kind, layers] { edit(kind, layers); });
        line->setShortcut(action(kind)->shortcut());
        line->setToolTip(action(kind)->toolTip());
        line->setEnabled(!layers.empty());
    }
}

void ConfigActions::notify(const LayersEdited& edited)
{
    const bool isChanged = edited.before != edited.after;
    QStringList followers;
    std::uint64_t macs = 0;
    for (const auto& follower : edited.result.closure) {
        const bool isEdited = std::ranges::any_of(edited.result.changes,
                                                  [&](const auto& change) { return change.first == follower.layer; });
        if (isEdited || std::ranges::count(edited.edit.layers, follower.layer, &LayerEdit::layer) > 0)
            continue;
        followers.append(QString::fromStdString(follower.layer));
        macs += follower.macs;
    }
    const bool offersMore = isChanged && !followers.isEmpty() && !edited.edit.isFollowed;
    const auto message = [isChanged, offersMore, followers, macs, title = edited.edit.title,
                          file = m_document.fileName(), findings = edited.result.findings] {
        QStringList lines{isChanged ? tr("%1: written into %2, not saved yet.").arg(title, file)
                                    : tr("%1: the config says so already.").arg(title)};
        if (offersMore)
            lines.append(tr("%n layer(s) should be quantized alike, because they share its data (%1 MACs): %2", nullptr,
                            int(followers.size()))
                             .arg(formatCount(macs), namesText(followers)));
        for (const auto& finding : findings)
            lines.append(coreSentence(finding.message));
        return lines.join(u'\n');
    };
    QList<QAction*> actions;
    if (offersMore) {
        m_followed = edited.edit;
        m_followed.isFollowed = true;
        actions.append(&m_follow);
    }
    if (isChanged)
        actions.append(&m_undo);
    Q_EMIT told(message, !edited.result.findings.empty(), actions);
}

} // namespace ql::widgets
