// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/config_editor/config_text_edit.h"

#include "widgets/config_document/config_document.h"
#include "widgets/config_document/text_change.h"
#include "widgets/style/color_scale.h"
#include "widgets/text/language.h"

#include <QEvent>
#include <QFocusEvent>
#include <QFontDatabase>
#include <QKeyEvent>
#include <QScopedValueRollback>
#include <QVBoxLayout>

#include <algorithm>
#include <map>

// QScintilla's headers use the Qt keywords that we do without.
#define signals Q_SIGNALS
#define slots Q_SLOTS
#include <Qsci/qsciapis.h>
#include <Qsci/qscilexerjson.h>
#include <Qsci/qscilexeryaml.h>
#include <Qsci/qsciscintilla.h>
#undef signals
#undef slots

namespace ql::widgets {

namespace {

using results::Diagnostic;

enum Marker { ErrorMarker = 1, WarningMarker = 2 };
enum Margin { LineNumbers = 0, Symbols = 1, Folding = 2 };
constexpr int kLeastToComplete = 2;
constexpr int kTabWidth = 2;

/// Names of layers hold more than letters.
template <typename Lexer>
class NamesLexer final : public Lexer {
public:
    using Lexer::Lexer;
    const char* wordCharacters() const override
    {
        return "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./";
    }
};

/// A list of names is read by a thread that asks the lexer which letters they may hold: it ends here, while there is a
/// whole lexer to ask. Deleted with its parent it would outlive the derived part.
void dropNames(QsciLexer& lexer)
{
    delete lexer.apis();
}

bool isByTab(Qt::FocusReason reason)
{
    return reason == Qt::TabFocusReason || reason == Qt::BacktabFocusReason;
}

bool isRedo(const QKeyEvent& key)
{
    return key.matches(QKeySequence::Redo) || (key.key() == Qt::Key_Y && key.modifiers().testFlag(Qt::ControlModifier));
}

} // namespace

ConfigTextEdit::ConfigTextEdit(ConfigDocument& document, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_editor(new QsciScintilla(this))
{
    m_editor->setUtf8(true);
    m_editor->setEolMode(QsciScintilla::EolUnix);
    m_editor->setIndentationsUseTabs(false);
    m_editor->setTabWidth(kTabWidth);
    m_editor->setAutoIndent(true);
    m_editor->setFrameShape(QFrame::NoFrame);
    m_editor->setMarginType(LineNumbers, QsciScintilla::NumberMargin);
    m_editor->setMarginType(Symbols, QsciScintilla::SymbolMargin);
    m_editor->setMarginMarkerMask(Symbols, (1 << ErrorMarker) | (1 << WarningMarker));
    m_editor->setMarginWidth(Symbols, 14);
    m_editor->markerDefine(QsciScintilla::Circle, ErrorMarker);
    m_editor->markerDefine(QsciScintilla::RightTriangle, WarningMarker);
    m_editor->setFolding(QsciScintilla::BoxedTreeFoldStyle, Folding);
    m_editor->setWrapMode(QsciScintilla::WrapWord);
    m_editor->setWrapIndentMode(QsciScintilla::WrapIndentIndented);
    m_editor->setAutoCompletionSource(QsciScintilla::AcsAPIs);
    m_editor->setAutoCompletionThreshold(kLeastToComplete);
    m_editor->setAutoCompletionCaseSensitivity(false);
    // One undo for typing and clicking: the document's.
    m_editor->SendScintilla(QsciScintilla::SCI_SETUNDOCOLLECTION, 0UL);
    m_editor->installEventFilter(this);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->addWidget(m_editor);
    setFocusProxy(m_editor);
    followLanguage(this, [this] {
        m_editor->setAccessibleName(tr("Text of the config"));
        m_editor->setAccessibleDescription(tr("Esc or Ctrl+Tab leaves it"));
    });
    chooseLexer(false);
    connect(m_editor, &QsciScintilla::textChanged, this, [this] {
        if (!m_isShowing)
            m_document.type(text());
    });
    connect(&m_document, &ConfigDocument::textChanged, this, &ConfigTextEdit::showDocument);
    connect(&m_document, &ConfigDocument::readingChanged, this, &ConfigTextEdit::showReading);
    connect(&m_document, &ConfigDocument::opened, this, [this] {
        showDocument();
        goTo(1);
    });
    showDocument();
    showReading();
}

ConfigTextEdit::~ConfigTextEdit()
{
    if (m_lexer)
        dropNames(*m_lexer);
}

std::string ConfigTextEdit::text() const
{
    const auto length = m_editor->SendScintilla(QsciScintilla::SCI_GETLENGTH);
    const auto* bytes =
        static_cast<const char*>(m_editor->SendScintillaPtrResult(QsciScintilla::SCI_GETCHARACTERPOINTER));
    return bytes ? std::string(bytes, std::size_t(length)) : std::string();
}

void ConfigTextEdit::goTo(int line, int column)
{
    m_editor->setCursorPosition(line - 1, column - 1);
    m_editor->ensureLineVisible(line - 1);
    m_editor->ensureCursorVisible();
}

int ConfigTextEdit::cursorLine() const
{
    int line = 0;
    int column = 0;
    m_editor->getCursorPosition(&line, &column);
    return line + 1;
}

bool ConfigTextEdit::find(const QString& words, bool isForward)
{
    int line = -1;
    int column = -1;
    int ignored = 0;
    if (!isForward && m_editor->hasSelectedText())
        m_editor->getSelection(&line, &column, &ignored, &ignored); // before the one that is found
    return m_editor->findFirst(words, false, false, false, true, isForward, line, column);
}

void ConfigTextEdit::insertAtCursor(const QString& text)
{
    m_editor->replaceSelectedText(text);
}

/// Patches the one place that differs, so that cursor and folds stay.
void ConfigTextEdit::showDocument()
{
    m_editor->setReadOnly(!m_document.isOpen());
    const std::string shown = text();
    if (shown == m_document.text())
        return;
    const QScopedValueRollback guard(m_isShowing, true);
    const TextPatch patch = patchBetween(shown, m_document.text());
    m_editor->setReadOnly(false);
    m_editor->SendScintilla(QsciScintilla::SCI_SETTARGETSTART, static_cast<unsigned long>(patch.offset));
    m_editor->SendScintilla(QsciScintilla::SCI_SETTARGETEND,
                            static_cast<unsigned long>(patch.offset + patch.removed.size()));
    m_editor->SendScintilla(QsciScintilla::SCI_REPLACETARGET, static_cast<unsigned long>(patch.inserted.size()),
                            patch.inserted.data());
    m_editor->setReadOnly(!m_document.isOpen());
    const auto line = m_editor->SendScintilla(QsciScintilla::SCI_LINEFROMPOSITION,
                                              static_cast<unsigned long>(patch.offset + patch.inserted.size()));
    m_editor->ensureLineVisible(int(line));
    m_editor->setMarginWidth(LineNumbers, QString::number(m_editor->lines() * 10));
}

void ConfigTextEdit::showReading()
{
    if (!m_document.isRead())
        return;
    if (const auto& file = m_document.reading()->file)
        chooseLexer(file->dialect().syntax == config::text::Syntax::Json);
    QStringList words;
    for (const auto& word : m_document.reading()->words)
        words.append(QString::fromStdString(word));
    setWords(words);
    markFindings();
}

/// One marker a line: the worst. What is wrong stands in a list of its own.
void ConfigTextEdit::markFindings()
{
    m_editor->markerDeleteAll();
    std::map<int, results::Severity> lines;
    for (const auto& finding : m_document.reading()->findings)
        if (finding.line > 0 && finding.severity != results::Severity::Info) {
            auto& worst = lines.try_emplace(finding.line, finding.severity).first->second;
            worst = std::max(worst, finding.severity);
        }
    for (const auto& [line, severity] : lines)
        m_editor->markerAdd(line - 1, severity == results::Severity::Error ? ErrorMarker : WarningMarker);
    m_markCount = int(lines.size());
}

void ConfigTextEdit::setWords(const QStringList& words)
{
    if (words == m_words)
        return;
    m_words = words;
    dropNames(*m_lexer);
    auto* names = new QsciAPIs(m_lexer); // makes itself the lexer's
    for (const QString& word : words)
        names->add(word);
    names->prepare();
}

void ConfigTextEdit::chooseLexer(bool isJson)
{
    if (m_lexer && isJson == m_isJson)
        return;
    m_isJson = isJson;
    auto* old = m_lexer;
    if (old)
        dropNames(*old);
    m_lexer =
        isJson ? static_cast<QsciLexer*>(new NamesLexer<QsciLexerJSON>(this)) : new NamesLexer<QsciLexerYAML>(this);
    const QStringList words = std::exchange(m_words, {});
    applyColors();
    m_editor->setLexer(m_lexer);
    setWords(words);
    delete old;
}

void ConfigTextEdit::applyColors()
{
    const QColor base = palette().color(QPalette::Base);
    const QColor text = palette().color(QPalette::Text);
    const QColor muted = mutedColor(text, base);
    colourLexer(*m_lexer, base.lightness() < text.lightness());
    m_editor->setColor(text);
    m_editor->setPaper(base);
    m_editor->setCaretForegroundColor(text);
    m_editor->setSelectionBackgroundColor(palette().color(QPalette::Highlight));
    m_editor->setSelectionForegroundColor(palette().color(QPalette::HighlightedText));
    m_editor->setMarginsBackgroundColor(palette().color(QPalette::Window));
    m_editor->setMarginsForegroundColor(muted);
    m_editor->setFoldMarginColors(palette().color(QPalette::Window), palette().color(QPalette::Window));
    for (int marker = int(QsciScintilla::SC_MARKNUM_FOLDEREND); marker <= int(QsciScintilla::SC_MARKNUM_FOLDEROPEN);
         ++marker) {
        m_editor->setMarkerForegroundColor(base, marker);
        m_editor->setMarkerBackgroundColor(muted, marker);
    }
    m_editor->setMarkerBackgroundColor(alarmColor(base), ErrorMarker);
    m_editor->setMarkerForegroundColor(alarmColor(base), ErrorMarker);
    m_editor->setMarkerBackgroundColor(analysisColor(base), WarningMarker);
    m_editor->setMarkerForegroundColor(analysisColor(base), WarningMarker);
}

void ConfigTextEdit::colourLexer(QsciLexer& lexer, bool isDark)
{
    const QColor base = palette().color(QPalette::Base);
    const QColor text = palette().color(QPalette::Text);
    const QColor key = baselineColor(base);
    const QColor value = isDark ? QColor(0xb5, 0xce, 0xa8) : QColor(0x09, 0x6a, 0x3d);
    lexer.setDefaultColor(text);
    lexer.setDefaultPaper(base);
    lexer.setDefaultFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    lexer.setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    lexer.setPaper(base);
    lexer.setColor(text);
    const auto colour = [&lexer](const QColor& color, std::initializer_list<int> styles) {
        for (const int style : styles)
            lexer.setColor(color, style);
    };
    if (m_isJson) {
        colour(key, {QsciLexerJSON::Property});
        colour(value, {QsciLexerJSON::Number, QsciLexerJSON::Keyword});
        colour(mutedColor(text, base), {QsciLexerJSON::CommentLine, QsciLexerJSON::CommentBlock});
        colour(alarmColor(base), {QsciLexerJSON::Error});
        return;
    }
    colour(key, {QsciLexerYAML::Identifier});
    colour(value, {QsciLexerYAML::Number, QsciLexerYAML::Keyword});
    colour(mutedColor(text, base), {QsciLexerYAML::Comment});
    colour(alarmColor(base), {QsciLexerYAML::SyntaxErrorMarker});
}

void ConfigTextEdit::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange) {
        applyColors();
        if (m_document.isRead())
            markFindings();
    }
    QWidget::changeEvent(event);
}

