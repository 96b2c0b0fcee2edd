// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/check/check.h"
#include "core/graph/text_form/text_form.h"
#include "tests/core/analysis/checks/rule_runner.h"

#include <QTest>

using ql::tests::checkText;
using ql::tests::findingsOf;
using ql::tests::summaryOf;

/// The rules about the graph itself: what is unused, shared, dead, unknown, ineffective.
class TestCheckStructure : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void deadNode()
    {
        QCOMPARE(summaryOf("dead-node", R"(graph "g" opset 13
            input x: float32[2]
            y = Relu(x) name "alive"
            a = Abs(x) name "dead"
            b = Neg(a) name "dead_too"
            output y)"),
                 "warning dead, warning dead_too");
    }

    void modelsSavedInTrainingMode()
    {
        const auto dropout = [](const char* share, const char* mode) {
            return std::string("graph \"g\" opset 13\n input x: float32[2]\n const r: float32[] = {") + share
                   + "}\n const t: bool[] = {" + mode
                   + "}\n y = Relu(x)\n o = Dropout(y, r, t) name \"drop\"\n output o";
        };
        QCOMPARE(summaryOf("training-mode", dropout("0.5", "1")), "error drop");
        QCOMPARE(summaryOf("training-mode", dropout("0.5", "0")), "");
        QCOMPARE(summaryOf("training-mode", dropout("0", "1")), "");
        const auto normalization = [](const char* attributes) {
            return std::string(R"(graph "g" opset 15
                input x: float32[1,2,4]
                const s: float32[2] = {1, 1}
                const b: float32[2] = {0, 0}
                y = BatchNormalization(x, s, b, b, s))")
                   + attributes + " name \"bn\"\n output y";
        };
        QCOMPARE(summaryOf("training-mode", normalization(" {training_mode: 1}")), "error bn");
        QCOMPARE(summaryOf("training-mode", normalization("")), "");
    }

    void unusedOutputOfALivingNodeOnly()
    {
        const std::string text = R"(graph "g" opset 13
            input x: float32[1,1,2]
            const w: float32[1,4,2] = {1, 1, 1, 1, 1, 1, 1, 1}
            const r: float32[1,4,1] = {1, 1, 1, 1}
            y, h, _ = LSTM(x, w, r) {hidden_size: 1} name "lstm"
            output y)";
        QCOMPARE(summaryOf("unused-output", text), "info lstm");
        QVERIFY(findingsOf("unused-output", text)[0].message.english().find("output h") != std::string::npos);
    }

    void unusedInitializer()
    {
        QCOMPARE(summaryOf("unused-initializer", R"(graph "g" opset 13
            input x: float32[2]
            const used: float32[2] = {1, 2}
            const left: float32[2] = {1, 2}
            y = Add(x, used) name "add"
            output y)"),
                 "info left");
    }

    void sharedWeight()
    {
        const std::string text = R"(graph "g" opset 13
            input x: float32[1,2,4]
            const w: float32[2,2,1] = {1, 2, 3, 4}
            const c: float32[2,1] = {1, 2}
            y = Conv(x, w) name "first"
            z = Conv(y, w) name "second"
            a = Mul(z, c) name "scale"
            b = Mul(a, c) name "again"
            output b)";
        QCOMPARE(summaryOf("shared-weight", text), "info first");
        const auto result = checkText(text);
        QCOMPARE(result.weightUses[0].name, "w");
        QCOMPARE(result.weightUses[0].layers, (std::vector<std::string>{"first", "second"}));
    }

    void sharedWeightBehindItsDequantizer()
    {
        QCOMPARE(summaryOf("shared-weight", R"(graph "g" opset 13
            input x: float32[1,2,4]
            const q: int8[2,2,1] = {1, 2, 3, 4}
            const s: float32[] = {0.1}
            const z: int8[] = {0}
            w1 = DequantizeLinear(q, s, z)
            w2 = DequantizeLinear(q, s, z)
            y = Conv(x, w1) name "first"
            z1 = Conv(y, w2) name "second"
            output z1)"),
                 "info first");
    }

    void unsupportedOperator()
    {
        const auto result = checkText(R"(graph "g" opset 13, my.domain 2
            input x: float32[2]
            y = my.domain.Mystery(x) name "mystery"
            z = Relu(y) name "relu"
            output z)");
        QCOMPARE(result.findings.size(), std::size_t(1));
        QCOMPARE(result.findings[0].rule, "unsupported-operator");
        QCOMPARE(result.findings[0].subject, "mystery");
        QVERIFY(result.findings[0].severity == ql::results::Severity::Error);
        QVERIFY(result.findings[0].message.english().find("my.domain (version 2)") != std::string::npos);
    }

    void dynamicShape()
    {
        QCOMPARE(summaryOf("dynamic-shape", R"(graph "g" opset 13
            input fixed: float32[2,3]
            input scalar: float32[]
            input batch: float32[N,3]
            input unknown: float32
            a = Add(fixed, scalar)
            b = Add(a, batch)
            y = Add(b, unknown)
            output y)"),
                 "info batch, info unknown");
    }

    void opsetRange()
    {
        const auto text = [](const char* opset, const char* domain, const char* type) {
            return std::string("graph \"g\" opset ") + opset + R"(, com.microsoft 1
                input x: float32[2]
                const s: float32[] = {0.1}
                const z: )"
                   + type + "[] = {0}\n q = " + domain + "QuantizeLinear(x, s, z) name \"q\"\n y = " + domain
                   + "DequantizeLinear(q, s, z) name \"dq\"\n output y";
        };
        QCOMPARE(summaryOf("opset-range", text("20", "", "int16")), "warning q, warning dq");
        QCOMPARE(summaryOf("opset-range", text("21", "", "int16")), "");
        QCOMPARE(summaryOf("opset-range", text("13", "com.microsoft.", "int16")), "");
        QCOMPARE(summaryOf("opset-range", text("13", "", "int8")), "");
        QCOMPARE(summaryOf("opset-range", R"(graph "g" opset 13
            input x: float32[2]
            y = some.domain.Thing(x) opset 0 name "thing"
            output y)"),
                 "warning thing");
    }

    void duplicateName()
    {
        ql::importers::ImportedModel model;
        model.graph = ql::graph::parseGraph("graph \"g\" opset 13\n input x: float32[2]\n y = Relu(x)\n output y");
        model.repeatedNodeNames = {"twin"};
        ql::JobContext ctx;
        const auto result = ql::analysis::checkModel(model, {}, ctx);
        QCOMPARE(result->findings.size(), std::size_t(1));
        QCOMPARE(result->findings[0].rule, "duplicate-name");
        QCOMPARE(result->findings[0].subject, "twin");
    }

    void ineffectiveOperation_data()
    {
        QTest::addColumn<QString>("node");
        QTest::addColumn<bool>("isIneffective");
        QTest::newRow("x1") << "Mul(x, one)" << true;
        QTest::newRow("1x") << "Mul(one, x)" << true;
        QTest::newRow("x2") << "Mul(x, two)" << false;
        QTest::newRow("/1") << "Div(x, one)" << true;
        QTest::newRow("1/") << "Div(one, x)" << false;
        QTest::newRow("+0") << "Add(x, zero)" << true;
        QTest::newRow("+1") << "Add(x, one)" << false;
        QTest::newRow("-0") << "Sub(x, zero)" << true;
        QTest::newRow("0-") << "Sub(zero, x)" << false;
        QTest::newRow("^1") << "Pow(x, one)" << true;
        QTest::newRow("widening +0") << "Add(x, zeros)" << false;
        QTest::newRow("float to float") << "Cast(x) {to: 1}" << true;
        QTest::newRow("float to half") << "Cast(x) {to: 10}" << false;
        QTest::newRow("identity slice") << "Slice(x, starts, ends)" << true;
        QTest::newRow("real slice") << "Slice(x, ones, ends)" << false;
        QTest::newRow("identity transpose") << "Transpose(x) {perm: [0, 1]}" << true;
        QTest::newRow("real transpose") << "Transpose(x) {perm: [1, 0]}" << false;
        QTest::newRow("empty pad") << "Pad(x, nothing)" << true;
        QTest::newRow("identity") << "Identity(x)" << true;
        QTest::newRow("single concat") << "Concat(x) {axis: 0}" << true;
        QTest::newRow("two concat") << "Concat(x, x) {axis: 0}" << false;
    }

    void ineffectiveOperation()
    {
        QFETCH(QString, node);
        QFETCH(bool, isIneffective);
        const auto text = R"(graph "g" opset 13
            input x: float32[2,3]
            const one: float32[] = {1}
            const two: float32[] = {2}
            const zero: float32[] = {0}
            const zeros: float32[4,2,3] = {0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0}
            const starts: int64[2] = {0, 0}
            const ones: int64[2] = {1, 1}
            const ends: int64[2] = {9223372036854775807, 9223372036854775807}
            const nothing: int64[4] = {0, 0, 0, 0}
            y = )" + node.toStdString()
                          + R"( name "node"
            z = Relu(y)
            output z)";
        QCOMPARE(summaryOf("ineffective-operation", text), isIneffective ? "info node" : "");
    }

    void shapeArithmeticIsLeftAlone()
    {
        QCOMPARE(summaryOf("ineffective-operation", R"(graph "g" opset 13
            input x: float32[2]
            const one: int64[] = {1}
            s = Shape(x)
            t: int64[1] = Mul(s, one)
            y = Expand(x, t)
            output y)"),
                 "");
    }

    void badInitializer()
    {
        const std::string text = R"(graph "g" opset 13
            input x: float32[1,2]
            const broken: float32[2] = {nan, 1}
            const endless: float32[2] = {inf, 1}
            const huge: float32[2] = {40000, 1}
            const mask: float32[] = {-inf}
            const fine: float32[2] = {3, -100}
            a = Add(x, broken) name "a"
            b = Add(a, endless) name "b"
            c = Mul(b, huge) name "c"
            d = Add(c, mask) name "d"
            e = Mul(d, fine) name "e"
            output e)";
        QCOMPARE(summaryOf("bad-initializer", text), "error broken, warning endless, warning huge");
        QVERIFY(findingsOf("bad-initializer", text)[0].message.english().find("1 of 2 values") != std::string::npos);
    }

    void aCleanModelHasNoFindings()
    {
        const auto result = checkText(R"(graph "g" opset 13
            input x: float32[1,2,4]
            const w: float32[2,2,1] = {1, 2, 3, 4}
            const b: float32[2] = {1, 2}
            y = Conv(x, w, b) name "conv"
            z = Relu(y) name "relu"
            output z)");
        QVERIFY2(result.findings.empty(), result.findings.empty() ? "" : result.findings[0].message.english().c_str());
        QCOMPARE(result.quantizerState, "float");
        QVERIFY(result.fusableRuns.empty());
    }
};

QTEST_APPLESS_MAIN(TestCheckStructure)
#include "tst_check_structure.moc"
