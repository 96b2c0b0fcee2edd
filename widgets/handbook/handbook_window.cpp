// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/handbook/handbook_window.h"

#include "widgets/handbook/handbook_contents.h"
#include "widgets/handbook/handbook_page.h"
#include "widgets/style/icons.h"
#include "widgets/text/find_words.h"
#include "widgets/text/language.h"

#include <QHeaderView>
#include <QLineEdit>
#include <QShortcut>
#include <QSplitter>
#include <QToolBar>
#include <QTreeWidget>
#include <QTreeWidgetItemIterator>
#include <QVBoxLayout>

namespace ql::widgets {

namespace {

constexpr QSize kSize(1040, 720);
constexpr QSize kIconSize(16, 16);
constexpr int kContentsWidth = 230;
constexpr int kNameRole = Qt::UserRole; ///< of a chapter

} // namespace

HandbookWindow::HandbookWindow(QWidget* parent)
    : QWidget(parent, Qt::Window)
    , m_search(new QLineEdit(this))
    , m_contents(new QTreeWidget(this))
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
    bar->addActions({&m_back, &m_forward});
    addActions({&m_back, &m_forward, &m_find});
    m_search->addAction(icon("find"), QLineEdit::LeadingPosition);
    m_search->setClearButtonEnabled(true);
    bar->addWidget(m_search);
    m_contents->header()->hide();
    m_contents->setRootIsDecorated(false);
    auto* splitter = new QSplitter(this);
    splitter->addWidget(m_contents);
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
    followLanguage(this, [this] { retranslate(); });
}

void HandbookWindow::wire()
{
    connect(&m_back, &QAction::triggered, m_page, &QTextBrowser::backward);
    connect(&m_forward, &QAction::triggered, m_page, &QTextBrowser::forward);
    connect(m_page, &QTextBrowser::backwardAvailable, &m_back, &QAction::setEnabled);
    connect(m_page, &QTextBrowser::forwardAvailable, &m_forward, &QAction::setEnabled);
    m_back.setEnabled(false);
    m_forward.setEnabled(false);
    connect(&m_find, &QAction::triggered, m_search, [this] {
        m_search->setFocus(Qt::ShortcutFocusReason);
        m_search->selectAll();
    });
    connect(m_search, &QLineEdit::textChanged, this, &HandbookWindow::keepMatching);
    connect(m_search, &QLineEdit::returnPressed, this, [this] { findWords(*m_page, m_search->text(), true); });
    connect(m_page, &QTextBrowser::sourceChanged, this, &HandbookWindow::markChapter);
    connect(m_contents, &QTreeWidget::itemSelectionChanged, this, [this] {
        const QTreeWidgetItem* item = m_contents->currentItem();
        const QString name = item ? item->data(0, kNameRole).toString() : QString();
        if (!name.isEmpty() && name != handbookChapter(m_page->source()))
            showChapter(name);
    });
    connect(new QShortcut(Qt::Key_Escape, this), &QShortcut::activated, this, &QWidget::close);
}

void HandbookWindow::showChapter(const QString& chapter)
{
    QUrl url = handbookUrl(currentLanguage(), chapter.section(u'#', 0, 0));
    if (const QString anchor = chapter.section(u'#', 1); !anchor.isEmpty())
        url.setFragment(anchor);
    m_page->setSource(url);
    if (!m_search->text().isEmpty())
        findWords(*m_page, m_search->text(), true);
}

void HandbookWindow::retranslate()
{
    setWindowTitle(tr("Handbook"));
    setWords(m_back, tr("Back"), tr("Go back to where you were"));
    setWords(m_forward, tr("Forward"), tr("Go forward again"));
    setWords(m_find, tr("Find in the handbook"), tr("Find chapters that hold these words (Ctrl+F)"));
    m_search->setPlaceholderText(tr("Find in the handbook"));
    setHint(*m_search, tr("Keeps the chapters that hold these words; Enter goes from place to place"));
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
    keepMatching();
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

/// Of the contents, those chapters that hold the words.
void HandbookWindow::keepMatching()
{
    const QString words = m_search->text();
    for (int i = 0; i < m_contents->topLevelItemCount(); ++i) {
        QTreeWidgetItem* group = m_contents->topLevelItem(i);
        bool isAny = false;
        for (int j = 0; j < group->childCount(); ++j) {
            const QUrl url = handbookUrl(currentLanguage(), group->child(j)->data(0, kNameRole).toString());
            const bool holds = words.isEmpty() || handbookText(url).contains(words, Qt::CaseInsensitive);
            group->child(j)->setHidden(!holds);
            isAny = isAny || holds;
        }
        group->setHidden(!isAny);
    }
}

} // namespace ql::widgets
