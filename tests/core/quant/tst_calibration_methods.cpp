// SPDX-License-Identifier: GPL-3.0-or-later
// The methods that search for ranges, on real models: none may lose what the plain range keeps.
#include "core/analysis/measure/error_energy.h"
#include "core/analysis/simulation/simulation.h"
#include "core/data/datasets/dataset.h"
#include "core/runs/program/pass.h"
#include "core/runs/threads/thread_guard.h"
#include "tests/support/models.h"

#include <QtTest>

using namespace ql;

namespace {

constexpr double kMostLostDb = 3.0;
constexpr std::size_t kSamples = 4;
constexpr std::size_t kJudged = 2;

std::vector<runs::Tensor> run(const graph::Graph& graph, const runs::NamedTensors& inputs)
{
    const runs::Program program(graph);
    runs::Pass execution(program, inputs);
    JobContext ctx;
    execution.finish(ctx);
    return execution.outputs();
}

/// The SQNR of each output with the observer @p method.
std::vector<double> sqnrWith(const std::filesystem::path& folder, const std::string& model, const std::string& method,
                             analysis::SimulationCache& cache)
{
    results::QuantizationOptions options;
    options.data = (folder / "calib" / (model + ".npz")).string();
    options.sampleCount = kSamples;
    options.observer = method;
    JobContext ctx;
    const auto path = (folder / "models" / (model + ".onnx")).string();
    const auto simulated = analysis::simulateModel(path, options, {}, ctx, &cache);
    const auto graph = simulated.qdq();
    std::vector<analysis::OutputAgreement> agreements(graph.outputs().size());
    for (std::size_t i = 0; i < std::min(kJudged, simulated.sampleCount); ++i) {
        const auto inputs = simulated.data->inputs(i);
        const auto exact = run(*simulated.baseline, inputs);
        const auto found = run(graph, inputs);
        for (std::size_t k = 0; k < exact.size(); ++k)
            agreements[k].add(exact[k], found[k]);
    }
    std::vector<double> all;
    for (const auto& agreement : agreements)
        all.push_back(agreement.sqnrDb());
    return all;
}

} // namespace

class TestCalibrationMethods : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void searchesKeepWhatThePlainRangeKeeps_data()
    {
        QTest::addColumn<QString>("model");
        for (const char* model : {"mnist", "cifar", "ultraface", "supres", "silero_mini_v2", "dtln1"})
            QTest::newRow(model) << model;
    }

    void searchesKeepWhatThePlainRangeKeeps()
    {
        const auto folder = tests::modelsFolder();
        if (!folder)
            QSKIP("QUANTLOUPE_MODELS is not set: nothing was tested on real models");
        QFETCH(QString, model);
        const runs::ThreadGuard threads;
        analysis::SimulationCache cache;
        const auto plain = sqnrWith(*folder, model.toStdString(), "min_max", cache);
        for (const char* method : {"kl", "automatic"}) {
            const auto found = sqnrWith(*folder, model.toStdString(), method, cache);
            for (std::size_t i = 0; i < plain.size(); ++i) {
                qInfo("%s output %zu: %s %.2f dB, min_max %.2f dB", qPrintable(model), i, method, found[i], plain[i]);
                QVERIFY2(found[i] >= plain[i] - kMostLostDb, method);
            }
        }
    }
};

QTEST_GUILESS_MAIN(TestCalibrationMethods)
#include "tst_calibration_methods.moc"
