// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/operator_test.h"

#include <QTest>

class TestReshape : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void reshapes_data()
    {
        const char* x = "x: float32[2,3] = {1, 2, 3, 4, 5, 6}";
        ql::test::addOperatorCases({
            {"with -1", 13, {x, "s: int64[2] = {3, -1}"}, "y = Reshape(x, s)", "float32[3,2] {1, 2, 3, 4, 5, 6}"},
            {"with 0", 5, {x, "s: int64[3] = {0, 1, 3}"}, "y = Reshape(x, s)", "float32[2,1,3] {1, 2, 3, 4, 5, 6}"},
            {"with a zero that stays", 14, {"x: float32[0,3] = {}", "s: int64[2] = {3, 0}"},
             "y = Reshape(x, s) {allowzero: 1}", "float32[3,0] {}"},
            {"to a scalar", 13, {"x: uint16[1] = {65535}", "s: int64[0] = {}"}, "y = Reshape(x, s)", "uint16[] {65535}"},
            {"to another count", 13, {x, "s: int64[2] = {4, 2}"}, "y = Reshape(x, s)",
             "error: node n (Reshape, opset 13): input 0 of shape 2x3 can't be reshaped to [4, 2]"},
            {"with two -1", 13, {x, "s: int64[2] = {-1, -1}"}, "y = Reshape(x, s)",
             "error: node n (Reshape, opset 13): input 0 of shape 2x3 can't be reshaped to [-1, -1]"},
            {"to floats", 13, {x, "s: float32[1] = {6}"}, "y = Reshape(x, s)",
             "error: node n (Reshape, opset 13): input 1 (shape) has type float32, expected int32 or int64"},
            {"without a shape", 13, {x}, "y = Reshape(x)",
             "error: node n (Reshape, opset 13): input 1 is missing"},
            {"Flatten", 13, {"x: float32[1,2,2] = {1, 2, 3, 4}"}, "y = Flatten(x)", "float32[1,4] {1, 2, 3, 4}"},
            {"Flatten from the end", 13, {"x: float32[1,2,2] = {1, 2, 3, 4}"}, "y = Flatten(x) {axis: -1}",
             "float32[2,2] {1, 2, 3, 4}"},
            {"Flatten all to rows", 9, {"x: float32[2] = {1, 2}"}, "y = Flatten(x) {axis: 1}", "float32[2,1] {1, 2}"},
            {"Flatten a scalar", 13, {"x: float32[] = {1}"}, "y = Flatten(x) {axis: 0}", "float32[1,1] {1}"},
            {"Squeeze all", 11, {"x: float32[1,2,1] = {1, 2}"}, "y = Squeeze(x)", "float32[2] {1, 2}"},
            {"Squeeze, attribute", 11, {"x: float32[1,2,1] = {1, 2}"}, "y = Squeeze(x) {axes: [0]}",
             "float32[2,1] {1, 2}"},
            {"Squeeze, input", 13, {"x: float32[1,2,1] = {1, 2}", "a: int64[1] = {-1}"}, "y = Squeeze(x, a)",
             "float32[1,2] {1, 2}"},
            {"Squeeze what is wide", 13, {x, "a: int64[1] = {0}"}, "y = Squeeze(x, a)",
             "error: node n (Squeeze, opset 13): axis 0 of input 0 has size 2, expected 1"},
            {"Unsqueeze, attribute", 11, {"x: float32[2] = {1, 2}"}, "y = Unsqueeze(x) {axes: [2, 0]}",
             "float32[1,2,1] {1, 2}"},
            {"Unsqueeze, input", 13, {"x: float32[] = {1}", "a: int64[2] = {-1, 0}"}, "y = Unsqueeze(x, a)",
             "float32[1,1] {1}"},
            {"Unsqueeze twice", 11, {"x: float32[2] = {1, 2}"}, "y = Unsqueeze(x) {axes: [0, 0]}",
             "error: node n (Unsqueeze, opset 11): axes [0, 0] name an axis twice"},
            {"Unsqueeze nowhere", 13, {"x: float32[2] = {1, 2}"}, "y = Unsqueeze(x)",
             "error: node n (Unsqueeze, opset 13): axes are missing"},
        });
    }
    void reshapes() { ql::test::checkOperatorCase(); }

    void moves_data()
    {
        const char* x = "x: float32[2,3] = {1, 2, 3, 4, 5, 6}";
        ql::test::addOperatorCases({
            {"Transpose", 13, {x}, "y = Transpose(x)", "float32[3,2] {1, 4, 2, 5, 3, 6}"},
            {"Transpose by perm", 13, {"x: uint16[1,2,2] = {1, 2, 3, 4}"}, "y = Transpose(x) {perm: [0, 2, 1]}",
             "uint16[1,2,2] {1, 3, 2, 4}"},
            {"Transpose by half an order", 13, {x}, "y = Transpose(x) {perm: [1, 1]}",
             "error: node n (Transpose, opset 13): attribute perm is [1, 1], expected an order of 2 axes"},
            {"Expand", 13, {"x: float32[2,1] = {1, 2}", "s: int64[3] = {2, 1, 2}"}, "y = Expand(x, s)",
             "float32[2,2,2] {1, 1, 2, 2, 1, 1, 2, 2}"},
            {"Expand to less", 13, {"x: int4[2] = {-8, 7}", "s: int64[1] = {1}"}, "y = Expand(x, s)", "int4[2] {-8, 7}"},
            {"Expand to another size", 13, {x, "s: int64[1] = {2}"}, "y = Expand(x, s)",
             "error: node n (Expand, opset 13): input 0 of shape 2x3 can't be expanded to 2"},
            {"Tile", 13, {"x: uint16[1,2] = {1, 2}", "r: int64[2] = {2, 2}"}, "y = Tile(x, r)",
             "uint16[2,4] {1, 2, 1, 2, 1, 2, 1, 2}"},
            {"Tile by nothing", 13, {"x: float32[2] = {1, 2}", "r: int64[1] = {0}"}, "y = Tile(x, r)", "float32[0] {}"},
            {"Tile by too few", 13, {x, "r: int64[1] = {2}"}, "y = Tile(x, r)",
             "error: node n (Tile, opset 13): input 1 (repeats) has 1 entries, expected 2"},
            {"Concat", 13, {x, "z: float32[2,1] = {8, 9}"}, "y = Concat(x, z) {axis: -1}",
             "float32[2,4] {1, 2, 3, 8, 4, 5, 6, 9}"},
            {"Concat with nothing", 13, {"x: uint16[2] = {1, 2}", "z: uint16[0] = {}"}, "y = Concat(x, z) {axis: 0}",
             "uint16[2] {1, 2}"},
            {"Concat of other shapes", 13, {x, "z: float32[1,1] = {8}"}, "y = Concat(x, z) {axis: 1}",
             "error: node n (Concat, opset 13): input 1 has shape 1x1, which differs from input 0's 2x3 off axis 1"},
            {"Concat of other types", 13, {x, "z: int8[2,1] = {8, 9}"}, "y = Concat(x, z) {axis: 1}",
             "error: node n (Concat, opset 13): input 1 has type int8, expected float32 as input 0"},
            {"Split evenly", 11, {"x: float32[3] = {1, 2, 3}"}, "a, b, c = Split(x)",
             "float32[1] {1}\nfloat32[1] {2}\nfloat32[1] {3}"},
            {"Split, attribute", 11, {x}, "a, b = Split(x) {axis: 1, split: [1, 2]}",
             "float32[2,1] {1, 4}\nfloat32[2,2] {2, 3, 5, 6}"},
            {"Split, input", 13, {"x: float32[3] = {1, 2, 3}", "s: int64[2] = {3, 0}"}, "a, b = Split(x, s)",
             "float32[3] {1, 2, 3}\nfloat32[0] {}"},
            {"Split unevenly", 18, {"x: float32[3] = {1, 2, 3}"}, "a, b = Split(x) {num_outputs: 2}",
             "float32[2] {1, 2}\nfloat32[1] {3}"},
            {"Split of another total", 13, {"x: float32[3] = {1, 2, 3}", "s: int64[2] = {1, 1}"}, "a, b = Split(x, s)",
             "error: node n (Split, opset 13): split adds up to 2, expected 3"},
            {"DepthToSpace", 13, {"x: float32[1,8,1,1] = {0, 1, 2, 3, 4, 5, 6, 7}"},
             "y = DepthToSpace(x) {blocksize: 2}", "float32[1,2,2,2] {0, 2, 4, 6, 1, 3, 5, 7}"},
            {"DepthToSpace, columns first", 13, {"x: float32[1,8,1,1] = {0, 1, 2, 3, 4, 5, 6, 7}"},
             "y = DepthToSpace(x) {blocksize: 2, mode: \"CRD\"}", "float32[1,2,2,2] {0, 1, 2, 3, 4, 5, 6, 7}"},
            {"DepthToSpace of 2 channels", 13, {"x: float32[1,2,1,1] = {0, 1}"}, "y = DepthToSpace(x) {blocksize: 2}",
             "error: node n (DepthToSpace, opset 13): 2 channels isn't divisible by 4"},
            {"SpaceToDepth", 13, {"x: float32[1,2,2,2] = {0, 2, 4, 6, 1, 3, 5, 7}"},
             "y = SpaceToDepth(x) {blocksize: 2}", "float32[1,8,1,1] {0, 1, 2, 3, 4, 5, 6, 7}"},
            {"Trilu, upper", 14, {x}, "y = Trilu(x)", "float32[2,3] {1, 2, 3, 0, 5, 6}"},
            {"Trilu, lower, shifted", 14, {x, "k: int64[] = {-1}"}, "y = Trilu(x, k) {upper: 0}",
             "float32[2,3] {0, 0, 0, 4, 0, 0}"},
        });
    }
    void moves() { ql::test::checkOperatorCase(); }

    void refusesAbsurdSizes_data();
    void refusesAbsurdSizes();
};

