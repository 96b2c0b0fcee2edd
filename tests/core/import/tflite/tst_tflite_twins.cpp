// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/compare/compare.h"
#include "core/analysis/matching/paired_inputs.h"
#include "core/base/job_context.h"
#include "tests/support/lite_model.h"

#include <QTemporaryDir>
#include <QTest>

#include <ATen/ATen.h>
#undef CHECK
#undef LOG
#include <fstream>

using namespace ql;
using ql::tests::smallLiteModel;

/// A float model against its twin of 8-bit integers, inputs and outputs too.
class TestTfLiteTwins : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void givesEachWhatItTakes();
    void comparesEveryLayer();

private:
    std::string write(const char* name, bool isInteger)
    {
        const auto path = m_folder.filePath(name).toStdString();
        std::ofstream(path, std::ios::binary) << smallLiteModel(isInteger);
        return path;
    }

    QTemporaryDir m_folder;
};

void TestTfLiteTwins::givesEachWhatItTakes()
{
    const auto floats = import::importModel(write("f.tflite", false));
    const auto integers = import::importModel(write("i.tflite", true));
    const auto image = at::arange(48, at::kFloat).mul(0.053F).view({1, 4, 4, 3});
    const auto given = analysis::inputsForAnalysis(floats.graph, integers.graph, {{"image", ops::Tensor(image)}});
    const auto& taken = given.at("image");
    QVERIFY(taken.type == graph::DataType::Int8);
    const auto expected = image.div(0.02F).round().add(3).clamp(-128, 127).to(at::kChar); // scale 0.02, zero point 3
    QVERIFY(taken.data.equal(expected));
    const auto turned = image.permute({0, 3, 1, 2}).contiguous(); // channels on axis 1, as PyTorch has them
    QVERIFY(analysis::inputsForAnalysis(floats.graph, integers.graph, {{"image", ops::Tensor(turned)}})
                .at("image")
                .data.equal(expected));
}

void TestTfLiteTwins::comparesEveryLayer()
{
    const auto floats = import::importModel(write("f.tflite", false));
    const auto integers = import::importModel(write("i.tflite", true));
    const auto image = at::arange(48, at::kFloat).mul(0.37F).sin().view({1, 4, 4, 3});
    JobContext context;
    const auto result =
        analysis::compareModels(floats, integers, {{"image", ops::Tensor(image)}}, results::CompareRequest(), context);
    int compared = 0;
    for (const auto& row : result->layers)
        if (row.state == results::LayerRow::State::Compared) {
            ++compared;
            QVERIFY2(row.metrics && row.metrics->cosine > 0.98, row.name.c_str());
        }
    QCOMPARE(compared, 5); // convolution with its ReLU6, depthwise convolution, sum, mean, softmax
    QCOMPARE(result->outputs.size(), std::size_t{1});
    QVERIFY2(result->outputs[0].metrics->atol < 0.05, qPrintable(QString::number(result->outputs[0].metrics->atol)));
}

QTEST_APPLESS_MAIN(TestTfLiteTwins)
#include "tst_tflite_twins.moc"
