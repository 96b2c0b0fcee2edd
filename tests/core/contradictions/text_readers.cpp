// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/matching/matching.h"
#include "core/base/files.h"
#include "core/data/images/preprocessing.h"
#include "core/project/project_file.h"
#include "core/quant/record/record.h"
#include "core/report/check/check_report.h"
#include "core/report/result_document.h"
#include "tests/core/contradictions/contradiction.h"

namespace ql::tests {

namespace {

namespace fs = std::filesystem;

QByteArray readRecord(const fs::path& path)
{
    quant::parseRecord(readText(path));
    return {};
}

const QByteArray kRecord = R"(record {
  key: "a"
  value { record_d { scale_d: 0.5 offset_d: -128 index: 0 num_bits_d: 8 }
          scale_w: 0.25 scale_w: 0.5 offset_w: 0 offset_w: 1 num_bits_w: 8 }
}
record {
  key: "b"
  value { scale_d: 0.5 offset_d: 3 act_type: "INT16" }
}
)";

Reader recordReader()
{
    return {
        "AMCT record",
        "record.txt",
        kRecord,
        readRecord,
        {{Kind::Twice, with(kRecord, "\"b\"", "\"a\""), "line 6: a has a record already, in line 1"},
         {Kind::Twice, with(kRecord, "index: 0 num", "index: 0 index: 0 num"), "line 3: index stands twice"},
         {Kind::Twice, with(kRecord, "scale_w: 0.25", "record_d { scale_d: 1 offset_d: 0 index: 0 } scale_w: 0.25"),
          "line 4: a second record_d of index 0 in one layer"},
         {Kind::Cut, kRecord.chopped(5), "expected a field's name, found the end"},
         {Kind::Cut, kRecord.chopped(10), "expected the closing quote, found the end"},
         {Kind::OutOfRange, with(kRecord, "offset_d: -128", "offset_d: 99999"),
          "line 3: offset_d is \"99999\", expected an integer of 8 bits, -128 to 127"},
         {Kind::OutOfRange, with(kRecord, "offset_w: 1", "offset_w: 128"), "line 4: offset_w is \"128\", expected"},
         {Kind::OutOfRange, with(kRecord, "offset_d: 3", "offset_d: 32768"), "expected an integer of 16 bits"},
         {Kind::OutOfRange, with(kRecord, "scale_w: 0.25", "scale_w: 2e-41"), "line 4: scale_w is \"2e-41\""},
         {Kind::OutOfRange, with(kRecord, "num_bits_w: 8", "num_bits_w: 7"), "expected 4 or 8 to 16"},
         {Kind::NoNumber, with(kRecord, "scale_w: 0.25", "scale_w: nan"),
          "line 4: scale_w is \"nan\", expected a number"},
         {Kind::NoNumber, with(kRecord, "offset_w: 1", "offset_w: 1.5"), "offset_w is \"1.5\", expected an integer"},
         {Kind::WrongCount, with(kRecord, "offset_w: 0 ", ""), "offset_w stands 1 times and scale_w 2 times"},
         noPlaces(),
         never(Kind::LeftOver, "fields of other versions of AMCT are passed over, as protobuf does")}};
}

QByteArray readMap(const fs::path& path)
{
    analysis::readNameMap(path);
    return {};
}

Reader mapReader()
{
    return {"map of layers",
            "map.txt",
            "a b\nc d\n",
            readMap,
            {{Kind::Twice, "a b\na d\n", "FILE, line 2: a has a partner already, in line 1"},
             {Kind::Twice, "a b\nc b\n", "FILE, line 2: b is the partner of line 1, which keeps it"},
             {Kind::Cut, "a b\nc", "FILE, line 2: expected two names"},
             never(Kind::OutOfRange, "names that no model has are refused when the map is used"),
             never(Kind::NoNumber, "it holds no numbers"),
             {Kind::WrongCount, "a b\nc d e\n", "FILE, line 2: expected two names"},
             noPlaces(),
             never(Kind::LeftOver, "names that no model has are refused when the map is used")}};
}

QByteArray readProject(const fs::path& path)
{
    project::readProject(path);
    return {};
}

Reader projectReader()
{
    const QByteArray kProject = "quantloupe: 1\nbaseline: m.onnx\nrun:\n- check: {model: m.onnx}\n";
    return {"project",
            "p.yaml",
            kProject,
            readProject,
            {{Kind::Twice, kProject + "baseline: n.onnx\n", "FILE: line 5: baseline stands in line 2 already"},
             {Kind::Twice, with(kProject, "{model", "{model: n.onnx, model"),
              "FILE: line 4: model stands in line 4 already"},
             {Kind::Cut, kProject.chopped(4), "FILE: line "},
             {Kind::OutOfRange, with(kProject, "quantloupe: 1", "quantloupe: 99"), "FILE: "},
             {Kind::NoNumber, with(kProject, "quantloupe: 1", "quantloupe: one"), "FILE: "},
             {Kind::WrongCount, with(kProject, "- check: {model: m.onnx}", "[]"), "the project asks nothing"},
             noPlaces(),
             never(Kind::LeftOver, "options that a command lacks are refused when it runs")}};
}

QByteArray readPreprocessing(const fs::path& path)
{
    data::readPreprocessing(path);
    return {};
}

Reader preprocessingReader()
{
    const QByteArray kHow = "color: rgb\nmean: [1, 2, 3]\nsize: 4x4\n";
    return {"preprocessing",
            "how.yaml",
            kHow,
            readPreprocessing,
            {{Kind::Twice, kHow + "color: bgr\n", "FILE: line 4: color stands in line 1 already"},
             {Kind::Cut, kHow.chopped(2), "FILE: size"},
             {Kind::OutOfRange, with(kHow, "4x4", "0x4"), "FILE: size"},
             {Kind::NoNumber, with(kHow, "[1, 2", "[1, .nan"), "FILE: mean"},
             {Kind::WrongCount, with(kHow, "[1, 2, 3]", "[1, 2]"), "FILE: mean"},
             noPlaces(),
             {Kind::LeftOver, kHow + "colour: rgb\n", "FILE: unknown key colour"}}};
}

QByteArray readResult(const fs::path& path)
{
    report::readResultDocument(path);
    return {};
}

Reader resultReader()
{
    results::CheckResult check{.model = "m.onnx", .kind = "float", .quantizerState = "float"};
    check.findings.push_back({results::Severity::Error, "rule", "layer", "no good", {}, 3, 1, {}});
    const auto kDocument = QByteArray::fromStdString(report::checkJson(check));
    return {"result document",
            "check.json",
            kDocument,
            readResult,
            {{Kind::Twice, with(kDocument, "\"kind\"", "\"model\""), "FILE: key model stands twice in one object"},
             {Kind::Cut, kDocument.chopped(5), "FILE: is no JSON"},
             {Kind::OutOfRange, with(kDocument, "/1\"", "/7\""), "FILE: schema quantloupe.check/7: this version reads"},
             {Kind::NoNumber, with(kDocument, "\"kind\": \"float\"", "\"kind\": 7"), "FILE: kind: expected"},
             never(Kind::WrongCount, "lists are as long as they are; counts are worked out anew"),
             noPlaces(),
             never(Kind::LeftOver, "members of newer versions are passed over")}};
}

} // namespace

std::vector<Reader> textReaders()
{
    return {recordReader(), mapReader(), projectReader(), preprocessingReader(), resultReader()};
}

} // namespace ql::tests
