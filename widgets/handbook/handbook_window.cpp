// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/handbook/handbook_window.h"

#include "widgets/handbook/handbook_contents.h"
#include "widgets/handbook/handbook_hits.h"
#include "widgets/handbook/handbook_page.h"
#include "widgets/handbook/handbook_search.h"
#include "widgets/style/icons.h"
#include "widgets/text/language.h"
#include "widgets/text/plain_text.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QLineEdit>
#include <QShortcut>
#include <QSplitter>
#include <QStackedWidget>
#include <QToolBar>
#include <QTreeWidget>
#include <QTreeWidgetItemIterator>
#include <QVBoxLayout>

namespace ql::widgets {

namespace {

constexpr QSize kSize(1040, 720);
constexpr QSize kIconSize(16, 16);
constexpr int kContentsWidth = 260;
constexpr int kNameRole = Qt::UserRole; ///< of a chapter

} // namespace

HandbookWindow::HandbookWindow(QWidget* parent)
    : QWidget(parent, Qt::Window)
    , m_search(new QLineEdit(this))
    , m_found(new PlainLabel(this))
    , m_left(new QStackedWidget(this))
    , m_contents(new QTreeWidget(this))
    , m_hits(new HandbookHits(this))
    , m_page(new HandbookPage(this))
{
    setWindowIcon(icon("handbook"));
    auto* bar = new QToolBar(this);
    bar->setIconSize(kIconSize);
    m_back.setIcon(icon("back"));
    m_back.setShortcut(QKeySequence::Back);
    m_forward.setIcon(icon("forward"));
    m_forward.setShortcut(QKeySequence::Forward);
    m_find.setShortcut(QKeySequence::Find);
    m_previous.setIcon(icon("previous_pane"));
    m_previous.setShortcut(QKeySequence::FindPrevious);
    m_next.setIcon(icon("next_pane"));
    m_next.setShortcut(QKeySequence::FindNext);
    bar->addActions({&m_back, &m_forward});
    addActions({&m_back, &m_forward, &m_find});
    m_search->addAction(icon("find"), QLineEdit::LeadingPosition);
    m_search->setClearButtonEnabled(true);
    bar->addWidget(m_search);
    bar->addWidget(m_found);
    bar->addActions({&m_previous, &m_next});
    m_contents->header()->hide();
    m_contents->setRootIsDecorated(false);
    auto* splitter = new QSplitter(this);
    m_left->addWidget(m_contents);
    m_left->addWidget(m_hits);
    splitter->addWidget(m_left);
    splitter->addWidget(m_page);
    splitter->setSizes({kContentsWidth, kSize.width() - kContentsWidth});
    splitter->setStretchFactor(1, 1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    layout->addWidget(bar);
    layout->addWidget(splitter, 1);
    resize(kSize);
    wire();
    wireSearch();
    followLanguage(this, [this] { retranslate(); });
}

HandbookWindow::~HandbookWindow() = default;

void HandbookWindow::wire()
{
    connect(&m_back, &QAction::triggered, m_page, &QTextBrowser::backward);
    connect(&m_forward, &QAction::triggered, m_page, &QTextBrowser::forward);
    connect(m_page, &QTextBrowser::backwardAvailable, &m_back, &QAction::setEnabled);
    connect(m_page, &QTextBrowser::forwardAvailable, &m_forward, &QAction::setEnabled);
    m_back.setEnabled(false);
    m_forward.setEnabled(false);
    connect(m_page, &QTextBrowser::sourceChanged, this, &HandbookWindow::markChapter);
    connect(m_contents, &QTreeWidget::itemSelectionChanged, this, [this] {
        const QTreeWidgetItem* item = m_contents->currentItem();
        const QString name = item ? item->data(0, kNameRole).toString() : QString();
        if (!name.isEmpty() && name != handbookChapter(m_page->source()))
            showChapter(name);
    });
    connect(new QShortcut(Qt::Key_Escape, this), &QShortcut::activated, this, &HandbookWindow::leave);
}

void HandbookWindow::wireSearch()
{
    connect(&m_find, &QAction::triggered, m_search, [this] {
        m_search->setFocus(Qt::ShortcutFocusReason);
        m_search->selectAll();
    });
    connect(m_search, &QLineEdit::textChanged, this, &HandbookWindow::findEverywhere);
    connect(&m_next, &QAction::triggered, m_hits, [this] { m_hits->step(true); });
    connect(&m_previous, &QAction::triggered, m_hits, [this] { m_hits->step(false); });
    connect(m_hits, &HandbookHits::chosen, this, [this](const HandbookHit& hit) {
        if (hit.chapter.name != handbookChapter(m_page->source()))
            m_page->setSource(handbookUrl(currentLanguage(), hit.chapter.name));
        m_page->showBlock(hit.block);
        tellPlace();
    });
    m_search->installEventFilter(this);
}

/// In the search field Enter goes to the next hit, Shift+Enter to the previous one, Down into the list of them.
bool HandbookWindow::eventFilter(QObject* watched, QEvent* event)
{
    if (watched != m_search || event->type() != QEvent::KeyPress)
        return QWidget::eventFilter(watched, event);
    const auto* key = static_cast<QKeyEvent*>(event);
    if (key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter) {
        m_hits->step(!key->modifiers().testFlag(Qt::ShiftModifier));
        return true;
    }
    if (key->key() == Qt::Key_Down && m_hits->count() > 0) {
        m_hits->setFocus(Qt::OtherFocusReason);
        m_hits->step(true);
        return true;
    }
    return false;
}

/// First the search, then the window.
void HandbookWindow::leave()
{
    if (m_search->text().isEmpty())
        close();
    else
        m_search->clear();
}

void HandbookWindow::showChapter(const QString& chapter)
{
    QUrl url = handbookUrl(currentLanguage(), chapter.section(u'#', 0, 0));
    if (const QString anchor = chapter.section(u'#', 1); !anchor.isEmpty())
        url.setFragment(anchor);
    m_page->setSource(url);
    m_hits->standBefore(handbookChapter(url));
}

void HandbookWindow::retranslate()
{
    setWindowTitle(tr("Handbook"));
    setWords(m_back, tr("Back"), tr("Go back to where you were"));
    setWords(m_forward, tr("Forward"), tr("Go forward again"));
    setWords(m_find, tr("Find in the handbook"), tr("Find words in all chapters (Ctrl+F)"));
    setWords(m_previous, tr("Previous"), tr("Go to the previous place that holds the words"));
    setWords(m_next, tr("Next"), tr("Go to the next place that holds the words"));
    m_search->setPlaceholderText(tr("Find in the handbook"));
    setHint(*m_search, tr("Lists the places that hold all these words; Enter and Shift+Enter go from place to place, "
                          "Esc ends the search"));
    m_hits->setAccessibleName(tr("Places that hold the words"));
    constexpr int kMany = 9999;
    m_found->setMinimumWidth(m_found->fontMetrics().horizontalAdvance(tr("%1 of %2").arg(kMany).arg(kMany)));
    m_texts.reset();
    m_contents->setAccessibleName(tr("Contents"));
    m_page->setAccessibleName(tr("Chapter"));
    fillContents();
    const QString chapter = handbookChapter(m_page->source());
    showChapter(chapter.isEmpty() ? QStringLiteral("index") : chapter);
}

void HandbookWindow::fillContents()
{
    const QSignalBlocker blocker(m_contents);
    m_contents->clear();
    QFont bold = font();
    bold.setBold(true);
    QTreeWidgetItem* group = nullptr;
    for (const HandbookChapter& chapter : handbookChapters(currentLanguage())) {
        if (!group || group->text(0) != chapter.group) {
            group = new QTreeWidgetItem(m_contents, {chapter.group});
            group->setFlags(Qt::ItemIsEnabled);
            group->setFont(0, bold);
        }
        auto* item = new QTreeWidgetItem(group, {chapter.title});
        item->setData(0, kNameRole, chapter.name);
    }
    m_contents->expandAll();
    findEverywhere();
}

void HandbookWindow::markChapter(const QUrl& url)
{
    const QSignalBlocker blocker(m_contents);
    const QString name = handbookChapter(url);
    for (QTreeWidgetItemIterator item(m_contents); *item; ++item)
        if ((*item)->data(0, kNameRole).toString() == name) {
            m_contents->setCurrentItem(*item);
            return;
        }
    m_contents->clearSelection();
    m_contents->setCurrentItem(nullptr);
}

void HandbookWindow::findEverywhere()
{
    const QStringList words = searchedWords(m_search->text());
    if (!words.isEmpty() && !m_texts)
        m_texts = std::make_unique<HandbookSearch>(currentLanguage());
    m_hits->setHits(words.isEmpty() ? QList<HandbookHit>() : m_texts->find(words));
    m_hits->standBefore(handbookChapter(m_page->source()));
    m_left->setCurrentWidget(words.isEmpty() ? static_cast<QWidget*>(m_contents) : m_hits);
    m_page->mark(words);
    tellPlace();
}

/// Which of the hits is shown.
void HandbookWindow::tellPlace()
{
    const auto count = m_hits->count();
    const int place = m_hits->currentItem() ? m_hits->place() : -1;
    m_next.setEnabled(count > 0);
    m_previous.setEnabled(count > 0);
    if (searchedWords(m_search->text()).isEmpty())
        m_found->clear();
    else if (count == 0)
        m_found->setText(tr("no place"));
    else if (place < 0)
        m_found->setText(tr("%n place(s)", nullptr, int(count)));
    else
        m_found->setText(tr("%1 of %2").arg(place + 1).arg(count));
}

} // namespace ql::widgets
