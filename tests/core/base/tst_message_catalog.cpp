// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/message_catalog.h"
#include "tests/core/base/message_scan.h"

#include <QRegularExpression>
#include <QTest>

#include <filesystem>
#include <set>

using ql::Message;
using ql::MessageCatalog;
using ql::Number;

namespace {

constexpr std::string_view kMessages = R"(
    <message><source>clamps {}.</source><translation>截断 {}。</translation></message>
    <message><source>clamps {}. The data spans {:.1f}.</source><translation>数据 {1}，截断 {0}。</translation></message>
    <message><source>{} of {}</source><translation>{1} 中 {0}</translation></message>
    <message><source> or </source><translation> 或 </translation></message>
    <message><source>a &lt; b &amp;&amp; {c}</source><translation>甲&lt;乙 {丙}</translation></message>
    <message><source>not yet</source><translation type="unfinished">x</translation></message>)";

std::string loud(std::string_view number)
{
    return '<' + std::string(number) + '>';
}

/// "{}", "{1}": how often each part stands in @p format.
std::multiset<int> placesIn(const std::string& format)
{
    static const QRegularExpression kPlace(QStringLiteral("\\{\\{|\\}\\}|\\{(\\d?)(?::[^}]*)?\\}"));
    std::multiset<int> places;
    for (auto found = kPlace.globalMatch(QString::fromStdString(format)); found.hasNext();) {
        const auto match = found.next();
        if (match.captured().size() == 2 && match.captured() != QLatin1String("{}"))
            continue; // a doubled brace
        places.insert(match.captured(1).isEmpty() ? int(places.size()) : match.captured(1).toInt());
    }
    return places;
}

} // namespace

class TestMessageCatalog : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void englishIsWhatFmtWrites()
    {
        QCOMPARE(Message("a {{{}}} of {:.2f}", "x", 1.5).english(), std::string("a {x} of 1.50"));
        QCOMPARE(Message("no {place}").english(), std::string("no {place}"));
        QCOMPARE(Message("{1} {0}", 1, Message("in {}", 2)).english(), std::string("in 2 1"));
        QCOMPARE(Message::names({"a", "b"}, " or ").english(), std::string("a or b"));
        QCOMPARE(Message::text("{}").english(), std::string("{}"));
        QVERIFY(Message().empty() && Message::text("").empty());
    }

    void placesKeepTheirNumbers()
    {
        const MessageCatalog catalog(kMessages);
        QCOMPARE(catalog.translated(Message("clamps {}. The data spans {:.1f}.", "[{1}]", 2.0)),
                 std::string("数据 2.0，截断 [{1}]。"));
        QCOMPARE(catalog.translated("a < b && {c}"), std::string("甲<乙 {丙}"));
    }

    void whatStandsInAPlaceIsTranslatedToo()
    {
        const MessageCatalog catalog(kMessages);
        QCOMPARE(catalog.translated(Message("clamps {}.", Message("{} of {}", 3, 8))), std::string("截断 8 中 3。"));
        QCOMPARE(catalog.translated(Message("clamps {}.", Message::names({"a", "b"}, " or "))),
                 std::string("截断 a 或 b。"));
    }

    void whatIsUnknownStays()
    {
        const MessageCatalog catalog(kMessages);
        QVERIFY(!catalog.knows("clamps."));
        QVERIFY(!catalog.knows("not yet"));
        QVERIFY(!catalog.knows(Message()));
        QCOMPARE(catalog.translated(Message("it clamps {}", 3)), std::string("it clamps 3"));
        QVERIFY(MessageCatalog("<message><source>x").pairs().empty());
    }

    void aFrameSpeaksAsWhatStandsInIt()
    {
        const MessageCatalog catalog(kMessages);
        const Message known("{}: {}", "a.yaml:3:1", Message("clamps {}.", 3));
        QVERIFY(catalog.knows(known));
        QCOMPARE(catalog.translated(known), std::string("a.yaml:3:1: 截断 3。"));
        QVERIFY(!catalog.knows(Message("{}: {}", "a.yaml:3:1", Message("anything"))));
    }

    void numbersAreWrittenAsAsked()
    {
        const Message message("clamps {}.", Message("{} of {}", Number{"3.1 %"}, "1.5"));
        QCOMPARE(MessageCatalog(kMessages).translated(message, loud), std::string("截断 1.5 中 <3.1 %>。"));
        QCOMPARE(message.written({}, loud), std::string("clamps <3.1 %> of 1.5."));
    }

    void everyMessageOfCoreIsTranslated()
    {
        const auto formats = ql::tests::messageFormats(std::filesystem::path(QUANTLOUPE_SOURCE_DIR) / "core");
        QVERIFY(formats.size() > 1000);
        QStringList unknown;
        for (const auto& [format, file] : formats)
            if (ql::tests::hasWords(format) && !ql::chineseMessages().pairs().contains(format))
                unknown.append(QString::fromStdString(file + '\t' + format));
        QVERIFY2(unknown.isEmpty(), qPrintable(unknown.join(u'\n')));
    }

    void everyTranslationIsOfAMessageOfCore()
    {
        const auto formats = ql::tests::messageFormats(std::filesystem::path(QUANTLOUPE_SOURCE_DIR) / "core");
        QStringList strangers;
        for (const auto& [format, translation] : ql::chineseMessages().pairs())
            if (!formats.contains(format))
                strangers.append(QString::fromStdString(format));
        QVERIFY2(strangers.isEmpty(), qPrintable(strangers.join(u'\n')));
    }

    void everyWordOfTheReportIsTranslated()
    {
        const auto words = ql::tests::labelWords(std::filesystem::path(QUANTLOUPE_SOURCE_DIR) / "core/report");
        QVERIFY(words.size() > 60);
        for (const auto& [word, file] : words)
            QVERIFY2(ql::chineseReportWords().pairs().contains(word), (file + '\t' + word).c_str());
    }

    void translationsAreChineseAndHaveTheSamePlaces()
    {
        static const QRegularExpression kHan(QStringLiteral("\\p{Han}"));
        for (const auto& [format, translation] : ql::chineseMessages().pairs()) {
            QVERIFY2(placesIn(format) == placesIn(translation), format.c_str());
            if (ql::tests::hasWords(format))
                QVERIFY2(QString::fromStdString(translation).contains(kHan), format.c_str());
        }
    }
};

QTEST_APPLESS_MAIN(TestMessageCatalog)
#include "tst_message_catalog.moc"
