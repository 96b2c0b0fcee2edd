// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/operator_test.h"

#include <QTest>

namespace {

/// x0 <= 0.5 leads to the leaf of node 1, else x1 > 2 to that of node 3 or 4.
constexpr const char* kTree =
    "nodes_treeids: [0, 0, 0, 0, 0], nodes_nodeids: [0, 1, 2, 3, 4], nodes_featureids: [0, 0, 1, 0, 0], "
    "nodes_modes: [\"BRANCH_LEQ\", \"LEAF\", \"BRANCH_GT\", \"LEAF\", \"LEAF\"], nodes_values: [0.5, 0.0, 2.0, 0.0, "
    "0.0], "
    "nodes_truenodeids: [1, 0, 3, 0, 0], nodes_falsenodeids: [2, 0, 4, 0, 0]";
constexpr const char* kStump =
    "nodes_treeids: [0, 0, 0], nodes_nodeids: [0, 1, 2], nodes_featureids: [0, 0, 0], nodes_modes: [\"BRANCH_LEQ\", "
    "\"LEAF\", \"LEAF\"], nodes_values: [0.0, 0.0, 0.0], nodes_truenodeids: [1, 0, 0], nodes_falsenodeids: [2, 0, 0]";

QByteArray regressor(const QByteArray& more)
{
    return QByteArray("y = ai.onnx.ml.TreeEnsembleRegressor(x) {") + kTree
           + ", n_targets: 1, target_treeids: [0, 0, 0], target_nodeids: [1, 3, 4], target_ids: [0, 0, 0], "
             "target_weights: [10.0, 20.0, 30.0]"
           + more + "}";
}

QByteArray classifier(const QByteArray& ids, const QByteArray& weights, const QByteArray& more)
{
    return QByteArray("y, z = ai.onnx.ml.TreeEnsembleClassifier(x) {") + kStump
           + ", class_treeids: [0, 0], class_nodeids: [1, 2], class_ids: " + ids + ", class_weights: " + weights + more
           + "}";
}

} // namespace

