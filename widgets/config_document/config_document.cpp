// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/config_document/config_document.h"

#include "core/base/files.h"
#include "core/base/writing/atomic_file.h"
#include "core/engine/engine.h"
#include "core/graph/ir/graph_copy.h"
#include "core/report/overview/edit_words.h"
#include "core/results/model_info.h"
#include "widgets/config_document/autosave.h"
#include "widgets/config_document/text_change.h"
#include "widgets/session/model_session.h"
#include "widgets/text/error_text.h"

#include <QFileInfo>

#include <chrono>

namespace ql::widgets {

namespace {

using namespace std::chrono_literals;
using report::ConfigChange;
constexpr auto kReadAfter = 100ms;
constexpr auto kKeepAfter = 1000ms;

std::optional<std::string> contentOf(const QString& path)
{
    return readTextFile(path.toStdString());
}

LayersEdited editFile(config::ConfigFile file, LayersEdited edited, const graph::Graph* network)
{
    edited.result = config::editLayers(file, edited.edit.layers, network, edited.edit.isFollowed);
    edited.after = file.text();
    return edited;
}

} // namespace

ConfigDocument::ConfigDocument(ModelSession& session, QObject* parent)
    : QObject(parent)
    , m_session(session)
{
    m_readSoon.setSingleShot(true);
    m_readSoon.setInterval(kReadAfter);
    m_keepSoon.setSingleShot(true);
    m_keepSoon.setInterval(kKeepAfter);
    connect(&m_readSoon, &QTimer::timeout, this, &ConfigDocument::read);
    connect(&m_keepSoon, &QTimer::timeout, this, &ConfigDocument::keepCopy);
    connect(&m_session, &ModelSession::changed, this, &ConfigDocument::followSession);
    connect(&m_session.engineJob(), &JobRunner::failed, this, [this] {
        m_isNetworkAwaited = false;
        startEdit();
    });
    connect(&m_watcher, &QFileSystemWatcher::fileChanged, this, &ConfigDocument::lookAtFile);
    connect(&m_watcher, &QFileSystemWatcher::directoryChanged, this, &ConfigDocument::lookAtFile);
    connect(&m_reader, &JobRunner::finished, this, [this] {
        if (const auto& file = reading()->file)
            m_dialect = file->dialect().id;
        Q_EMIT readingChanged();
    });
    const auto resume = [this] {
        m_isNetworkAwaited = false;
        read();
        startEdit();
    };
    connect(&m_network, &JobRunner::finished, this, resume);
    connect(&m_network, &JobRunner::failed, this, resume); // the project panel says what is wrong with the model
    connect(&m_editor, &JobRunner::finished, this, &ConfigDocument::takeEdit);
    connect(&m_editor, &JobRunner::failed, this, [this](const Error& error) {
        m_edits.removeFirst();
        Q_EMIT failed(errorLabel(error));
        startEdit();
    });
}

QString ConfigDocument::fileName() const
{
    return QFileInfo(m_path).fileName();
}

void ConfigDocument::followSession()
{
    if (m_session.config() != m_path)
        open(m_session.config());
    else if (isOpen())
        askNetwork();
}

void ConfigDocument::open(const QString& path)
{
    keepCopy();
    const auto content = path.isEmpty() ? std::optional<std::string>(std::string()) : contentOf(path);
    m_path = path;
    m_text = m_saved = content.value_or(std::string());
    m_dialect.clear();
    m_disk.reset();
    m_leftover.reset();
    m_edits.clear();
    m_editor.clear();
    m_reader.clear();
    m_undo.clear();
    m_session.setConfigText(std::nullopt);
    watch();
    if (isOpen()) {
        m_leftover = autosave::kept(path);
        if (m_leftover == m_saved)
            forgetLeftover();
        askNetwork();
        read();
    }
    Q_EMIT opened();
    Q_EMIT textChanged();
    Q_EMIT troubleChanged();
    if (!content)
        Q_EMIT failed([path] { return tr("%1 cannot be read.").arg(path); });
}

Label ConfigDocument::editTitle(int step) const
{
    const auto* change = dynamic_cast<const TextChange*>(m_undo.command(step));
    return change ? change->title() : Label();
}

void ConfigDocument::type(std::string text)
{
    change(std::move(text), true, report::changeTitle(ConfigChange::Typing));
}

void ConfigDocument::replaceText(std::string text, const Label& title)
{
    change(std::move(text), false, title);
}

void ConfigDocument::change(std::string text, bool isTyped, const Label& title)
{
    if (!isOpen() || text == m_text)
        return;
    const auto apply = [this](std::size_t offset, std::size_t count, const std::string& inserted) {
        patch(offset, count, inserted);
    };
    m_undo.push(new TextChange(patchBetween(m_text, text), isTyped, apply, title));
}

void ConfigDocument::patch(std::size_t offset, std::size_t count, const std::string& inserted)
{
    m_text.replace(offset, count, inserted);
    m_session.setConfigText(isDirty() ? std::optional(m_text) : std::nullopt);
    m_readSoon.start();
    m_keepSoon.start();
    Q_EMIT textChanged();
}

void ConfigDocument::read()
{
    m_readSoon.stop();
    if (!isOpen())
        return;
    m_reader.start([name = fileName()] { return tr("Reading %1").arg(name); },
                   [path = m_path.toStdString(), text = m_text, dialect = m_dialect, network = network()](JobContext&) {
                       return readConfig(path, text, dialect, network.get());
                   });
}

void ConfigDocument::askNetwork()
{
    const QString baseline = m_session.baseline().path();
    if (baseline == m_networkOf)
        return;
    m_networkOf = baseline;
    m_network.clear();
    if (baseline.isEmpty())
        return read();
    m_isNetworkAwaited = true;
    m_session.withEngine(this, [this, baseline](const std::shared_ptr<engine::Engine>& engine) {
        if (baseline != m_networkOf)
            return;
        const results::InfoRequest request{.model = baseline.toStdString()};
        m_network.start([] { return tr("Reading the graph"); },
                        [engine, request](JobContext& context) {
                            return std::make_shared<const graph::Graph>(
                                graph::skeletonOf(*engine->graph(request, context)));
                        });
    });
}

void ConfigDocument::edit(TitledEdit edit)
{
    m_edits.append(std::move(edit));
    if (m_edits.size() == 1)
        startEdit();
}

void ConfigDocument::startEdit()
{
    if (m_edits.isEmpty() || m_editor.isRunning() || m_isNetworkAwaited)
        return;
    LayersEdited wanted{.edit = m_edits.front(), .before = m_text};
    m_editor.start(wanted.edit.title, [path = m_path.toStdString(), dialect = m_dialect, network = network(), wanted,
                                       known = isRead() ? reading() : nullptr](JobContext&) {
        auto file = known && known->file ? *known->file : config::ConfigFile::ofText(path, wanted.before, dialect);
        return std::make_shared<const LayersEdited>(editFile(std::move(file), wanted, network.get()));
    });
}

void ConfigDocument::takeEdit()
{
    const auto made = m_editor.result();
    if (made->before != m_text) // typed meanwhile: once more
        return startEdit();
    m_edits.removeFirst();
    change(made->after, false, made->edit.title);
    read();
    Q_EMIT edited(*made);
    startEdit();
}

bool ConfigDocument::save()
{
    lookAtFile();
    if (hasConflict())
        return false;
    return write(m_path);
}

bool ConfigDocument::saveAs(const QString& path)
{
    if (path == m_path)
        keepMine();
    const std::string text = m_text;
    if (!write(path))
        return false;
    if (path != m_path) {
        autosave::forget(m_path);
        m_saved = text; // nothing of the old file is left to keep
        m_session.setConfig(path);
    }
    return true;
}

bool ConfigDocument::write(const QString& path)
{
    try {
        // What another program wrote since is never lost: then this is a conflict, not a save.
        const bool isKnown = path == m_path && QFileInfo::exists(path);
        if (!isKnown)
            writeFileAtomically(path.toStdString(), m_text);
        else if (!replaceFile(path.toStdString(), m_saved, m_text)) {
            lookAtFile();
            return false;
        }
    } catch (const Error& error) {
        Q_EMIT failed(errorLabel(error));
        return false;
    }
    if (path == m_path)
        follow(m_text);
    Q_EMIT saved();
    return true;
}

/// The file holds @p content now, and the user knows.
void ConfigDocument::follow(const std::string& content)
{
    m_saved = content;
    m_disk.reset();
    if (!isDirty())
        m_undo.setClean();
    m_session.setConfigText(isDirty() ? std::optional(m_text) : std::nullopt);
    keepCopy();
    watch();
    Q_EMIT troubleChanged();
    Q_EMIT textChanged();
}

void ConfigDocument::discardEdits()
{
    m_text = m_saved;
    m_undo.clear();
    m_session.setConfigText(std::nullopt);
    keepCopy();
    Q_EMIT textChanged();
}

void ConfigDocument::watch()
{
    if (const QStringList old = m_watcher.files() + m_watcher.directories(); !old.isEmpty())
        m_watcher.removePaths(old);
    if (isOpen())
        m_watcher.addPaths({m_path, QFileInfo(m_path).absolutePath()});
}

/// A file that is replaced vanishes for a moment: that is no change yet, the folder's next change tells.
void ConfigDocument::lookAtFile()
{
    const auto content = isOpen() ? contentOf(m_path) : std::nullopt;
    if (!content)
        return;
    if (!m_watcher.files().contains(m_path))
        m_watcher.addPath(m_path);
    if (*content == m_saved || content == m_disk)
        return;
    if (*content == m_text)
        return follow(*content);
    m_disk = content;
    Q_EMIT troubleChanged();
}

void ConfigDocument::takeTheirs()
{
    if (!m_disk)
        return;
    const std::string theirs = *m_disk;
    follow(theirs);
    replaceText(theirs, report::changeTitle(ConfigChange::Reload, Message::text(fileName().toStdString())));
}

void ConfigDocument::keepMine()
{
    if (m_disk)
        follow(std::string(*m_disk));
}

void ConfigDocument::restoreLeftover()
{
    if (const auto leftover = std::exchange(m_leftover, std::nullopt))
        replaceText(*leftover, report::changeTitle(ConfigChange::Unsaved));
    Q_EMIT troubleChanged();
}

void ConfigDocument::forgetLeftover()
{
    m_leftover.reset();
    autosave::forget(m_path);
    Q_EMIT troubleChanged();
}

void ConfigDocument::keepCopy()
{
    m_keepSoon.stop();
    if (!isOpen() || hasLeftover()) // what a crash left is not overwritten before the user decided
        return;
    if (!isDirty())
        autosave::forget(m_path);
    else
        autosave::keep(m_path, m_text);
}

} // namespace ql::widgets
