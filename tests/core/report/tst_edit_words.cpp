// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/message_catalog.h"
#include "core/report/overview/edit_words.h"

#include <QTest>

using namespace ql;
using namespace ql::report;

/// What was done to a config, as it is kept in English and said in any language.
class TestEditWords : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyTitleComesBack()
    {
        for (int number = 0; number <= int(ConfigChange::Reload); ++number) {
            const auto change = ConfigChange(number);
            const auto title = changeTitle(change, Message::text("/block (1)/conv and add"));
            const auto back = editsFrom(title.english());
            QCOMPARE(back.english(), title.english());
            const auto chinese = chineseMessages().translated(back);
            QVERIFY2(chinese == chineseMessages().translated(title), title.english().c_str());
            QVERIFY2(chinese != title.english(), title.english().c_str());
        }
    }

    void manyEditsComeBack()
    {
        const auto edits = editsText(
            {changeTitle(ConfigChange::Skip, std::vector<std::string>{"conv_34"}), changeTitle(ConfigChange::Typing),
             changeTitle(ConfigChange::Int16, std::vector<std::string>{"a", "b", "c", "d", "e", "f"})});
        QCOMPARE(edits.english(), std::string("Skip conv_34; Typing; Set a, b, c, d and 2 more to int16"));
        QCOMPARE(chineseMessages().translated(editsFrom(edits.english())),
                 std::string("跳过 conv_34; 键入; 将 a, b, c, d 等另外 2 个 设为 int16"));
    }

    /// Of older files, of other languages, or of nobody.
    void whatIsNoTitleStays()
    {
        for (const char* words : {"跳过 conv_34；键入", "Skip", "int16 conv_3", "", "; ", "Skip a and 007 more",
                                  "Skip a and 99999999999999999999 more"}) {
            QCOMPARE(editsFrom(words).english(), std::string(words));
            chineseMessages().translated(editsFrom(words));
        }
        QCOMPARE(chineseMessages().translated(editsFrom("int16 conv_3")), std::string("int16 conv_3"));
    }
};

QTEST_APPLESS_MAIN(TestEditWords)
#include "tst_edit_words.moc"
