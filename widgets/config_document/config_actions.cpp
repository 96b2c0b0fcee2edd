// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/config_document/config_actions.h"

#include "widgets/style/icons.h"
#include "widgets/text/core_text.h"
#include "widgets/text/display_text.h"
#include "widgets/text/language.h"

#include <QMenu>

#include <cmath>
#include <utility>

namespace ql::widgets {

namespace {

using config::LayerEdit;
using Kind = ConfigActions::Kind;

constexpr std::size_t kMostNamed = 4;
constexpr std::size_t kMostPriced = 32; ///< layers whose cost is worked out while somebody only selects them
constexpr double kHundred = 100.0;
constexpr double kKibibyte = 1024.0;

} // namespace

ConfigActions::ConfigActions(ConfigDocument& document, std::function<Layers()> selected, QObject* parent)
    : QObject(parent)
    , m_document(document)
    , m_selected(std::move(selected))
{
    watchUndo();
    for (const Kind kind : kEditKinds)
        connect(action(kind), &QAction::triggered, this, [this, kind] { edit(kind, m_selected()); });
    setLook(*action(Kind::Int16), "int16", Qt::CTRL | Qt::Key_B);
    setLook(*action(Kind::PerChannel), "weights", Qt::CTRL | Qt::SHIFT | Qt::Key_B);
    setLook(*action(Kind::WideWeight), "int16", {});
    setLook(*action(Kind::Range), "tune", {});
    setLook(*action(Kind::Skip), "skip", Qt::CTRL | Qt::Key_K);
    setLook(*action(Kind::Restore), "restore", Qt::CTRL | Qt::SHIFT | Qt::Key_K);
    setLook(m_save, "save", QKeySequence::Save);
    connect(&m_save, &QAction::triggered, &m_document, &ConfigDocument::save);
    connect(&m_document, &ConfigDocument::textChanged, this, [this] { m_save.setEnabled(m_document.isDirty()); });
    connect(&m_follow, &QAction::triggered, this, [this] { m_document.edit(m_followed); });
    connect(&m_document, &ConfigDocument::edited, this, &ConfigActions::notify);
    connect(&m_document, &ConfigDocument::opened, this, &ConfigActions::editWaiting);
    connect(&m_document, &ConfigDocument::readingChanged, this, &ConfigActions::refresh);
    retranslate();
    refresh();
}

void ConfigActions::retranslate()
{
    nameEdits();
    setWords(m_save, tr("&Save config"), tr("Write the edited config into its file (Ctrl+S)"), tr("Save"));
    const QUndoStack& stack = m_document.undoStack();
    setWords(m_undo,
             stack.canUndo() ? tr("&Undo: %1").arg(m_document.editTitle(stack.index() - 1).text()) : tr("&Undo"),
             tr("Undo the last edit of the config (Ctrl+Z)"), tr("Undo"));
    setWords(m_redo, stack.canRedo() ? tr("R&edo: %1").arg(m_document.editTitle(stack.index()).text()) : tr("R&edo"),
             tr("Redo the edit of the config that was undone (Ctrl+Shift+Z, Ctrl+Y)"));
    m_follow.setText(tr("Edit them too"));
}

/// "a, b, c, d and 3 more"
QString ConfigActions::namesText(const QStringList& names)
{
    if (names.size() <= qsizetype(kMostNamed))
        return names.join(QStringLiteral(", "));
    return tr("%1 and %n more", nullptr, int(names.size() - qsizetype(kMostNamed)))
        .arg(names.mid(0, qsizetype(kMostNamed)).join(QStringLiteral(", ")));
}

QList<QAction*> ConfigActions::editActions()
{
    QList<QAction*> actions;
    for (const Kind kind : kEditKinds)
        actions.append(action(kind));
    return actions;
}

QString ConfigActions::nameOf(Kind kind, std::size_t layers)
{
    const int count = int(layers);
    switch (kind) {
    case Kind::Int16: return count > 1 ? tr("&int16 for %n layer(s)", nullptr, count) : tr("&int16");
    case Kind::PerChannel: return count > 1 ? tr("Per &channel for %n layer(s)", nullptr, count) : tr("Per &channel");
    case Kind::WideWeight:
        return count > 1 ? tr("More &weight bits for %n layer(s)", nullptr, count) : tr("More &weight bits");
    case Kind::Range:
        return count > 1 ? tr("Range of &least error for %n layer(s)", nullptr, count) : tr("Range of &least error");
    case Kind::Skip: return count > 1 ? tr("S&kip %n layer(s)", nullptr, count) : tr("S&kip");
    case Kind::Restore: break;
    }
    return count > 1 ? tr("&Restore %n layer(s)", nullptr, count) : tr("&Restore");
}

/// Of a button, which is as wide whatever is selected.
QString ConfigActions::shortNameOf(Kind kind)
{
    switch (kind) {
    case Kind::Int16: return tr("int16");
    case Kind::PerChannel: return tr("Per channel");
    case Kind::WideWeight: return tr("More bits");
    case Kind::Range: return tr("Range");
    case Kind::Skip: return tr("Skip");
    case Kind::Restore: break;
    }
    return tr("Restore");
}

QString ConfigActions::hintOf(Kind kind)
{
    switch (kind) {
    case Kind::Int16: return tr("Quantize what the layer reads with 16 bits (Ctrl+B)");
    case Kind::PerChannel: return tr("Give each channel of the layer's weight a scale of its own (Ctrl+Shift+B)");
    case Kind::WideWeight: return tr("Quantize the layer's weight with 8 bits where it has fewer, else with 16");
    case Kind::Range: return tr("Clip what the layer reads where that loses least, in place of covering all of it");
    case Kind::Skip: return tr("Leave the layer in float (Ctrl+K)");
    case Kind::Restore: break;
    }
    return tr("Take back what the config says of this layer alone (Ctrl+Shift+K)");
}

const config::EditCosts* ConfigActions::costs()
{
    const auto network = m_document.network();
    const auto reading = m_document.reading();
    if (m_network == network && m_reading == reading)
        return m_costs ? &*m_costs : nullptr;
    m_costs.reset();
    m_network = network;
    m_reading = reading;
    if (network && reading && reading->file)
        m_costs.emplace(reading->file->config(), *network);
    return m_costs ? &*m_costs : nullptr;
}

QString ConfigActions::tipOf(Kind kind, const Layers& layers)
{
    const auto* known = costs();
    if (!known || layers.empty() || layers.size() > kMostPriced || kind == Kind::Restore)
        return hintOf(kind);
    const auto cost = known->of(editsOf(kind, layers, &m_reading->file->config()));
    QStringList costs;
    if (cost.macShare > 0.0)
        costs.append(tr("%1 % of the multiplications wider or in float").arg(formatNumber(kHundred * cost.macShare)));
    if (const QString size = formatNumber(std::abs(double(cost.weightBytes)) / kKibibyte); cost.weightBytes != 0)
        costs.append(cost.weightBytes > 0 ? tr("weights %1 KiB larger").arg(size)
                                          : tr("weights %1 KiB smaller").arg(size));
    if (costs.isEmpty())
        costs.append(tr("no more arithmetic"));
    if (cost.followers > 0)
        costs.append(tr("%n more layer(s) should be quantized alike", nullptr, int(cost.followers)));
    return hintOf(kind) + u'\n' + tr("Cost: %1").arg(costs.join(QStringLiteral(", ")));
}

void ConfigActions::nameEdits()
{
    const auto layers = m_selected();
    // A button keeps its size, and doesn't count.
    for (const Kind kind : kEditKinds)
        setWords(*action(kind), nameOf(kind, layers.size()), tipOf(kind, layers), shortNameOf(kind));
}

/// Not the stack's own actions: these would speak the language that they were made in.
void ConfigActions::watchUndo()
{
    QUndoStack& stack = m_document.undoStack();
    setLook(m_undo, "undo", QKeySequence::Undo);
    setLook(m_redo, "redo", QKeySequence::Redo);
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
    const auto layers = m_selected();
    const auto network = m_document.network();
    for (const Kind kind : kEditKinds)
        action(kind)->setEnabled(isAnyFor(kind, layers, network.get()));
}

/// Layers that the network doesn't have, or that have no weight to change, are left out, unless that leaves none: then
/// the document says what is wrong.
void ConfigActions::edit(Kind kind, const Layers& selected)
{
    if (selected.empty())
        return;
    auto layers = layersFor(kind, selected, m_document.network().get());
    if (layers.empty())
        layers = selected;
    const auto reading = m_document.reading();
    const auto* config = reading && reading->file ? &reading->file->config() : nullptr;
    edit({editsOf(kind, layers, config), report::changeTitle(changeOf(kind), layers)});
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
    const auto network = m_document.network();
    menu.setToolTipsVisible(true); // what it costs
    for (const Kind kind : kEditKinds) {
        auto* line = menu.addAction(action(kind)->icon(), nameOf(kind, layers.size()), this,
                                    [this, kind, layers] { edit(kind, layers); });
        line->setShortcut(action(kind)->shortcut());
        line->setToolTip(tipOf(kind, layers));
        line->setEnabled(isAnyFor(kind, layers, network.get()));
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