/// Undo and redo go to the actions of the window, and Tab leads on.
bool ConfigTextEdit::eventFilter(QObject* watched, QEvent* event)
{
    const auto* key = static_cast<QKeyEvent*>(event);
    switch (event->type()) {
    case QEvent::ShortcutOverride:
        if (leadsOut(*key)) {
            event->accept(); // Esc stops no job here
            return true;
        }
        if (key->matches(QKeySequence::Undo) || isRedo(*key)) {
            event->ignore();
            return true;
        }
        break;
    case QEvent::FocusIn: m_isPassedBy = isByTab(static_cast<QFocusEvent*>(event)->reason()); break;
    case QEvent::MouseButtonPress: m_isPassedBy = false; break;
    case QEvent::KeyPress:
        if (leadsOut(*key)) {
            focusNextPrevChild(!key->modifiers().testFlag(Qt::ShiftModifier));
            return true;
        }
        m_isPassedBy = m_isPassedBy && key->text().isEmpty();
        break;
    default: break;
    }
    return QWidget::eventFilter(watched, event);
}

/// Esc and Ctrl+Tab always; Tab itself until something is typed, for those who only come through.
bool ConfigTextEdit::leadsOut(const QKeyEvent& key) const
{
    const bool isTab = key.key() == Qt::Key_Tab || key.key() == Qt::Key_Backtab;
    if (key.key() == Qt::Key_Escape)
        return !m_editor->isListActive();
    return isTab && (m_isPassedBy || key.modifiers().testFlag(Qt::ControlModifier));
}

} // namespace ql::widgets
