// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/compare/compare.h"
#include "core/analysis/compare/compare_dumps.h"
#include "core/analysis/matching/paired_inputs.h"
#include "core/analysis/model/run_model.h"
#include "core/base/error.h"
#include "core/data/tensors/npy.h"
#include "core/data/tensors/tensor_writer.h"
#include "core/graph/text_form/text_form.h"
#include "core/import/import_model.h"
#include "core/report/compare/compare_report.h"
#include "core/runs/threads/thread_guard.h"
#include "tests/support/array_files.h"
#include "tests/support/models.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace ql;
using graph::DataType;
using graph::TensorData;
using results::LayerRow;

namespace {

using Model = std::shared_ptr<const importers::ImportedModel>;
using Result = std::shared_ptr<const results::CompareResult>;

Model model(const std::string& text)
{
    auto imported = std::make_shared<importers::ImportedModel>();
    imported->graph = graph::parseGraph(text);
    imported->path = "model.onnx";
    return imported;
}

void dump(const Model& model, const runs::NamedTensors& inputs, const std::filesystem::path& folder)
{
    results::RunRequest request;
    request.dumpFolder = folder.string();
    JobContext ctx;
    analysis::runModel(*model, inputs, request, ctx);
}

/// A side that isn't a folder stands for @p live, which runs on @p inputs.
Result compare(const std::filesystem::path& baseline, const std::filesystem::path& analysis, const Model& live = {},
               const runs::NamedTensors& inputs = {}, results::CompareRequest request = {})
{
    request.models.baseline = baseline.string();
    request.models.analysis = analysis.string();
    JobContext ctx;
    return analysis::compareWithDumps(
        request, {[&live](const std::string&) { return live; }, [&inputs](const auto&) { return inputs; }}, ctx);
}

/// Of two models more layers can run again than of a dump and a model.
const results::CompareRequest kNoRuns{.causes = results::CauseRuns::None};
const results::CompareRequest kNoRunsOnInputs{.samples = {.inputs = {"x"}}, .causes = results::CauseRuns::None};

/// Everything that doesn't depend on where the tensors came from. Advice on weights needs the weights.
std::string essence(const results::CompareResult& result)
{
    auto same = result;
    same.baseline = same.analysis = "";
    same.baselineSeconds = same.analysisSeconds = same.totalSeconds = same.causesSeconds = 0.0;
    same.causes = {};
    for (auto& layer : same.layers) {
        // A dump has no weights to advise on, or to match by.
        std::erase_if(layer.advice, [](const auto& advice) { return advice.rule == "depthwise-weight-per-tensor"; });
        layer.match = {};
        if (layer.metrics)
            continue;
        // What only one side has is measured of models alone.
        for (auto* side : {&layer.baseline, &layer.analysis}) {
            side->statistics = {};
            side->dtype.clear();
        }
        layer.shape.clear();
        layer.baselineShape.clear();
    }
    return report::compareJson(same);
}

const LayerRow& row(const Result& result, std::string_view name)
{
    const auto found = std::ranges::find(result->layers, name, &LayerRow::name);
    if (found == result->layers.end())
        qFatal("no row %s", std::string(name).c_str());
    return *found;
}

const std::string kFloat = R"(graph "float" opset 13
    input x: float32[1,4]
    const w: float32[4,4] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}
    m = MatMul(x, w) name "/net/product"
    r = Relu(m) name "/net/relu"
    y = Neg(r) name "/net/neg"
    output y)";

const std::string kQdq = R"(graph "qdq" opset 13
    input x: float32[1,4]
    const w: float32[4,4] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}
    const s: float32[] = {0.01}
    const z: uint8[] = {0}
    p = MatMul(x, w) name "/net/product"
    rq = QuantizeLinear(p, s, z)
    rd = DequantizeLinear(rq, s, z)
    y = Neg(rd) name "/net/neg"
    output y)";

runs::NamedTensors someInputs()
{
    return {{"x", ops::Tensor(at::tensor({-1.0f, 0.502f, 2.0f, 5.0f}).view({1, 4}))}};
}

} // namespace

