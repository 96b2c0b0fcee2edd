// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/html/embedded.h"
#include "core/report/html/sentence_forms.h"

#include <QTest>

using ql::report::SentenceForms;

namespace {

constexpr std::string_view kMessages = R"(
    <message><source>clamps %1.</source><translation>截断 %1。</translation></message>
    <message><source>clamps %1. The data spans %2.</source><translation>数据 %2，截断 %1。</translation></message>
    <message><source>%1 of %2</source><translation>%2 中 %1</translation></message>
    <message><source>a &lt; b &amp;&amp; c</source><translation>甲&lt;乙</translation></message>
    <message><source>not yet</source><translation type="unfinished">x</translation></message>)";

} // namespace

class TestSentenceForms : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void placesKeepTheirNumbers()
    {
        const SentenceForms forms(kMessages);
        QCOMPARE(forms.translated("clamps 3 %. The data spans [-1, 100 %1].").value_or(""),
                 std::string("数据 [-1, 100 %1]，截断 3 %。"));
        QCOMPARE(forms.translated("a < b && c").value_or(""), std::string("甲<乙"));
    }

    void whatStandsInAPlaceIsTranslatedToo()
    {
        QCOMPARE(SentenceForms(kMessages).translated("clamps 3 of 8.").value_or(""), std::string("截断 8 中 3。"));
    }

    void whatIsUnknownStays()
    {
        const SentenceForms forms(kMessages);
        QVERIFY(!forms.translated("clamps."));
        QVERIFY(!forms.translated("it clamps 3."));
        QVERIFY(!forms.translated("not yet"));
        QVERIFY(!forms.translated(""));
        QVERIFY(!SentenceForms("<message><source>x").translated("x"));
    }

    void theBuildBringsTheWindowsTranslations()
    {
        const SentenceForms forms(ql::report::embeddedChineseAdvice());
        const auto found = forms.translated("its values reach 200.5: one step of int8 is 1.57.");
        QVERIFY(found && found->find("200.5") != std::string::npos && found->find("step") == std::string::npos);
    }
};

QTEST_APPLESS_MAIN(TestSentenceForms)
#include "tst_sentence_forms.moc"
