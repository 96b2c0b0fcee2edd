// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/job_context.h"
#include "core/data/inputs.h"
#include "core/import/import_model.h"
#include "core/runs/program/pass.h"
#include "core/runs/program/program.h"
#include "core/runs/threads/thread_guard.h"
#include "tests/core/import/model_builder.h"
#include "tests/fuzz/fuzz_body.h"
#include "tests/fuzz/guarded_child.h"
#include "tests/fuzz/message_mutator.h"
#include "tests/support/models.h"

#include <QTest>
#include <algorithm>
#include <fstream>
#include <sstream>

using namespace ql::tests;
using Ending = ChildResult::Ending;

namespace {

enum Stage { Import, Load, Run };
constexpr const char* kStageNames[] = {"import", "load", "run"};

std::string contentOf(const std::filesystem::path& path)
{
    std::ifstream file(path, std::ios::binary);
    std::ostringstream content;
    content << file.rdbuf();
    return content.str();
}

/// A file that has a bit of everything: body with captures, function, Constant, typed and raw tensors, value_info.
std::string builtModel()
{
    ModelBuilder builder;
    builder.opset("local", 1).input("x").initializer("w", {1, 2, 3}).output("y");
    auto& flag = *builder.graph().add_initializer();
    flag.set_name("flag");
    flag.set_data_type(onnx::TensorProto::BOOL);
    flag.set_raw_data(std::string("\x01"));
    auto& function = *builder.model().add_functions();
    function.set_domain("local");
    function.set_name("Twice");
    function.add_input("a");
    function.add_output("b");
    addNode(function, "Add", {"a", "a"}, {"b"}, "sum");
    addNode(builder.graph(), "Add", {"x", "w"}, {"moved"}, "block/add");
    addNode(builder.graph(), "Twice", {"moved"}, {"twice"}, "call").set_domain("local");
    auto& constant = addNode(builder.graph(), "Constant", {}, {"shape"});
    auto& shape = *addAttribute(constant, "value", onnx::AttributeProto::TENSOR).mutable_t();
    shape.set_data_type(onnx::TensorProto::INT64);
    shape.add_dims(2);
    shape.add_int64_data(3);
    shape.add_int64_data(2);
    addNode(builder.graph(), "Reshape", {"twice", "shape"}, {"turned"}, "block/reshape");
    auto& choice = addNode(builder.graph(), "If", {"flag"}, {"y"}, "choose");
    for (const char* name : {"then_branch", "else_branch"}) {
        auto& branch = *addAttribute(choice, name, onnx::AttributeProto::GRAPH).mutable_g();
        addNode(branch, "Relu", {"turned"}, {std::string(name) + "_out"});
        branch.add_output()->set_name(std::string(name) + "_out");
    }
    return builder.model().SerializeAsString();
}

void importAndRun(const std::filesystem::path& path, const BeginStage& beginStage)
{
    const ql::runs::ThreadGuard threads(1);
    beginStage(Import);
    const auto model = ql::importers::importModel(path);
    beginStage(Load);
    const ql::runs::Program program(model.graph);
    beginStage(Run);
    const std::vector<std::string> words{"random"};
    ql::runs::Pass execution(program, ql::data::readInputs(model.graph, words, 1));
    ql::JobContext context;
    execution.finish(context);
}

} // namespace

/// Damaged files are refused with an Error, or they are models that run or are refused in their turn. Nothing crashes,
/// hangs in the importer, or takes memory that the file does not account for.
class TestImportMutations : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void runsUndamaged();
    void survives_data();
    void survives();
    void runsTheStandardsModelsOnOddInputs();

private:
    QStringList failuresAmong(const std::vector<std::filesystem::path>& models, std::uint32_t round);

    QTemporaryDir m_folder;
};

void TestImportMutations::runsUndamaged()
{
    const std::filesystem::path path = m_folder.filePath("whole.onnx").toStdString();
    std::ofstream(path, std::ios::binary) << builtModel();
    const auto result = runGuarded([&](const BeginStage& beginStage) { importAndRun(path, beginStage); });
    QVERIFY2(result.ending == Ending::Done, result.message.c_str());
}

