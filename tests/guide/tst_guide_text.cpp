// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/guide/chapters.h"

#include <QDir>
#include <QFile>
#include <QImage>
#include <QTest>

#include <algorithm>

using namespace ql::tests;

/// Both languages say the same, in the same places.
class TestGuideText : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyChapterIsListed_data() { languages(); }
    void everyChapterIsListed()
    {
        QFETCH(QString, language);
        QStringList listed;
        for (const Chapter& chapter : chapters(language)) {
            QVERIFY2(chapter.text.startsWith(QLatin1String("# ")), qPrintable(chapter.name));
            listed.append(chapter.name + QLatin1String(".md"));
        }
        listed.sort();
        QCOMPARE(QDir(guideFolder(language)).entryList({QStringLiteral("*.md")}, QDir::Files, QDir::Name), listed);
    }

    void bothLanguagesAreBuiltAlike()
    {
        const QList<Chapter> english = chapters(QStringLiteral("en"));
        const QList<Chapter> chinese = chapters(QStringLiteral("zh_CN"));
        QVERIFY(english.size() > 20);
        QCOMPARE(chinese.size(), english.size());
        for (qsizetype i = 0; i < english.size(); ++i) {
            QCOMPARE(chinese[i].name, english[i].name);
            QCOMPARE(levels(chinese[i]), levels(english[i]));
            QCOMPARE(chinese[i].commands(), english[i].commands());
            QCOMPARE(chinese[i].scripts(), english[i].scripts());
            QCOMPARE(chinese[i].pictures(), english[i].pictures());
            QCOMPARE(rowsOfTables(chinese[i]), rowsOfTables(english[i]));
            QCOMPARE(chapterLinks(chinese[i]), chapterLinks(english[i]));
        }
    }

    void theChineseGuideIsChinese()
    {
        for (const Chapter& chapter : chapters(QStringLiteral("zh_CN"))) {
            const auto han =
                std::ranges::count_if(chapter.text, [](QChar c) { return c.script() == QChar::Script_Han; });
            QVERIFY2(han * 16 > chapter.text.size(), qPrintable(chapter.name));
        }
    }

    void everyPictureIsShownAndSmall_data() { languages(); }
    void everyPictureIsShownAndSmall()
    {
        QFETCH(QString, language);
        constexpr qint64 kLargest = 100 * 1024;
        QStringList shown;
        for (const Chapter& chapter : chapters(language))
            shown += chapter.pictures();
        shown.sort();
        QVERIFY(shown.size() >= 10);
        QStringList there;
        const QDir folder(guideFolder(language) + QLatin1String("/pictures"));
        for (const QFileInfo& file : folder.entryInfoList(QDir::Files, QDir::Name)) {
            there.append(QLatin1String("pictures/") + file.fileName());
            QVERIFY2(file.size() <= kLargest, qPrintable(file.fileName()));
            QVERIFY2(!QImage(file.filePath()).isNull(), qPrintable(file.fileName()));
        }
        QCOMPARE(shown, there);
    }

    void theReadmePointsIntoTheGuide_data()
    {
        QTest::addColumn<QString>("folder");
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("guide");
        QTest::newRow("English") << QString() << "README.md"
                                 << "resources/guide/en/";
        QTest::newRow("Chinese") << "resources/"
                                 << "README.zh_CN.md"
                                 << "guide/zh_CN/";
    }
    void theReadmePointsIntoTheGuide()
    {
        QFETCH(QString, folder);
        QFETCH(QString, name);
        QFETCH(QString, guide);
        const QString root = QStringLiteral(QUANTLOUPE_SOURCE_DIR "/") + folder;
        QFile file(root + name);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const Chapter readme{QStringLiteral("README"), QString::fromUtf8(file.readAll())};
        const QStringList links = readme.links() + readme.pictures();
        QVERIFY(links.filter(guide).size() > 5);
        for (const QString& link : links)
            QVERIFY2(QFile::exists(root + link), qPrintable(link));
        QVERIFY(readme.text.count(u'\n') < 100); // what is more belongs into a chapter
    }

    /// What is typed stands in both.
    void bothReadmesHaveTheSameCommands()
    {
        const auto commandsIn = [](const char* name) {
            QFile file(QStringLiteral(QUANTLOUPE_SOURCE_DIR "/") + QLatin1String(name));
            QStringList found;
            if (file.open(QIODevice::ReadOnly))
                for (const QString& line : QString::fromUtf8(file.readAll()).split(u'\n'))
                    if (line.startsWith(QLatin1String("    quantloupe-cli "))
                        || line.startsWith(QLatin1String("    answer")))
                        found.append(line);
            return found;
        };
        QCOMPARE(commandsIn("resources/README.zh_CN.md"), commandsIn("README.md"));
        QVERIFY(commandsIn("README.md").size() > 5);
    }

private:
    static void languages()
    {
        QTest::addColumn<QString>("language");
        for (const QString& language : kGuideLanguages)
            QTest::newRow(qPrintable(language)) << language;
    }
    static QString levels(const Chapter& chapter)
    {
        QStringList levels{chapter.name};
        for (const QString& heading : chapter.headings())
            levels.append(heading.section(u' ', 0, 0));
        return levels.join(u' ');
    }
    static QString rowsOfTables(const Chapter& chapter)
    {
        return QStringLiteral("%1: %2 rows").arg(chapter.name).arg(chapter.text.count(QLatin1String("\n| ")));
    }
    static QStringList chapterLinks(const Chapter& chapter)
    {
        QStringList targets;
        for (const QString& link : chapter.links())
            targets.append(link.section(u'#', 0, 0));
        targets.sort();
        return targets;
    }
};

QTEST_GUILESS_MAIN(TestGuideText)
#include "tst_guide_text.moc"
