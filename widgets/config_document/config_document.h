// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/edit_layers.h"
#include "widgets/config_document/config_reading.h"
#include "widgets/jobs/job_runner.h"
#include "widgets/text/label.h"

#include <QFileSystemWatcher>
#include <QList>
#include <QObject>
#include <QTimer>
#include <QUndoStack>

#include <optional>

namespace ql::widgets {

class ModelSession;

/// What a user wants to be done to layers of the config.
struct TitledEdit {
    std::vector<config::LayerEdit> layers; ///< by any name that the network or the file has for them
    Label title;                           ///< of the step of undo: "Skip conv_34"
    bool isFollowed = false;               ///< the layers that must agree are edited too
};

/// What it did to the text.
struct LayersEdited {
    TitledEdit edit;
    std::string before; ///< the texts
    std::string after;
    results::ConfigEdit result; ///< changes, who must follow, broken rules
};

/// The session's config as it is edited: its text byte for byte, one undo for what is typed and what is clicked, what
/// it says (read on the worker), the file behind it and who else changes that, and a copy for after a crash. Shows
/// nothing.
class ConfigDocument : public QObject {
    Q_OBJECT

public:
    explicit ConfigDocument(ModelSession& session, QObject* parent = nullptr);

    bool isOpen() const { return !m_path.isEmpty(); }
    const QString& path() const { return m_path; }
    QString fileName() const;
    const std::string& text() const { return m_text; }
    const std::string& savedText() const { return m_saved; }
    bool isDirty() const { return isOpen() && m_text != m_saved; }
    QUndoStack& undoStack() { return m_undo; }
    /// What step @p step of undo does; the stack itself keeps it in the language of then.
    Label editTitle(int step) const;
    /// What some recent text says; null before the first was read.
    std::shared_ptr<const ConfigReading> reading() const { return m_reader.result(); }
    /// Whether reading() is of the current text.
    bool isRead() const { return reading() && reading()->text == m_text; }
    /// The baseline's structure without its weights; null while it is not known.
    std::shared_ptr<const graph::Graph> network() const { return m_network.result(); }

    /// The text after a key stroke.
    void type(std::string text);
    /// Any other change, as one step of undo called @p title.
    void replaceText(std::string text, const Label& title);
    /// Edits layers losslessly in the background; edited() or failed() tells how it went.
    void edit(TitledEdit edit);

    /// False, with a message or a conflict, when the file stays as it was.
    bool save();
    /// Goes on with another file of the same content.
    bool saveAs(const QString& path);
    /// Forgets the edits and their copy: the window closes, or another config comes.
    void discardEdits();

    /// Someone else changed the file since it was read or saved.
    bool hasConflict() const { return m_disk.has_value(); }
    void takeTheirs();
    void keepMine();
    /// A crash left edits of this file behind.
    bool hasLeftover() const { return m_leftover.has_value(); }
    void restoreLeftover();
    void forgetLeftover();

Q_SIGNALS:
    /// Another file, or none.
    void opened();
    void textChanged();
    void readingChanged();
    /// Conflict or leftover came or went.
    void troubleChanged();
    void saved();
    void edited(const ql::widgets::LayersEdited& edit);
    /// Already translated.
    void failed(const ql::widgets::Label& message);

private:
    void followSession();
    void open(const QString& path);
    void change(std::string text, bool isTyped, const Label& title);
    void patch(std::size_t offset, std::size_t count, const std::string& inserted);
    void follow(const std::string& saved);
    bool write(const QString& path);
    void read();
    void askNetwork();
    void startEdit();
    void takeEdit();
    void lookAtFile();
    void watch();
    void keepCopy();

    ModelSession& m_session;
    QString m_path;
    std::string m_text;
    std::string m_saved;   ///< as it is, or was, on disk
    std::string m_dialect; ///< once it is known it stays, whatever is typed
    std::optional<std::string> m_disk;
    std::optional<std::string> m_leftover;
    QString m_networkOf; ///< the baseline whose network is known or asked for
    bool m_isNetworkAwaited = false;
    QList<TitledEdit> m_edits; ///< the first is being made
    QUndoStack m_undo;
    QFileSystemWatcher m_watcher;
    QTimer m_readSoon;
    QTimer m_keepSoon;
    ResultRunner<const ConfigReading> m_reader;
    ResultRunner<const graph::Graph> m_network;
    ResultRunner<const LayersEdited> m_editor;
};

} // namespace ql::widgets
