// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/operator_test.h"

#include <QTest>

/// The classical models of ai.onnx.ml. Where the standard leaves a number open it is ONNX Runtime 1.21's.
class TestMlOperators : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void encodesLabels_data()
    {
        ql::test::addOperatorCases({
            {"LabelEncoder, the standard's example",
             16,
             {"x: string[5] = {\"Dori\", \"Amy\", \"Amy\", \"Sally\", \"Sally\"}"},
             "y = ai.onnx.ml.LabelEncoder(x) {keys_strings: [\"Amy\", \"Sally\"], values_int64s: [5, 6], "
             "default_int64: -1}",
             "int64[5] {-1, 5, 5, 6, 6}"},
            {"LabelEncoder of numbers",
             16,
             {"x: float32[1,3] = {nan, -0.0, 7}"},
             "y = ai.onnx.ml.LabelEncoder(x) {keys_floats: [nan, 0.0], values_strings: [\"none\", \"zero\"]}",
             "string[1,3] {\"none\", \"zero\", \"_Unused\"}"},
            {"LabelEncoder to floats",
             16,
             {"x: int64[2] = {3, 4}"},
             "y = ai.onnx.ml.LabelEncoder(x) {keys_int64s: [3], values_floats: [0.5], default_float: 9.0}",
             "float32[2] {0.5, 9}"},
            {"LabelEncoder by tensors",
             20,
             {"x: string[2] = {\"b\", \"?\"}"},
             "y = ai.onnx.ml.LabelEncoder(x) {keys_tensor: string[2] {\"a\", \"b\"}, values_tensor: int16[2] {7, 8}, "
             "default_tensor: int16[1] {-3}}",
             "int16[2] {8, -3}"},
            {"LabelEncoder, classes by place",
             9,
             {"x: string[2] = {\"cat\", \"cow\"}"},
             "y = ai.onnx.ml.LabelEncoder(x) {classes_strings: [\"dog\", \"cat\"], default_int64: -1}",
             "int64[2] {1, -1}"},
            {"LabelEncoder, places of classes",
             9,
             {"x: int64[3] = {0, 1, 2}"},
             "y = ai.onnx.ml.LabelEncoder(x) {classes_strings: [\"dog\", \"cat\"]}",
             "string[3] {\"dog\", \"cat\", \"_Unused\"}"},
            {"LabelEncoder without values",
             16,
             {"x: int64[1] = {0}"},
             "y = ai.onnx.ml.LabelEncoder(x) {keys_int64s: [3]}",
             "error: node n (ai.onnx.ml.LabelEncoder, opset 3): 0 of the attributes values_* are given, expected one"},
            {"LabelEncoder of two lengths",
             16,
             {"x: int64[1] = {0}"},
             "y = ai.onnx.ml.LabelEncoder(x) {keys_int64s: [3], values_floats: [0.5, 1.0]}",
             "error: node n (ai.onnx.ml.LabelEncoder, opset 3): there are 1 keys and 2 values"},
            {"LabelEncoder of another type",
             16,
             {"x: float32[1] = {0}"},
             "y = ai.onnx.ml.LabelEncoder(x) {keys_int64s: [3], values_floats: [0.5]}",
             "error: node n (ai.onnx.ml.LabelEncoder, opset 3): input 0 has type float32, expected int64 as the keys"},
            {"CategoryMapper",
             16,
             {"x: int64[2] = {30, 5}"},
             "y = ai.onnx.ml.CategoryMapper(x) {cats_int64s: [10, 30], cats_strings: [\"a\", \"b\"], default_string: "
             "\"?\"}",
             "string[2] {\"b\", \"?\"}"},
            {"OneHotEncoder",
             16,
             {"x: string[2] = {\"b\", \"?\"}"},
             "y = ai.onnx.ml.OneHotEncoder(x) {cats_strings: [\"a\", \"b\"]}",
             "float32[2,2] {0, 1, 0, 0}"},
            {"OneHotEncoder of a stranger",
             16,
             {"x: float32[1] = {4.0}"},
             "y = ai.onnx.ml.OneHotEncoder(x) {cats_int64s: [1, 2], zeros: 0}",
             "error: node n (ai.onnx.ml.OneHotEncoder, opset 3): input 0 holds 4, which is no category"},
        });
    }
    void encodesLabels() { ql::test::checkOperatorCase(); }

    void preparesFeatures_data()
    {
        ql::test::addOperatorCases({
            {"Scaler",
             16,
             {"x: float32[2,2] = {1, 2, 3, 4}"},
             "y = ai.onnx.ml.Scaler(x) {offset: [1.0, 2.0], scale: [2.0, 0.5]}",
             "float32[2,2] {0, 0, 4, 1}"},
            {"Scaler, one for all",
             16,
             {"x: int64[1,2] = {1, 2}"},
             "y = ai.onnx.ml.Scaler(x) {offset: [1.0], scale: [2.0]}",
             "float32[1,2] {0, 2}"},
            {"Scaler of other features",
             16,
             {"x: float32[1,3] = {1, 2, 3}"},
             "y = ai.onnx.ml.Scaler(x) {offset: [1.0, 2.0], scale: [2.0, 0.5]}",
             "error: node n (ai.onnx.ml.Scaler, opset 3): attribute offset has 2 entries, expected 1 or 3"},
            {"Normalizer, MAX",
             16,
             {"x: float32[2,2] = {1, -2, -4, -8}"},
             "y = ai.onnx.ml.Normalizer(x) {norm: \"MAX\"}",
             "float32[2,2] {1, -2, 1, 2}"},
            {"Normalizer, L1",
             16,
             {"x: float32[1,2] = {1, -3}"},
             "y = ai.onnx.ml.Normalizer(x) {norm: \"L1\"}",
             "float32[1,2] {0.25, -0.75}"},
            {"Normalizer, L2",
             16,
             {"x: float32[2,2] = {3, -4, 0, 0}"},
             "y = ai.onnx.ml.Normalizer(x) {norm: \"L2\"}",
             "float32[2,2] {0.6, -0.8, 0, 0}"},
            {"Normalizer, L3",
             16,
             {"x: float32[1] = {1}"},
             "y = ai.onnx.ml.Normalizer(x) {norm: \"L3\"}",
             "error: node n (ai.onnx.ml.Normalizer, opset 3): attribute norm is \"L3\", expected MAX, L1 or L2"},
            {"Binarizer",
             16,
             {"x: float32[3] = {0.5, 0.6, nan}"},
             "y = ai.onnx.ml.Binarizer(x) {threshold: 0.5}",
             "float32[3] {0, 1, 0}"},
            {"Imputer of missing values",
             16,
             {"x: float32[2,2] = {nan, 1, 2, nan}"},
             "y = ai.onnx.ml.Imputer(x) {replaced_value_float: nan, imputed_value_floats: [7.0, 8.0]}",
             "float32[2,2] {7, 1, 2, 8}"},
            {"Imputer of integers",
             16,
             {"x: int64[2] = {-1, 3}"},
             "y = ai.onnx.ml.Imputer(x) {replaced_value_int64: -1, imputed_value_int64s: [0]}",
             "int64[2] {0, 3}"},
            {"Imputer without values",
             16,
             {"x: int64[1] = {1}"},
             "y = ai.onnx.ml.Imputer(x) {imputed_value_floats: [0.0]}",
             "error: node n (ai.onnx.ml.Imputer, opset 3): attribute imputed_value_int64s is missing"},
            {"ArrayFeatureExtractor",
             16,
             {"x: float32[2,3] = {1, 2, 3, 4, 5, 6}", "i: int64[2] = {2, 0}"},
             "y = ai.onnx.ml.ArrayFeatureExtractor(x, i)",
             "float32[2,2] {3, 1, 6, 4}"},
            {"ArrayFeatureExtractor of labels",
             16,
             {"x: string[2] = {\"no\", \"yes\"}", "i: int64[1,3] = {1, 0, 1}"},
             "y = ai.onnx.ml.ArrayFeatureExtractor(x, i)",
             "string[1,3] {\"yes\", \"no\", \"yes\"}"},
            {"ArrayFeatureExtractor beyond",
             16,
             {"x: float32[2] = {1, 2}", "i: int64[1] = {2}"},
             "y = ai.onnx.ml.ArrayFeatureExtractor(x, i)",
             "error: node n (ai.onnx.ml.ArrayFeatureExtractor, opset 3): input 1 (Y) names feature 2, input 0 has 2"},
            {"FeatureVectorizer",
             16,
             {"x: float32[2,1] = {1, 2}", "y: int64[2,2] = {3, 4, 5, 6}"},
             "z = ai.onnx.ml.FeatureVectorizer(x, y)",
             "float32[2,3] {1, 3, 4, 2, 5, 6}"},
            {"FeatureVectorizer by given sizes",
             16,
             {"x: float32[1,1] = {1}", "y: float32[1,2] = {3, 4}"},
             "z = ai.onnx.ml.FeatureVectorizer(x, y) {inputdimensions: [2, 1]}",
             "float32[1,3] {1, 0, 3}"},
        });
    }
    void preparesFeatures() { ql::test::checkOperatorCase(); }

    void runsLinearModels_data()
    {
        ql::test::addOperatorCases({
            {"LinearRegressor",
             16,
             {"x: float32[2,2] = {1, 2, 3, 4}"},
             "y = ai.onnx.ml.LinearRegressor(x) {coefficients: [1.0, 10.0], intercepts: [0.5]}",
             "float32[2,1] {21.5, 43.5}"},
            {"LinearRegressor, two targets",
             16,
             {"x: float32[1,2] = {1, 2}"},
             "y = ai.onnx.ml.LinearRegressor(x) {coefficients: [1.0, 0.0, 0.0, 1.0], targets: 2, post_transform: "
             "\"SOFTMAX\"}",
             "float32[1,2] {0.26894, 0.73106}"},
            {"LinearRegressor of other features",
             16,
             {"x: float32[1,3] = {1, 2, 3}"},
             "y = ai.onnx.ml.LinearRegressor(x) {coefficients: [1.0, 10.0]}",
             "error: node n (ai.onnx.ml.LinearRegressor, opset 3): attribute coefficients has 2 entries, which doesn't "
             "fit "
             "3 features"},
            {"LinearClassifier",
             16,
             {"x: float32[2,2] = {1, 2, 3, -4}"},
             "y, z = ai.onnx.ml.LinearClassifier(x) {coefficients: [1.0, 0.0, 0.0, 1.0], intercepts: [0.0, 0.0], "
             "classlabels_strings: [\"cat\", \"dog\"], post_transform: \"LOGISTIC\"}",
             "string[2] {\"dog\", \"cat\"}\nfloat32[2,2] {0.73106, 0.8808, 0.95257, 0.017986}"},
            {"LinearClassifier, one score for two",
             16,
             {"x: float32[2,1] = {0.25, -2}"},
             "y, z = ai.onnx.ml.LinearClassifier(x) {coefficients: [1.0], intercepts: [0.0], classlabels_ints: [4, 7]}",
             "int64[2] {7, 4}\nfloat32[2,2] {0.75, 0.25, 3, -2}"},
            {"LinearClassifier with labels for others",
             16,
             {"x: float32[1,1] = {1}"},
             "y, z = ai.onnx.ml.LinearClassifier(x) {coefficients: [1.0, 2.0], classlabels_ints: [4, 7, 9]}",
             "error: node n (ai.onnx.ml.LinearClassifier, opset 3): the coefficients make 2 scores of a row, expected "
             "3 as "
             "there are labels"},
            {"LinearClassifier without labels",
             16,
             {"x: float32[1,1] = {1}"},
             "y, z = ai.onnx.ml.LinearClassifier(x) {coefficients: [1.0, 2.0]}",
             "error: node n (ai.onnx.ml.LinearClassifier, opset 3): neither attribute classlabels_ints nor "
             "classlabels_strings is given, expected one"},
            {"an unknown transform",
             16,
             {"x: float32[1,1] = {1}"},
             "y = ai.onnx.ml.LinearRegressor(x) {coefficients: [1.0], post_transform: \"TANH\"}",
             "error: node n (ai.onnx.ml.LinearRegressor, opset 3): attribute post_transform is \"TANH\", expected "
             "NONE, "
             "SOFTMAX, LOGISTIC, SOFTMAX_ZERO or PROBIT"},
        });
    }
    void runsLinearModels() { ql::test::checkOperatorCase(); }

    void makesMaps_data()
    {
        ql::test::addOperatorCases({
            {"ZipMap",
             16,
             {"x: float32[2,2] = {0.25, 0.75, 1, 0}"},
             "y = ai.onnx.ml.ZipMap(x) {classlabels_strings: [\"cat\", \"dog\"]}",
             "sequence {map {string[2] {\"cat\", \"dog\"}; float32[2] {0.25, 0.75}}; map {string[2] {\"cat\", "
             "\"dog\"}; "
             "float32[2] {1, 0}}}"},
            {"ZipMap of other columns",
             16,
             {"x: float32[1,3] = {1, 2, 3}"},
             "y = ai.onnx.ml.ZipMap(x) {classlabels_int64s: [1, 2]}",
             "error: node n (ai.onnx.ml.ZipMap, opset 3): input 0 has 3 columns, expected 2 as there are keys"},
            {"DictVectorizer of a tensor",
             16,
             {"x: float32[1] = {1}"},
             "y = ai.onnx.ml.DictVectorizer(x) {int64_vocabulary: [1, 2]}",
             "error: node n (ai.onnx.ml.DictVectorizer, opset 3): input 0 is no map"},
        });
    }
    void makesMaps() { ql::test::checkOperatorCase(); }

    void readsMaps()
    {
        const auto read = [](const char* node) {
            const QByteArray lines = QByteArray("m = ai.onnx.ml.ZipMap(x) {classlabels_int64s: [5, 2]}\n"
                                                "i = SequenceAt(m, p)\n")
                                     + node;
            return ql::test::evaluated(16, {"x: float32[2,2] = {0.25, 0.75, 1, 0.5}", "p: int64[] = {1}"},
                                       lines.constData());
        };
        QCOMPARE(read("y = ai.onnx.ml.DictVectorizer(i) {int64_vocabulary: [2, 9, 5]}"),
                 QStringLiteral("float32[1,3] {0.5, 0, 1}"));
        QCOMPARE(read("y = ai.onnx.ml.CastMap(i) {cast_to: \"TO_STRING\"}"),
                 QStringLiteral("string[1,2] {\"0.5\", \"1\"}"));
        QCOMPARE(read("y = ai.onnx.ml.CastMap(i) {map_form: \"SPARSE\", max_map: 6}"),
                 QStringLiteral("float32[1,6] {0, 0, 0.5, 0, 0, 1}"));
    }
};

QTEST_APPLESS_MAIN(TestMlOperators)
#include "tst_ml_operators.moc"
