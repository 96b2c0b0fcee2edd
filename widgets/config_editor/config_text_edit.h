// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <string>

class QsciScintilla;
class QKeyEvent;
class QsciLexer;

namespace ql::widgets {

class ConfigDocument;

/// The config's text: coloured, folded, with a mark at each line that something is wrong with. Undo is the document's.
class ConfigTextEdit : public QWidget {
    Q_OBJECT

public:
    explicit ConfigTextEdit(ConfigDocument& document, QWidget* parent = nullptr);
    ~ConfigTextEdit() override;

    /// What the editor shows, byte for byte.
    std::string text() const;
    /// Puts the cursor there, counted from 1, and shows it.
    void goTo(int line, int column = 1);
    int cursorLine() const;
    /// Selects the next or the previous occurrence, around the end if need be; false if there is none.
    bool find(const QString& words, bool isForward);
    /// The words that may be completed.
    void setWords(const QStringList& words);
    /// How many lines are marked as wrong or odd.
    int markCount() const { return m_markCount; }
    /// For a test: as if the user typed.
    void insertAtCursor(const QString& text);

protected:
    void changeEvent(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void showDocument();
    void showReading();
    void chooseLexer(bool isJson);
    void applyColors();
    void colourLexer(QsciLexer& lexer, bool isDark);
    void markFindings();
    bool leadsOut(const QKeyEvent& key) const;

    ConfigDocument& m_document;
    QsciScintilla* m_editor;
    QsciLexer* m_lexer = nullptr;
    bool m_isJson = false;
    bool m_isShowing = false;  ///< the document changes the editor, not the user
    bool m_isPassedBy = false; ///< the keyboard came by Tab, and nothing was typed since
    int m_markCount = 0;
    QStringList m_words;
};

} // namespace ql::widgets