/// TreeEnsembleClassifier, TreeEnsembleRegressor and TreeEnsemble. Scores of two classes are ONNX Runtime 1.21's.
class TestTreeEnsembles : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void growsTrees_data()
    {
        QTest::addColumn<QByteArray>("node");
        QTest::addColumn<QString>("expected");
        QTest::newRow("a regressor") << regressor("") << "float32[4,1] {10, 20, 30, 30}";
        QTest::newRow("with a base") << regressor(", base_values: [0.5]") << "float32[4,1] {10.5, 20.5, 30.5, 30.5}";
        QTest::newRow("the mean") << regressor(", aggregate_function: \"AVERAGE\"") << "float32[4,1] {10, 20, 30, 30}";
        QTest::newRow("missing values") << regressor(", nodes_missing_value_tracks_true: [1, 0, 0, 0, 0]")
                                        << "float32[4,1] {10, 20, 30, 10}";
        QTest::newRow("a label of three")
            << classifier("[0, 2]", "[0.5, 0.6]", ", classlabels_int64s: [10, 20, 30]")
            << "int64[4] {10, 30, 30, 30}\nfloat32[4,3] {0.5, 0, 0, 0, 0, 0.6, 0, 0, 0.6, 0, 0, "
               "0.6}";
        QTest::newRow("one sum for two")
            << classifier("[0, 0]", "[0.3, 0.7]", ", classlabels_strings: [\"a\", \"b\"]")
            << "string[4] {\"a\", \"b\", \"b\", \"b\"}\nfloat32[4,2] {0.7, 0.3, 0.3, 0.7, 0.3, 0.7, 0.3, 0.7}";
        QTest::newRow("logits for two") << classifier("[0, 0]", "[-0.3, 0.7]",
                                                      ", classlabels_int64s: [10, 20], post_transform: \"LOGISTIC\"")
                                        << "int64[4] {10, 20, 20, 20}\nfloat32[4,2] {0.57444, 0.42556, 0.33181, "
                                           "0.66819, 0.33181, 0.66819, 0.33181, "
                                           "0.66819}";
        QTest::newRow("logits with a base")
            << classifier("[0, 0]", "[-0.3, 0.7]",
                          ", base_values: [0.25], classlabels_int64s: [10, 20], post_transform: \"LOGISTIC\"")
            << "int64[4] {10, 20, 20, 20}\nfloat32[4,2] {0.5125, 0.4875, 0.27888, 0.72112, 0.27888, 0.72112, 0.27888, "
               "0.72112}";
        QTest::newRow("softmax") << classifier("[1, 1]", "[0.3, 0.7]",
                                               ", classlabels_int64s: [10, 20], post_transform: \"SOFTMAX\"")
                                 << "int64[4] {10, 20, 20, 20}\nfloat32[4,2] {0.42556, 0.57444, 0.33181, 0.66819, "
                                    "0.33181, 0.66819, 0.33181, "
                                    "0.66819}";
        QTest::newRow("softmax that keeps zeros")
            << classifier("[0, 2]", "[0.5, 0.6]", ", classlabels_int64s: [1, 2, 3], post_transform: \"SOFTMAX_ZERO\"")
            << "int64[4] {1, 3, 3, 3}\nfloat32[4,3] {1, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0, 1}";
        QTest::newRow("quantiles")
            << classifier("[0, 0]", "[0.3, 0.7]", ", classlabels_int64s: [10, 20], post_transform: \"PROBIT\"")
            << "int64[4] {10, 20, 20, 20}\nfloat32[4,2] {-0.52445, 0, 0.52445, 0, 0.52445, 0, 0.52445, 0}";
    }
    void growsTrees()
    {
        QFETCH(QByteArray, node);
        QFETCH(QString, expected);
        QCOMPARE(ql::test::evaluated(16, {"x: float32[4,2] = {0, 0, 0.75, 3, 0.75, 2, nan, nan}"}, node.constData()),
                 expected);
    }

    void growsNumberedTrees_data()
    {
        QTest::addColumn<QByteArray>("before");
        QTest::addColumn<QByteArray>("after");
        QTest::addColumn<QString>("expected");
        const QString head = QStringLiteral("error: node n (ai.onnx.ml.TreeEnsemble, opset 5): ");
        const auto row = [](const char* name, const char* before, const char* after, const QString& expected) {
            QTest::newRow(name) << QByteArray(before) << QByteArray(after) << expected;
        };
        row("as it is", "", "", "float32[4,2] {7.25, 0, 2.5, 5, 4.5, 0, 5, 0}");
        row("the mean", "n_targets: 2", "n_targets: 2, aggregate_function: 0",
            "float32[4,2] {3.625, 0, 1.25, 2.5, 2.25, 0, 2.5, 0}");
        row("softmax", "n_targets: 2", "n_targets: 2, post_transform: 1",
            "float32[4,2] {0.99929, 0.00070967, 0.075858, 0.92414, 0.98901, 0.010987, 0.99331, 0.0066929}");
        row("too few sets", "membership_values: float32[3] {1.25, 3.5, nan}", "membership_values: float32[1] {nan}",
            head + "attribute membership_values has fewer sets than branches ask for");
        row("a root that is none", "tree_roots: [0, 2]", "tree_roots: [0, 3]",
            head + "entry 1 of attribute tree_roots is 3, expected 0 to 2");
        row("a leaf that is none", "nodes_truenodeids: [1, 0, 2]", "nodes_truenodeids: [1, 4, 2]",
            head + "entry 1 of attribute nodes_truenodeids is 4, expected 0 to 3");
        row("a circle", "nodes_truenodeids: [1,", "nodes_truenodeids: [0,",
            head + "a node of a tree is its own ancestor");
        row("a strange kind", "{0, 3, 6}", "{0, 3, 7}",
            head + "entry 2 of attribute nodes_modes is 7, expected 0 to 6");
        row("a target too many", "leaf_targetids: [0, 1,", "leaf_targetids: [0, 2,",
            head + "attribute leaf_targetids has an entry of 2, expected 0 to 1");
        row("another number of weights", "float32[4] {5.25, 5, 2, 2.5}", "float32[3] {5.25, 5, 2}",
            head + "attribute leaf_weights has 3 entries, expected 4");
    }
    void growsNumberedTrees()
    {
        QFETCH(QByteArray, before);
        QFETCH(QByteArray, after);
        QFETCH(QString, expected);
        // Tree 0: x0 <= 2 leads to x1 > 0 (leaf 0 or 1), else to leaf 3. Tree 1: x0 among 1.25 and 3.5.
        QByteArray node =
            "y = ai.onnx.ml.TreeEnsemble(x) {n_targets: 2, tree_roots: [0, 2], nodes_featureids: [0, 1, 0], "
            "nodes_modes: uint8[3] {0, 3, 6}, nodes_splits: float32[3] {2, 0, 0}, nodes_truenodeids: [1, 0, 2], "
            "nodes_falsenodeids: [3, 1, 3], nodes_trueleafs: [0, 1, 1], nodes_falseleafs: [1, 1, 1], "
            "membership_values: float32[3] {1.25, 3.5, nan}, leaf_targetids: [0, 1, 0, 0], "
            "leaf_weights: float32[4] {5.25, 5, 2, 2.5}}";
        QVERIFY(node.contains(before));
        if (!before.isEmpty())
            node.replace(before, after);
        QCOMPARE(ql::test::evaluated(21, {"x: float32[4,2] = {1.25, 1, 1, -1, 3.5, 0, 9, 9}"}, node.constData()),
                 expected);
    }

    void refusesTrees_data()
    {
        QTest::addColumn<QByteArray>("before");
        QTest::addColumn<QByteArray>("after");
        QTest::addColumn<QString>("problem");
        QTest::newRow("a stranger as child")
            << QByteArray("nodes_truenodeids: [1,") << QByteArray("nodes_truenodeids: [9,")
            << "node 0 of tree 0 has child 9, which is no node of that tree";
        QTest::newRow("a circle") << QByteArray("nodes_truenodeids: [1, 0, 3,")
                                  << QByteArray("nodes_truenodeids: [1, 0, 2,") << "tree 0 has more than one root";
        QTest::newRow("a circle off the root")
            << QByteArray("nodes_truenodeids: [1, 0, 3,") << QByteArray("nodes_truenodeids: [1, 0, 0,")
            << "node 0 of tree 0 can't be reached from its root";
        QTest::newRow("twice") << QByteArray("nodes_nodeids: [0, 1,") << QByteArray("nodes_nodeids: [0, 0,")
                               << "node 0 of tree 0 is there twice";
        QTest::newRow("lengths") << QByteArray("nodes_values: [0.5, 0.0,") << QByteArray("nodes_values: [0.5,")
                                 << "attribute nodes_values has 4 entries, expected 5";
        QTest::newRow("a strange kind")
            << QByteArray("\"BRANCH_GT\"") << QByteArray("\"BRANCH_MAYBE\"")
            << "attribute nodes_modes has an entry of \"BRANCH_MAYBE\", which is no kind of node";
        QTest::newRow("a negative feature")
            << QByteArray("nodes_featureids: [0,") << QByteArray("nodes_featureids: [-1,")
            << "node 0 of tree 0 asks for feature -1";
        QTest::newRow("a feature too many")
            << QByteArray("nodes_featureids: [0,") << QByteArray("nodes_featureids: [2,")
            << "input 0 has 2 features, the trees ask for 3";
        QTest::newRow("a target too many") << QByteArray("target_ids: [0, 0,") << QByteArray("target_ids: [0, 1,")
                                           << "attribute target_ids has an entry of 1, expected 0 to 0";
        QTest::newRow("a vote for nobody") << QByteArray("target_nodeids: [1,") << QByteArray("target_nodeids: [8,")
                                           << "attributes target_* vote for node 8 of tree 0, which isn't there";
    }
    void refusesTrees()
    {
        QFETCH(QByteArray, before);
        QFETCH(QByteArray, after);
        QFETCH(QString, problem);
        auto node = regressor("");
        QVERIFY(node.contains(before));
        node.replace(before, after);
        QCOMPARE(ql::test::evaluated(16, {"x: float32[1,2] = {0, 0}"}, node.constData()),
                 "error: node n (ai.onnx.ml.TreeEnsembleRegressor, opset 3): " + problem);
    }

    void aTreeIsNoCircle()
    {
        const char* node =
            "y = ai.onnx.ml.TreeEnsembleRegressor(x) {nodes_treeids: [0, 0], nodes_nodeids: [0, 1], nodes_featureids: "
            "[0, 0], "
            "nodes_modes: [\"BRANCH_LEQ\", \"BRANCH_LEQ\"], nodes_values: [0.0, 0.0], nodes_truenodeids: [1, %], "
            "nodes_falsenodeids: [1, %]}";
        const auto refused = [node](const char* child) {
            return ql::test::evaluated(16, {"x: float32[1,1] = {0}"}, QByteArray(node).replace("%", child).constData());
        };
        const QString head = QStringLiteral("error: node n (ai.onnx.ml.TreeEnsembleRegressor, opset 3): ");
        QCOMPARE(refused("0"), head + "tree 0 has no root: its nodes lead back to themselves");
        QCOMPARE(refused("1"), head + "a node of a tree is its own ancestor");
    }
};

QTEST_APPLESS_MAIN(TestTreeEnsembles)
#include "tst_tree_ensembles.moc"
