// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/badcase.h"
#include "core/analysis/tensor_comparison.h"
#include "core/base/error.h"
#include "core/data/dataset.h"
#include "core/data/inputs.h"
#include "core/data/pt_file.h"
#include "tests/support/models.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace ql;
using results::BadCaseRequest;

namespace {

std::vector<runtime::Tensor> run(const runtime::Program& program, runtime::NamedTensors inputs)
{
    runtime::Execution execution(program, std::move(inputs));
    JobContext ctx;
    execution.finish(ctx);
    return execution.outputs();
}

double atolOf(const runtime::Tensor& x, const runtime::Tensor& y)
{
    return (x.data.to(at::kDouble) - y.data.to(at::kDouble)).abs().max().item<double>();
}

std::size_t columnOf(const results::BadCaseResult& result, const std::string& key)
{
    for (std::size_t i = 0; i < result.metrics.size(); ++i)
        if (result.metrics[i].key == key)
            return i;
    return result.metrics.size();
}

} // namespace

/// Searches on real models against loops written out here.
class TestBadCaseModels : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        const auto models = tests::modelsFolder();
        if (!models)
            QSKIP("QUANTLOUPE_MODELS is not set: nothing was tested on real models");
        m_models = *models;
    }

    /// Photos through OpenCV; every output by hand, one sample at a time through readInputs().
    void findsTheWorstPhoto_data()
    {
        QTest::addColumn<QString>("baseline");
        QTest::addColumn<QString>("analysis");
        QTest::addColumn<QStringList>("settings");
        QTest::newRow("cifar") << "cifar_prep.onnx"
                               << "cifar__qdq_s8_pc.onnx" << QStringList{"range=1", "mean=0.5", "std=0.5"};
        QTest::newRow("ultraface") << "ultraface_prep.onnx"
                                   << "ultraface__qdq_s8_pt.onnx" << QStringList{"mean=127", "scale=0.0078125"};
    }

    void findsTheWorstPhoto()
    {
        QFETCH(QString, baseline);
        QFETCH(QString, analysis);
        QFETCH(QStringList, settings);
        BadCaseRequest request;
        request.baseline = (m_models / "models" / baseline.toStdString()).string();
        request.analysis = (m_models / "quantized" / analysis.toStdString()).string();
        request.data = (m_models / "photos").string();
        for (const auto& setting : settings)
            request.images.settings.push_back(setting.toStdString());
        const auto floatModel = import::importModel(request.baseline);
        const auto intModel = import::importModel(request.analysis);
        JobContext ctx;
        const auto result = analysis::findBadCase(floatModel, intModel, request, ctx);

        const runtime::Program floatProgram(floatModel.graph);
        const runtime::Program intProgram(intModel.graph);
        const auto how = data::readPreprocessing({}, request.images.settings);
        double worst = -1.0;
        std::size_t worstSample = 0;
        for (std::size_t sample = 0; sample < result->samples.size(); ++sample) {
            const std::vector<std::string> words{(m_models / "photos" / result->samples[sample]).string()};
            const auto x = run(floatProgram, data::readInputs(floatModel.graph, words, 0, how));
            const auto y = run(intProgram, data::readInputs(intModel.graph, words, 0, how));
            for (std::size_t output = 0; output < x.size(); ++output) {
                const double atol = atolOf(x[output], y[output]);
                QCOMPARE(result->value(sample, output, columnOf(*result, "atol")), atol);
                if (atol > worst) {
                    worst = atol;
                    worstSample = sample;
                }
            }
        }
        QCOMPARE(result->samples.size(), std::size_t{15});
        QCOMPARE(worstOverall(*result, columnOf(*result, "atol")).sample, worstSample);
    }

    void feedsTheStatesOfDtln()
    {
        BadCaseRequest request;
        request.baseline = (m_models / "models/dtln1_prep.onnx").string();
        request.analysis = (m_models / "quantized/dtln1__qdq_s8.onnx").string();
        request.data = (m_models / "calib/dtln1.npz").string();
        request.feedback = {"tf_op_layer_stack_2=input_3"};
        QTemporaryDir folder;
        request.folder = folder.path().toStdString();
        const auto floatModel = import::importModel(request.baseline);
        const auto intModel = import::importModel(request.analysis);
        JobContext ctx;
        const auto result = analysis::findBadCase(floatModel, intModel, request, ctx);
        QCOMPARE(result->samples.size(), std::size_t{40});

        const runtime::Program floatProgram(floatModel.graph);
        const runtime::Program intProgram(intModel.graph);
        const auto dataset = data::openDataset(request.data, floatModel.graph);
        const auto stateAt = [](const graph::Graph& graph) {
            const auto& outputs = graph.outputs();
            return static_cast<std::size_t>(
                std::find_if(outputs.begin(), outputs.end(),
                             [&graph](graph::ValueId id) { return graph.value(id).name == "tf_op_layer_stack_2"; })
                - outputs.begin());
        };
        runtime::Tensor floatState = dataset->inputs(0).at("input_3");
        runtime::Tensor intState = floatState;
        const auto worst = worstOverall(*result, result->rankedBy).sample;
        runtime::Tensor worstState;
        for (std::size_t sample = 0; sample < 40; ++sample) {
            const auto frame = dataset->inputs(sample).at("input_2");
            if (sample == worst)
                worstState = floatState;
            const auto x = run(floatProgram, {{"input_2", frame}, {"input_3", floatState}});
            const auto y = run(intProgram, {{"input_2", frame}, {"input_3", intState}});
            for (std::size_t output = 0; output < x.size(); ++output)
                QCOMPARE(result->value(sample, output, columnOf(*result, "atol")), atolOf(x[output], y[output]));
            floatState = x[stateAt(floatModel.graph)];
            intState = y[stateAt(intModel.graph)];
        }
        for (const auto& [name, tensor] : data::readPt(result->badCaseFile))
            if (name == "input_3")
                QVERIFY(ops::toTensor(tensor).data.equal(worstState.data));
    }

private:
    std::filesystem::path m_models;
};

QTEST_GUILESS_MAIN(TestBadCaseModels)
#include "tst_badcase_models.moc"
