// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/job_context.h"
#include "core/data/tensors/npy.h"
#include "core/import/import_model.h"
#include "core/ops/torch/torch_value.h"
#include "core/runs/program/pass.h"
#include "core/runs/program/program.h"
#include "tests/support/models.h"
#include "tests/support/undeclared_shapes.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>
#include <cmath>
#include <map>

using ql::graph::Graph;

namespace {

using Counts = std::map<std::string, int>;

void countOperators(const Graph& graph, Counts& counts)
{
    for (const auto& node : graph.nodes()) {
        ++counts[node.domain.empty() ? node.opType : node.domain + ":" + node.opType];
        for (const auto& [name, value] : node.attributes.entries())
            if (const auto* body = std::get_if<ql::graph::GraphPointer>(&value))
                countOperators(**body, counts);
    }
    if (const auto handed = int(graph.handedThrough().size()); handed > 0)
        counts["Identity"] += handed;
}

QJsonObject manifest(const std::filesystem::path& folder)
{
    QFile file(QString::fromStdString((folder / "manifest.json").string()));
    return file.open(QIODevice::ReadOnly) ? QJsonDocument::fromJson(file.readAll()).object() : QJsonObject();
}

} // namespace

/// Every real model imports with the operators, inputs and outputs that its manifest lists.
class TestImportedModels : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void matchesTheManifest_data();
    void matchesTheManifest();
    void knowsEveryShapeOfAPlainNetwork();
    void infersWhatFilesDeclare_data() { matchesTheManifest_data(); }
    void infersWhatFilesDeclare();
    void runsTheAuthorsOwnProgram();
};

void TestImportedModels::matchesTheManifest_data()
{
    QTest::addColumn<QJsonObject>("facts");
    const auto folder = ql::tests::modelsFolder();
    if (!folder)
        QSKIP("QUANTLOUPE_MODELS is not set: nothing was tested on real models");
    const auto add = [](QJsonObject facts) { QTest::newRow(qPrintable(facts["path"].toString())) << facts; };
    const auto document = manifest(*folder);
    const auto models = document["models"].toObject();
    for (const auto& name : models.keys()) {
        const auto model = models[name].toObject();
        add(model["model"].toObject());
        if (model["prep"].isObject())
            add(model["prep"].toObject());
        const auto quantized = model["quantized"].toObject();
        for (const auto& variant : quantized.keys())
            add(quantized[variant].toObject());
    }
    const auto extra = document["extra"].toObject();
    for (const auto& path : extra.keys()) {
        auto facts = extra[path].toObject();
        facts["path"] = path;
        if (path.endsWith(".onnx"))
            add(facts);
    }
}

void TestImportedModels::matchesTheManifest()
{
    QFETCH(QJsonObject, facts);
    const auto imported =
        ql::importers::importModel(*ql::tests::modelsFolder() / facts["path"].toString().toStdString());
    const auto& graph = imported.graph;
    Counts expected;
    const auto operators = facts["ops"].toObject();
    for (const auto& type : operators.keys())
        if (type != "Constant") // became initializers
            expected[type.toStdString()] = operators[type].toInt();
    Counts found;
    countOperators(graph, found);
    QCOMPARE(found, expected);

    const auto inputs = facts["inputs"].toArray();
    QCOMPARE(qsizetype(graph.inputs().size()), inputs.size());
    for (qsizetype i = 0; i < inputs.size(); ++i) {
        const auto& value = graph.value(graph.inputs()[std::size_t(i)]);
        QCOMPARE(QString::fromStdString(value.name), inputs[i].toObject()["name"].toString());
        QCOMPARE(qsizetype(value.shape.value().size()), inputs[i].toObject()["shape"].toArray().size());
    }
    const auto outputs = facts["outputs"].toArray();
    QCOMPARE(qsizetype(graph.outputs().size()), outputs.size());
    const auto opsets = facts["opset"].toObject();
    for (const auto& domain : opsets.keys())
        QCOMPARE(graph.opsets().at(domain == "ai.onnx" ? "" : domain.toStdString()), opsets[domain].toInt());
}

