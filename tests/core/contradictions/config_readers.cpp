// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/config_file.h"
#include "core/config/constraints/check_config.h"
#include "core/graph/text_form/text_form.h"
#include "tests/core/contradictions/contradiction.h"

namespace ql::tests {

namespace {

/// Scales per channel have to be those of "w", which has two.
const graph::Graph& network()
{
    static const auto graph = graph::parseGraph(R"(graph "net" opset 13
        input x: float32[1,2]
        const w: float32[2,3] = {1, 2, 3, 4, 5, 6}
        h: float32[1,3] = MatMul(x, w) name "y"
        z: float32[1,3] = Relu(h) name "z"
        output z
    )");
    return graph;
}

/// What the reader finds, and what the network has against it.
QByteArray findingsOf(const std::filesystem::path& path)
{
    const auto file = config::ConfigFile::open(path);
    auto findings = file.findings();
    for (auto& finding : config::checkConfig(file.config(), network()))
        if (finding.severity == results::Severity::Error)
            findings.push_back(std::move(finding));
    QByteArray text;
    for (const auto& finding : findings)
        text += QByteArray::fromStdString(config::findingText(finding, path.string()).english()) + '\n';
    return text;
}

const QByteArray kMaps = R"({"version": "0.6.1",
 "activation_encodings": {"x": [{"bitwidth": 8, "dtype": "int", "is_symmetric": "False", "max": 1.27, "min": -1.28,
   "offset": -128, "scale": 0.01}]},
 "param_encodings": {"w": [{"bitwidth": 8, "dtype": "int", "is_symmetric": "True", "offset": -128, "scale": 0.5},
   {"bitwidth": 8, "dtype": "int", "is_symmetric": "True", "offset": -128, "scale": 0.25}]}})";

/// AIMET 0.6.1, and Qualcomm's (QNN, SNPE) quantization overrides.
Reader mapsReader()
{
    return {"encodings 0.6.1, QNN",
            "a.encodings",
            kMaps,
            findingsOf,
            {{Kind::Twice, with(kMaps, "\"param_encodings\"", "\"activation_encodings\""), "a second time"},
             {Kind::Cut, kMaps.left(kMaps.size() - 60), "expected"},
             {Kind::OutOfRange, with(kMaps, "\"offset\": -128, \"scale\": 0.01", "\"offset\": 99999, \"scale\": 0.01"),
              "FILE:3: layer x: offset is 99999, expected a whole number from -255 to 0"},
             {Kind::OutOfRange,
              with(kMaps, "\"bitwidth\": 8, \"dtype\": \"int\", \"is_symmetric\": \"False\"",
                   "\"bitwidth\": 77, \"dtype\": \"int\", \"is_symmetric\": \"False\""),
              "a width of 77 bits, expected 2 to 32"},
             {Kind::OutOfRange, with(kMaps, "\"max\": 1.27", "\"max\": -6"),
              "min is -1.28 and max is -6, expected numbers in this order"},
             {Kind::OutOfRange, with(kMaps, "\"max\": 1.27", "\"max\": 6"), "728 steps of the scale 0.01 apart"},
             {Kind::OutOfRange, with(kMaps, "0.01}", "-0.01}"), "scale is -0.01, expected a number above 0"},
             {Kind::OutOfRange, with(kMaps, "0.01}", "2e-41}"), "scale is 2e-41, expected a number above 0"},
             {Kind::NoNumber, with(kMaps, "0.01}", "1e999}"), "scale is inf, expected a number above 0"},
             {Kind::NoNumber, with(kMaps, "0.01}", "NaN}"), "scale is nan, expected a number above 0"},
             {Kind::NoNumber, with(kMaps, "0.01}", "\"0.01\"}"), "scale is 0.01, expected a number"},
             {Kind::NoNumber, with(kMaps, "\"min\": -1.28", "\"min\": NaN"), "min is nan"},
             {Kind::NoNumber, with(kMaps, "-128, \"scale\": 0.01", "-127.5, \"scale\": 0.01"),
              "offset is -127.5, expected a whole number"},
             {Kind::NoNumber,
              with(kMaps, "\"dtype\": \"int\", \"is_symmetric\": \"False\"",
                   "\"dtype\": \"integer\", \"is_symmetric\": \"False\""),
              "dtype is integer, expected int or float"},
             {Kind::WrongCount,
              with(kMaps, "\"scale\": 0.25}",
                   "\"scale\": 0.25}, {\"scale\": 1, \"offset\": -128}, "
                   "{\"scale\": 1, \"offset\": -128}"),
              "w has 4 scales and shape 2x3"},
             noPlaces(),
             {Kind::LeftOver,
              with(kMaps, "\"bitwidth\": 8, \"dtype\": \"int\", \"is_symmetric\": \"False\"", "\"bitwidht\": 8"),
              "bitwidht means nothing here"}}};
}

