// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/utf8.h"

#include <QTest>

using ql::printable;
using ql::validUtf8;

class TestUtf8 : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void keepsText_data()
    {
        QTest::addColumn<std::string>("text");
        for (const auto* text : {"", "conv_1", "größe 卷积 😀", "a\tb\nc\r\n", "\xC2\xA0"})
            QTest::newRow(text) << std::string(text);
    }
    void keepsText()
    {
        QFETCH(const std::string, text);
        QCOMPARE(validUtf8(text), text);
        QCOMPARE(printable(text), text);
    }

    void takesTextApart()
    {
        const std::u32string characters = U"a\u00fc\u6f22\U0001F600";
        QVERIFY(ql::charactersOf("aü漢😀") == characters);
        QVERIFY(ql::charactersOf("a\x80") == U"a\uFFFD");
        std::string text;
        for (const auto character : characters + U"\x110000")
            ql::appendUtf8(text, character);
        QCOMPARE(text, std::string("aü漢😀\uFFFD"));
    }

    void replacesWhatIsNoUtf8_data()
    {
        QTest::addColumn<std::string>("bytes");
        // Overlong, a surrogate, too high, cut off, a lone continuation.
        for (const auto* bytes : {"\xC0\xAF", "\xED\xA0\x80", "\xF4\x90\x80\x80", "\xE5\x8D", "\x80"})
            QTest::newRow(QByteArray(bytes).toHex().constData()) << std::string(bytes);
    }
    void replacesWhatIsNoUtf8()
    {
        QFETCH(const std::string, bytes);
        std::string expected;
        for (std::size_t i = 0; i < bytes.size(); ++i)
            expected += ql::kReplacementCharacter;
        QCOMPARE(validUtf8("a" + bytes + "b"), "a" + expected + "b");
    }

    void nothingSteersATerminal_data()
    {
        QTest::addColumn<std::string>("text");
        QTest::addColumn<std::string>("shown");
        QTest::newRow("escape") << std::string("a\x1b[2Jb") << std::string("a\\u001b[2Jb");
        QTest::newRow("carriage return") << std::string("safe\rgone") << std::string("safe\\u000dgone");
        QTest::newRow("delete") << std::string("\x7f") << std::string("\\u007f");
        QTest::newRow("C1: CSI") << std::string("\xC2\x9B"
                                                "2J")
                                 << std::string("\\u009b2J");
        QTest::newRow("right to left") << std::string("\xE2\x80\xAE"
                                                      "txt.exe")
                                       << std::string("\\u202etxt.exe");
        QTest::newRow("isolate") << std::string("\xE2\x81\xA6") << std::string("\\u2066");
        QTest::newRow("Arabic mark") << std::string("\xD8\x9C") << std::string("\\u061c");
        QTest::newRow("line separator") << std::string("\xE2\x80\xA8") << std::string("\\u2028");
        QTest::newRow("zero") << std::string("a\0b", 3) << std::string("a\\u0000b");
    }
    void nothingSteersATerminal()
    {
        QFETCH(const std::string, text);
        QFETCH(const std::string, shown);
        QCOMPARE(printable(text), shown);
    }
};

QTEST_APPLESS_MAIN(TestUtf8)
#include "tst_utf8.moc"
