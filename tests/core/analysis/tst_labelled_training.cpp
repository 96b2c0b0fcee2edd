// SPDX-License-Identifier: GPL-3.0-or-later
// Training that is told the class of every sample, too, in rounds or in steps.
#include "core/analysis/analyses.h"
#include "core/analysis/workspace/workspace.h"
#include "core/data/datasets/sample_labels.h"
#include "core/data/tensors/npy.h"
#include "core/import/import_model.h"
#include "core/quant/training/distillation_loss.h"
#include "core/results/calibrate_result.h"
#include "core/results/finetune_result.h"
#include "core/runs/program/pass.h"
#include "tests/support/error_message.h"

#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <numeric>

using namespace ql;
using results::FinetuneRequest;

namespace {

const std::string kDemo = QUANTLOUPE_SOURCE_DIR "/resources/demo/";
constexpr std::size_t kSamples = 64;

/// Trains on samples with labels, each step on all of them; others are held out.
FinetuneRequest labelled()
{
    FinetuneRequest request;
    request.models.baseline = kDemo + "float.onnx";
    request.models.quantization.config = kDemo + "config.yaml";
    request.models.quantization.data = kDemo + "inputs.npy";
    request.models.quantization.weightBits = 4;
    request.heldOut = kDemo + "calibration.npy";
    request.labels = kDemo + "labels.npy";
    request.equalizes = false;
    request.batch = kSamples;
    request.steps = 1;
    request.checks = 1;
    return request;
}

std::shared_ptr<const results::FinetuneResult> trained(const FinetuneRequest& request)
{
    JobContext ctx;
    analysis::Workspace workspace;
    return analysis::finetune(workspace, request, ctx, {});
}

/// -ln of the softmax's share, in double, of a network in a file.
double crossEntropyOf(const std::string& path)
{
    const auto model = importers::importModel(path);
    const runs::Program program(model.graph);
    const auto inputs = ops::toTensor(data::readNpy(kDemo + "inputs.npy")).data;
    const auto labels = data::labelsInNpy(kDemo + "labels.npy");
    JobContext ctx;
    double sum = 0.0;
    for (std::size_t i = 0; i < kSamples; ++i) {
        runs::Pass pass(program, {{model.graph.value(model.graph.inputs()[0]).name,
                                   runs::Tensor(inputs.narrow(0, std::int64_t(i), 1).contiguous())}});
        pass.finish(ctx);
        const auto scores = pass.outputs().at(0).data.reshape({-1}).to(at::kDouble);
        double whole = 0.0;
        for (std::int64_t k = 0; k < scores.numel(); ++k)
            whole += std::exp(scores[k].item<double>());
        sum += std::log(whole) - scores[labels.at(i)].item<double>();
    }
    return sum / double(kSamples);
}

} // namespace

class TestLabelledTraining : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// torch.nn.functional.cross_entropy(torch.tensor([[1., 2., 3.]]), torch.tensor([2])) is 0.4076.
    void crossEntropyIsTorchs()
    {
        const auto scores = at::tensor({1.0F, 2.0F, 3.0F}).view({1, 3, 1});
        QVERIFY(std::abs(quant::crossEntropy(scores, 2).item<double>() - 0.40760597) < 1e-6);
        QVERIFY(std::abs(quant::crossEntropy(scores, 0).item<double>() - 2.40760589) < 1e-6);
        QVERIFY(tests::messageOf([&] { quant::crossEntropy(scores, 3); }).contains("the output has 3 classes"));
    }

    /// 16 bits change hardly anything: the first step's loss is the float network's, worked out by hand.
    void theFirstStepsLossIsThatOfTheNetwork()
    {
        auto request = labelled();
        request.models.quantization.config.clear();
        request.models.quantization.weightBits = request.models.quantization.activationBits = 16;
        const auto result = trained(request);
        const auto& point = result->curve.at(0);
        const double expected = crossEntropyOf(kDemo + "float.onnx");
        QVERIFY2(std::abs(point.labelLoss - expected) < 0.01 * expected,
                 qPrintable(QString("%1, by hand %2").arg(point.labelLoss).arg(expected)));
        QVERIFY(std::abs(point.loss - (point.outputLoss + point.layerLoss + point.labelLoss)) < 1e-12);
    }

    /// Biases are rounded to int32 in training, too: the demo's depthwise convolution has steps of 0.6 for them with
    /// weights of 4 bits. numpy on the QDQ network that calibrate writes: 12.6951 with 4 bits, 0.84635 with 8; with
    /// biases in float it says 12.0294 and 0.61148.
    void trainingBeginsAtTheNetworkThatIsWritten_data()
    {
        QTest::addColumn<int>("bits");
        QTest::addColumn<double>("byNumpy");
        QTest::newRow("4 bits") << 4 << 12.6951;
        QTest::newRow("8 bits") << 8 << 0.84635;
    }
    void trainingBeginsAtTheNetworkThatIsWritten()
    {
        QFETCH(int, bits);
        QFETCH(double, byNumpy);
        auto request = labelled();
        request.models.quantization.weightBits = bits;
        const QTemporaryDir folder;
        results::CalibrateRequest calibration;
        calibration.model = request.models.baseline;
        calibration.quantization = request.models.quantization;
        calibration.folder = folder.path().toStdString();
        JobContext ctx;
        analysis::Workspace workspace;
        analysis::calibrate(workspace, calibration, ctx, {});
        const double written = crossEntropyOf(folder.filePath("float_qdq.onnx").toStdString());
        QVERIFY2(std::abs(written - byNumpy) < 1e-4 * byNumpy, qPrintable(QString::number(written)));
        for (const auto part : {results::TrainedPart::Both, results::TrainedPart::Ranges}) {
            request.trained = part;
            const auto result = trained(request);
            QVERIFY2(std::abs(result->curve.at(0).labelLoss - written) < 1e-5 * written,
                     qPrintable(QString("%1, written %2").arg(result->curve.at(0).labelLoss).arg(written)));
        }
    }

    void labelsAreLearned()
    {
        auto request = labelled();
        request.steps = 15;
        request.labelWeight = 10.0;
        const auto result = trained(request);
        QVERIFY(result->curve.back().labelLoss < 0.8 * result->curve.front().labelLoss);
        request.labels.clear();
        const auto without = trained(request);
        QCOMPARE(without->curve.front().labelLoss, 0.0);
        QVERIFY(without->curve.back().loss != result->curve.back().loss);
    }

    void epochsAreRoundsOfAllSamples()
    {
        auto request = labelled();
        request.batch = 24;
        request.epochs = 2;
        const auto result = trained(request);
        QCOMPARE(result->steps, std::uint64_t(6)); // 128 turns, 24 in a step
        QCOMPARE(result->curve.size(), std::size_t(6));
    }

    void whatDoesNotFitIsSaid()
    {
        auto request = labelled();
        request.labelOutput = "nothing";
        QVERIFY(tests::messageOf([&] { trained(request); }).contains("the model has no output nothing"));
        request = labelled();
        request.models.quantization.data = kDemo + "calibration.npy"; // of which there are other labels, or none
        request.labels = kDemo + "none.npy";
        QVERIFY(!tests::messageOf([&] { trained(request); }).isEmpty());
    }
};

QTEST_APPLESS_MAIN(TestLabelledTraining)
#include "tst_labelled_training.moc"
