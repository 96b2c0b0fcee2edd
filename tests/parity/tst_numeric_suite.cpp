// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/model/model_info.h"
#include "core/analysis/weights/weights.h"
#include "core/data/weights/state_dict.h"
#include "core/import/import_model.h"
#include "tests/parity/suite_reference.h"
#include "tests/support/error_message.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace ql;
using results::WeightRow;
using results::WeightsResult;
using tests::messageOf;
using tests::parityFolder;

namespace {

constexpr double kTolerance = 1e-3; // dB

bool isNear(double found, double expected)
{
    return found == expected || std::abs(found - expected) < kTolerance;
}

importers::ImportedModel stateDict(const std::string& name)
{
    return data::readStateDict(*parityFolder() / name);
} // namespace

importers::ImportedModel network(const std::string& name)
{
    return importers::importModel(*parityFolder() / name);
}

std::shared_ptr<const WeightsResult> compareWeights(const importers::ImportedModel& baseline,
                                                    const importers::ImportedModel& analysis)
{
    JobContext ctx;
    return analysis::compareWeights(baseline, analysis, {}, ctx);
}

const WeightRow* rowOf(const WeightsResult& result, const std::string& name)
{
    const auto found = std::ranges::find_if(result.rows, [&name](const auto& row) { return row.name() == name; });
    return found == result.rows.end() ? nullptr : &*found;
}

/// The row of a key of compare_weights.
const WeightRow* quantizedRowOf(const WeightsResult& result, const std::string& key)
{
    const auto name = tests::floatNameOf(key);
    const auto found =
        std::ranges::find_if(result.rows, [&name](const auto& row) { return row.analysis.name == name; });
    return found == result.rows.end() ? nullptr : &*found;
}

/// The kind of layer that a packed weight shows; a tensor of its own shows none.
std::string packedType(const std::string& file, const std::string& name)
{
    constexpr std::pair<const char*, const char*> kByFile[] = {
        {"_convolution_", "Conv2d"}, {"_cubes_", "Conv3d"}, {"_embeddings_", "Embedding"}, {"_modules_", ""}};
    for (const auto& [part, type] : kByFile)
        if (file.find(part) != file.npos)
            return type;
    constexpr std::pair<const char*, const char*> kByName[] = {{"lstm.", "LSTM"}, {"gru.", "GRU"}, {"rnn.", "RNN"}};
    for (const auto& [start, type] : kByName)
        if (name.starts_with(start))
            return type;
    return "Linear";
}

} // namespace

