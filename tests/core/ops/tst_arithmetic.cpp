// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/operator_test.h"

#include <QTest>

class TestArithmetic : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void combinesTwo_data()
    {
        ql::test::addOperatorCases({
            {"Add", 13, {"a: float32[2] = {1, 2}", "b: float32[2] = {10, 20}"}, "y = Add(a, b)", "float32[2] {11, 22}"},
            {"Add, opset 7", 7, {"a: float32[1] = {1}", "b: float32[1] = {2}"}, "y = Add(a, b)", "float32[1] {3}"},
            {"Add broadcasts both", 13, {"a: float32[2,1] = {1, 2}", "b: float32[2] = {10, 20}"}, "y = Add(a, b)",
             "float32[2,2] {11, 21, 12, 22}"},
            {"Add of scalars", 13, {"a: float32[] = {1}", "b: float32[] = {2}"}, "y = Add(a, b)", "float32[] {3}"},
            {"Add of nothing", 13, {"a: float32[0,2] = {}", "b: float32[2] = {1, 2}"}, "y = Add(a, b)",
             "float32[0,2] {}"},
            {"Add wraps uint8", 14, {"a: uint8[1] = {250}", "b: uint8[1] = {10}"}, "y = Add(a, b)", "uint8[1] {4}"},
            {"Add wraps uint16", 14, {"a: uint16[1] = {65535}", "b: uint16[1] = {2}"}, "y = Add(a, b)",
             "uint16[1] {1}"},
            {"Sub wraps uint32", 13, {"a: uint32[1] = {0}", "b: uint32[1] = {1}"}, "y = Sub(a, b)",
             "uint32[1] {4294967295}"},
            {"Mul of halves", 13, {"a: float16[1] = {1.5}", "b: float16[1] = {2}"}, "y = Mul(a, b)", "float16[1] {3}"},
            {"Div", 13, {"a: float32[2] = {1, -1}", "b: float32[2] = {4, 0}"}, "y = Div(a, b)",
             "float32[2] {0.25, -inf}"},
            {"Div truncates integers", 13, {"a: int32[3] = {7, -7, 7}", "b: int32[3] = {2, 2, -1}"}, "y = Div(a, b)",
             "int32[3] {3, -3, -7}"},
            {"Div of the lowest", 13, {"a: int32[1] = {-2147483648}", "b: int32[1] = {-1}"}, "y = Div(a, b)",
             "int32[1] {-2147483648}"},
            {"Mod of integers", 13, {"a: int32[3] = {-7, 7, -7}", "b: int32[3] = {3, -3, -1}"}, "y = Mod(a, b)",
             "int32[3] {2, -2, 0}"},
            {"Mod as C", 13, {"a: float32[2] = {-7, 7.5}", "b: float32[2] = {3, -3}"}, "y = Mod(a, b) {fmod: 1}",
             "float32[2] {-1, 1.5}"},
            {"Mod of floats", 13, {"a: float32[1] = {1}", "b: float32[1] = {1}"}, "y = Mod(a, b)",
             "error: node n (Mod, opset 13): attribute fmod is 0, expected 1 for floating-point inputs"},
            {"Pow", 13, {"a: float32[2] = {2, 3}", "b: float32[2] = {3, 0.5}"}, "y = Pow(a, b)",
             "float32[2] {8, 1.7321}"},
            {"Pow by one exponent", 13, {"a: float32[2] = {2, 3}", "b: int64[] = {2}"}, "y = Pow(a, b)",
             "float32[2] {4, 9}"},
            {"Pow of integers", 13, {"a: int32[2] = {4, 2}", "b: float32[2] = {0.5, 3}"}, "y = Pow(a, b)",
             "int32[2] {2, 8}"},
            {"types differ", 13, {"a: float32[1] = {1}", "b: int64[1] = {1}"}, "y = Add(a, b)",
             "error: node n (Add, opset 13): input 1 has type int64, expected float32 as input 0"},
            {"shapes differ", 13, {"a: float32[2] = {1, 2}", "b: float32[3] = {1, 2, 3}"}, "y = Add(a, b)",
             "error: node n (Add, opset 13): input shapes 2 and 3 can't be broadcast to one shape"},
        });
    }
    void combinesTwo() { ql::test::checkOperatorCase(); }

    void combinesMany_data()
    {
        ql::test::addOperatorCases({
            {"Max", 13, {"a: float32[2] = {1, 5}", "b: float32[1] = {3}", "c: float32[2] = {0, 9}"}, "y = Max(a, b, c)",
             "float32[2] {3, 9}"},
            {"Min of uint64", 13, {"a: uint64[1] = {18446744073709551615}", "b: uint64[1] = {1}"},
             "y = Min(a, b)", "uint64[1] {1}"},
            {"Min", 13, {"a: int8[2] = {1, 5}", "b: int8[1] = {3}"}, "y = Min(a, b)", "int8[2] {1, 3}"},
            {"Mean", 13, {"a: float32[1] = {1}", "b: float32[1] = {2}", "c: float32[1] = {6}"}, "y = Mean(a, b, c)",
             "float32[1] {3}"},
            {"Sum", 13, {"a: float32[1] = {1}", "b: float32[1] = {2}", "c: float32[1] = {6}"}, "y = Sum(a, b, c)",
             "float32[1] {9}"},
            {"Sum of one", 13, {"a: float32[1] = {1}"}, "y = Sum(a)", "float32[1] {1}"},
        });
    }
    void combinesMany() { ql::test::checkOperatorCase(); }

    void decides_data()
    {
        ql::test::addOperatorCases({
            {"Equal", 13, {"a: int64[2] = {1, 2}", "b: int64[1] = {2}"}, "y = Equal(a, b)", "bool[2] {0, 1}"},
            {"Greater", 13, {"a: float32[3] = {1, 2, nan}", "b: float32[1] = {1}"}, "y = Greater(a, b)",
             "bool[3] {0, 1, 0}"},
            {"Greater of uint64", 13, {"a: uint64[1] = {18446744073709551615}", "b: uint64[1] = {1}"},
             "y = Greater(a, b)", "bool[1] {1}"},
            {"GreaterOrEqual", 13, {"a: float32[2] = {1, 2}", "b: float32[1] = {2}"}, "y = GreaterOrEqual(a, b)",
             "bool[2] {0, 1}"},
            {"Less", 13, {"a: int8[2] = {-1, 2}", "b: int8[1] = {1}"}, "y = Less(a, b)", "bool[2] {1, 0}"},
            {"LessOrEqual", 13, {"a: float32[2] = {1, 2}", "b: float32[1] = {1}"}, "y = LessOrEqual(a, b)",
             "bool[2] {1, 0}"},
            {"And", 13, {"a: bool[2] = {1, 1}", "b: bool[2] = {1, 0}"}, "y = And(a, b)", "bool[2] {1, 0}"},
            {"Or", 13, {"a: bool[2] = {0, 1}", "b: bool[1] = {0}"}, "y = Or(a, b)", "bool[2] {0, 1}"},
            {"Xor", 13, {"a: bool[2] = {1, 1}", "b: bool[2] = {1, 0}"}, "y = Xor(a, b)", "bool[2] {0, 1}"},
            {"Not", 13, {"a: bool[2] = {1, 0}"}, "y = Not(a)", "bool[2] {0, 1}"},
            {"And of integers", 13, {"a: int8[1] = {1}", "b: int8[1] = {1}"}, "y = And(a, b)",
             "error: node n (And, opset 13): input 0 has type int8, expected bool"},
            {"BitShift left", 13, {"a: uint8[2] = {1, 255}", "b: uint8[1] = {1}"},
             "y = BitShift(a, b) {direction: \"LEFT\"}", "uint8[2] {2, 254}"},
            {"BitShift right", 13, {"a: uint32[2] = {4294967295, 4}", "b: uint32[1] = {1}"},
             "y = BitShift(a, b) {direction: \"RIGHT\"}", "uint32[2] {2147483647, 2}"},
            {"BitShift nowhere", 13, {"a: uint8[1] = {1}", "b: uint8[1] = {1}"}, "y = BitShift(a, b)",
             "error: node n (BitShift, opset 13): attribute direction is \"\", expected LEFT or RIGHT"},
            {"BitwiseNot", 18, {"a: uint16[1] = {1}"}, "y = BitwiseNot(a)", "uint16[1] {65534}"},
            {"BitwiseXor", 18, {"a: int8[1] = {6}", "b: int8[1] = {3}"}, "y = BitwiseXor(a, b)", "int8[1] {5}"},
            {"Where", 16, {"c: bool[2] = {1, 0}", "a: float32[2] = {1, 2}", "b: float32[] = {9}"},
             "y = Where(c, a, b)", "float32[2] {1, 9}"},
            {"Where by integers", 16, {"c: int8[1] = {1}", "a: float32[1] = {1}", "b: float32[1] = {9}"},
             "y = Where(c, a, b)", "error: node n (Where, opset 16): input 0 (condition) has type int8, expected bool"},
        });
    }
    void decides() { ql::test::checkOperatorCase(); }
};

QTEST_APPLESS_MAIN(TestArithmetic)
#include "tst_arithmetic.moc"