const QByteArray kLists = R"({"version": "1.0.0",
 "activation_encodings": [{"name": "x", "bw": 8, "dtype": "INT", "is_sym": false, "enc_type": "PER_TENSOR",
   "offset": [-128], "scale": [0.01]}],
 "param_encodings": [{"name": "w", "bw": 8, "dtype": "INT", "is_sym": true, "enc_type": "PER_CHANNEL",
   "offset": [-128, -128], "scale": [0.5, 0.25]}]})";

Reader listsReader()
{
    return {"encodings 1.0.0",
            "a.encodings",
            kLists,
            findingsOf,
            {{Kind::Twice, with(kLists, "\"name\": \"w\"", "\"name\": \"x\""), "x a second time"},
             {Kind::Cut, kLists.left(kLists.size() - 30), "expected"},
             {Kind::OutOfRange, with(kLists, "[-128],", "[-256],"), "offset is -256, expected a whole number"},
             {Kind::OutOfRange, with(kLists, "\"bw\": 8, \"dtype\": \"INT\", \"is_sym\": false", "\"bw\": 1"),
              "a width of 1 bits"},
             {Kind::NoNumber, with(kLists, "[0.01]", "[1e999]"), "scale is inf"},
             {Kind::NoNumber, with(kLists, "\"dtype\": \"INT\", \"is_sym\": false", "\"dtype\": \"HALF\""),
              "dtype is HALF, expected int or float"},
             {Kind::WrongCount, with(kLists, "[0.5, 0.25]", "[0.5, 0.25, 1]"), "offset is said 2 times for 3 scales"},
             noPlaces(),
             {Kind::LeftOver, with(kLists, "\"enc_type\": \"PER_TENSOR\"", "\"enc\": 1"), "enc means nothing here"}}};
}

const QByteArray kVersionTwo = R"({"version": "2.0.0", "encodings": [
  {"name": "x", "output_dtype": "uint8", "y_scale": 0.01, "y_zero_point": 128},
  {"name": "w", "output_dtype": "int8", "y_scale": [0.5, 0.25], "axis": 0}]})";

Reader versionTwoReader()
{
    return {
        "encodings 2.0.0",
        "a.encodings",
        kVersionTwo,
        findingsOf,
        {{Kind::Twice, with(kVersionTwo, "\"name\": \"w\"", "\"name\": \"x\""), "x a second time"},
         {Kind::Cut, kVersionTwo.left(kVersionTwo.size() - 20), "expected"},
         {Kind::OutOfRange, with(kVersionTwo, "128}", "256}"), "y_zero_point is 256, expected a whole number from 0"},
         {Kind::OutOfRange, with(kVersionTwo, "\"int8\"", "\"int99\""), "a width of 99 bits"},
         {Kind::NoNumber, with(kVersionTwo, "0.01", "NaN"), "scale is nan"},
         {Kind::NoNumber, with(kVersionTwo, "\"int8\"", "\"fixed8\""), "output_dtype is fixed8"},
         {Kind::WrongCount, with(kVersionTwo, "[0.5, 0.25]", "[0.5, 0.25, 1, 1]"), "w has 4 scales and shape"},
         noPlaces(),
         {Kind::LeftOver, with(kVersionTwo, "\"axis\"", "\"axes\""), "axes means nothing here"}}};
}

const QByteArray kPpq = R"({"configs": {"y": {
  "x": {"bit_width": 8, "policy": {"PER_TENSOR": true, "SYMMETRICAL": false, "ASYMMETRICAL": true},
        "state": "ACTIVATED", "quant_min": 0, "quant_max": 255, "hash": 1, "dominator": 1},
  "w": {"bit_width": 8, "policy": {"PER_CHANNEL": true, "SYMMETRICAL": true, "ASYMMETRICAL": false},
        "state": "BAKED", "quant_min": -128, "quant_max": 127, "hash": 2, "dominator": 2}}},
 "values": {"1": {"scale": 0.01, "zero_point": 128}, "2": {"scale": [0.5, 0.25], "zero_point": [0, 0]}}})";

