// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/guide/chapters.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QRegularExpression>
#include <QTest>
#include <QUrl>

using namespace ql::tests;

/// The pages for a browser: nothing that they point to is missing.
class TestGuidePages : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        if (!QFileInfo::exists(QStringLiteral(QUANTLOUPE_PAGES)))
            QSKIP("SKIPPED: python3-markdown, which makes the pages, was not installed");
    }
    void everyChapterIsAPage()
    {
        for (const QString& language : kGuideLanguages)
            for (const Chapter& chapter : chapters(language))
                QVERIFY2(!page(language, chapter.name).isEmpty(), qPrintable(language + u'/' + chapter.name));
    }

    void everyLinkLeadsSomewhere()
    {
        int links = 0;
        for (const QString& language : kGuideLanguages)
            for (const Chapter& chapter : chapters(language)) {
                const QString text = page(language, chapter.name);
                for (const QString& target :
                     attributes(text, QStringLiteral("href")) + attributes(text, QStringLiteral("src"))) {
                    ++links;
                    QVERIFY2(leadsSomewhere(language, chapter.name, target),
                             qPrintable(QStringLiteral("%1/%2: %3").arg(language, chapter.name, target)));
                }
            }
        QVERIFY(links > 1000); // the contents stand on every page
    }

    void aBrokenLinkIsNoticed()
    {
        const QString en = QStringLiteral("en");
        QVERIFY(!leadsSomewhere(en, QStringLiteral("compare"), QStringLiteral("nowhere.html")));
        QVERIFY(!leadsSomewhere(en, QStringLiteral("compare"), QStringLiteral("advice.html#nowhere")));
        QVERIFY(leadsSomewhere(en, QStringLiteral("compare"), QStringLiteral("advice.html#error-origin")));
    }

    void noLinkIsLeftAsMarkdown()
    {
        for (const QString& language : kGuideLanguages)
            for (const Chapter& chapter : chapters(language))
                QVERIFY2(!page(language, chapter.name).contains(QLatin1String(".md\"")), qPrintable(chapter.name));
    }

private:
    static QString page(const QString& language, const QString& name)
    {
        QFile file(QStringLiteral(QUANTLOUPE_PAGES "/%1/%2.html").arg(language, name));
        return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
    }
    static QStringList attributes(const QString& text, const QString& name)
    {
        QStringList values;
        for (const auto& match : QRegularExpression(name + QStringLiteral("=\"([^\"]*)\"")).globalMatch(text))
            values.append(match.captured(1));
        return values;
    }
    static bool leadsSomewhere(const QString& language, const QString& from, const QString& target)
    {
        const QUrl url(target);
        if (!url.scheme().isEmpty())
            return true;
        const QFileInfo file(QStringLiteral(QUANTLOUPE_PAGES "/%1/%2").arg(language, url.path()));
        if (!url.path().isEmpty() && !file.isFile())
            return false;
        const QString name = url.path().isEmpty() ? from : file.completeBaseName();
        return !url.hasFragment()
               || attributes(page(language, name), QStringLiteral("id")).contains(url.fragment(QUrl::FullyDecoded));
    }
};

QTEST_GUILESS_MAIN(TestGuidePages)
#include "tst_guide_pages.moc"
