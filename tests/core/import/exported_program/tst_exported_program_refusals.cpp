// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/import/sandboxed_readers.h"
#include "core/pickle/zip_archive.h"
#include "tests/support/error_message.h"
#include "tests/support/zip_file.h"

#include <QTest>

#include <cstring>

using namespace ql;
using ql::tests::messageOf;
using ql::tests::ZipPart;

namespace {

const std::filesystem::path kFolder = QUANTLOUPE_SOURCE_DIR "/tests/data/exported_program";
constexpr auto kProgram = "serialized_exported_program.json";

FileBytes bytesOf(const std::string& text)
{
    auto bytes = allocateBytes(text.size());
    std::memcpy(bytes.get(), text.data(), text.size());
    return {std::move(bytes), text.size()};
}

std::vector<ZipPart> partsOf(const std::string& name)
{
    pickle::ZipArchive archive(kFolder / name, "an archive");
    std::vector<ZipPart> parts;
    for (const auto& entry : archive.entries()) {
        archive.check(entry);
        const auto bytes = archive.read(entry);
        parts.push_back({entry.name, {reinterpret_cast<const char*>(bytes.data.get()), bytes.size}});
    }
    return parts;
}

QString problemIn(const std::vector<ZipPart>& parts)
{
    return messageOf([&] { importers::exported_program::readModel(bytesOf(ql::tests::zipFile(parts))); });
}

} // namespace

/// Damaged and strange programs end in one line that says what is wrong.
class TestExportedProgramRefusals : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsWhatIsWhole();
    void saysWhatIsWrong_data();
    void saysWhatIsWrong();
    void saysThatRecordsAreMissing();
    void survivesTruncation_data();
    void survivesTruncation();
};

void TestExportedProgramRefusals::readsWhatIsWhole()
{
    QCOMPARE(problemIn(partsOf("perceptron.pt2")), QString());
    QCOMPARE(problemIn(partsOf("perceptron.package.pt2")), QString());
}

void TestExportedProgramRefusals::saysWhatIsWrong_data()
{
    QTest::addColumn<QString>("before");
    QTest::addColumn<QString>("after");
    QTest::addColumn<QString>("message");
    QTest::newRow("schema") << "\"major\": 8"
                            << "\"major\": 11"
                            << "schema version 11, 5 to 8 are read";
    QTest::newRow("operator") << "torch.ops.aten.relu.default"
                              << "torch.ops.aten.rolu.default"
                              << "torch.ops.aten.rolu.default in module 1: this operator is not known here";
    QTest::newRow("forbidden") << "torch.ops.aten.relu.default"
                               << "torch.ops.aten.from_file.default"
                               << "from_file";
    QTest::newRow("function") << "torch.ops.aten.relu.default"
                              << "os.system"
                              << "this function is not known here";
    QTest::newRow("value") << "{\"name\": \"linear\"}}"
                           << "{\"name\": \"lonear\"}}"
                           << "value linear is used before it is made";
    QTest::newRow("result") << "{\"user_output\": {\"arg\": {\"as_tensor\": {\"name\": \"linear_1\"}}}}"
                            << "{\"user_output\": {\"arg\": {\"as_tensor\": {\"name\": \"linear_9\"}}}}"
                            << "result linear_9 is never made";
    QTest::newRow("tensor") << "\"parameter_name\": \"0.weight\""
                            << "\"parameter_name\": \"7.weight\""
                            << "tensor 7.weight is missing";
    QTest::newRow("kind") << "\"target\": \"torch.ops.aten.relu.default\""
                          << "\"target\": 7"
                          << "something is missing or of another kind";
    QTest::newRow("no JSON") << "{\"graph_module\""
                             << "{\"graph_module"
                             << "is no JSON";
    QTest::newRow("object") << "{\"user_input\""
                            << "{\"custom_obj\""
                            << "takes an input of kind custom_obj";
}

void TestExportedProgramRefusals::saysWhatIsWrong()
{
    QFETCH(QString, before);
    QFETCH(QString, after);
    QFETCH(QString, message);
    auto parts = partsOf("perceptron.pt2");
    const auto program = std::ranges::find(parts, kProgram, &ZipPart::name);
    QVERIFY(program != parts.end());
    const auto at = program->bytes.find(before.toStdString());
    QVERIFY(at != std::string::npos);
    program->bytes.replace(at, std::size_t(before.size()), after.toStdString());
    const auto problem = problemIn(parts);
    QVERIFY2(problem.contains(message), qPrintable(problem));
    QVERIFY(!problem.contains('\n'));
}

void TestExportedProgramRefusals::saysThatRecordsAreMissing()
{
    auto parts = partsOf("perceptron.package.pt2");
    const auto isWeight = [](const ZipPart& part) { return part.name.ends_with("weight_0"); };
    auto shorter = parts;
    std::ranges::find_if(shorter, isWeight)->bytes.resize(8);
    QVERIFY2(problemIn(shorter).contains("tensor 0.weight: a tensor reaches beyond its storage")
                 || problemIn(shorter).contains("tensor 0.weight"),
             qPrintable(problemIn(shorter)));
    std::erase_if(parts, isWeight);
    QVERIFY2(problemIn(parts).contains("record data/weights/weight_0 is missing"), qPrintable(problemIn(parts)));
    std::erase_if(parts, [](const ZipPart& part) { return part.name.ends_with("model.json"); });
    QVERIFY(!problemIn(parts).isEmpty());
}

void TestExportedProgramRefusals::survivesTruncation_data()
{
    QTest::addColumn<QString>("name");
    for (const auto* name : {"perceptron_dynamic.pt2", "residual_per_channel.package.pt2", "dynamic.pt2"})
        QTest::newRow(name) << name;
}

void TestExportedProgramRefusals::survivesTruncation()
{
    QFETCH(QString, name);
    const auto whole = readFileBytes(kFolder / name.toStdString());
    const auto step = std::max<std::size_t>(1, whole.size / 200);
    for (std::size_t size = 0; size < whole.size; size += size + 40 < whole.size ? step : 1) {
        const auto problem = messageOf([&] { importers::exported_program::readModel({whole.data, size}); });
        QVERIFY2(!problem.isEmpty() && !problem.contains('\n'), qPrintable(QString::number(size) + problem));
    }
}

QTEST_GUILESS_MAIN(TestExportedProgramRefusals)
#include "tst_exported_program_refusals.moc"