void TestImportMutations::survives_data()
{
    QTest::addColumn<QByteArray>("original");
    QTest::addColumn<int>("count");
    QTest::newRow("built") << QByteArray::fromStdString(builtModel()) << 400;
    const auto models = modelsFolder();
    if (!models) {
        qWarning("QUANTLOUPE_MODELS is not set: only a model built here is damaged");
        return;
    }
    for (const char* name : {"mnist.onnx", "silero_mini_v2.onnx", "dtln1.onnx"})
        QTest::newRow(name) << QByteArray::fromStdString(contentOf(*models / "models" / name)) << 60;
    for (const char* name : {"mnist__qdq_s8.onnx", "mnist__qop_u8s8.onnx", "mnist__thirdparty_convinteger.onnx",
                             "cifar__dyn_u8.onnx", "supres__qdq_a16w8_op21.onnx", "dtln1__dyn.onnx"})
        QTest::newRow(name) << QByteArray::fromStdString(contentOf(*models / "quantized" / name)) << 60;
}

void TestImportMutations::survives()
{
    QFETCH(QByteArray, original);
    QFETCH(int, count);
    Mutator byteMutator(original.toStdString(), 20240607);
    MessageMutator messageMutator(original.toStdString(), 20240607);
    int refused = 0;
    int imported = 0;
    int ran = 0;
    QStringList failures;
    for (int i = 0; i < count; ++i) {
        const auto mutant = i % 3 == 2 ? messageMutator.next() : byteMutator.next();
        const std::filesystem::path path = m_folder.filePath("mutant.onnx").toStdString();
        std::ofstream(path, std::ios::binary) << mutant.bytes;
        const auto result = runGuarded([&](const BeginStage& beginStage) { importAndRun(path, beginStage); });
        refused += result.ending == Ending::Refused && result.stage == Import;
        imported += result.stage != Import;
        ran += result.ending == Ending::Done;
        // A damaged size may ask for more work than there is time for; that is the user's own cancel button.
        const bool isLongRun = result.ending == Ending::TimedOut && result.stage == Run;
        if (result.ending != Ending::Done && result.ending != Ending::Refused && !isLongRun)
            failures << QString("%1: %2, during %3: %4")
                            .arg(i)
                            .arg(mutant.description.c_str())
                            .arg(kStageNames[result.stage])
                            .arg(result.message.c_str());
    }
    qInfo("%d mutants: %d refused by the importer, %d imported, %d ran", count, refused, imported, ran);
    QVERIFY2(failures.isEmpty(), qPrintable(failures.join("\n")));
    QVERIFY(refused > count / 10);
    QVERIFY(imported > 0);
}

/// One mutant of each model, or the model itself, on inputs that deviate from what it declares.
QStringList TestImportMutations::failuresAmong(const std::vector<std::filesystem::path>& models, std::uint32_t round)
{
    QStringList failures;
    for (std::size_t i = 0; i < models.size(); ++i) {
        const auto seed = std::uint32_t(i) + 1000003U * round;
        auto bytes = contentOf(models[i]);
        if (seed % 4 == 1)
            bytes = Mutator(bytes, seed).next().bytes;
        else if (seed % 4 != 0)
            bytes = MessageMutator(bytes, seed).next().bytes;
        bytes.append(reinterpret_cast<const char*>(&seed), sizeof seed);
        const auto result = runGuarded([&](const BeginStage& beginStage) {
            beginStage(Run);
            fuzzRun(bytes);
        });
        if (result.ending == Ending::Done || result.ending == Ending::TimedOut) // slow is the user's own cancel button
            continue;
        const auto name = models[i].parent_path().filename().string();
        failures << QString("%1, round %2: %3").arg(name.c_str()).arg(round).arg(result.message.c_str());
    }
    return failures;
}

/// The standard's own tests hold every operator. QUANTLOUPE_FUZZ_ROUNDS asks for more than the usual sixth of a round.
void TestImportMutations::runsTheStandardsModelsOnOddInputs()
{
    constexpr int kUsualShare = 6;
    std::vector<std::filesystem::path> models;
    std::error_code missing;
    for (const auto& folder : std::filesystem::directory_iterator(QUANTLOUPE_CONFORMANCE_DATA "/node", missing))
        models.push_back(folder.path() / "model.onnx");
    if (models.empty())
        QSKIP("SKIPPED: no conformance data; run this test through ctest with python3-onnx installed");
    std::ranges::sort(models);
    const int rounds = qEnvironmentVariableIntValue("QUANTLOUPE_FUZZ_ROUNDS");
    if (rounds == 0)
        std::erase_if(models, [i = 0](const auto&) mutable { return ++i % kUsualShare != 0; });
    QStringList failures;
    for (int round = 0; round < std::max(rounds, 1); ++round)
        failures += failuresAmong(models, std::uint32_t(round));
    qInfo("%d models, %d rounds", int(models.size()), std::max(rounds, 1));
    QVERIFY2(failures.isEmpty(), qPrintable(failures.join("\n")));
}

QTEST_APPLESS_MAIN(TestImportMutations)
#include "tst_import_mutations.moc"
