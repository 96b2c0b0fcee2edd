// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/widgets/window_test.h"
#include "widgets/docks/inspector/inspector_view.h"
#include "widgets/docks/support/dock_description.h"
#include "widgets/handbook/handbook_contents.h"
#include "widgets/handbook/handbook_hits.h"
#include "widgets/handbook/handbook_page.h"
#include "widgets/handbook/handbook_search.h"
#include "widgets/handbook/handbook_window.h"
#include "widgets/text/language.h"

#include <QDockWidget>
#include <QLineEdit>
#include <QRegularExpression>
#include <QScrollBar>
#include <QTextTable>
#include <QTreeWidget>
#include <QTreeWidgetItemIterator>

using namespace ql;
using namespace ql::widgets;

namespace {

QStringList shownChapters(QTreeWidget& contents)
{
    QStringList titles;
    for (QTreeWidgetItemIterator item(&contents, QTreeWidgetItemIterator::NotHidden); *item; ++item)
        if ((*item)->parent())
            titles.append((*item)->text(0));
    return titles;
}

/// How often @p words are marked on the page, and nothing else is.
qsizetype marksOf(HandbookPage& page, const QString& words)
{
    const auto marks = page.extraSelections();
    for (const auto& mark : marks)
        if (mark.cursor.selectedText().compare(words, Qt::CaseInsensitive) != 0)
            return -1;
    return marks.size();
}

QString firstHeading(HandbookPage& page)
{
    return page.document()->firstBlock().text();
}

} // namespace

/// The handbook in the window: chapters, their links and pictures, words found in all of them, the language.
class TestHandbook : public tests::WindowTest {
    Q_OBJECT

private Q_SLOTS:
    void cleanupTestCase() { applyLanguage(QStringLiteral("en")); }

    void everyChapterIsBuiltIn()
    {
        for (const QString& language : availableLanguages()) {
            QVERIFY(handbookChapters(language).size() > 20);
            for (const HandbookChapter& chapter : handbookChapters(language)) {
                QVERIFY2(handbookText(handbookUrl(language, chapter.name)).startsWith(QLatin1String("# ")),
                         qPrintable(chapter.name));
                QVERIFY(!chapter.group.isEmpty());
            }
        }
    }

    void everyDockHasItsChapter()
    {
        for (const DockDescription& dock : dockTable())
            QVERIFY2(!handbookText(handbookUrl(QStringLiteral("en"), QLatin1String(dock.chapter))).isEmpty(), dock.id);
    }

    void anchorsAreThoseOfThePages()
    {
        QCOMPARE(handbookAnchor(QStringLiteral("Rules about a config")), QStringLiteral("rules-about-a-config"));
        QCOMPARE(handbookAnchor(QStringLiteral("error-origin")), QStringLiteral("error-origin"));
        QCOMPARE(handbookAnchor(QStringLiteral("JSON 文档")), QStringLiteral("json-文档"));
        QCOMPARE(handbookAnchor(QStringLiteral("What is good?")), QStringLiteral("what-is-good"));
    }

    void linksLeadToHeadings()
    {
        HandbookWindow handbook(nullptr);
        handbook.show();
        handbook.showChapter(QStringLiteral("compare"));
        QCOMPARE(firstHeading(handbook.page()), QStringLiteral("Where does the error start?"));
        QCOMPARE(handbook.contents().currentItem()->text(0), QStringLiteral("Where does the error start?"));
        handbook.page().setSource(handbook.page().source().resolved(QUrl(QStringLiteral("advice.md#rounding"))));
        QCOMPARE(firstHeading(handbook.page()), QStringLiteral("Verdict and advice"));
        QCOMPARE(handbook.page().textCursor().block().text(), QStringLiteral("rounding"));
        QVERIFY(handbook.page().verticalScrollBar()->value() > 0);
        handbook.page().backward();
        QCOMPARE(firstHeading(handbook.page()), QStringLiteral("Where does the error start?"));
    }