/// Our answers against those of torch.ao.ns._numeric_suite on the same models and inputs, number by number.
class TestNumericSuite : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        if (!parityFolder())
            QSKIP("python3-torch or python3-torchvision is missing: nothing was held against the Numeric Suite");
    }

    void stateDictWeights_data()
    {
        QTest::addColumn<QString>("model");
        QTest::newRow("static ResNet18") << "resnet18";
        QTest::newRow("dynamic LSTM") << "lstm";
    }

    void stateDictWeights()
    {
        QFETCH(QString, model);
        const auto name = model.toStdString();
        const auto result = compareWeights(stateDict(name + "_float.pth"), stateDict(name + "_quantized.pth"));
        const auto expected = tests::suiteRows(name, tests::suiteEngines().front(), "compare_weights");
        QVERIFY(expected.size() >= 3);
        for (const auto& reference : expected) {
            const auto* row = quantizedRowOf(*result, reference.name);
            QVERIFY2(row && row->metrics, reference.name.c_str());
            QCOMPARE(row->baseline.shape, reference.shape);
            QVERIFY2(isNear(row->metrics->sqnrDb, reference.sqnrDb),
                     qPrintable(QString::fromStdString(reference.name)
                                + QString(": %1, suite %2").arg(row->metrics->sqnrDb).arg(reference.sqnrDb)));
            QCOMPARE(row->analysis.dtype, std::string("int8"));
        }
        QVERIFY(result->unmatchedAnalysis.empty());
    }

    void namesWhatModulesPack()
    {
        const auto result = compareWeights(stateDict("lstm_float.pth"), stateDict("lstm_quantized.pth"));
        QCOMPARE(result->rows.size(), std::size_t{10}); // 2 layers of 2 weights and 2 biases, a linear layer
        for (const auto& row : result->rows) {
            QCOMPARE(row.state, WeightRow::State::Compared);
            QCOMPARE(row.match.rule, std::string("weight-name"));
        }
        QCOMPARE(rowOf(*result, "lstm.weight_ih_l1")->analysis.opType, std::string("LSTM"));
        QCOMPARE(rowOf(*result, "fc.weight")->analysis.opType, std::string("Linear"));
        QCOMPARE(rowOf(*result, "fc.bias")->metrics->sqnrDb, std::numeric_limits<double>::infinity());
    }

    void readsWhatPeopleSave_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<double>("leastSqnr");
        const double exact = std::numeric_limits<double>::infinity();
        QTest::newRow("in a checkpoint") << "zoo_checkpoint.pth" << exact;
        QTest::newRow("of DataParallel") << "zoo_parallel.pth" << exact;
        QTest::newRow("before PyTorch 1.6") << "zoo_old.pth" << exact;
        QTest::newRow("pickle protocol 4") << "zoo_protocol4.pth" << exact;
        QTest::newRow("strided") << "zoo_strided.pth" << exact;
        QTest::newRow("float16") << "zoo_half.pth" << 60.0;
        QTest::newRow("bfloat16") << "zoo_bfloat16.pth" << 40.0;
    }

    void readsWhatPeopleSave()
    {
        QFETCH(QString, file);
        QFETCH(double, leastSqnr);
        const auto result = compareWeights(stateDict("zoo_plain.pth"), stateDict(file.toStdString()));
        for (const std::string name : {"conv.weight", "conv.bias", "fc.weight", "fc.bias"}) {
            const auto* row = rowOf(*result, name);
            QVERIFY2(row && row->metrics, name.c_str());
            QVERIFY(row->metrics->sqnrDb >= leastSqnr);
            QCOMPARE(row->match.rule, std::string("weight-name"));
        }
        QVERIFY(result->unmatchedBaseline.empty());
    }

    /// Of several state dicts of one network never all are taken.
    void choosesAmongStateDicts()
    {
        const auto sqnrOf = [](const char* file, const char* name) {
            const auto result =
                compareWeights(stateDict("zoo_plain.pth"), data::readStateDict(*parityFolder() / file, name));
            return result->rows.size() == 4 ? rowOf(*result, "conv.weight")->metrics->sqnrDb : -1e9;
        };
        const double exact = std::numeric_limits<double>::infinity();
        QCOMPARE(sqnrOf("zoo_two.pth", "student"), exact);
        QVERIFY(sqnrOf("zoo_two.pth", "teacher") < 0.0 && sqnrOf("zoo_two.pth", "teacher") > -100.0);
        QCOMPARE(sqnrOf("zoo_two.pth", "nets.teacher"), sqnrOf("zoo_two.pth", "nets"));
        QCOMPARE(sqnrOf("zoo_ema.pth", ""), exact); // what training scripts call the model
        QVERIFY(sqnrOf("zoo_ema.pth", "ema") < 0.0);
        const auto message = messageOf([] { stateDict("zoo_two.pth"); });
        QVERIFY2(message.contains("the file holds 2 state dicts of the same weights: student, nets.teacher"),
                 qPrintable(message));
        const auto unknown = messageOf([&] { sqnrOf("zoo_two.pth", "tutor"); });
        QVERIFY2(unknown.contains("no state dict tutor") && unknown.contains("student, nets.teacher"),
                 qPrintable(unknown));
    }

    void readsWhatPyTorchPacks_data()
    {
        QTest::addColumn<QString>("file");
        for (const auto& file : tests::packedStateDicts())
            QTest::newRow(file.c_str()) << QString::fromStdString(file);
    }

    void readsWhatPyTorchPacks()
    {
        QFETCH(QString, file);
        const auto name = file.toStdString();
        const auto group = file.section('_', 0, 1).toStdString();
        const auto result = compareWeights(stateDict(group + "_float.pth"), stateDict(name + ".pth"));
        QVERIFY(result->unmatchedBaseline.empty());
        const auto expected = tests::suiteRows("packed", name, "weights");
        QVERIFY(!expected.empty());
        for (const auto& reference : expected) {
            const auto* row = rowOf(*result, reference.name);
            QVERIFY2(row && row->metrics, reference.name.c_str());
            QCOMPARE(row->baseline.shape, reference.shape);
            QCOMPARE(row->analysis.opType, packedType(name, reference.name));
            QVERIFY2(isNear(row->metrics->sqnrDb, reference.sqnrDb), reference.name.c_str());
        }
        for (const auto& row : result->rows) // biases are kept as they were
            QVERIFY2(!row.metrics || row.name().find("bias") == std::string::npos || std::isinf(row.metrics->sqnrDb),
                     row.name().c_str());
    }

    void refusesWholeModules()
    {
        const auto message = messageOf([] { stateDict("zoo_module.pth"); });
        QVERIFY2(message.contains("zoo_module.pth: the file holds an object of"), qPrintable(message));
        QVERIFY2(message.contains("torch.save(model.state_dict(), path)"), qPrintable(message));
    }

    void pairsAStateDictWithANetwork()
    {
        const auto onnx = network("resnet18_float.onnx");
        const auto floats = compareWeights(stateDict("resnet18_float.pth"), onnx);
        QCOMPARE(floats->rows.size(), std::size_t{42});
        for (const auto& row : floats->rows) {
            QVERIFY2(row.metrics && std::isinf(row.metrics->sqnrDb), row.name().c_str());
            QVERIFY2(row.match.confidence >= 0.8, row.name().c_str());
        }
        // Both ways round, and quantized: the network's layout and axes are the state dict's.
        const auto quantized = compareWeights(onnx, stateDict("resnet18_quantized.pth"));
        for (const auto& reference : tests::suiteRows("resnet18", tests::suiteEngines().front(), "compare_weights")) {
            const auto* row = quantizedRowOf(*quantized, reference.name);
            QVERIFY2(row && row->metrics, reference.name.c_str());
            QVERIFY2(isNear(row->metrics->sqnrDb, reference.sqnrDb), reference.name.c_str());
        }
    }

    void tellsWhatAStateDictHolds()
    {
        const auto info = analysis::modelInfo(stateDict("resnet18_quantized.pth"));
        QCOMPARE(info->kind, std::string("weights only"));
        QCOMPARE(info->format, std::string("pytorch"));
        const auto found = std::ranges::find(info->tensors, "conv1.weight", &results::StoredTensorInfo::name);
        QVERIFY(found != info->tensors.end());
        QCOMPARE(found->shape, std::string("64x3x7x7"));
        QCOMPARE(found->dtype, std::string("int8"));
        QCOMPARE(found->granularity, std::string("per-channel"));
    }

    void refusesToRunWeights()
    {
        const auto message = messageOf([] { network("zoo_plain.pth"); });
        QVERIFY2(message.contains("the file holds weights without a network"), qPrintable(message));
    }
};

QTEST_GUILESS_MAIN(TestNumericSuite)
#include "tst_numeric_suite.moc"
