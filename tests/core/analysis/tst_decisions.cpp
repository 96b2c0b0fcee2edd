// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/badcase/badcase.h"
#include "core/analysis/model/run_model.h"
#include "core/analysis/tune/label_judge.h"
#include "core/base/numbers.h"
#include "core/data/tensors/npy.h"
#include "core/import/import_model.h"

#include <QTemporaryDir>
#include <QTest>

#include <cmath>

using namespace ql;

namespace {

std::string demo(const std::string& name)
{
    return std::string(QUANTLOUPE_SOURCE_DIR) + "/resources/demo/" + name;
}

const importers::ImportedModel& baseline()
{
    static const auto model = importers::importModel(demo("float.onnx"));
    return model;
}

} // namespace

class TestDecisions : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// With class 0 as label: NaN would be that, if its place were asked for.
    void nanIsNeverRight()
    {
        const QTemporaryDir folder;
        const auto images = data::readNpy(demo("inputs.npy"));
        auto shape = images.shape();
        shape.front() = 4;
        std::vector<float> pixels;
        for (const double pixel : images.toDoubles())
            pixels.push_back(float(pixel));
        pixels.resize(std::size_t(graph::elementCount(shape)));
        const auto each = pixels.size() / 4;
        std::fill_n(pixels.begin(), 2 * each, std::nanf("")); // two whole images …
        pixels[2 * each] = std::nanf("");                     // … and a single pixel of the third
        const auto data = folder.filePath("x.npy").toStdString();
        const auto labels = folder.filePath("l.npy").toStdString();
        data::writeNpy(data, graph::TensorData::of<float>(graph::DataType::Float, shape, pixels));
        data::writeNpy(labels, graph::TensorData::of<std::int64_t>(graph::DataType::Int64, {4}, {0, 0, 0, 0}));

        results::BadCaseRequest request;
        request.models.baseline = request.models.analysis = demo("float.onnx");
        request.samples.data = data;
        request.labels = labels;
        JobContext ctx;
        const auto result = analysis::findBadCase(baseline(), baseline(), request, ctx);
        const auto& found = result->labels.value();
        QCOMPARE(found.baselineUndecided(), std::size_t(3));
        QCOMPARE(found.analysisUndecided(), std::size_t(3));
        QCOMPARE(found.baselineCorrect(), found.baseline[3] == 0 ? std::size_t(1) : std::size_t(0));
        QVERIFY(found.flips().empty()); // neither decides
        const auto accuracy = analysis::measureAccuracy(baseline(), {"float.onnx", data, labels, {}}, ctx);
        QCOMPARE(accuracy->undecidedCount, std::uint64_t(3));
        QCOMPARE(accuracy->predictions[0], std::int64_t(-1));
        QCOMPARE(accuracy->correctCount, std::uint64_t(found.baselineCorrect()));
    }

    void theJudgeOfLabelsTakesNanForWrong()
    {
        const analysis::LabelJudge judge({0, 1}, "y");
        const auto samples = [](float first) {
            return caller::NamedArrays{
                {"y", graph::TensorData::of<float>(graph::DataType::Float, {1, 2}, {first, std::nanf("")})}};
        };
        const auto broken = samples(1.0F);
        const caller::NamedArrays sound{
            {"y", graph::TensorData::of<float>(graph::DataType::Float, {1, 2}, {1.0F, 2.0F})}};
        caller::JudgedSample one{.index = 0}, other{.index = 1};
        one.outputs = &broken;
        other.outputs = &sound;
        QCOMPARE(judge({one, other}), 0.5);
    }
};

QTEST_APPLESS_MAIN(TestDecisions)
#include "tst_decisions.moc"