    void tablesHaveLinesAndPicturesFit()
    {
        HandbookWindow handbook(nullptr);
        handbook.show();
        handbook.showChapter(QStringLiteral("metrics"));
        const auto frames = handbook.page().document()->rootFrame()->childFrames();
        const auto* table = qobject_cast<QTextTable*>(frames.value(0));
        QVERIFY(table);
        QCOMPARE(table->rows(), 10);
        QVERIFY(table->format().border() > 0);
        handbook.showChapter(QStringLiteral("window"));
        QVERIFY(handbook.page().horizontalScrollBar()->maximum() == 0);
        handbook.resize(560, 500);
        QTRY_COMPARE(handbook.page().horizontalScrollBar()->maximum(), 0);
    }

    void wordsAreFoundInAllChapters()
    {
        HandbookWindow handbook(nullptr);
        handbook.show();
        handbook.showChapter(QStringLiteral("profile"));
        QVERIFY(handbook.contents().isVisible() && !handbook.hits().isVisible());
        handbook.search().setText(QStringLiteral("TensorBoard"));
        QVERIFY(handbook.hits().isVisible() && !handbook.contents().isVisible());
        QStringList chapters;
        for (int i = 0; i < handbook.hits().topLevelItemCount(); ++i) {
            const auto* chapter = handbook.hits().topLevelItem(i);
            chapters.append(chapter->text(0));
            QVERIFY(chapter->childCount() > 0);
            for (int j = 0; j < chapter->childCount(); ++j)
                QVERIFY(chapter->child(j)->text(0).contains(QLatin1String("tensorboard"), Qt::CaseInsensitive));
        }
        // A line is as high as its words need.
        const auto* line = handbook.hits().topLevelItem(0)->child(0);
        const int width = handbook.hits().fontMetrics().horizontalAdvance(line->text(0));
        QVERIFY(width > handbook.hits().viewport()->width());
        QVERIFY(handbook.hits().visualItemRect(line).height() > handbook.hits().fontMetrics().height() * 2);
        QVERIFY(chapters.size() > 1 && chapters.contains(QStringLiteral("How are the values spread?")));
        const auto text = handbook.page().toPlainText();
        QCOMPARE(marksOf(handbook.page(), QStringLiteral("tensorboard")),
                 text.count(QLatin1String("tensorboard"), Qt::CaseInsensitive));
        QVERIFY(marksOf(handbook.page(), QStringLiteral("tensorboard")) > 0);
        handbook.search().setText(QStringLiteral("no such words anywhere"));
        QCOMPARE(handbook.hits().count(), 0);
        QCOMPARE(handbook.page().extraSelections().size(), 0);
        handbook.search().clear();
        QVERIFY(handbook.contents().isVisible() && !handbook.hits().isVisible());
    }

    /// As it is read: emphasis and line ends of the source are no part of it; all words have to be there.
    void wordsAreFoundAsTheyAreRead()
    {
        const HandbookSearch english(QStringLiteral("en"));
        const auto together = english.find(searchedWords(QStringLiteral("channel weight")));
        QCOMPARE(together.size(), english.find(searchedWords(QStringLiteral(" WEIGHT  Channel "))).size());
        QVERIFY(!together.isEmpty());
        QVERIFY(together.size() < english.find({QStringLiteral("weight")}).size());
        QVERIFY(english.find({QStringLiteral("](")}).isEmpty());
        QVERIFY(english.find({QStringLiteral("| --- |")}).isEmpty());
        QVERIFY(english.find({}).isEmpty());
        for (const auto& hit : together)
            QVERIFY(hit.context.size() <= 112);
        const HandbookSearch chinese(QStringLiteral("zh_CN"));
        const auto hits = chinese.find({QStringLiteral("校准")});
        QVERIFY(hits.size() > 10);
        for (const auto& hit : hits)
            QVERIFY2(hit.context.contains(QStringLiteral("校准")) && hit.context.size() <= 92, qPrintable(hit.context));
        QVERIFY(placesOf({QStringLiteral("a"), QStringLiteral("b")}, QStringLiteral("aXa")).isEmpty());
        QCOMPARE(placesOf({QStringLiteral("b"), QStringLiteral("A")}, QStringLiteral("aXb")).size(), 2);
    }

