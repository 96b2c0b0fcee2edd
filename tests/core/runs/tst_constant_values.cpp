// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/program/constant_values.h"

#include "core/base/error.h"
#include "core/graph/text_form/text_form.h"

#include <QtTest>

using namespace ql;

namespace {

std::vector<double> numbers(const runs::ConstantValues& constants, const char* name)
{
    return ops::toTensorData(constants.evaluate(constants.graph().findValue(name).value())).toDoubles();
}

} // namespace

class TestConstantValues : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void followsConstantsThroughNodes()
    {
        const auto graph = graph::parseGraph(R"(graph "g" opset 13
            input x: float32[2,2]
            const w: int8[2,2] = {2, 4, 6, 8}
            const s: float32[] = {0.5}
            d = DequantizeLinear(w, s)
            t = Transpose(d)
            y = MatMul(x, t)
            z = Neg(y)
            output z)");
        const runs::ConstantValues constants(graph);
        QCOMPARE(numbers(constants, "t"), (std::vector<double>{1, 3, 2, 4}));
        QVERIFY(constants.isConstant(*graph.findValue("w")));
        QVERIFY(!constants.isConstant(*graph.findValue("x")));
        QVERIFY(!constants.isConstant(*graph.findValue("z")));
        QVERIFY(!constants.isConstant({}));
    }

    void bodiesSeeWhatTheyCapture()
    {
        const auto graph = graph::parseGraph(R"(graph "g" opset 13
            input c: bool[]
            const w: float32[2] = {1, -2}
            a = Abs(w)
            y = If(c) {then_branch: {graph "then" capture b = a n = Neg(b) output n},
                       else_branch: {graph "else" capture b = a m = Neg(b) output m}}
            output y)");
        const runs::ConstantValues outer(graph);
        QVERIFY(!outer.isConstant(*graph.findValue("y")));
        const auto& body = graph.nodes().back().attributes.requiredGraph("then_branch");
        QCOMPARE(numbers(runs::ConstantValues(body, &outer), "n"), (std::vector<double>{-1, -2}));
        QVERIFY(!runs::ConstantValues(body).isConstant(*body.findValue("n")));
    }

    void randomNumbersAndUnknownOperatorsAreNoConstants()
    {
        const auto graph = graph::parseGraph(R"(graph "g" opset 13
            const w: float32[2] = {1, 2}
            r = RandomNormalLike(w)
            u = "my.domain"/"Magic"(w) opset 1
            output r
            output u)");
        const runs::ConstantValues constants(graph);
        QVERIFY(!constants.isConstant(*graph.findValue("r")));
        QVERIFY(!constants.isConstant(*graph.findValue("u")));
    }

    void errorsNameTheNode()
    {
        const auto graph = graph::parseGraph(R"(graph "g" opset 13
            const w: float32[2] = {1, 2}
            const shape: int64[1] = {3}
            r = Reshape(w, shape) name "odd"
            output r)");
        try {
            numbers(runs::ConstantValues(graph), "r");
            QFAIL("expected an error");
        } catch (const Error& error) {
            QVERIFY2(std::string(error.what()).find("odd") != std::string::npos, error.what());
        }
    }
};

QTEST_APPLESS_MAIN(TestConstantValues)
#include "tst_constant_values.moc"