void TestImportedModels::knowsEveryShapeOfAPlainNetwork()
{
    const auto folder = ql::tests::modelsFolder();
    if (!folder)
        QSKIP("QUANTLOUPE_MODELS is not set: nothing was tested on real models");
    const auto imported = ql::importers::importModel(*folder / "models/ultraface.onnx");
    for (const auto& value : imported.graph.values())
        QVERIFY2(value.shape.has_value(), value.name.c_str());
}

/// With nothing but its inputs' declarations, a network is known as well as by those who wrote the shapes into its
/// file.
void TestImportedModels::infersWhatFilesDeclare()
{
    QFETCH(QJsonObject, facts);
    const auto imported =
        ql::importers::importModel(*ql::tests::modelsFolder() / facts["path"].toString().toStdString());
    const auto& graph = imported.graph;
    const auto inferred = ql::tests::inferredAnew(graph);
    const auto isFixed = [](const ql::graph::Value& value) {
        return value.shape
               && std::ranges::none_of(*value.shape, [](const ql::graph::Dimension& size) { return size.size < 0; });
    };
    const bool hasFixedInputs =
        std::ranges::all_of(graph.inputs(), [&](ql::graph::ValueId id) { return isFixed(graph.value(id)); });
    int unknown = 0;
    for (std::size_t i = 0; i < graph.valueCount(); ++i) {
        const auto& known = graph.values()[i];
        const auto& found = inferred.values()[i];
        unknown += !isFixed(found);
        if (!isFixed(known) || !found.shape)
            continue;
        ql::graph::Shape shape;
        for (const auto& size : *known.shape)
            shape.push_back(size.size);
        QVERIFY2(ql::tests::agrees(*found.shape, shape), known.name.c_str());
        if (found.type != ql::graph::DataType::Undefined)
            QVERIFY2(found.type == known.type, known.name.c_str());
    }
    qInfo("%d of %d values without a known shape", unknown, int(graph.valueCount()));
    if (hasFixedInputs)
        QCOMPARE(unknown, 0);
}

/// silero-vad's TorchScript switches gradients off inside and keeps its state itself; with the state at zero it
/// computes what the authors' ONNX file does, whose input has 64 samples more.
void TestImportedModels::runsTheAuthorsOwnProgram()
{
    const auto models = ql::tests::modelsFolder();
    if (!models)
        QSKIP("QUANTLOUPE_MODELS is not set: nothing was tested on real models");
    const auto folder = *models / "extra" / "vad";
    const auto run = [&folder](const char* file, const ql::runs::NamedTensors& inputs) {
        const auto model = ql::importers::importModel(folder / file);
        const ql::runs::Program program(model.graph);
        ql::runs::Pass execution(program, inputs);
        ql::JobContext context;
        execution.finish(context);
        return execution.outputs()[0].data.item<float>();
    };
    const auto rate = ql::ops::toTensor(ql::data::readNpy(folder / "vad_sr.npy"));
    const auto state = ql::ops::toTensor(ql::data::readNpy(folder / "vad_state.npy"));
    auto whole = ql::ops::toTensor(ql::data::readNpy(folder / "vad_input.npy"));
    const auto samples = ql::ops::fromValue(whole.data.narrow(1, 64, 512).contiguous());
    whole.data.narrow(1, 0, 64).zero_();
    const float expected = run("silero_vad.onnx", {{"input", whole}, {"state", state}, {"sr", rate}});
    QVERIFY(std::abs(run("silero_vad.jit", {{"x", samples}, {"sr", rate}}) - expected) < 1e-6F);
}

QTEST_APPLESS_MAIN(TestImportedModels)
#include "tst_imported_models.moc"
