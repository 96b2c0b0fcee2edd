// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/guide/chapters.h"

#include <QDir>
#include <QFile>
#include <QRegularExpression>
#include <QTest>
#include <QXmlStreamReader>

using namespace ql::tests;

namespace {

struct Term {
    QString english;
    QString chinese;
    QStringList others; ///< that nothing is called by
};

QString textOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

const QString kTranslations = QStringLiteral(QUANTLOUPE_SOURCE_DIR "/translations/");

QList<Term> terms()
{
    QList<Term> found;
    for (const QString& line : textOf(kTranslations + QLatin1String("terms_zh_CN.txt")).split(u'\n')) {
        const QStringList parts = line.split(QLatin1String(" | "));
        if (!line.startsWith(u'#') && parts.size() == 3)
            found.append({parts[0], parts[1], parts[2].split(QLatin1String(", "))});
    }
    return found;
}

/// What a catalogue translates into, a line each.
QStringList translationsIn(const QString& path)
{
    QFile file(path);
    QStringList found;
    if (!file.open(QIODevice::ReadOnly))
        return found;
    QXmlStreamReader xml(&file);
    while (!xml.atEnd())
        if (xml.readNext() == QXmlStreamReader::StartElement && xml.name() == u"translation")
            found.append(xml.readElementText(QXmlStreamReader::IncludeChildElements).simplified());
    return found;
}

/// The paragraphs of @p text, without what stands in code.
QStringList prose(QString text)
{
    static const QRegularExpression kCode(QStringLiteral("```.*?```|`[^`\\n]*`"),
                                          QRegularExpression::DotMatchesEverythingOption);
    return text.remove(kCode).split(u'\n');
}

/// "LINE (say WORD)" for each line of @p lines with a word that stands for something else's.
QStringList wrongTerms(const QStringList& lines, const QList<Term>& all)
{
    QStringList wrong;
    for (const QString& line : lines)
        for (const Term& term : all)
            for (const QString& other : term.others)
                if (line.contains(other))
                    wrong.append(QStringLiteral("%1: say %2 (%3) in: %4").arg(other, term.chinese, term.english, line));
    return wrong;
}

} // namespace

/// Chinese has one word for one thing, in the window, in reports and in the handbook.
class TestGuideTerms : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void findsWhatIsWrong()
    {
        const QList<Term> all = terms();
        QVERIFY(all.size() >= 15);
        QCOMPARE(wrongTerms({QStringLiteral("每层一个缩放因子"), QStringLiteral("每层一个量化系数")}, all).size(), 1);
        for (const Term& term : all)
            QVERIFY2(!term.others.contains(term.chinese), qPrintable(term.english));
    }

    void everyCatalogueKeepsToThem_data()
    {
        QTest::addColumn<QString>("path");
        for (const QFileInfo& file : QDir(kTranslations).entryInfoList({QStringLiteral("*_zh_CN.ts")}))
            QTest::newRow(qPrintable(file.fileName())) << file.filePath();
    }
    void everyCatalogueKeepsToThem()
    {
        QFETCH(QString, path);
        const QStringList lines = translationsIn(path);
        QVERIFY(lines.size() > 50);
        QCOMPARE(wrongTerms(lines, terms()), QStringList());
    }

    void theHandbookKeepsToThem()
    {
        for (const Chapter& chapter : chapters(QStringLiteral("zh_CN")))
            QCOMPARE(wrongTerms(prose(chapter.text), terms()), QStringList());
        const QString readme = textOf(QStringLiteral(QUANTLOUPE_SOURCE_DIR "/resources/README.zh_CN.md"));
        QVERIFY(readme.size() > 1000);
        QCOMPARE(wrongTerms(prose(readme), terms()), QStringList());
    }

    /// A list that nobody uses forbids nothing.
    void everyTermIsUsed()
    {
        QString all = wholeGuide(QStringLiteral("zh_CN"));
        for (const QFileInfo& file : QDir(kTranslations).entryInfoList({QStringLiteral("*_zh_CN.ts")}))
            all += translationsIn(file.filePath()).join(u'\n');
        for (const Term& term : terms())
            QVERIFY2(all.contains(term.chinese), qPrintable(term.chinese));
    }

    /// "完成：正在检查模型": what a job is called stands in sentences about its end, too.
    void jobsAreNamedByWhatTheyDo()
    {
        const QString catalogue = textOf(kTranslations + QLatin1String("quantloupe_zh_CN.ts"));
        static const QRegularExpression kTitle(QStringLiteral(
            "<source>[^<]*[^.…<]</source>\\s*(?:<comment>[^<]*</comment>\\s*)?<translation>(正在[^<]*)"));
        QStringList found;
        for (const auto& match : kTitle.globalMatch(catalogue))
            found.append(match.captured(1));
        QCOMPARE(found, QStringList());
    }
};

QTEST_GUILESS_MAIN(TestGuideTerms)
#include "tst_guide_terms.moc"
