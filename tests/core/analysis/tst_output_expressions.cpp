// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/expressions/output_expressions.h"
#include "core/base/error.h"
#include "tests/support/error_message.h"

#include <QTest>

#include <cmath>

using namespace ql;
using analysis::OutputExpressions;
using tests::messageOf;

namespace {

graph::TensorData floats(graph::Shape shape, const std::vector<float>& numbers)
{
    return graph::TensorData::of(graph::DataType::Float, std::move(shape), numbers);
}

const caller::NamedArrays kOutputs{{"logits", floats({1, 2, 2}, {0, 0, float(std::log(2.0)), 0})},
                                   {"count", graph::TensorData::of<std::int64_t>(graph::DataType::Int64, {}, {3})}};

} // namespace

class TestOutputExpressions : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void measuresWhatIsMade()
    {
        const auto made = OutputExpressions(
            {"p = softmax(x[\"logits\"])", " best=topk(x[0], 2)", "n = x['count'] + sum(x[0] == 0)"})(kOutputs);
        QCOMPARE(made.size(), std::size_t(3));
        QCOMPARE(made[0].first, std::string("p"));
        QCOMPARE(made[0].second.shape(), (graph::Shape{1, 2, 2})); // the output's
        const auto p = made[0].second.toDoubles();
        QVERIFY(std::abs(p[0] - 0.2) < 1e-6 && std::abs(p[2] - 0.4) < 1e-6);
        QCOMPARE(made[1].first, std::string("best"));
        QCOMPARE(made[1].second.shape(), (graph::Shape{2}));
        QCOMPARE(made[2].second.toDoubles(), (std::vector<double>{6.0}));
    }

    void theOnlyOutputNeedsNoName()
    {
        const auto made = OutputExpressions({"twice = 2 * x"})({kOutputs[1]});
        QCOMPARE(made.at(0).second.toDoubles(), (std::vector<double>{6.0}));
        QCOMPARE(made.at(0).second.shape(), graph::Shape{});
        QVERIFY(messageOf([] {
                    OutputExpressions({"twice = 2 * x"})(kOutputs);
                }).contains("output twice: x is the only output, and there are 2"));
    }

    void refusesWhatMakesNoOutput_data()
    {
        QTest::addColumn<QStringList>("texts");
        QTest::addColumn<QString>("expected");
        QTest::newRow("no name") << QStringList{"softmax(x)"} << "makes no output: expected NAME = EXPRESSION";
        QTest::newRow("comparison") << QStringList{"max(x) == 1"} << "makes no output";
        QTest::newRow("twice") << QStringList{"p = x", "p = 2*x"} << "the output p is made twice";
        QTest::newRow("other side") << QStringList{"p = x - y"} << "unknown name y; there are x, pi";
        QTest::newRow("nothing") << QStringList{"p ="} << "expected a value, found the end";
    }

    void refusesWhatMakesNoOutput()
    {
        QFETCH(QStringList, texts);
        QFETCH(QString, expected);
        std::vector<std::string> words;
        for (const auto& text : texts)
            words.push_back(text.toStdString());
        const auto message = messageOf([&] { OutputExpressions{words}; });
        QVERIFY2(message.contains(expected), qPrintable(message));
    }
};

QTEST_APPLESS_MAIN(TestOutputExpressions)
#include "tst_output_expressions.moc"
