// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/expressions/expression.h"
#include "core/base/error.h"
#include "tests/support/error_message.h"

#include <QTest>

#include <cmath>
#include <limits>
#include <vector>

using ql::analysis::Expression;

namespace {

// The pair whose values were computed once from the definitions.
const std::vector<float> kX{1, -2, 3, 0, 0.5f, -4};
const std::vector<float> kY{1.1f, -1.9f, 2.7f, 0.1f, 0.5f, -4.4f};

const std::vector<float> kNone;

double valueOf(const char* text)
{
    return Expression(text)(kX, kY);
}

QString messageOf(const std::string& text)
{
    try {
        const Expression expression(text);
    } catch (const ql::Error& error) {
        return QString::fromUtf8(error.what());
    }
    return {};
}

ql::graph::TensorData floats(const std::vector<float>& numbers)
{
    return ql::graph::TensorData::of(ql::graph::DataType::Float, {std::int64_t(numbers.size())}, numbers);
}

bool isClose(double found, double expected)
{
    return std::abs(found - expected) <= 1e-6 * std::max(1.0, std::abs(expected));
}

} // namespace

class TestExpression : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// By hand: the first two share 1 of 4 + 4 - 1, the next nothing, the third is one box, the last has no area.
    void overlapsOfBoxes()
    {
        const std::vector<float> x{0, 0, 2, 2, 0, 0, 1, 1, 1, 2, 3, 5, 4, 4, 4, 4};
        const std::vector<float> y{1, 1, 3, 3, 2, 2, 3, 3, 1, 2, 3, 5, 4, 4, 4, 4};
        QVERIFY(isClose(Expression("sum(iou(x, y))")(x, y), 1.0 / 7.0 + 1.0));
        QVERIFY(isClose(Expression("count(iou(x, y))")(x, y), 4.0));
        QVERIFY(isClose(Expression("mean(iou(x, y) > 0.5)")(x, y), 0.25));
        QCOMPARE(Expression("argmax(iou(x, y))")(x, y), 2.0);
    }

    void brokenElementsAreNotHidden()
    {
        const std::vector<float> x{1, std::nanf(""), 3, 4}, y{1, 2, 3, 4};
        QVERIFY(std::isnan(Expression("sum(topk(x, 1))")(x, y)));
        QVERIFY(std::isnan(Expression("argmax(x)")(kNone, kNone)));
        QVERIFY(std::isnan(Expression("argmax(x)")(x, y)));        // it decides nothing …
        QCOMPARE(Expression("argmax(x) == argmax(x)")(x, y), 0.0); // … which is right of nothing
    }

    void saysWhatDoesNotFit()
    {
        const auto complaint = [](const char* text) {
            try {
                valueOf(text);
            } catch (const ql::Error& error) {
                return QString::fromUtf8(error.what());
            }
            return QString();
        };
        QVERIFY2(complaint("sum(topk(x, 2) - y)").contains("is given 6 numbers beside 2"),
                 qPrintable(complaint("sum(topk(x, 2) - y)")));
        QVERIFY(complaint("sum(topk(x, 2) - y)").startsWith("expression, up to character 18: -"));
        QVERIFY(complaint("sum(iou(x, y))").contains("iou: is given 6 numbers, expected 4 for each box"));
        QVERIFY(complaint("sum(topk(x, 0))").contains("is asked for 0 numbers"));
        QVERIFY(messageOf("sum(topk(x, y))").contains("the second argument of topk is one number"));
        QVERIFY(messageOf("topk(x, 1)").contains("one number per element"));
    }

    void computes_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<double>("expected");
        const auto row = [](const char* text, double expected) { QTest::newRow(text) << QByteArray(text) << expected; };
        row("max(abs(x-y))", 0.4);
        row("argmax(x)", 2);
        row("argmax(-y)", 5);
        row("argmax(x) == argmax(y)", 1);
        row("sum(topk(x, 2))", 4);                      // 3 and 1
        row("mean(abs(topk(x, 2) - topk(y, 2)))", 0.2); // 3, 1 and 2.7, 1.1
        row("count(topk(x, 2.9))", 2);
        row("sum(topk(x, 100))", -1.5); // all there are
        row("min(topk(x, 3))", 0.5);
        row("mean(square(x - y))", 0.0466666667);
        row("norm(x-y) / norm(x)", 0.0962091386);
        row("20*log10(norm(x)/norm(x-y))", 20.3356735);
        row("dot(x, y) / (norm(x)*norm(y))", 0.995766343);
        row("max(abs(x-y))/max(abs(x))", 0.1);
        // What other tools mean by their metrics.
        row("0.5 + 0.5*dot(x, y)/(norm(x)*norm(y))", 0.997883171); // AMCT's cosine
        row("sqrt(mean(square(x-y)))", 0.21602469);                // RMSE
        row("mean(abs(x-y))", 0.166666667);                        // Horizon's L1
        row("sum(abs(x-y))", 1);
        row("norm(x-y)", 0.529150262);
        row("sum(square(x-y)) / (sum(square(x)) + 1e-7)", 0.00925619832); // PPQ's snr
        row("max(abs(x-y)/abs(y))", 1);                                   // Polygraphy's max rel
        row("max(where(x == 0, 0, abs((x-y)/x)))", 0.1);                  // Rtol without x = 0
        row("mean(square((x-min(x))/(max(x)-min(x)) - (y-min(y))/(max(y)-min(y))))", 0.00236310553); // INC's mse
        row("max(abs(x-y)) / (max(x) - min(x) + 1e-6)", 0.057142849);                                // ONE's MPEIR
        row("20*log10(max(x)-min(x)) - 10*log10(mean(square(x-y)))", 30.211893);                     // PSNR
        row("sum(softmax(x) * log(softmax(x)/softmax(y)))", 0.0126583633);                           // KL over softmax
        row("mean(softmax(x) * log(softmax(x)/softmax(y)))", 0.00210972721);                         // Horizon's KL
        row("0.5*sum(softmax(x)*log(2*softmax(x)/(softmax(x)+softmax(y)))) + "
            "0.5*sum(softmax(y)*log(2*softmax(y)/(softmax(x)+softmax(y))))",
            0.00326349982);                               // JS over softmax
        row("max(abs(x-y)) / 0.05", 8);                   // max_qscale_diff
        row("sqrt(mean(square(x-y))) / 0.05", 4.3204938); // TFLite's RMSE/scale
        row("2 + 3 * 4", 14);
        row("(2 + 3) * 4", 20);
        row("2 - 3 - 4", -5);
        row("16 / 4 / 2", 2);
        row("2 ^ 3 ^ 2", 512);
        row("2 ** -1", 0.5);
        row("-2 ^ 2", -4);
        row("--3", 3);
        row("1e2 + .5", 100.5);
        row("sum(x > 0)", 3);
        row("sum(x >= 0)", 4);
        row("sum(x == 0) + sum(x != 0)", 6);
        row("count(x)", 6);
        row("min(x)", -4);
        row("sum(min(x, 0))", -6);
        row("sum(max(x, 0))", 4.5);
        row("sum(clip(x, -1, 1))", 0.5);
        row("sum(where(x < 0, 1, 10))", 42);
        row("median(x)", 0.25);
        row("percentile(x, 100)", 3);
        row("percentile(x, 20)", -2);
        row("var(x)", 4.9791666667);
        row("std(x)^2", 4.9791666667);
        row("sum(softmax(x))", 1);
        row("sum(sign(x))", 1);
        row("sum(floor(x) + ceil(x) + round(x))", -5);
        row("exp(log(5)) + log2(8) + sqrt(9) + sigmoid(0)", 11.5);
    }

    void computes()
    {
        QFETCH(QByteArray, text);
        QFETCH(double, expected);
        const double found = valueOf(text.constData());
        QVERIFY2(isClose(found, expected), qPrintable(QString::number(found, 'g', 17)));
    }

    void nanComesThrough()
    {
        const std::vector<float> broken{1, std::numeric_limits<float>::quiet_NaN(), 3};
        for (const auto* text : {"max(x)", "min(x)", "mean(x)", "median(x)", "sum(max(x, 0))", "sum(clip(x, 0, 1))"})
            QVERIFY2(std::isnan(Expression(text)(broken, broken)), text);
    }

    void emptyTensorsGiveNoNumber()
    {
        for (const auto* text : {"max(x)", "mean(abs(x-y))", "median(x)", "var(x)"})
            QVERIFY2(std::isnan(Expression(text)(kNone, kNone)), text);
        QCOMPARE(Expression("sum(x)")(kNone, kNone), 0.0);
    }

    void saysWhatIsWrong_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("expected");
        QTest::newRow("nothing") << QByteArray("") << "expected a value, found the end";
        QTest::newRow("per element") << QByteArray("abs(x-y)") << "gives one number per element";
        QTest::newRow("unknown function") << QByteArray("foo(x)") << "no function foo of 1 arguments";
        QTest::newRow("unknown name") << QByteArray("max(z)") << "unknown name z; there are x, y, pi";
        QTest::newRow("arity") << QByteArray("sum(x, y)") << "no function sum of 2 arguments";
        QTest::newRow("open") << QByteArray("max(abs(x-y)") << "expected , or )";
        QTest::newRow("trailing") << QByteArray("max(x) max(y)") << "character 8: expected an operator or the end";
        QTest::newRow("sign") << QByteArray("max(x;y)") << "character 6: expected , or )";
        QTest::newRow("dots") << QByteArray("..") << "expected a number";
        QTest::newRow("percentile") << QByteArray("percentile(x, y)") << "second argument of percentile is one number";
        QTest::newRow("deep") << QByteArray(300, '(') << "nests too deep";
        QTest::newRow("minuses") << QByteArray(300, '-') << "nests too deep";
        QTest::newRow("closed") << QByteArray("max(x[\"a\")") << "expected ]";
        QTest::newRow("quote") << QByteArray("max(x[\"a])") << "the name of an output is not closed";
        QTest::newRow("empty name") << QByteArray("max(x[''])") << "expected the name of an output";
        QTest::newRow("bare name") << QByteArray("max(x[a])") << "expected an output: its name in quotes, or its place";
        QTest::newRow("negative") << QByteArray("max(x[-1])") << "expected an output: its name in quotes, or its place";
        QTest::newRow("long") << QByteArray(5000, '1') << "longer than 4096";
    }

    void saysWhatIsWrong()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, expected);
        const auto message = messageOf(text.toStdString());
        QVERIFY2(message.contains(expected), qPrintable(message));
    }

    void choosesAmongOutputs()
    {
        const ql::caller::NamedArrays x{{"boxes", floats({1, 2})}, {"scores", floats({0.1f, 0.9f, 0.3f})}};
        const ql::caller::NamedArrays y{{"boxes", floats({1, 4})}, {"scores", floats({0.8f, 0.2f, 0.3f})}};
        const auto of = [&](const char* text) { return Expression(text)(x, y); };
        QVERIFY(Expression("max(x[\"boxes\"])").choosesOutputs());
        QVERIFY(!Expression("max(x - y)").choosesOutputs());
        QCOMPARE(of("max(abs(x[\"boxes\"] - y['boxes']))"), 2.0);
        QCOMPARE(of("argmax(x[1]) != argmax(y[ 1 ])"), 1.0);
        QCOMPARE(of("10 * argmax(x[1]) + sum(y[0])"), 15.0);
        const auto wrong = [&](const char* text) { return ql::tests::messageOf([&] { of(text); }); };
        QVERIFY(wrong("max(x[\"classes\"])").contains("no output is called classes"));
        QVERIFY(wrong("max(x[\"classes\"])").contains("the outputs are boxes, scores"));
        QVERIFY(wrong("max(x[2])").contains("there is no output 2, expected 0 to 1"));
        QVERIFY(wrong("max(x)").contains("x is the only output, and there are 2"));
        QVERIFY(wrong("sum(x[0] - x[1])").contains("is given 3 numbers beside 2"));
    }

    void longSumsAreFine()
    {
        std::string text = "sum(x)";
        while (text.size() < 4080)
            text += "+sum(x)";
        QVERIFY(std::isfinite(Expression(text)(kX, kY)));
    }
};

QTEST_APPLESS_MAIN(TestExpression)
#include "tst_expression.moc"
