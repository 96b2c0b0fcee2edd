// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/operators/op_kind.h"

#include <QTest>

using namespace ql::graph;

using Shapes = std::vector<Shape>;
Q_DECLARE_METATYPE(Shapes)

class TestCost : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void countsMultiplications_data()
    {
        QTest::addColumn<QByteArray>("domain");
        QTest::addColumn<QByteArray>("opType");
        QTest::addColumn<Shapes>("inputs");
        QTest::addColumn<Shapes>("outputs");
        QTest::addColumn<quint64>("expected");
        const auto row = [](const char* tag, const char* opType, Shapes inputs, Shapes outputs, quint64 expected,
                            const char* domain = "") {
            QTest::newRow(tag) << QByteArray(domain) << QByteArray(opType) << inputs << outputs << expected;
        };
        const char* const ms = "com.microsoft";
        row("worked example", "Conv", {{1, 3, 32, 32}, {3, 3, 1, 1}}, {{1, 3, 32, 32}}, 9216);
        row("3x3, stride 2", "Conv", {{1, 3, 224, 224}, {64, 3, 7, 7}}, {{1, 64, 112, 112}}, 118013952);
        row("depthwise", "Conv", {{1, 8, 10, 10}, {8, 1, 3, 3}}, {{1, 8, 8, 8}}, 8 * 64 * 9);
        row("batch", "Conv", {{4, 3, 32, 32}, {3, 3, 1, 1}}, {{4, 3, 32, 32}}, 4 * 9216);
        row("1-D", "Conv", {{1, 2, 100}, {4, 2, 5}}, {{1, 4, 96}}, 4 * 96 * 10);
        row("fused", "FusedConv", {{1, 3, 32, 32}, {3, 3, 1, 1}}, {{1, 3, 32, 32}}, 9216, ms);
        row("integer", "ConvInteger", {{1, 3, 32, 32}, {3, 3, 1, 1}, {}, {}}, {{1, 3, 32, 32}}, 9216);
        row("QLinearConv", "QLinearConv", {{1, 3, 32, 32}, {}, {}, {3, 3, 1, 1}, {}, {}, {}, {}}, {{1, 3, 32, 32}},
            9216);
        row("transposed", "ConvTranspose", {{1, 2, 4, 4}, {2, 3, 2, 2}}, {{1, 3, 8, 8}}, 32 * 12);
        row("Gemm", "Gemm", {{2, 5}, {5, 7}, {7}}, {{2, 7}}, 70);
        row("QGemm", "QGemm", {{2, 5}, {}, {}, {7, 5}}, {{2, 7}}, 70, ms);
        row("MatMul", "MatMul", {{3, 2, 5}, {5, 7}}, {{3, 2, 7}}, 210);
        row("MatMul of vectors", "MatMul", {{5}, {5}}, {{}}, 5);
        row("MatMul with a vector", "MatMul", {{5}, {5, 7}}, {{7}}, 35);
        row("MatMulInteger", "MatMulInteger", {{2, 5}, {5, 7}, {}, {}}, {{2, 7}}, 70);
        row("QLinearMatMul", "QLinearMatMul", {{2, 5}, {}, {}, {5, 7}}, {{2, 7}}, 70);
        row("MatMulIntegerToFloat", "MatMulIntegerToFloat", {{2, 5}, {5, 7}}, {{2, 7}}, 70, ms);
        row("LSTM", "LSTM", {{10, 1, 3}, {1, 16, 3}, {1, 16, 4}}, {{10, 1, 1, 4}}, 10 * 4 * 4 * (3 + 4));
        row("two directions, batch 2", "LSTM", {{10, 2, 3}, {2, 16, 3}, {2, 16, 4}}, {}, 2 * 2 * 10 * 4 * 4 * (3 + 4));
        row("GRU", "GRU", {{10, 1, 3}, {1, 12, 3}, {1, 12, 4}}, {}, 10 * 3 * 4 * (3 + 4));
        row("RNN", "RNN", {{10, 1, 3}, {1, 4, 3}, {1, 4, 4}}, {}, 10 * 4 * (3 + 4));
        row("DynamicQuantizeLSTM", "DynamicQuantizeLSTM", {{10, 1, 3}, {1, 3, 16}, {1, 4, 16}}, {},
            10 * 4 * 4 * (3 + 4), ms);
        row("attention", "Attention", {{1, 4, 6}, {6, 18}, {18}}, {{1, 4, 6}}, 4 * 6 * 18 + 2 * 4 * 4 * 6, ms);
        row("Relu", "Relu", {{1, 3, 32, 32}}, {{1, 3, 32, 32}}, 0);
        row("unknown shapes", "Conv", {{}, {}}, {{}}, 0);
        row("unknown size", "MatMul", {{2, -1}, {-1, 7}}, {{2, 7}}, 0);
        row("no inputs", "LSTM", {}, {}, 0);
        row("other domain", "Conv", {{1, 3, 32, 32}, {3, 3, 1, 1}}, {{1, 3, 32, 32}}, 0, "my.domain");
        row("too many", "MatMul", {{1ll << 40, 1ll << 40}, {1ll << 40, 1ll << 40}}, {{1ll << 40, 1ll << 40}}, ~0ull);
    }

    void countsMultiplications()
    {
        QFETCH(QByteArray, domain);
        QFETCH(QByteArray, opType);
        QFETCH(Shapes, inputs);
        QFETCH(Shapes, outputs);
        QFETCH(quint64, expected);
        Node node;
        node.domain = domain.toStdString();
        node.opType = opType.toStdString();
        QCOMPARE(quint64(multiplyAccumulates(node, inputs, outputs)), expected);
    }

    void mindsATransposedMatrix()
    {
        Node node;
        node.opType = "Gemm";
        node.attributes.set("transA", std::int64_t{1});
        QCOMPARE(multiplyAccumulates(node, Shapes{{5, 2}, {5, 7}}, Shapes{{2, 7}}), std::uint64_t{70});
    }
};

QTEST_APPLESS_MAIN(TestCost)
#include "tst_cost.moc"