Reader ppqReader()
{
    return {
        "PPQ",
        "a.json",
        kPpq,
        findingsOf,
        {{Kind::Twice, with(kPpq, "\"2\": {", "\"1\": {"), "\"1\" a second time"},
         {Kind::Cut, kPpq.left(kPpq.size() - 40), "expected"},
         {Kind::OutOfRange, with(kPpq, "128},", "300},"), "zero_point is 300, expected a whole number from 0 to 255"},
         {Kind::OutOfRange, with(kPpq, "\"x\": {\"bit_width\": 8", "\"x\": {\"bit_width\": 40"), "a width of 40 bits"},
         {Kind::NoNumber, with(kPpq, "0.01", "Infinity"), "scale is inf"},
         {Kind::NoNumber, with(kPpq, "128},", "127.5},"), "zero_point is 127.5, expected a whole number"},
         {Kind::WrongCount, with(kPpq, "[0.5, 0.25]", "[0.5, 0.25, 1]"), "zero_point is said 2 times for 3 scales"},
         noPlaces(),
         {Kind::LeftOver, with(kPpq, "\"hash\": 2, \"dominator\": 2", "\"hash\": 3, \"dominator\": 3"),
          "values has no such number"}}};
}

const QByteArray kOrt = R"({"extra_options": {"TensorQuantOverrides": {
  "x": [{"quant_type": "QUInt8", "scale": 0.01, "zero_point": 128, "rmin": -1.28, "rmax": 1.27}],
  "w": [{"quant_type": "QInt8", "axis": 0, "scale": 0.5}, {"scale": 0.25}]}}})";

Reader ortReader()
{
    return {
        "ONNX Runtime",
        "a.json",
        kOrt,
        findingsOf,
        {{Kind::Twice, with(kOrt, "\"w\": [", "\"x\": ["), "\"x\" a second time"},
         {Kind::Cut, kOrt.left(kOrt.size() - 20), "expected"},
         {Kind::OutOfRange, with(kOrt, "128", "99999"), "zero_point is 99999, expected a whole number from 0 to 255"},
         {Kind::OutOfRange, with(kOrt, "\"rmax\": 1.27", "\"rmax\": -2"), "rmin is -1.28 and rmax is -2"},
         {Kind::OutOfRange, with(kOrt, "QUInt8", "QUInt7"), "quant_type is QUInt7"},
         {Kind::NoNumber, with(kOrt, "0.01", "1e999"), "scale is inf"},
         {Kind::NoNumber, with(kOrt, "128", "127.5"), "zero_point is 127.5, expected a whole number"},
         {Kind::WrongCount, with(kOrt, "{\"scale\": 0.25}", "{\"scale\": 0.25}, {\"scale\": 1}, {\"scale\": 1}"),
          "w has 4 scales and shape"},
         noPlaces(),
         {Kind::LeftOver, with(kOrt, "\"rmin\"", "\"rmim\""), "rmim means nothing here"}}};
}

const QByteArray kRknn = R"(quantize_parameters:
  x: {qtype: asymmetric_quantized, qmethod: layer, dtype: int8, min: [-1.27], max: [1.28], scale: [0.01], zero_point: [-1]}
  w: {qtype: symmetric_quantized, qmethod: channel, dtype: int8, scale: [0.5, 0.25], zero_point: [0, 0]}
)";

Reader rknnReader()
{
    return {
        "RKNN",
        "a.yaml",
        kRknn,
        findingsOf,
        {{Kind::Twice, with(kRknn, "  w:", "  x:"), "x a second time"},
         {Kind::Cut, kRknn.left(kRknn.size() - 20), "FILE:3:"},
         {Kind::OutOfRange, with(kRknn, "[-1]", "[-129]"), "zero_point is -129, expected a whole number from -128"},
         {Kind::OutOfRange, with(kRknn, "max: [1.28]", "max: [-9]"), "min is -1.27 and max is -9"},
         {Kind::NoNumber, with(kRknn, "[0.01]", "[.inf]"), "scale is inf"},
         {Kind::NoNumber, with(kRknn, "[0.01]", "[a lot]"), "scale is a lot, expected a number"},
         {Kind::WrongCount, with(kRknn, "[0.5, 0.25]", "[0.5, 0.25, 1]"), "zero_point is said 2 times for 3 scales"},
         noPlaces(),
         {Kind::LeftOver, kRknn + "quantize_parameter: {}\n", "quantize_parameter means nothing here"}}};
}

