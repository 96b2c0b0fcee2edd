// SPDX-License-Identifier: GPL-3.0-or-later
// Every real model on every case gives the outputs that ONNX Runtime gave.
#include "core/data/inputs.h"
#include "core/graph/operators/op_kind.h"
#include "core/import/import_model.h"
#include "core/runs/program/pass.h"
#include "core/runs/program/program.h"
#include "core/runs/threads/thread_guard.h"
#include "tests/models/manifest.h"
#include "tests/support/models.h"

#include <QtTest>
#include <cmath>

using namespace ql;

Q_DECLARE_METATYPE(ql::tests::ModelCase)

namespace {

constexpr double kAbsoluteTolerance = 1e-4;
constexpr double kRelativeTolerance = 1e-3;
constexpr double kToleratedSteps = 2.0;

/// The step of the quantizer that makes a graph output, or 0 where the output is computed in floats.
double outputStep(const graph::Graph& graph, graph::ValueId output)
{
    auto producer = graph.value(output).producer;
    while (producer.isValid() && graph::movesDataOnly(graph.node(producer)))
        producer = graph.value(graph.node(producer).inputs.at(0)).producer;
    if (!producer.isValid() || graph.node(producer).opType != "DequantizeLinear")
        return 0.0;
    const auto* scale = graph.constantOf(graph.node(producer).inputs.at(1));
    return scale ? scale->toDoubles().at(0) : 0.0;
}

/// Twins that leave the common tolerance, and why: float sums in another order than ONNX Runtime's move a value across
/// a rounding tie, and an inner quantizer then makes a whole step of it. Inputs moved by 1e-6 change silero's dynamic
/// twin by as much as it differs here.
struct KnownException {
    const char* title;
    double largest;
};
constexpr KnownException kExceptions[]{
    {"silero_mini_v2/en_w40/dyn", 5e-4}, {"ultraface/fd2/qdq_a16w8_ms", 2e-4}, {"ultraface/satya/qdq_a16w8_ms", 2e-4}};

/// The largest difference that an exception allows, or 0.
double exceptionFor(const std::string& title)
{
    for (const auto& exception : kExceptions)
        if (title == exception.title)
            return exception.largest;
    return 0.0;
}

struct Deviation {
    double largest = 0.0;
    std::size_t outside = 0;
};

Deviation deviation(const std::vector<double>& found, const std::vector<double>& expected, double step,
                    double exception)
{
    Deviation result;
    for (std::size_t i = 0; i < found.size(); ++i) {
        const double difference = std::abs(found[i] - expected[i]);
        const double tolerated = step > 0.0 ? (kToleratedSteps + 1e-3) * step
                                            : kAbsoluteTolerance + kRelativeTolerance * std::abs(expected[i]);
        result.largest = std::max(result.largest, difference);
        result.outside += !(difference <= std::max(tolerated, exception));
    }
    return result;
}

runs::NamedTensors readCaseInputs(const tests::ModelCase& modelCase)
{
    runs::NamedTensors inputs;
    for (const auto& [name, path] : modelCase.inputs)
        inputs.emplace(name, ops::toTensor(data::readNpy(path)));
    return inputs;
}

} // namespace

class TestRunModels : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void matchesOnnxRuntime_data()
    {
        QTest::addColumn<tests::ModelCase>("modelCase");
        const auto models = tests::modelsFolder();
        if (!models)
            QSKIP("QUANTLOUPE_MODELS is not set: nothing was tested on real models");
        for (const auto& modelCase : tests::modelCases(*models))
            QTest::newRow(modelCase.title.c_str()) << modelCase;
    }

    void matchesOnnxRuntime()
    {
        QFETCH(tests::ModelCase, modelCase);
        const runs::ThreadGuard threads;
        const auto model = importers::importModel(modelCase.model);
        const runs::Program program(model.graph);
        runs::Pass execution(program, readCaseInputs(modelCase));
        JobContext ctx;
        execution.finish(ctx);
        const auto outputs = execution.outputs();
        for (std::size_t i = 0; i < outputs.size(); ++i) {
            const auto value = model.graph.outputs()[i];
            const auto& name = model.graph.value(value).name;
            const auto expected = data::readNpy(modelCase.expected.at(name));
            QCOMPARE(outputs[i].shape(), expected.shape());
            const double step = outputStep(model.graph, value);
            const auto found = deviation(ops::toTensorData(outputs[i]).toDoubles(), expected.toDoubles(), step,
                                         exceptionFor(modelCase.title));
            qInfo("%s: largest difference %.3g (step %.3g)", name.c_str(), found.largest, step);
            QVERIFY2(found.outside == 0, qPrintable(QString("%1: %2 of %3 elements are outside the tolerance, largest "
                                                            "difference %4, step %5")
                                                        .arg(QString::fromStdString(name))
                                                        .arg(found.outside)
                                                        .arg(expected.size())
                                                        .arg(found.largest)
                                                        .arg(step)));
        }
    }
};

QTEST_APPLESS_MAIN(TestRunModels)
#include "tst_run_models.moc"
