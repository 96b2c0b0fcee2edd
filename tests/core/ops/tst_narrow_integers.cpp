// SPDX-License-Identifier: GPL-3.0-or-later
// Integers of 2 bits, which opset 25 has, small floats in blocks, and tables that are quantized in blocks. Expected
// values are the operators' specifications by hand.
#include "tests/support/operator_test.h"

#include <QTest>

class TestNarrowIntegers : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void opset25_data();
    void opset25() { ql::test::checkOperatorCase(); }
    void lookedUpInBlocks_data();
    void lookedUpInBlocks() { ql::test::checkOperatorCase(); }
};

void TestNarrowIntegers::opset25_data()
{
    ql::test::addOperatorCases({
        {"QuantizeLinear to int2",
         25,
         {"x: float32[5] = {100, -100, 0.4, -1, 1.5}", "s: float32[] = {1}", "z: int2[] = {0}"},
         "y = QuantizeLinear(x, s, z)",
         "int2[5] {1, -2, 0, -1, 1}"},
        {"QuantizeLinear to uint2, asked for",
         25,
         {"x: float32[3] = {100, -100, 2}", "s: float32[] = {1}"},
         "y = QuantizeLinear(x, s) {output_dtype: 25}",
         "uint2[3] {3, 0, 2}"},
        {"DequantizeLinear from uint2 in blocks",
         25,
         {"x: uint2[1,4] = {0, 1, 2, 3}", "s: float32[1,2] = {1, 0.5}", "z: uint2[1,2] = {1, 2}"},
         "y = DequantizeLinear(x, s, z) {axis: 1, block_size: 2}",
         "float32[1,4] {-1, 0, 0, 0.5}"},
        {"DequantizeLinear from float4 in blocks",
         25,
         {"x: float4e2m1[1,4] = {0.5, 1, -6, 3}", "s: float32[1,2] = {2, 10}"},
         "y = DequantizeLinear(x, s) {axis: 1, block_size: 2}",
         "float32[1,4] {1, 2, -60, 30}"},
        {"DequantizeLinear from float8, another type",
         25,
         {"x: float8e4m3fn[2] = {1.5, -2}", "s: float32[] = {2}"},
         "y = DequantizeLinear(x, s) {output_dtype: 10}",
         "float16[2] {3, -4}"},
        {"Cast to int2", 25, {"x: float32[2] = {1, -2}"}, "y = Cast(x) {to: 26}", "int2[2] {1, -2}"},
        {"Cast from uint2", 25, {"x: uint2[5] = {3, 2, 1, 0, 3}"}, "y = Cast(x) {to: 1}", "float32[5] {3, 2, 1, 0, 3}"},
        {"Transpose of int2",
         25,
         {"x: int2[5,1] = {1, -1, 0, -2, 1}"},
         "y = Transpose(x)",
         "int2[1,5] {1, -1, 0, -2, 1}"},
    });
}

/// com.microsoft.GatherBlockQuantized, by its description.
void TestNarrowIntegers::lookedUpInBlocks_data()
{
    // Rows 1 2 3 4 and 8 9 10 15, two to a byte.
    const char* packed = "d: uint8[2,2] = {33, 67, 152, 250}";
    const char* scales = "s: float32[2,2] = {1, 2, 0.5, 10}";
    const char* small = "d: int4[2,2] = {1, -2, 3, 4}";
    ql::test::addOperatorCases({
        {"4 bits in bytes, 0 in the middle",
         13,
         {packed, "i: int64[2] = {1, -2}", scales},
         "y = com.microsoft.GatherBlockQuantized(d, i, s) {block_size: 2}",
         "float32[2,4] {0, 0.5, 20, 70, -7, -6, -10, -8}"},
        {"with zero points, a scalar index",
         13,
         {packed, "i: int32[] = {0}", scales, "z: uint8[2,1] = {33, 0}"}, // 1 and 2 of the first row
         "y = com.microsoft.GatherBlockQuantized(d, i, s, z) {block_size: 2}",
         "float32[4] {0, 1, 2, 4}"},
        {"beyond the table",
         13,
         {packed, "i: int64[2] = {2, -3}", scales},
         "y = com.microsoft.GatherBlockQuantized(d, i, s) {block_size: 2}",
         "float32[2,4] {0, 0, 0, 0, 0, 0, 0, 0}"},
        {"2 bits",
         13,
         {"d: uint8[1,1] = {228}", "i: int64[1] = {0}", "s: float32[1,1] = {3}"},
         "y = com.microsoft.GatherBlockQuantized(d, i, s) {block_size: 16, bits: 2}",
         "float32[1,4] {-6, -3, 0, 3}"},
        {"8 bits",
         13,
         {"d: uint8[1,2] = {128, 130}", "i: int64[1] = {0}", "s: float32[1,1] = {0.5}"},
         "y = com.microsoft.GatherBlockQuantized(d, i, s) {block_size: 16, bits: 8}",
         "float32[1,2] {0, 1}"},
        {"along another axis",
         13,
         {small, "i: int64[1] = {1}", "s: float32[1,2] = {1, 10}"},
         "y = com.microsoft.GatherBlockQuantized(d, i, s) {block_size: 2, gather_axis: 1, quantize_axis: 0}",
         "float32[2,1] {-20, 40}"},
        {"along the axis of the blocks",
         13,
         {small, "i: int64[1,1] = {1}", "s: float32[1,2] = {1, 10}"},
         "y = com.microsoft.GatherBlockQuantized(d, i, s) {block_size: 2, gather_axis: 0, quantize_axis: 0}",
         "float32[1,1,2] {3, 40}"},
        {"floats of 8 bits, a scale for each row",
         13,
         {"d: float8e4m3fn[2,2] = {1, 2, 3, 4}", "i: int64[1] = {1}", "s: float32[2,1] = {1, 0.5}"},
         "y = com.microsoft.GatherBlockQuantized(d, i, s) {block_size: 0}",
         "float32[1,2] {1.5, 2}"},
        {"one scale for all rows",
         13,
         {"d: float8e4m3fn[2,2] = {1, 2, 3, 4}", "i: int64[2] = {1, 1}", "s: float32[1,1] = {2}"},
         "y = com.microsoft.GatherBlockQuantized(d, i, s) {block_size: 0}",
         "float32[2,2] {6, 8, 6, 8}"},
        {"too few scales",
         13,
         {packed, "i: int64[1] = {0}", "s: float32[2,1] = {1, 2}"},
         "y = com.microsoft.GatherBlockQuantized(d, i, s) {block_size: 2}",
         "error: node n (com.microsoft.GatherBlockQuantized, opset 1): input 2 (scales) has 1 blocks along axis 1, "
         "expected 2 of 2 elements"},
    });
}

QTEST_APPLESS_MAIN(TestNarrowIntegers)
#include "tst_narrow_integers.moc"
