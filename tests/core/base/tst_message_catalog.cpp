// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/chinese_messages.h"
#include "tests/core/base/message_scan.h"

#include <QRegularExpression>
#include <QTest>

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <set>

using ql::MessageCatalog;

namespace {

constexpr std::string_view kMessages = R"(
    <message><source>clamps %1.</source><translation>截断 %1。</translation></message>
    <message><source>clamps %1. The data spans %2.</source><translation>数据 %2，截断 %1。</translation></message>
    <message><source>%1 of %2</source><translation>%2 中 %1</translation></message>
    <message><source>a &lt; b &amp;&amp; c</source><translation>甲&lt;乙</translation></message>
    <message><source>not yet</source><translation type="unfinished">x</translation></message>)";

namespace fs = std::filesystem;

const fs::path kCore = fs::path(QUANTLOUPE_SOURCE_DIR) / "core";

/// Rooms where every sentence is for the user.
bool speaksToTheUser(const fs::path& file)
{
    const auto path = fs::relative(file, kCore).generic_string();
    constexpr std::array kFolders{"analysis/checks/", "config/constraints/", "config/dialects/"};
    constexpr std::array kFiles{"analysis/advice.cpp", "analysis/layer_advice.cpp", "analysis/weight_advice.cpp",
                                "analysis/error_origin.cpp"};
    return std::ranges::any_of(kFolders, [&path](const char* folder) { return path.starts_with(folder); })
           || std::ranges::find(kFiles, path) != kFiles.end();
}

std::vector<fs::path> coreSources()
{
    std::vector<fs::path> files;
    for (const auto& entry : fs::recursive_directory_iterator(kCore))
        if (entry.path().extension() == ".cpp" || entry.path().extension() == ".h")
            files.push_back(entry.path());
    std::ranges::sort(files);
    return files;
}

/// "has x1 elements, the scale x2".
std::string filledIn(const std::string& form)
{
    std::string text;
    for (std::size_t i = 0; i < form.size(); ++i)
        text += form[i] == '%' && i + 1 < form.size() && std::isdigit(static_cast<unsigned char>(form[i + 1])) != 0
                    ? 'x'
                    : form[i];
    return text;
}

bool isChinese(const std::string& text)
{
    return QString::fromStdString(text).contains(QRegularExpression(QStringLiteral("\\p{Han}")));
}

} // namespace

class TestMessageCatalog : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// Names come from models: a form must not be tried in every way on them, nor sentences be sought in each other
    /// without end. Takes seconds for each where it is.
    void hostileNamesCostNoMoreThanTheirLength()
    {
        for (const char* unit : {": ", ", ", " is a, has (b) and c: d. ", "the scale of "}) {
            std::string name;
            while (name.size() < 4000)
                name += unit;
            for (int again = 0; again < 20; ++again)
                QVERIFY(!ql::chineseMessages().translated(name));
        }
    }

    void placesKeepTheirNumbers()
    {
        const MessageCatalog forms(kMessages);
        QCOMPARE(forms.translated("clamps 3 %. The data spans [-1, 100 %1].").value_or(""),
                 std::string("数据 [-1, 100 %1]，截断 3 %。"));
        QCOMPARE(forms.translated("a < b && c").value_or(""), std::string("甲<乙"));
    }

    void whatStandsInAPlaceIsTranslatedToo()
    {
        QCOMPARE(MessageCatalog(kMessages).translated("clamps 3 of 8.").value_or(""), std::string("截断 8 中 3。"));
    }

    void whatIsUnknownStays()
    {
        const MessageCatalog forms(kMessages);
        QVERIFY(!forms.translated("clamps."));
        QVERIFY(!forms.translated("it clamps 3."));
        QVERIFY(!forms.translated("not yet"));
        QVERIFY(!forms.translated(""));
        QVERIFY(!MessageCatalog("<message><source>x").translated("x"));
    }

    void aPlaceMayStandInFront()
    {
        const MessageCatalog forms(kMessages);
        QCOMPARE(forms.translated("a.yaml:3:1: a < b && c").value_or(""), std::string("a.yaml:3:1: 甲<乙"));
        QVERIFY(!forms.translated("a.yaml:3:1: anything"));
    }

    void partsAreWrittenAsAsked()
    {
        const MessageCatalog forms(kMessages);
        const auto loud = [](std::string_view part) { return '<' + std::string(part) + '>'; };
        QCOMPARE(forms.translated("clamps 3 of 8. The data spans a, b.", loud).value_or(""),
                 std::string("数据 <a>, <b>，截断 <8> 中 <3>。"));
        QCOMPARE(forms.rewritten("clamps 3 of 8.", loud).value_or(""), std::string("clamps <3> of <8>."));
    }

    void everySentenceOfCoreIsTranslated()
    {
        std::set<std::string> unknown;
        for (const auto& file : coreSources())
            for (const auto& sentence : ql::tests::sentencesIn(file, speaksToTheUser(file) ? ql::tests::Scan::Everything
                                                                                           : ql::tests::Scan::Calls)) {
                const auto chinese = ql::chineseMessages().translated(filledIn(sentence.form));
                if (!chinese || !isChinese(*chinese))
                    unknown.insert(sentence.file + '\t' + sentence.form);
            }
        for (const auto& sentence : unknown)
            qWarning("%s", sentence.c_str());
        QCOMPARE(unknown.size(), std::size_t(0));
    }

    void everyTranslationIsOfASentenceOfCore()
    {
        QString said;
        for (const auto& file : coreSources())
            said += QString::fromStdString(ql::tests::literalsIn(file));
        said += QString(said).remove(QRegularExpression(QStringLiteral("\\{[^}\n]*\\}")));
        const QRegularExpression places(QStringLiteral("%[1-9]"));
        const QRegularExpression punctuation(QStringLiteral("^\\W+|\\W+$"));
        constexpr int kLongEnough = 8; // shorter ones may be a format's rest
        QStringList strangers;
        for (const auto& [source, translation] : ql::chineseMessages().pairs()) {
            const QString form = QString::fromStdString(source);
            for (QString part : form.split(places))
                if (part.remove(punctuation).size() >= kLongEnough && !said.contains(part))
                    strangers.append(form);
            for (auto place = places.globalMatch(form); place.hasNext();)
                QVERIFY2(QString::fromStdString(translation).contains(place.next().captured()), source.c_str());
        }
        QVERIFY2(strangers.isEmpty(), qPrintable(strangers.join(u'\n')));
    }

    void theBuildBringsTheTranslations()
    {
        const auto found = ql::chineseMessages().translated("its values reach 200.5: one step of int8 is 1.57.");
        QVERIFY(found && found->find("200.5") != std::string::npos && found->find("step") == std::string::npos);
    }
};

QTEST_APPLESS_MAIN(TestMessageCatalog)
#include "tst_message_catalog.moc"
