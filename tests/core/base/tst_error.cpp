// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"

#include <QTest>

#include <set>

using namespace ql;

class TestError : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsOutermostContextFirst()
    {
        Error error(ErrorCode::InvalidNode, "weight has rank 3, expected 4", "check the export");
        QCOMPARE(QString::fromUtf8(error.what()), QStringLiteral("weight has rank 3, expected 4 (check the export)"));
        error.addContext("node conv_3 (Conv, opset 13)").addContext("model.onnx");
        QCOMPARE(QString::fromUtf8(error.what()),
                 QStringLiteral(
                     "model.onnx: node conv_3 (Conv, opset 13): weight has rank 3, expected 4 (check the export)"));
        QVERIFY(error.context() == (std::vector<Message>{"node conv_3 (Conv, opset 13)", "model.onnx"}));
        QCOMPARE(error.message().english(), std::string("weight has rank 3, expected 4"));
        QCOMPARE(error.hint().english(), std::string("check the export"));
    }

    /// A C string would end there.
    void saysAllOfANameWithAZeroByte()
    {
        const Error error(ErrorCode::Engine, Message("layer {} is odd", std::string("a\0b", 3)));
        QCOMPARE(error.what(), "layer a\\u0000b is odd");
    }

    void needsNoHint() { QCOMPARE(Error(ErrorCode::Engine, "refused").what(), "refused"); }

    void namesEveryCodeDifferently()
    {
        std::set<std::string_view> names;
        for (int code = 0; code <= int(ErrorCode::Internal); ++code)
            names.insert(toString(ErrorCode(code)));
        QCOMPARE(names.size(), std::size_t(ErrorCode::Internal) + 1);
        QCOMPARE(toString(ErrorCode::FileCorrupt), std::string_view("file-corrupt"));
    }

    void addsContextOnTheWayUp()
    {
        const auto fail = []() -> int { throw Error(ErrorCode::Engine, "refused"); };
        try {
            withContext("file", [&] { return withContext("node", fail); });
            QFAIL("nothing was thrown");
        } catch (const Error& error) {
            QCOMPARE(QString::fromUtf8(error.what()), QStringLiteral("file: node: refused"));
            QVERIFY(error.code() == ErrorCode::Engine);
        }
    }

    void passesResultsThrough()
    {
        int number = 3;
        int& same = withContext("anywhere", [&]() -> int& { return number; });
        QCOMPARE(&same, &number);
    }

    void leavesCancellationAlone()
    {
        QVERIFY_EXCEPTION_THROWN(withContext("node", [] { throw Cancelled(); }), Cancelled);
        QVERIFY((!std::is_base_of_v<Error, Cancelled>));
    }
};

QTEST_APPLESS_MAIN(TestError)
#include "tst_error.moc"
