// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/message_catalog.h"
#include "core/report/json/message_reader.h"

#include <QTest>

using ql::Message;
using ql::Number;
using ql::report::messageFrom;

class TestMessageReader : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aMessageComesBack()
    {
        const Message written("clamps {}: truncation error. The data spans {}, the quantizer {}.",
                              Message("{} of {} values ({})", Number{"3"}, Number{"1,000"}, Number{"0.3 %"}),
                              Number{"-1.5 … 2"}, Number{"-1 … 1"});
        QVERIFY(messageFrom(written.english()) == written);
    }

    void aPlaceMayStandInFront()
    {
        const auto read =
            messageFrom("a.onnx: node conv_3 (Conv, opset 13): input 0 (x) has rank 1, expected 2 or more");
        QCOMPARE(QString::fromStdString(ql::chineseMessages().translated(read)),
                 QStringLiteral("a.onnx: 节点 conv_3（Conv，opset 13）: 输入 0 (x) 的秩为 1，应至少为 2"));
    }

    void whatIsUnknownStays()
    {
        for (const char* text : {"", "conv_3", "a text that nobody wrote.", "a.onnx: anything"}) {
            QVERIFY(messageFrom(text) == Message::text(text));
            QVERIFY(!ql::chineseMessages().knows(messageFrom(text)));
        }
    }

    /// Names come from models: a format must not be tried in every way on them, nor messages be sought in each other
    /// without end. Takes seconds for each where it is.
    void hostileNamesCostNoMoreThanTheirLength()
    {
        for (const char* unit : {": ", ", ", " of a, has (b) and c: d. ", "the scale of "}) {
            std::string name;
            while (name.size() < 4000)
                name += unit;
            for (int again = 0; again < 20; ++again)
                QCOMPARE(messageFrom(name).english(), name);
        }
    }
};

QTEST_APPLESS_MAIN(TestMessageReader)
#include "tst_message_reader.moc"