class TestCompareDumps : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void dumpsStandInForModels()
    {
        tests::TemporaryFolder folder;
        const auto baseline = model(kFloat);
        const auto analysis = model(kQdq);
        dump(baseline, someInputs(), folder.path() / "b");
        dump(analysis, someInputs(), folder.path() / "a");
        JobContext ctx;
        const auto expected = essence(*analysis::compareModels(*baseline, *analysis, someInputs(), kNoRuns, ctx));
        QVERIFY(expected.find("\"qscale\": 0.00999") != std::string::npos);
        QCOMPARE(essence(*compare(folder.path() / "b", folder.path() / "a", {}, {}, kNoRuns)), expected);
        QCOMPARE(essence(*compare("live", folder.path() / "a", baseline, someInputs(), kNoRunsOnInputs)), expected);
        // On the inputs of the dump.
        QCOMPARE(essence(*compare(folder.path() / "b", "live", analysis, {}, kNoRuns)), expected);
    }

    void realDumpsStandInForRealModels_data()
    {
        QTest::addColumn<QString>("baseline");
        QTest::addColumn<QString>("analysis");
        QTest::addColumn<QString>("input");
        const auto add = [](const char* baseline, const char* analysis, const char* input) {
            QTest::newRow(analysis) << QString(baseline) << QString(analysis) << QString(input);
        };
        add("mnist_prep", "mnist__qdq_s8", "mnist__digit9__Input3");
        add("mnist_prep", "mnist__qop_u8s8", "mnist__digit2__Input3");
        add("mnist", "mnist__thirdparty_convinteger", "mnist__digit9__Input3");
        add("ultraface_prep", "ultraface__qdq_s8_pc", "ultraface__satya__input");
        add("ultraface_prep", "ultraface__qdq_a16w8_ms", "ultraface__satya__input");
        add("ultraface_prep", "ultraface__qop_u8s8", "ultraface__satya__input");
        add("silero_mini_v2_prep", "silero_mini_v2__qdq_s8_convmm", "silero_mini_v2__en_w3__input");
        add("silero_mini_v2_prep", "silero_mini_v2__dyn", "silero_mini_v2__en_w3__input");
    }

    void realDumpsStandInForRealModels()
    {
        const auto models = tests::modelsFolder();
        if (!models)
            QSKIP("QUANTLOUPE_MODELS is not set: no real dumps were compared");
        QFETCH(QString, baseline);
        QFETCH(QString, analysis);
        QFETCH(QString, input);
        const runs::ThreadGuard threads;
        const auto open = [&models](const char* kind, const QString& name) {
            return std::make_shared<const importers::ImportedModel>(
                importers::importModel(*models / kind / (name.toStdString() + ".onnx")));
        };
        const auto x = open("models", baseline);
        const auto y = open("quantized", analysis);
        const auto data = data::readNpy(*models / "inputs" / (input.toStdString() + ".npy"));
        const runs::NamedTensors inputs{{x->graph.value(x->graph.inputs()[0]).name, ops::toTensor(data)}};
        tests::TemporaryFolder folder;
        dump(x, inputs, folder.path() / "x");
        dump(y, analysis::inputsForAnalysis(x->graph, y->graph, inputs), folder.path() / "y");
        JobContext ctx;
        const auto expected = analysis::compareModels(*x, *y, inputs, kNoRuns, ctx);
        const auto found = compare(folder.path() / "x", folder.path() / "y", {}, {}, kNoRuns);
        QVERIFY(expected->layers.size() > 3);
        QCOMPARE(found->layers.size(), expected->layers.size());
        QVERIFY(essence(*found) == essence(*expected));
        QVERIFY(essence(*compare("live", folder.path() / "y", x, inputs, kNoRunsOnInputs)) == essence(*expected));
        QVERIFY(essence(*compare(folder.path() / "x", "live", y, {}, kNoRuns)) == essence(*expected));
    }

    void boardsOnlyKnowNames()
    {
        tests::TemporaryFolder folder;
        // y = -relu(x) on a board that names files after layers and writes int8.
        folder.write("_net_relu.bin", tests::rawBytes<std::int8_t>({0, 10, 40, 100}));
        folder.write("_net_relu.shape.json", R"({"dtype": "int8", "shape": [1, 4], "scale": 0.05, "zero_point": 0})");
        folder.write("y.npy", tests::npyFile(tests::npyDictionary("<f4", "(1, 4)"),
                                             tests::rawBytes<float>({0.0f, -0.5f, -2.0f, -5.0f})));
        const auto result = compare("live", folder.path(), model(kFloat), someInputs(), {.samples = {.inputs = {"x"}}});
        const auto& relu = row(result, "/net/relu");
        QCOMPARE(relu.state, LayerRow::State::Compared);
        QCOMPARE(relu.match.rule, "file-name");
        QVERIFY(std::abs(relu.metrics->atol - 0.002) < 1e-6);
        QCOMPARE(relu.quantizer->scales, std::vector<double>{0.05});
        QCOMPARE(relu.analysis.dtype, "int8");
        QCOMPARE(row(result, "/net/neg").match.rule, "value-name");
        QCOMPARE(result->outputs.size(), std::size_t{1});
        QCOMPARE(result->outputs[0].name, "y");
        QVERIFY(std::abs(result->outputs[0].metrics->atol - 0.002) < 1e-6);
        QCOMPARE(result->unmatchedBaseline, std::vector<std::string>{"/net/product"});
        QVERIFY(result->unmatchedAnalysis.empty());
    }

    void filesThatNothingDescribesAreReadLikeTheirPartners()
    {
        tests::TemporaryFolder folder;
        for (const char* sample : {"Result_2", "Result_10"})
            std::filesystem::create_directories(folder.path() / sample);
        folder.write("Result_10/y.raw", "");
        folder.write("Result_2/_net_relu.bin", tests::rawBytes<std::int8_t>({0, 8, 32, 80})); // 4 fraction bits
        folder.write("Result_2/_net_product.raw", "123"); // no type has four elements in three bytes
        folder.write("Result_2/y.txt", "0 -0.5\n-2 -5\n");
        folder.write("Result_2/notes.txt", "not a tensor");
        const auto result = compare("live", folder.path(), model(kFloat), someInputs(), {.samples = {.inputs = {"x"}}});
        const auto& relu = row(result, "/net/relu");
        QCOMPARE(relu.reading->dtype, "int8");
        QCOMPARE(relu.reading->fractionBits, std::optional<int>(4));
        QVERIFY(std::abs(relu.metrics->atol - 0.002) < 1e-6);
        QVERIFY(!relu.quantizer); // a fitted scale is none that the board said
        const auto& product = row(result, "/net/product");
        QCOMPARE(product.state, LayerRow::State::ShapeMismatch);
        QCOMPARE(product.advice.front().rule, "dump-unreadable");
        QVERIFY(!product.metrics);
        const auto& neg = row(result, "/net/neg");
        QCOMPARE(neg.reading->dtype, "float64");
        QVERIFY(std::abs(neg.metrics->atol - 0.002) < 1e-6);
        QCOMPARE(result->layers.size(), std::size_t(3));
        QCOMPARE(result->dumpFindings.front().message.english(),
                 "the folder holds 2 samples; the first, Result_2, is compared: name "
                     + (folder.path() / "Result_10").string() + " for another");
        QVERIFY(!row(compare(folder.path(), folder.path()), "y").metrics); // nobody says anything
    }

    /// SNPE's layers lie in folders of their scopes, the network's outputs beside them.
    void anotherSampleIsNamed_data()
    {
        QTest::addColumn<QString>("named");
        for (const char* named : {"", "Result_0", "Result_3", "Result_3/"})
            QTest::addRow("'%s'", named) << QString::fromLatin1(named);
    }

    void anotherSampleIsNamed()
    {
        QFETCH(QString, named);
        const double atol = named.startsWith("Result_3") ? 1.0 : 0.0;
        tests::TemporaryFolder folder;
        for (const std::string sample : {"Result_0", "Result_3", "Result_1.old"}) {
            const float more = sample == "Result_3" ? 1.0f : 0.0f;
            std::filesystem::create_directories(folder.path() / sample / "net");
            folder.write((sample + "/net/relu:0.raw").c_str(), tests::rawBytes({0.0f, 0.502f, 2.0f, 5.0f + more}));
            folder.write((sample + "/y.raw").c_str(), tests::rawBytes({0.0f, -0.502f, -2.0f, -5.0f - more}));
        }
        const auto result = compare("live", folder.path() / named.toStdString(), model(kFloat), someInputs(),
                                    {.samples = {.inputs = {"x"}}});
        for (const char* layer : {"/net/relu", "/net/neg"})
            QVERIFY(std::abs(row(result, layer).metrics.value().atol - atol) < 1e-6);
    }

    /// A folder as each tool leaves it, with the numbers of "/net/relu" in float32 and what else lies around.
    void toolsNameFilesInTheirWays_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("besides");
        QTest::addColumn<QByteArray>("words");
        QTest::addColumn<QString>("note");
        const auto add = [](const char* tool, const char* file, const char* besides, const char* words,
                            const char* note) {
            QTest::newRow(tool) << QString(file) << QString(besides) << QByteArray(words) << QString(note);
        };
        add("QNN", "Result_0/_net_relu.raw", "Result_0/_net_product.raw", "", "");
        add("QNN, native", "Result_0/_net_relu_native.raw", "Result_0/_net_product_native.raw", "", "as QNN");
        add("SNPE", "Result_0/net/relu:0.raw", "Result_0/net/product:0.raw", "", "as QNN");
        add("TIDL", "tidl_trace_subgraph_0_0002_00001_00001_00001_00001_00004x00001.y",
            "art_subgraph_0_tidl_net.bin.layer_info.txt", "0 1 x\n1 2 /net/relu\n", "by the list");
        add("TIDL, floats", "tidl_trace_subgraph_0_0002_00001_00001_00001_00001_00004x00001_float.bin",
            "art_subgraph_0_tidl_net.bin.layer_info.txt", "0 1 x\n1 2 /net/relu\n", "by the list");
        add("RKNN", "simulator/npy/Relu_4.bin", "map_name_to_file.txt", "/net/relu Relu_4.npy\n", "by the list");
        add("msprobe", "dump_tensor_data/Module.net.relu.ReLU.forward.0.output.0.bin",
            "dump_tensor_data/Module.net.relu.ReLU.forward.0.input.0.bin", "", "as msprobe");
        add("Ascend", "Relu.net_relu.3.17.1637655104718823.output.0.bin",
            "Relu.net_relu.3.17.1637655104718823.input.0.bin", "", "as Ascend");
        add("AMCT", "net_relu.0.1614717261785536.bin", "net_product.0.1614717261785537.bin", "", "as AMCT");
        add("HiSilicon", "seg0_layer2_net_relu_output0_inst.linear.float", "", "", "as HiSilicon");
        add("Horizon", "net_relu_output_0.bin", "net_relu_input_0.bin", "", "as Horizon");
        add("ONNX Runtime", "_net_relu.tensorproto", "", "", "");
    }

    void toolsNameFilesInTheirWays()
    {
        QFETCH(QString, file);
        QFETCH(QString, besides);
        QFETCH(QByteArray, words);
        QFETCH(QString, note);
        tests::TemporaryFolder folder;
        const auto write = [&folder](const QString& name, const QByteArray& bytes) {
            const auto path = folder.path() / name.toStdString();
            std::filesystem::create_directories(path.parent_path());
            folder.write(name.toStdString().c_str(), bytes);
        };
        QByteArray numbers = tests::rawBytes<float>({0.0f, 0.502f, 2.0f, 5.0f});
        if (file.endsWith(".float"))
            numbers = "0\n0.502\n2\n5\n";
        if (file.endsWith(".tensorproto")) // dims 1 and 4, data type 1, raw data
            numbers = QByteArray("\x08\x01\x08\x04\x10\x01\x4a\x10", 8) + numbers;
        write(file, numbers);
        if (!besides.isEmpty())
            write(besides, words.isEmpty() ? tests::rawBytes<float>({9, 9, 9, 9}) : words);
        const auto result = compare("live", folder.path(), model(kFloat), someInputs(), {.samples = {.inputs = {"x"}}});
        const auto& relu = row(result, "/net/relu");
        QCOMPARE(relu.state, LayerRow::State::Compared);
        QCOMPARE(relu.metrics->atol, 0.0);
        const auto says = [&note](const auto& finding) {
            return finding.message.english().find(note.toStdString()) != std::string::npos;
        };
        QVERIFY(note.isEmpty() || std::ranges::any_of(result->dumpFindings, says));
    }

    void namesPairTwoDumps()
    {
        tests::TemporaryFolder folder;
        const auto write = [&folder](const char* file, std::initializer_list<float> values) {
            folder.write(file, tests::npyFile(tests::npyDictionary("<f4", "(2,)"), tests::rawBytes<float>(values)));
        };
        std::filesystem::create_directories(folder.path() / "x");
        std::filesystem::create_directories(folder.path() / "y");
        write("x/same.npy", {1, 2});
        write("y/same.npy", {1, 3});
        write("x/other.npy", {1, 2});
        write("y/other_quantized.npy", {1, 2});
        write("x/first.npy", {1, 2});
        write("y/second.npy", {1, 2});
        auto result = compare(folder.path() / "x", folder.path() / "y");
        QCOMPARE(row(result, "same").metrics->atol, 1.0);
        QCOMPARE(row(result, "other").match.rule, "stripped-name");
        QCOMPARE(result->unmatchedBaseline, std::vector<std::string>{"first"}); // equal shapes are no reason
        QCOMPARE(result->unmatchedAnalysis, std::vector<std::string>{"second"});
        QVERIFY(result->outputs.empty());
        const auto map = folder.write("map.txt", "first second\n");
        result = compare(folder.path() / "x", folder.path() / "y", {}, {}, {.mapFile = map.string()});
        QCOMPARE(row(result, "first").match.rule, "map-file");
    }

    void dequantizedNumbersKeepTheirScale()
    {
        tests::TemporaryFolder folder;
        data::TensorWriter x(folder.path() / "x");
        x.add("r", TensorData::of<float>(DataType::Float, {2}, {1.0f, 2.0f}), "relu", "Relu");
        x.finish();
        data::TensorWriter y(folder.path() / "y");
        y.add("r", TensorData::of<float>(DataType::Float, {2}, {1.0f, 1.5f}), "relu", "Relu",
              data::DumpedQuantizer{DataType::Int8, {0.5}, {0}, {}});
        y.finish();
        const auto result = compare(folder.path() / "x", folder.path() / "y");
        QCOMPARE(row(result, "relu").metrics->maxQscaleDiff, std::optional(1.0));
        QCOMPARE(row(result, "relu").quantizer->dtype, "int8");
    }

    void inputsThatNothingReadsAreRefused()
    {
        tests::TemporaryFolder folder;
        dump(model(kFloat), someInputs(), folder.path() / "x");
        try {
            compare(folder.path() / "x", folder.path() / "x", {}, {}, {.samples = {.inputs = {"x.npy"}}});
            QFAIL("expected an error");
        } catch (const Error& error) {
            QVERIFY(error.code() == ErrorCode::BadArgument);
        }
    }

    void decisionsOfADumpAreMade()
    {
        tests::TemporaryFolder folder;
        dump(model(kFloat), someInputs(), folder.path() / "x");
        QVERIFY_THROWS_EXCEPTION(Error,
                                 compare(folder.path() / "x", folder.path() / "x", {}, {}, {.replaysDecisions = true}));
    }

    void damageIsNamed()
    {
        tests::TemporaryFolder folder;
        dump(model(kFloat), someInputs(), folder.path() / "x");
        folder.write("x/r.npy", "\x93NUMPY damaged");
        try {
            compare(folder.path() / "x", folder.path() / "x");
            QFAIL("expected an error");
        } catch (const Error& error) {
            QVERIFY2(std::string(error.what()).find("r.npy") != std::string::npos, error.what());
        }
    }
};

QTEST_APPLESS_MAIN(TestCompareDumps)
#include "tst_compare_dumps.moc"