void TestReshape::refusesAbsurdSizes_data()
{
    const char* x = "x: float32[1,1,2,2] = {1, 2, 3, 4}";
    const char* one = "x: float32[1] = {1}";
    const char* wide = "s: int64[3] = {1000000, 1000000, 1000000}";
    const char* beyond = "s: int64[2] = {4611686018427387904, 4}"; // the product is 2^64
    ql::test::addOperatorCases({
        {"Expand", 13, {one, wide}, "y = Expand(x, s)", "fit in memory"},
        {"Expand beyond 2^64", 13, {one, beyond}, "y = Expand(x, s)", "fit in memory"},
        {"ConstantOfShape", 9, {wide}, "y = ConstantOfShape(s)", "fit in memory"},
        {"ConstantOfShape beyond 2^64", 9, {beyond}, "y = ConstantOfShape(s)", "fit in memory"},
        {"Range", 11, {"a: int64[] = {0}", "b: int64[] = {100000000000000}", "d: int64[] = {1}"},
         "y = Range(a, b, d)", "fit in memory"},
        {"Tile", 13, {one, "s: int64[1] = {1000000000000000}"}, "y = Tile(x, s)", "fit in memory"},
        {"Tile beyond 2^64", 13, {"x: float32[2,2] = {1, 2, 3, 4}", beyond}, "y = Tile(x, s)", "has an entry of"},
        {"Resize by scales", 13, {x, "r: float32[0] = {}", "s: float32[4] = {1, 1, 1e8, 1e8}"},
         "y = Resize(x, r, s)", "fit in memory"},
        {"Resize to sizes", 13, {x, "r: float32[0] = {}", "f: float32[0] = {}",
                                 "s: int64[4] = {1, 1, 900000000, 900000000}"},
         "y = Resize(x, r, f, s) {mode: \"cubic\"}", "fit in memory"},
        {"Upsample", 9, {x, "s: float32[4] = {1, 1, 1e8, 1e8}"}, "y = Upsample(x, s)", "fit in memory"},
        {"Pad", 13, {one, "p: int64[2] = {0, 1000000000000000}"}, "y = Pad(x, p)", "fit in memory"},
        {"Pad at both ends of the numbers", 13, {one, "p: int64[2] = {9223372036854775807, 9223372036854775807}"},
         "y = Pad(x, p)", ""},
        {"OneHot", 11, {"i: int64[1] = {0}", "d: int64[] = {1000000000000000}", "v: float32[2] = {0, 1}"},
         "y = OneHot(i, d, v)", "fit in memory"},
        {"RandomNormal", 13, {}, "y = RandomNormal() {shape: [1000000, 1000000, 1000000]}", "fit in memory"},
        {"HannWindow", 17, {"s: int64[] = {100000000000000}"}, "y = HannWindow(s)", "expected a size"},
        {"CenterCropPad", 18, {one, "s: int64[1] = {1000000000000000}"}, "y = CenterCropPad(x, s)", "fit in memory"},
        {"ConvTranspose, stride", 13, {x, "w: float32[1,1,1,1] = {1}"},
         "y = ConvTranspose(x, w) {strides: [1000000000, 1000000000]}", ""},
        {"ConvTranspose, output padding", 13, {x, "w: float32[1,1,1,1] = {1}"},
         "y = ConvTranspose(x, w) {output_padding: [1000000000, 1000000000]}", ""},
        {"Conv, padding", 13, {x, "w: float32[1,1,1,1] = {1}"},
         "y = Conv(x, w) {pads: [1000000000, 1000000000, 1000000000, 1000000000]}", ""},
        {"MaxPool, padding", 13, {x},
         "y = MaxPool(x) {kernel_shape: [2, 2], pads: [1000000000, 1000000000, 1000000000, 1000000000]}", ""},
        {"AveragePool, kernel", 19, {x}, "y = AveragePool(x) {kernel_shape: [1000000000000, 1000000000000]}", ""},
        {"Col2Im", 18, {"x: float32[1,1,1] = {1}", "s: int64[2] = {1000000000, 1000000000}", "b: int64[2] = {1, 1}"},
         "y = Col2Im(x, s, b)", ""},
    });
}

/// Not one of these takes the memory that it asks for: an error comes first, whatever else is wrong with the node.
void TestReshape::refusesAbsurdSizes()
{
    QFETCH(int, opset);
    QFETCH(std::vector<const char*>, constants);
    QFETCH(QByteArray, node);
    QFETCH(QString, expected);
    const auto found = ql::test::evaluated(opset, constants, node.constData());
    QVERIFY2(found.startsWith("error: node n") && found.contains(expected), qPrintable(found.left(300)));
}

QTEST_APPLESS_MAIN(TestReshape)
#include "tst_reshape.moc"
