// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/ml/pairwise_coupling.h"
#include "tests/support/operator_test.h"

#include <QTest>

/// SVMClassifier and SVMRegressor of ai.onnx.ml. The numbers are ONNX Runtime 1.21's.
class TestSupportVectors : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void computes_data()
    {
        const char* kRows = "x: float32[2,2] = {1, 2, 3, -4}";
        ql::test::addOperatorCases({
            {"SVMClassifier, two classes",
             16,
             {kRows},
             "y, z = ai.onnx.ml.SVMClassifier(x) {support_vectors: [1.0, 0.0, 0.0, 1.0], vectors_per_class: [1, 1], "
             "coefficients: [1.0, -1.0], rho: [0.5], classlabels_strings: [\"cat\", \"dog\"]}",
             "string[2] {\"dog\", \"cat\"}\nfloat32[2,2] {0.5, -0.5, -7.5, 7.5}"},
            {"SVMClassifier, POLY, probabilities of two",
             16,
             {kRows},
             "y, z = ai.onnx.ml.SVMClassifier(x) {support_vectors: [1.0, 0.0, 0.0, 1.0], vectors_per_class: [1, 1], "
             "coefficients: [1.0, -1.0], rho: [0.5], classlabels_ints: [4, 7], kernel_type: \"POLY\", kernel_params: "
             "[0.5, 1.0, 2.0], prob_a: [-1.0], prob_b: [0.25]}",
             "int64[2] {7, 4}\nfloat32[2,2] {0.18237, 0.81763, 0.99591, 0.0040864}"},
            {"SVMClassifier, RBF, each against each",
             16,
             {kRows},
             "y, z = ai.onnx.ml.SVMClassifier(x) {support_vectors: [0.0, 0.0, 1.0, 0.0, 0.0, 1.0, 2.0, 2.0], "
             "vectors_per_class: [1, 2, 1], coefficients: [1.0, -0.5, 0.25, 1.0, 0.5, 1.0, -1.0, -0.75], rho: [0.1, "
             "-0.2, 0.3], classlabels_ints: [4, 7, 9], kernel_type: \"RBF\", kernel_params: [0.25, 0.0, 0.0]}",
             "int64[2] {4, 4}\nfloat32[2,3] {0.3542, 0.72205, -0.52275, 0.098612, -0.19894, 0.30646}"},
            {"SVMClassifier, SIGMOID, probabilities",
             16,
             {kRows},
             "y, z = ai.onnx.ml.SVMClassifier(x) {support_vectors: [0.0, 0.0, 1.0, 0.0, 0.0, 1.0, 2.0, 2.0], "
             "vectors_per_class: [1, 2, 1], coefficients: [1.0, -0.5, 0.25, 1.0, 0.5, 1.0, -1.0, -0.75], rho: [0.1, "
             "-0.2, 0.3], classlabels_ints: [4, 7, 9], kernel_type: \"SIGMOID\", kernel_params: [0.25, 0.5, 0.0], "
             "prob_a: [-1.0, -2.0, -0.5], prob_b: [0.0, 0.25, -0.25]}",
             "int64[2] {4, 4}\nfloat32[2,3] {0.55541, 0.28792, 0.15667, 0.32998, 0.43494, 0.23509}"},
            {"SVMClassifier, softmax of pairs",
             16,
             {kRows},
             "y, z = ai.onnx.ml.SVMClassifier(x) {support_vectors: [0.0, 0.0, 1.0, 0.0, 0.0, 1.0, 2.0, 2.0], "
             "vectors_per_class: [1, 2, 1], coefficients: [1.0, -0.5, 0.25, 1.0, 0.5, 1.0, -1.0, -0.75], rho: [0.1, "
             "-0.2, 0.3], classlabels_ints: [4, 7, 9], post_transform: \"SOFTMAX\"}",
             "int64[2] {4, 7}\nfloat32[2,3] {0.0033348, 0.99665, 1.6646e-05, 1.3674e-05, 1.6701e-05, 0.99997}"},
            {"SVMClassifier without vectors",
             16,
             {kRows},
             "y, z = ai.onnx.ml.SVMClassifier(x) {coefficients: [1.0, 0.0, 0.0, 1.0, 1.0, 1.0], rho: [0.5], "
             "classlabels_ints: [4, 7, 9]}",
             "int64[2] {9, 4}\nfloat32[2,3] {1.5, 2.5, 3.5, 3.5, -3.5, -0.5}"},
            {"SVMClassifier without vectors, two classes",
             16,
             {kRows},
             "y, z = ai.onnx.ml.SVMClassifier(x) {coefficients: [1.0, 0.0, 0.0, 1.0], rho: [-2.5], classlabels_ints: "
             "[4, 7]}",
             "int64[2] {7, 7}\nfloat32[2,2] {-1.5, -0.5, 0.5, -6.5}"},
            {"SVMRegressor",
             16,
             {kRows},
             "y = ai.onnx.ml.SVMRegressor(x) {support_vectors: [1.0, 0.0, 0.0, 1.0], coefficients: [2.0, -1.0], rho: "
             "[0.5], n_supports: 2, kernel_type: \"RBF\", kernel_params: [0.1, 0.0, 0.0]}",
             "float32[2,1] {1.0219, 0.7373}"},
            {"SVMRegressor of one class",
             16,
             {kRows},
             "y = ai.onnx.ml.SVMRegressor(x) {support_vectors: [1.0, 0.0, 0.0, 1.0], coefficients: [2.0, -1.0], rho: "
             "[-0.5], n_supports: 2, one_class: 1}",
             "float32[2,1] {-1, 1}"},
            {"SVMRegressor without vectors",
             16,
             {kRows},
             "y = ai.onnx.ml.SVMRegressor(x) {coefficients: [2.0, -1.0], rho: [0.5]}",
             "float32[2,1] {0.5, 10.5}"},
            // ONNX Runtime leaves these two as they are, which the standard doesn't say.
            {"SVMClassifier, two classes, LOGISTIC",
             16,
             {kRows},
             "y, z = ai.onnx.ml.SVMClassifier(x) {support_vectors: [1.0, 0.0, 0.0, 1.0], vectors_per_class: [1, 1], "
             "coefficients: [1.0, -1.0], rho: [0.5], classlabels_ints: [4, 7], post_transform: \"LOGISTIC\"}",
             "int64[2] {7, 4}\nfloat32[2,2] {0.62246, 0.37754, 0.00055283, 0.99945}"},
            {"SVMRegressor, PROBIT",
             16,
             {"x: float32[1,2] = {0.25, 0}"},
             "y = ai.onnx.ml.SVMRegressor(x) {coefficients: [1.0, 1.0], rho: [0.25], post_transform: \"PROBIT\"}",
             "float32[1,1] {0}"},
        });
    }
    void computes() { ql::test::checkOperatorCase(); }

    void saysWhatIsWrong_data()
    {
        QTest::addColumn<QString>("attributes");
        QTest::addColumn<QString>("says");
        const QString one = "vectors_per_class: [1, 0], support_vectors: [1.0, 1.0], coefficients: [1.0], ";
        QTest::newRow("no coefficients") << "rho: [1.0]"
                                         << "attribute coefficients is missing";
        QTest::newRow("no rho") << "coefficients: [1.0, 1.0, 1.0, 1.0]"
                                << "attribute rho is missing";
        QTest::newRow("other features") << "coefficients: [1.0, 1.0], rho: [1.0]"
                                        << "input 0 has 2 features, the model 1";
        QTest::newRow("an odd number") << "coefficients: [1.0], rho: [1.0]"
                                       << "attribute coefficients has 1 entries, expected a multiple of 2";
        QTest::newRow("classes without counts")
            << "vectors_per_class: [1], support_vectors: [1.0, 1.0], coefficients: [1.0], rho: [1.0]"
            << "attribute vectors_per_class has 1 entries, expected 2";
        QTest::newRow("rho of other pairs") << one + "rho: [1.0, 2.0]"
                                            << "attribute rho has 2 entries, expected 1";
        QTest::newRow("half a sigmoid") << one + "rho: [1.0], prob_a: [1.0]"
                                        << "attribute prob_b has 0 entries, expected 1";
        QTest::newRow("half a kernel") << one + "rho: [1.0], kernel_params: [1.0]"
                                       << "attribute kernel_params has 1 entries, expected 3";
        QTest::newRow("an unknown kernel")
            << one + "rho: [1.0], kernel_type: \"COSINE\""
            << "attribute kernel_type is \"COSINE\", expected LINEAR, POLY, RBF or SIGMOID";
    }

    void saysWhatIsWrong()
    {
        QFETCH(QString, attributes);
        QFETCH(QString, says);
        const auto node =
            "y, z = ai.onnx.ml.SVMClassifier(x) {classlabels_ints: [4, 7], " + attributes.toStdString() + "}";
        QCOMPARE(ql::test::evaluated(16, {"x: float32[1,2] = {1, 2}"}, node.c_str()),
                 "error: node n (ai.onnx.ml.SVMClassifier, opset 3): " + says);
    }

    /// Probabilities that no pair contradicts come out as they are.
    void findsProbabilitiesBehindPairs()
    {
        const std::vector<double> wanted{0.5, 0.3, 0.15, 0.05};
        std::vector<double> between;
        for (const auto a : wanted)
            for (const auto b : wanted)
                between.push_back(a / (a + b));
        const auto found = ql::ops::coupled(between, wanted.size());
        for (std::size_t i = 0; i < wanted.size(); ++i)
            QVERIFY2(std::abs(found[i] - wanted[i]) < 0.005, qPrintable(QString::number(found[i])));
    }
};

QTEST_APPLESS_MAIN(TestSupportVectors)
#include "tst_support_vectors.moc"
