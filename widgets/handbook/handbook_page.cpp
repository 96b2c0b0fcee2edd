// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/handbook/handbook_page.h"

#include "widgets/handbook/handbook_contents.h"
#include "widgets/handbook/handbook_search.h"
#include "widgets/style/color_scale.h"

#include <QDesktopServices>
#include <QEvent>
#include <QFrame>
#include <QImage>
#include <QScrollBar>
#include <QTextBlock>
#include <QTextTable>

#include <algorithm>
#include <chrono>

namespace ql::widgets {

namespace {

constexpr std::chrono::milliseconds kSettling{150};
constexpr int kMargin = 12;
constexpr int kCellPadding = 4;
constexpr int kLeastWidth = 200;
constexpr int kLineAlpha = 70;
constexpr QRgb kMark = 0xffffe08a; ///< as a text marker has it, on dark ground, too

/// Calls @p use with every frame below @p frame.
template <typename Use>
void forEachFrame(QTextFrame& frame, const Use& use)
{
    for (QTextFrame* child : frame.childFrames()) {
        use(*child);
        forEachFrame(*child, use);
    }
}

} // namespace

HandbookPage::HandbookPage(QWidget* parent)
    : QTextBrowser(parent)
{
    setFrameShape(QFrame::NoFrame);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOn); // so that pictures keep their width
    document()->setDocumentMargin(kMargin);
    m_fitting.setSingleShot(true);
    m_fitting.setInterval(kSettling);
    connect(&m_fitting, &QTimer::timeout, this, [this] {
        const int place = verticalScrollBar()->value();
        reload();
        verticalScrollBar()->setValue(place);
    });
}

void HandbookPage::mark(const QStringList& words)
{
    m_words = words;
    markWords();
}

void HandbookPage::showBlock(int number)
{
    const QTextBlock block = document()->findBlockByNumber(number);
    if (!block.isValid())
        return;
    QTextCursor cursor(block);
    if (const auto places = placesOf(m_words, block.text()); !places.isEmpty()) {
        cursor.setPosition(block.position() + int(places.front().first));
        cursor.movePosition(QTextCursor::NextCharacter, QTextCursor::KeepAnchor, int(places.front().second));
    }
    setTextCursor(cursor);
    ensureCursorVisible();
    const int below = cursorRect().top() - viewport()->height() / 3; // with what comes before and after it
    verticalScrollBar()->setValue(verticalScrollBar()->value() + below);
}

void HandbookPage::markWords()
{
    QTextCharFormat format;
    format.setBackground(QColor(kMark));
    format.setForeground(Qt::black);
    QList<QTextEdit::ExtraSelection> marks;
    for (QTextBlock block = document()->begin(); block.isValid() && !m_words.isEmpty(); block = block.next())
        for (const auto& [place, length] : placesOf(m_words, block.text())) {
            QTextCursor cursor(block);
            cursor.setPosition(block.position() + int(place));
            cursor.movePosition(QTextCursor::NextCharacter, QTextCursor::KeepAnchor, int(length));
            marks.append({cursor, format});
        }
    setExtraSelections(marks);
}

QVariant HandbookPage::loadResource(int type, const QUrl& name)
{
    const QUrl place = source().resolved(name);
    if (type != QTextDocument::ImageResource)
        return QTextBrowser::loadResource(type, place);
    const QImage picture(u':' + place.path());
    m_drawnWidth = pictureWidth();
    return picture.width() <= m_drawnWidth ? picture : picture.scaledToWidth(m_drawnWidth, Qt::SmoothTransformation);
}

void HandbookPage::doSetSource(const QUrl& name, QTextDocument::ResourceType type)
{
    if (!name.scheme().isEmpty() && name.scheme() != QLatin1String("qrc")) {
        QDesktopServices::openUrl(name);
        return;
    }
    QTextBrowser::doSetSource(name, type);
    drawLines();
    breakCommands();
    colorLinks();
    markWords();
    if (name.hasFragment())
        scrollToHeading(name.fragment(QUrl::FullyDecoded));
}

void HandbookPage::changeEvent(QEvent* event)
{
    QTextBrowser::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && !source().isEmpty())
        m_fitting.start();
}

void HandbookPage::resizeEvent(QResizeEvent* event)
{
    QTextBrowser::resizeEvent(event);
    if (m_drawnWidth != 0 && m_drawnWidth != pictureWidth())
        m_fitting.start();
}

/// The reader leaves tables without lines.
void HandbookPage::drawLines()
{
    QColor line = palette().color(QPalette::Text);
    line.setAlpha(kLineAlpha);
    forEachFrame(*document()->rootFrame(), [&line](QTextFrame& frame) {
        auto* table = qobject_cast<QTextTable*>(&frame);
        if (!table)
            return;
        QTextTableFormat format = table->format();
        format.setBorder(1);
        format.setBorderCollapse(true);
        format.setBorderBrush(line);
        format.setBorderStyle(QTextFrameFormat::BorderStyle_Solid);
        format.setCellPadding(kCellPadding);
        table->setFormat(format);
    });
}

/// The reader leaves commands as wide as they are.
void HandbookPage::breakCommands()
{
    QTextCursor cursor(document());
    for (QTextBlock block = document()->begin(); block.isValid(); block = block.next()) {
        if (!block.blockFormat().nonBreakableLines())
            continue;
        QTextBlockFormat format = block.blockFormat();
        format.setNonBreakableLines(false);
        format.setBackground(palette().alternateBase());
        cursor.setPosition(block.position());
        cursor.setBlockFormat(format);
    }
}

/// The reader takes the application's colour of links, which dark themes often leave dark.
void HandbookPage::colorLinks()
{
    const QColor color = baselineColor(palette().color(QPalette::Base));
    QTextCursor cursor(document());
    for (QTextBlock block = document()->begin(); block.isValid(); block = block.next()) {
        QList<QTextFragment> links;
        for (auto fragment = block.begin(); !fragment.atEnd(); ++fragment)
            if (fragment.fragment().charFormat().isAnchor())
                links.append(fragment.fragment());
        for (const QTextFragment& link : links) {
            QTextCharFormat format;
            format.setForeground(color);
            cursor.setPosition(link.position());
            cursor.setPosition(link.position() + link.length(), QTextCursor::KeepAnchor);
            cursor.mergeCharFormat(format);
        }
    }
}

/// The reader makes no anchors of headings.
void HandbookPage::scrollToHeading(const QString& anchor)
{
    for (QTextBlock block = document()->begin(); block.isValid(); block = block.next()) {
        if (block.blockFormat().headingLevel() == 0 || handbookAnchor(block.text()) != anchor)
            continue;
        setTextCursor(QTextCursor(block));
        const int top = int(document()->documentLayout()->blockBoundingRect(block).top());
        verticalScrollBar()->setValue(std::max(0, top - kMargin));
        return;
    }
}

int HandbookPage::pictureWidth() const
{
    return std::max(kLeastWidth, viewport()->width() - 2 * kMargin);
}

} // namespace ql::widgets