const QByteArray kAmct = R"(override_layer_configs:
- layer_name: y
  activation_quant_params:
    quantizer: FixedFakeQuantize
    quantizer_args: {num_bits: 8, scale: 0.01, zero_point: -1}
)";

Reader amctReader()
{
    return {"AMCT YAML",
            "a.yaml",
            kAmct,
            findingsOf,
            {{Kind::Twice, with(kAmct, "zero_point:", "scale: 0.02, zero_point:"), "scale a second time"},
             {Kind::Cut, kAmct.left(kAmct.size() - 10), "FILE:5:"},
             {Kind::OutOfRange, with(kAmct, "-1}", "99999}"), "zero_point is 99999, expected a whole number from -128"},
             {Kind::NoNumber, with(kAmct, "0.01", ".nan"), "scale is nan"},
             {Kind::NoNumber, with(kAmct, "-1}", "-1.5}"), "zero_point is -1.5, expected a whole number"},
             {Kind::WrongCount, with(kAmct, "0.01", "[0.01, 0.02]"), "scale is a list, but an activation has one"},
             noPlaces(),
             {Kind::LeftOver, with(kAmct, "    quantizer_args", "    unknown: 1\n    quantizer_args"),
              "unknown means nothing here"}}};
}

const QByteArray kCache = "TRT-8601-EntropyCalibration2\nx: 3c010a14\nz: 3c92aa10\n";

Reader cacheReader()
{
    return {"TensorRT's cache",
            "a.cache",
            kCache,
            findingsOf,
            {{Kind::Twice, with(kCache, "z:", "x:"), "x a second time"},
             {Kind::Cut, kCache.left(kCache.size() - 5), "3c92 is no float32 in hexadecimal digits, expected 8"},
             {Kind::Cut, kCache.left(kCache.size() - 10), "expected \"name: value\""},
             {Kind::OutOfRange, with(kCache, "3c92aa10", "00003c92"), "expected a number above 0 that float32 has"},
             {Kind::OutOfRange, with(kCache, "3c92aa10", "bc92aa10"), "expected a number above 0"},
             {Kind::NoNumber, with(kCache, "3c92aa10", "7fc00000"), "scale is nan"},
             {Kind::NoNumber, with(kCache, "3c92aa10", "zc92aa10"), "zc92aa10 is no float32"},
             never(Kind::WrongCount, "each name has one scale"),
             noPlaces(),
             {Kind::LeftOver, kCache + "h: 3c010a14 3c010a14\n", "expected \"name: value\""}}};
}

const QByteArray kTable = "# op_name quantize_mode\ny INT8\nz F16\n";

Reader sophgoReader()
{
    return {"Sophgo's table",
            "qtable",
            kTable,
            findingsOf,
            {{Kind::Twice, with(kTable, "z ", "y "), "y a second time"},
             {Kind::Cut, kTable.left(kTable.size() - 2), "mode F1, allowed is"},
             {Kind::OutOfRange, with(kTable, "INT8", "INT7"), "mode INT7, allowed is"},
             never(Kind::NoNumber, "modes are words"),
             never(Kind::WrongCount, "each name has one mode"),
             noPlaces(),
             {Kind::LeftOver, with(kTable, "INT8", "INT8 INT8"), "FILE is of no dialect that is known here"}}};
}

const QByteArray kHorizon = "calibration_parameters:\n  calibration_type: max\n  max_percentile: 0.99\n"
                            "model_parameters:\n  node_info: {y: {InputType: int16}}\n";

Reader horizonReader()
{
    return {
        "Horizon",
        "a.yaml",
        kHorizon,
        findingsOf,
        {{Kind::Twice, with(kHorizon, "  max_p", "  calibration_type: kl\n  max_p"), "calibration_type a second time"},
         {Kind::Cut, kHorizon.left(kHorizon.size() - 8), "FILE:5:"},
         {Kind::OutOfRange, with(kHorizon, "0.99", "7"), "max_percentile is 7, allowed is"},
         {Kind::NoNumber, with(kHorizon, "0.99", "much"), "max_percentile is a text (much), expected a number"},
         never(Kind::WrongCount, "no scales stand in it: calibration finds them"),
         noPlaces(),
         {Kind::LeftOver, with(kHorizon, "int16", "int12"), "InputType is int12"}}};
}

} // namespace

std::vector<Reader> configReaders()
{
    return {mapsReader(), listsReader(), versionTwoReader(), ppqReader(),    ortReader(),
            rknnReader(), amctReader(),  cacheReader(),      sophgoReader(), horizonReader()};
}

} // namespace ql::tests
