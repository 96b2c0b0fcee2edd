// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/operator_test.h"

#include <QTest>

class TestResize : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void resizes_data()
    {
        const char* x = "x: float32[4] = {1, 2, 3, 4}";
        const char* pair = "x: float32[2] = {1, 2}";
        const char* twice = "s: float32[1] = {2}";
        const char* half = "s: float32[1] = {0.5}";
        ql::test::addOperatorCases({
            {"nearest", 13, {pair, twice}, "y = Resize(x, _, s)", "float32[4] {1, 1, 2, 2}"},
            {"nearest of other types",
             13,
             {"x: uint16[2] = {1, 65535}", twice},
             "y = Resize(x, _, s)",
             "uint16[4] {1, 1, 65535, 65535}"},
            {"nearest, rounded up",
             13,
             {x, half},
             "y = Resize(x, _, s) {nearest_mode: \"ceil\", coordinate_transformation_mode: \"asymmetric\"}",
             "float32[2] {1, 3}"},
            {"nearest, halves preferring the floor", 13, {x, half}, "y = Resize(x, _, s)", "float32[2] {1, 3}"},
            {"nearest, halves preferring the ceiling",
             13,
             {x, half},
             "y = Resize(x, _, s) {nearest_mode: \"round_prefer_ceil\"}",
             "float32[2] {2, 4}"},
            {"linear", 13, {pair, twice}, "y = Resize(x, _, s) {mode: \"linear\"}", "float32[4] {1, 1.25, 1.75, 2}"},
            {"linear, aligned corners",
             13,
             {pair, twice},
             "y = Resize(x, _, s) {mode: \"linear\", coordinate_transformation_mode: \"align_corners\"}",
             "float32[4] {1, 1.3333, 1.6667, 2}"},
            {"linear, asymmetric",
             13,
             {pair, twice},
             "y = Resize(x, _, s) {mode: \"linear\", coordinate_transformation_mode: \"asymmetric\"}",
             "float32[4] {1, 1.5, 2, 2}"},
            {"linear to one",
             13,
             {x, "z: int64[1] = {1}"},
             "y = Resize(x, _, _, z) {mode: \"linear\", coordinate_transformation_mode: \"pytorch_half_pixel\"}",
             "float32[1] {1}"},
            {"linear, cropped and extrapolated",
             13,
             {x, "r: float32[2] = {0, 2}", "z: int64[1] = {3}"},
             "y = Resize(x, r, _, z) {mode: \"linear\", coordinate_transformation_mode: \"tf_crop_and_resize\", "
             "extrapolation_value: 9.0}",
             "float32[3] {1, 4, 9}"},
            {"cubic", 13, {x, half}, "y = Resize(x, _, s) {mode: \"cubic\"}", "float32[2] {1.4062, 3.5938}"},
            {"cubic within",
             13,
             {x, half},
             "y = Resize(x, _, s) {mode: \"cubic\", exclude_outside: 1}",
             "float32[2] {1.3714, 3.6286}"},
            {"smoothed",
             18,
             {x, half},
             "y = Resize(x, _, s) {mode: \"linear\", antialias: 1}",
             "float32[2] {1.625, 3.375}"},
            {"sizes", 13, {pair, "z: int64[1] = {4}"}, "y = Resize(x, _, _, z)", "float32[4] {1, 1, 2, 2}"},
            {"axes",
             18,
             {"x: float32[1,2] = {1, 2}", "z: int64[1] = {4}"},
             "y = Resize(x, _, _, z) {axes: [1]}",
             "float32[1,4] {1, 1, 2, 2}"},
            {"not larger",
             18,
             {"x: float32[1,2] = {1, 2}", "z: int64[2] = {2, 2}"},
             "y = Resize(x, _, _, z) {keep_aspect_ratio_policy: \"not_larger\"}",
             "float32[1,2] {1, 2}"},
            {"not smaller",
             18,
             {"x: float32[1,2] = {1, 2}", "z: int64[2] = {2, 2}"},
             "y = Resize(x, _, _, z) {keep_aspect_ratio_policy: \"not_smaller\"}",
             "float32[2,4] {1, 1, 2, 2, 1, 1, 2, 2}"},
            {"opset 10", 10, {x, half}, "y = Resize(x, s)", "float32[2] {1, 3}"},
            {"Upsample", 9, {pair, twice}, "y = Upsample(x, s) {mode: \"linear\"}", "float32[4] {1, 1.5, 2, 2}"},
            {"Upsample, opset 7", 7, {pair}, "y = Upsample(x) {scales: [2.0]}", "float32[4] {1, 1, 2, 2}"},
            {"unknown mode",
             13,
             {x, half},
             "y = Resize(x, _, s) {mode: \"area\"}",
             "error: node n (Resize, opset 13): attribute mode is \"area\", which is unknown"},
            {"scale 0",
             13,
             {x, "s: float32[1] = {0}"},
             "y = Resize(x, _, s)",
             "error: node n (Resize, opset 13): scales has an entry of 0"},
            {"too many scales",
             13,
             {x, "s: float32[2] = {1, 2}"},
             "y = Resize(x, _, s)",
             "error: node n (Resize, opset 13): scales has 2 elements, expected 1"},
            {"nothing",
             13,
             {"x: float32[0] = {}", "z: int64[1] = {2}"},
             "y = Resize(x, _, _, z)",
             "error: node n (Resize, opset 13): axis 0 is empty, it can't be resized"},
        });
    }
    void resizes() { ql::test::checkOperatorCase(); }
};

QTEST_APPLESS_MAIN(TestResize)
#include "tst_resize.moc"
