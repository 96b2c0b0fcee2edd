// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/job_context.h"
#include "core/import/import_model.h"
#include "core/runs/program/pass.h"
#include "core/runs/program/program.h"
#include "core/runs/threads/thread_guard.h"
#include "tests/support/models.h"

#include <QDir>
#include <QTest>

#include <ATen/ATen.h>
#undef CHECK
#undef LOG

namespace {

/// Integers with commas between them.
std::vector<std::int64_t> integersIn(const QString& path)
{
    QFile file(path);
    std::vector<std::int64_t> integers;
    if (!file.open(QIODevice::ReadOnly))
        return integers;
    for (const QByteArray& word : file.readAll().replace('\n', ',').split(','))
        if (!word.trimmed().isEmpty())
            integers.push_back(word.trimmed().toLongLong());
    return integers;
}

ql::ops::Tensor tensorOf(const std::vector<std::int64_t>& integers, const ql::graph::Value& input)
{
    ql::graph::Shape shape;
    for (const auto& dimension : input.shape.value())
        shape.push_back(dimension.size);
    const auto data = at::tensor(integers, at::kLong).to(ql::ops::storageType(input.type)).view(shape);
    return {data, input.type};
}

} // namespace

/// Single operators of a network of 16-bit activations and 8-bit weights, of which TensorFlow Lite's own reference
/// kernels computed the results: equal bit for bit.
class TestTfLiteReference : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void computesAsTheReference_data();
    void computesAsTheReference();
};

void TestTfLiteReference::computesAsTheReference_data()
{
    QTest::addColumn<QString>("stem");
    const auto models = ql::tests::modelsFolder();
    if (!models)
        QSKIP("SKIPPED: QUANTLOUPE_MODELS is not set");
    const QDir folder(QString::fromStdString((*models / "tflite" / "cases").string()));
    for (const QString& name : folder.entryList({"*.tflite"}))
        QTest::newRow(qPrintable(name)) << folder.filePath(name).chopped(7);
}

void TestTfLiteReference::computesAsTheReference()
{
    QFETCH(QString, stem);
    const QFileInfo model(stem + ".tflite");
    const auto imported = ql::importers::importModel(model.filePath().toStdString());
    const QStringList files = model.dir().entryList({model.completeBaseName() + "_*.csv"}, QDir::Files, QDir::Name);
    ql::runs::NamedTensors inputs;
    std::vector<std::int64_t> golden;
    for (const QString& file : files)
        if (file.contains("_golden_"))
            golden = integersIn(model.dir().filePath(file));
        else {
            const auto number = file.section("_input", 1, 1).section('_', 0, 0).toUInt();
            const auto& value = imported.graph.value(imported.graph.inputs().at(number));
            inputs.emplace(value.name, tensorOf(integersIn(model.dir().filePath(file)), value));
        }
    const ql::runs::ThreadGuard threads(1);
    const ql::runs::Program program(imported.graph);
    ql::runs::Pass execution(program, inputs);
    ql::JobContext context;
    execution.finish(context);
    const auto output = execution.outputs().at(0);
    const auto wide = output.data.to(at::kLong).contiguous();
    QCOMPARE(wide.numel(), std::int64_t(golden.size()));
    int wrong = 0;
    std::int64_t furthest = 0;
    for (std::size_t i = 0; i < golden.size(); ++i) {
        const auto distance = std::abs(wide.data_ptr<std::int64_t>()[i] - golden[i]);
        wrong += distance != 0;
        furthest = std::max(furthest, distance);
    }
    QVERIFY2(wrong == 0,
             qPrintable(QString("%1 of %2 differ, by %3 at most").arg(wrong).arg(golden.size()).arg(furthest)));
}

QTEST_APPLESS_MAIN(TestTfLiteReference)
#include "tst_tflite_reference.moc"