    void keysGoFromHitToHit()
    {
        HandbookWindow handbook(nullptr);
        handbook.show();
        handbook.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&handbook));
        handbook.showChapter(QStringLiteral("profile"));
        QTest::keyClick(&handbook, Qt::Key_F, Qt::ControlModifier);
        QTRY_VERIFY(handbook.search().hasFocus());
        QTest::keyClicks(&handbook.search(), QStringLiteral("tensorboard"));
        QTest::keyClick(&handbook.search(), Qt::Key_Return);
        const int first = handbook.hits().place();
        QCOMPARE(handbookChapter(handbook.page().source()), QStringLiteral("profile")); // the chapter that is open
        QCOMPARE(handbook.page().textCursor().selectedText().toLower(), QStringLiteral("tensorboard"));
        const auto* found = handbook.hits().currentItem();
        QVERIFY(found && handbook.page().textCursor().block().text().contains(found->text(0).remove(u'…').left(40)));
        for (int i = 0; i < handbook.hits().count(); ++i)
            QTest::keyClick(&handbook.search(), Qt::Key_Return);
        QCOMPARE(handbook.hits().place(), first); // once around, through all chapters
        QTest::keyClick(&handbook.search(), Qt::Key_Return, Qt::ShiftModifier);
        QCOMPARE(handbook.hits().place(), int((first + handbook.hits().count() - 1) % handbook.hits().count()));
        QTest::keyClick(&handbook.search(), Qt::Key_Down);
        QVERIFY(handbook.hits().hasFocus());
        QCOMPARE(handbook.hits().place(), first);
        QTest::keyClick(&handbook, Qt::Key_Escape);
        QVERIFY(handbook.search().text().isEmpty() && handbook.isVisible());
        QTest::keyClick(&handbook, Qt::Key_Escape);
        QVERIFY(!handbook.isVisible());
    }

    void followsTheLanguage()
    {
        HandbookWindow handbook(nullptr);
        handbook.show();
        handbook.showChapter(QStringLiteral("metrics"));
        handbook.search().setText(QStringLiteral("SQNR"));
        const auto english = handbook.hits().topLevelItem(0)->text(0);
        applyLanguage(QStringLiteral("zh_CN"));
        QTRY_VERIFY(handbook.hits().count() > 0 && handbook.hits().topLevelItem(0)->text(0) != english);
        QVERIFY(marksOf(handbook.page(), QStringLiteral("sqnr")) > 0);
        QTRY_COMPARE(firstHeading(handbook.page()), QStringLiteral("指标"));
        QVERIFY(shownChapters(handbook.contents()).contains(QStringLiteral("指标")));
        applyLanguage(QStringLiteral("en"));
        QTRY_COMPARE(firstHeading(handbook.page()), QStringLiteral("Metrics"));
    }

    void adviceLeadsToItsRule()
    {
        compare();
        auto* details = m_window->findChild<InspectorView*>()->findChild<QTextBrowser*>();
        QString link;
        for (int layer = 0; layer < int(session().result()->layers.size()) && link.isEmpty(); ++layer) {
            m_window->workbench().selection().select(layer);
            static const QRegularExpression kLink(QStringLiteral("href=\"(advice#[a-z-]+)\""));
            link = kLink.match(details->toHtml()).captured(1);
        }
        QVERIFY(!link.isEmpty());
        Q_EMIT details->anchorClicked(QUrl(link));
        auto* handbook = m_window->findChild<HandbookWindow*>();
        QVERIFY(handbook && handbook->isVisible());
        QCOMPARE(handbookChapter(handbook->page().source()), QStringLiteral("advice"));
        QCOMPARE(handbook->page().textCursor().block().text(), link.section(u'#', 1));
    }

    void opensAtTheChapterOfTheDockInUse()
    {
        compare();
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        auto* dock = m_window->findChild<QDockWidget*>(QStringLiteral("configDock"));
        m_window->raiseDock(dock->objectName());
        for (auto* widget : dock->findChildren<QWidget*>())
            if (widget->focusPolicy() != Qt::NoFocus && widget->isVisible() && widget->isEnabled())
                widget->setFocus();
        QVERIFY(dock->isAncestorOf(QApplication::focusWidget()));
        m_window->actions().handbook.trigger();
        auto* handbook = m_window->findChild<HandbookWindow*>();
        QVERIFY(handbook && handbook->isVisible());
        QCOMPARE(handbookChapter(handbook->page().source()), QStringLiteral("configs"));
    }
};

QTEST_MAIN(TestHandbook)
#include "tst_handbook.moc"
