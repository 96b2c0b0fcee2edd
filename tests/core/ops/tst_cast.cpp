// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/operator_test.h"

#include <QTest>

class TestCast : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void casts_data()
    {
        ql::test::addOperatorCases({
            {"float to int", 13, {"x: float32[3] = {-1.7, 0.5, 2.9}"}, "y = Cast(x) {to: 6}", "int32[3] {-1, 0, 2}"},
            {"float to bool", 13, {"x: float32[3] = {0, 0.1, nan}"}, "y = Cast(x) {to: 9}", "bool[3] {0, 1, 1}"},
            {"bool to float", 13, {"x: bool[2] = {1, 0}"}, "y = Cast(x) {to: 1}", "float32[2] {1, 0}"},
            {"float to half", 13, {"x: float32[2] = {2049, 1e6}"}, "y = Cast(x) {to: 10}", "float16[2] {2048, inf}"},
            {"int to uint16", 13, {"x: int32[2] = {65537, -1}"}, "y = Cast(x) {to: 4}", "uint16[2] {1, 65535}"},
            {"uint16 to float", 13, {"x: uint16[1] = {65535}"}, "y = Cast(x) {to: 1}", "float32[1] {65535}"},
            {"int8 to int4", 21, {"x: int8[2] = {7, 8}"}, "y = Cast(x) {to: 22}", "int4[2] {7, -8}"},
            {"uint64 to double",
             13,
             {"x: uint64[2] = {9223372036854775808, 3}"},
             "y = Cast(x) {to: 11}",
             "float64[2] {9.2234e+18, 3}"},
            {"double to uint64 and more",
             13,
             {"x: float64[1] = {9223372036854775808}"},
             "y = Cast(x) {to: 13}",
             "uint64[1] {-9223372036854775808}"},
            {"to itself", 13, {"x: int8[0] = {}"}, "y = Cast(x) {to: 3}", "int8[0] {}"},
            {"to strings", 13, {"x: int8[1] = {1}"}, "y = Cast(x) {to: 8}", "string[1] {\"1\"}"},
            {"to nowhere",
             13,
             {"x: int8[1] = {1}"},
             "y = Cast(x) {to: 77}",
             "error: node n (Cast, opset 13): attribute to is 77, which is no element type"},
            {"float to float4",
             23,
             {"x: float32[6] = {0.48, 0.25, 1.05, -3.5, -8, nan}"},
             "y = Cast(x) {to: 23}",
             "float4e2m1[6] {0.5, 0, 1, -4, -6, 6}"},
            {"float4 to half",
             23,
             {"x: float4e2m1[3] = {0.5, -6, 3}"},
             "y = Cast(x) {to: 10}",
             "float16[3] {0.5, -6, 3}"},
            // The values of the standard's own test; 0 becomes the smallest number, 2^-127.
            {"float to float8e8m0",
             24,
             {"x: float32[8] = {0, 0.124, 0.25, 0.5, 1.1, 2, 4, 8}"},
             "y = Cast(x) {to: 24, saturate: 1, round_mode: \"up\"}",
             "float8e8m0[8] {5.8775e-39, 0.125, 0.25, 0.5, 2, 2, 4, 8}"},
            {"float to float8e8m0, down",
             24,
             {"x: float32[3] = {0.124, 1.9, 6}"},
             "y = Cast(x) {to: 24, round_mode: \"down\"}",
             "float8e8m0[3] {0.0625, 1, 4}"},
            {"float to float8e8m0, nearest, not saturating",
             24,
             {"x: float32[4] = {0, 1.4, 3, inf}"},
             "y = Cast(x) {to: 24, saturate: 0, round_mode: \"nearest\"}",
             "float8e8m0[4] {nan, 1, 4, nan}"},
            {"float8e8m0 to float",
             24,
             {"x: float8e8m0[3] = {0.25, 4, nan}"},
             "y = Cast(x) {to: 1}",
             "float32[3] {0.25, 4, nan}"},
            {"like a float8e8m0",
             24,
             {"x: float32[1] = {3}", "t: float8e8m0[1] = {1}"},
             "y = CastLike(x, t) {round_mode: \"down\"}",
             "float8e8m0[1] {2}"},
            {"rounding somehow",
             24,
             {"x: float32[1] = {3}"},
             "y = Cast(x) {to: 24, round_mode: \"sideways\"}",
             "error: node n (Cast, opset 24): attribute round_mode is \"sideways\", expected up, down or nearest"},
            {"like another", 15, {"x: float32[1] = {1.5}", "t: int64[0] = {}"}, "y = CastLike(x, t)", "int64[1] {1}"},
        });
    }
    void casts() { ql::test::checkOperatorCase(); }

    void makesConstants_data()
    {
        ql::test::addOperatorCases({
            {"value", 13, {}, "y = Constant() {value: uint16[2] {1, 2}}", "uint16[2] {1, 2}"},
            {"value_float", 13, {}, "y = Constant() {value_float: 1.5}", "float32[] {1.5}"},
            {"value_floats", 13, {}, "y = Constant() {value_floats: [1.5, 2.5]}", "float32[2] {1.5, 2.5}"},
            {"value_int", 13, {}, "y = Constant() {value_int: -3}", "int64[] {-3}"},
            {"value_ints", 13, {}, "y = Constant() {value_ints: [4, 5]}", "int64[2] {4, 5}"},
            {"no value",
             13,
             {},
             "y = Constant()",
             "error: node n (Constant, opset 13): none of the attributes value, value_float, value_floats, value_int, "
             "value_ints, value_string and value_strings is there"},
            {"ConstantOfShape",
             9,
             {"s: int64[2] = {1, 2}"},
             "y = ConstantOfShape(s) {value: int32[1] {7}}",
             "int32[1,2] {7, 7}"},
            {"ConstantOfShape by default", 9, {"s: int64[1] = {2}"}, "y = ConstantOfShape(s)", "float32[2] {0, 0}"},
            {"ConstantOfShape of a scalar", 9, {"s: int64[0] = {}"}, "y = ConstantOfShape(s)", "float32[] {0}"},
            {"ConstantOfShape of nothing", 9, {"s: int64[2] = {0, 3}"}, "y = ConstantOfShape(s)", "float32[0,3] {}"},
            {"ConstantOfShape of two values",
             9,
             {"s: int64[1] = {2}"},
             "y = ConstantOfShape(s) {value: int32[2] {7, 8}}",
             "error: node n (ConstantOfShape, opset 9): attribute value has 2 elements, expected 1"},
            {"Range",
             13,
             {"a: int32[] = {10}", "b: int32[] = {4}", "d: int32[] = {-3}"},
             "y = Range(a, b, d)",
             "int32[2] {10, 7}"},
            {"Range of floats",
             13,
             {"a: float32[] = {1}", "b: float32[] = {2}", "d: float32[] = {0.4}"},
             "y = Range(a, b, d)",
             "float32[3] {1, 1.4, 1.8}"},
            {"Range of nothing",
             13,
             {"a: int64[] = {1}", "b: int64[] = {0}", "d: int64[] = {1}"},
             "y = Range(a, b, d)",
             "int64[0] {}"},
            {"Range without end",
             13,
             {"a: int64[] = {1}", "b: int64[] = {2}", "d: int64[] = {0}"},
             "y = Range(a, b, d)",
             "error: node n (Range, opset 13): a range from 1 to 2 by 0 doesn't end"},
        });
    }
    void makesConstants() { ql::test::checkOperatorCase(); }

    void describes_data()
    {
        ql::test::addOperatorCases({
            {"Shape", 13, {"x: float32[2,0] = {}"}, "y = Shape(x)", "int64[2] {2, 0}"},
            {"Shape of a scalar", 13, {"x: float32[] = {1}"}, "y = Shape(x)", "int64[0] {}"},
            {"Shape from the end",
             15,
             {"x: float32[1,2,3] = {1, 2, 3, 4, 5, 6}"},
             "y = Shape(x) {start: -2, end: -1}",
             "int64[1] {2}"},
            {"Shape beyond the end", 15, {"x: float32[1,2] = {1, 2}"}, "y = Shape(x) {start: 5}", "int64[0] {}"},
            {"Size", 13, {"x: float32[1,2] = {1, 2}"}, "y = Size(x)", "int64[] {2}"},
            {"Identity", 13, {"x: uint4[3] = {1, 2, 15}"}, "y = Identity(x)", "uint4[3] {1, 2, 15}"},
            {"Dropout", 13, {"x: float32[2] = {1, 2}"}, "y, m = Dropout(x)", "float32[2] {1, 2}\nbool[2] {1, 1}"},
            {"Dropout, opset 7",
             7,
             {"x: float32[2] = {1, 2}"},
             "y, m = Dropout(x) {ratio: 0.5}",
             "float32[2] {1, 2}\nfloat32[2] {1, 1}"},
            {"Dropout in training",
             13,
             {"x: float32[1] = {1}", "r: float32[] = {0.5}", "t: bool[] = {1}"},
             "y = Dropout(x, r, t)",
             "error: node n (Dropout, opset 13): input 2 (training_mode) is true, which drops elements at random "
             "(export the model for inference)"},
        });
    }
    void describes() { ql::test::checkOperatorCase(); }
};

QTEST_APPLESS_MAIN(TestCast)
#include "tst_cast.moc"
