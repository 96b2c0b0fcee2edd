// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/report/compare/compare_report.h"
#include "core/report/diff/diff_report.h"
#include "core/report/foreign/foreign_tool.h"
#include "core/report/html/html_report.h"
#include "core/report/json/field_writer.h"
#include "core/report/profile/profile_report.h"
#include "core/report/result_document.h"
#include "core/results/compare_result.h"
#include "core/results/profile_result.h"
#include "core/results/sensitivity_result.h"
#include "core/results/shadow_result.h"
#include "tests/core/report/foreign_files.h"

#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <fstream>

using namespace ql;
using results::MetricId;

namespace {

report::ResultDocument documentOf(const char* name)
{
    for (const auto& sample : tests::foreignSamples())
        if (std::string(sample.name) == name)
            return report::parseResultDocument(sample.text, sample.name);
    throw std::runtime_error(name);
}

template <typename Result>
std::shared_ptr<const Result> partOf(const char* name)
{
    return documentOf(name).parts.first<Result>();
}

/// @throws Error where the document isn't read as it is written
template <typename Result>
void rewrite(const results::ResultParts& parts)
{
    for (const auto& result : parts.all<Result>()) {
        const auto text = report::documentText(report::resultDocument(results::kNameOf<Result>, *result, true));
        const auto again = report::parseResultDocument(text, "written").parts.template first<Result>();
        QCOMPARE(report::documentText(report::resultDocument(results::kNameOf<Result>, *again, true)), text);
    }
}

/// A file of NNCF's statistics: tensors of float32 one after the other.
void writeStatistics(const std::string& path, const std::vector<std::pair<std::string, std::vector<float>>>& tensors)
{
    std::string header = "{", data;
    for (const auto& [name, values] : tensors) {
        const auto begin = data.size();
        data.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(float));
        header += (header == "{" ? "\"" : ", \"") + name + "\": {\"dtype\": \"F32\", \"shape\": ["
                  + std::to_string(values.size()) + "], \"data_offsets\": [" + std::to_string(begin) + ", "
                  + std::to_string(data.size()) + "]}";
    }
    header += "}";
    const auto length = std::uint64_t(header.size());
    std::ofstream(path, std::ios::binary)
        << std::string(reinterpret_cast<const char*>(&length), sizeof length) << header << data;
}

} // namespace

/// Results of other tools become ours; what they didn't measure stays unmeasured.
class TestForeignResults : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void nncfKeepsAFileForEachStatistic()
    {
        const QTemporaryDir folder;
        const auto at = [&folder](const char* name) { return folder.filePath(QLatin1String(name)).toStdString(); };
        writeStatistics(at("a"), {{"max_values", {3.0F, 7.5F}}, {"min_values", {-1.0F, -2.0F}}});
        writeStatistics(at("b"), {{"abs_max", {4.0F}}});
        writeStatistics(at("c"), {{"mean_values", {4.0F}}});
        std::ofstream(at("statistics_metadata.json"))
            << R"({"mapping": {"a": "MinMaxTensorStatistic_/net/conv_1_TargetType.POST_LAYER_OPERATION_0",)"
               R"( "b": "AbsMaxTensorStatistic_fc_TargetType.PRE_LAYER_OPERATION_1",)"
               R"( "c": "MeanTensorStatistic_fc_TargetType.PRE_LAYER_OPERATION_0"}, "metadata": {"subset_size": 300}})";
        const auto document = report::readResultDocument(at("statistics_metadata.json"));
        QCOMPARE(document.command, std::string("profile"));
        const auto profile = document.parts.first<results::ProfileResult>();
        QCOMPARE(profile->rows.size(), std::size_t(2)); // a mean is no range
        QCOMPARE(profile->rows[0].modName, std::string("/net/conv_1"));
        QCOMPARE(profile->rows[0].whole.statistics.min, -2.0);
        QCOMPARE(profile->rows[0].whole.statistics.max, 7.5);
        QVERIFY(profile->rows[1].attribute == results::ProfileAttribute::Input);
        QCOMPARE(profile->rows[1].number, 1);
        QCOMPARE(profile->rows[1].whole.statistics.min, -4.0);
        const auto errorOf = [&](const char* mapped) {
            std::ofstream(at("statistics_metadata.json"))
                << "{\"mapping\": {\"" << mapped
                << "\": \"MinMaxTensorStatistic_x_TargetType.POST_LAYER_OPERATION_0\"}}";
            try {
                report::readResultDocument(at("statistics_metadata.json"));
            } catch (const Error& error) {
                return std::string(error.what());
            }
            return std::string("read");
        };
        QVERIFY(errorOf("../a").find("no file beside it") != std::string::npos);
        QVERIFY(errorOf("none") != "read");
        std::ofstream(at("cut"), std::ios::binary) << "abc";
        QVERIFY(errorOf("cut").find("breaks off") != std::string::npos);
        writeStatistics(at("beyond"), {{"min_values", {1.0F}}, {"max_values", {1.0F}}});
        std::ifstream stream(at("beyond"), std::ios::binary);
        const std::string whole{std::istreambuf_iterator<char>(stream), {}};
        std::ofstream(at("beyond"), std::ios::binary) << whole.substr(0, whole.size() - 4);
        QVERIFY(errorOf("beyond").find("breaks off") != std::string::npos);
    }

    void everyFileIsRecognisedComparedAndShown()
    {
        for (const auto& sample : tests::foreignSamples()) {
            report::ResultDocument document;
            try {
                document = report::parseResultDocument(sample.text, sample.name);
            } catch (const Error& error) {
                QFAIL(error.what());
            }
            QVERIFY2(document.command == sample.command && !document.tool.empty(), sample.name);
            QVERIFY(!report::htmlReport(document.parts, report::Language::English).empty());
            const auto table = report::measurementsOf(document, {});
            if (std::string(sample.name) == "layers.json") // says names only
                continue;
            const auto same = results::diff(table, table, 0.0);
            QVERIFY2(!same.rows.empty() && same.count(results::DiffRow::Verdict::Same) == same.rows.size(),
                     sample.name);
        }
    }

    void cutOffAnywhereItIsReadOrRefused()
    {
        for (const auto& sample : tests::foreignSamples())
            for (std::size_t size = 0; size < sample.text.size(); ++size)
                try {
                    report::parseResultDocument(sample.text.substr(0, size), sample.name);
                } catch (const Error&) {
                }
    }

    void whatBecomesOfThemIsWrittenAndReadBack()
    {
        for (const auto& sample : tests::foreignSamples()) {
            const auto parts = report::parseResultDocument(sample.text, sample.name).parts;
            rewrite<results::CompareResult>(parts);
            rewrite<results::ShadowResult>(parts);
            rewrite<results::ProfileResult>(parts);
            rewrite<results::SensitivityResult>(parts);
        }
    }

    void ownDocumentsAndConfigsAreNobodyElses()
    {
        QVERIFY(!report::foreignToolOf(R"({"schema": "quantloupe.compare/1", "layers": []})"));
        QVERIFY(!report::foreignToolOf(R"({"version": 1, "batch_num": 2, "conv1": {"quant_enable": true}})"));
        QVERIFY(!report::foreignToolOf("input 1\noutput 2\n"));
        QVERIFY(!report::foreignToolOf(""));
        QVERIFY(!report::foreignToolOf("{}"));
    }

    /// A ratio of powers of 10 % is 10 dB, 0.1 % 30 dB; of equal tensors it is infinite.
    void ppqRatiosAreDecibels()
    {
        const auto graph = partOf<results::CompareResult>("ppq.log");
        QCOMPARE(graph->layers.size(), std::size_t(3));
        QVERIFY(std::abs(*valueOf(graph->layers[0].metrics, MetricId::Sqnr) - 10.0) < 1e-9);
        QVERIFY(std::abs(*valueOf(graph->layers[1].metrics, MetricId::Sqnr) - 20.0) < 1e-9);
        QVERIFY(std::isinf(*valueOf(graph->layers[2].metrics, MetricId::Sqnr)));
        QCOMPARE(graph->layers[1].name, std::string("/stem: 0/Conv"));
        const auto own = partOf<results::ShadowResult>("ppq.log");
        QCOMPARE(own->rows.size(), std::size_t(1));
        QVERIFY(std::abs(*valueOf(own->rows[0].onBaselineInputs, MetricId::Sqnr) - 30.0) < 1e-9);
        QCOMPARE(valueOf(partOf<results::CompareResult>("ppq_cosine.log")->layers.at(0).metrics, MetricId::Cosine),
                 std::optional(0.995));
    }

    void debuggersOfTensorsKeepTheirNumbers()
    {
        const auto debugged = partOf<results::ShadowResult>("debugger_results.csv");
        QCOMPARE(debugged->rows[0].name, std::string("model/conv/Relu6;model/bn/x"));
        QCOMPARE(debugged->rows[0].baseline.opType, std::string("CONV_2D"));
        QCOMPARE(valueOf(debugged->rows[0].onBaselineInputs, MetricId::Mse), std::optional(0.0004));
        QCOMPARE(valueOf(debugged->rows[0].onBaselineInputs, MetricId::MaxQscaleDiff), std::optional(2.0));
        QVERIFY(!valueOf(debugged->rows[1].onBaselineInputs, MetricId::MaxQscaleDiff)); // its scale is 0
        const auto tiny = partOf<results::ShadowResult>("quantization_error.log");
        QCOMPARE(tiny->rows[0].baseline.value, std::string("conv1.weight"));
        QCOMPARE(valueOf(tiny->rows[1].onBaselineInputs, MetricId::Cosine), std::optional(0.5));
        const auto gap = partOf<results::CompareResult>("numeric_gap.csv");
        QCOMPARE(gap->layers[0].name, std::string("conv2d relu"));
        QCOMPARE(valueOf(gap->layers[0].metrics, MetricId::Mse), std::optional(0.25));
    }

    /// What only one side has keeps its row, and a cell may hold line breaks.
    void ascendComparisonsKeepEveryRow()
    {
        const auto probed = partOf<results::CompareResult>("compare_result_20260101.csv");
        QCOMPARE(probed->layers.size(), std::size_t(2));
        QCOMPARE(valueOf(probed->layers[0].metrics, MetricId::Cosine), std::optional(0.9991));
        QCOMPARE(probed->layers[0].baseline.statistics.max, 2.25);
        QVERIFY(probed->layers[1].state == results::LayerRow::State::UnmatchedAnalysis);
        QVERIFY(!probed->layers[1].metrics);
        const auto table = partOf<results::CompareResult>("result_20260101.csv");
        QCOMPARE(valueOf(table->layers[0].metrics, MetricId::Mse), std::optional(0.0625));
        QCOMPARE(valueOf(table->layers[0].metrics, MetricId::RelL2), std::optional(0.0625));
        QCOMPARE(table->layers[0].analysis.node, std::string("conv1relu1"));
    }

    void rangesOfOnnxRuntimeAreAProfile()
    {
        const auto json = partOf<results::ProfileResult>("calibration.json");
        QCOMPARE(json->rows.size(), std::size_t(1));
        QCOMPARE(json->rows[0].whole.statistics.min, -1.5);
        QCOMPARE(json->rows[0].whole.statistics.max, 2.64);
        const auto cache = partOf<results::ProfileResult>("calibration.cache");
        QCOMPARE(cache->rows[1].tensor, std::string("/conv/Conv_output_0"));
        QCOMPARE(cache->rows[1].whole.statistics.min, -0.031);
    }

    /// Toolkit 1 writes two files, and a layer's numbers behind or below its name.
    void firstRknnToolkit()
    {
        const auto entire = partOf<results::CompareResult>("entire_qnt_error_analysis.txt");
        QCOMPARE(entire->layers.size(), std::size_t(2));
        QCOMPARE(entire->layers[1].name, std::string("Relu_2_out0_1_32.tensor"));
        QCOMPARE(valueOf(entire->layers[1].metrics, MetricId::Cosine), std::optional(0.75));
        const auto own = partOf<results::ShadowResult>("individual_qnt_error_analysis.txt");
        QCOMPARE(valueOf(own->rows.at(0).onBaselineInputs, MetricId::Cosine), std::optional(0.25));
    }

    /// The simulator's numbers of every layer stay beside a board that has only some.
    void rknnKeepsEveryRow()
    {
        const auto document = documentOf("error_analysis.txt");
        const auto compared = document.parts.all<results::CompareResult>();
        QCOMPARE(compared.size(), std::size_t(2));
        QCOMPARE(compared.back()->analysis, std::string("simulator"));
        QCOMPARE(compared.back()->layers.size(), std::size_t(3));
        QCOMPARE(valueOf(compared.back()->layers[1].metrics, MetricId::Cosine), std::optional(0.99999));
    }

    /// Where a board was asked its error counts, and a layer that it has fused away has no partner.
    void rknnGivesBothErrors()
    {
        const auto compared = partOf<results::CompareResult>("error_analysis.txt");
        QCOMPARE(compared->analysis, std::string("runtime"));
        QCOMPARE(compared->layers.size(), std::size_t(3));
        QCOMPARE(valueOf(compared->layers[2].metrics, MetricId::Cosine), std::optional(0.97531));
        QVERIFY(!valueOf(compared->layers[2].metrics, MetricId::Mse));
        QVERIFY(compared->layers[1].state == results::LayerRow::State::UnmatchedBaseline);
        const auto own = partOf<results::ShadowResult>("error_analysis.txt");
        QCOMPARE(valueOf(own->rows[2].onBaselineInputs, MetricId::Cosine), std::optional(0.96));
        const auto simulated = partOf<results::CompareResult>("simulated.txt");
        QCOMPARE(simulated->layers.at(0).name, std::string("/a/Conv output"));
        QCOMPARE(simulated->layers.at(0).baseline.opType, std::string("Conv"));
        QCOMPARE(valueOf(simulated->layers.at(0).metrics, MetricId::Cosine), std::optional(0.99));
    }

    void sophgoInBothForms()
    {
        const auto printed = partOf<results::CompareResult>("npz_compare.log");
        QCOMPARE(printed->layers.size(), std::size_t(4));
        QCOMPARE(printed->layers[0].name, std::string("conv1_Relu"));
        QCOMPARE(valueOf(printed->layers[0].metrics, MetricId::Sqnr), std::optional(21.5));
        QCOMPARE(valueOf(printed->layers[1].metrics, MetricId::Cosine), std::optional(1.0));
        QVERIFY(!printed->layers[2].metrics); // close, but no number is said
        QCOMPARE(valueOf(printed->layers[3].metrics, MetricId::Cosine), std::optional(0.759107));
        const auto table = partOf<results::CompareResult>("npz_compare.csv");
        QCOMPARE(valueOf(table->layers.at(1).metrics, MetricId::Sqnr), std::optional(-3.0));
        QCOMPARE(table->layers[0].analysis.dtype, std::string("INT8"));
    }

    void qualcommByTheNamesOfColumns()
    {
        const auto result = partOf<results::CompareResult>("summary.csv");
        QCOMPARE(result->layers.size(), std::size_t(2));
        QCOMPARE(result->layers[0].baseline.opType, std::string("Conv2d"));
        QCOMPARE(valueOf(result->layers[0].metrics, MetricId::Cosine), std::optional(0.9991));
        QVERIFY(!valueOf(result->layers[1].metrics, MetricId::Cosine));
        QCOMPARE(valueOf(result->layers[1].metrics, MetricId::Mse), std::optional(0.5));
    }

    /// The golden values of one pair of vectors.
    void polygraphysArraysAreMeasured()
    {
        const auto metrics = partOf<results::CompareResult>("outputs.json")->outputs.at(0).metrics;
        const auto is = [&metrics](MetricId metric, double expected) {
            const auto value = valueOf(metrics, metric);
            return value && std::abs(*value - expected) < 2e-6;
        };
        QVERIFY(is(MetricId::Cosine, 0.995766343));
        QVERIFY(is(MetricId::Mse, 0.0466666667));
        QVERIFY(is(MetricId::L1, 0.166666667));
        QVERIFY(is(MetricId::Atol, 0.4));
        QVERIFY(is(MetricId::Sqnr, 20.3356735));
        QVERIFY(is(MetricId::RelL2, 0.0962091386));
        QVERIFY(!valueOf(metrics, MetricId::Kl));
        const auto one = partOf<results::ProfileResult>("one_runner.json")->rows.at(0);
        QCOMPARE(one.whole.statistics.max, 3.0);
        QCOMPARE(one.shape, std::vector<std::int64_t>{3});
    }

    void timesAreOfOneRun()
    {
        const auto trtexec = partOf<results::ProfileResult>("profile.json");
        QCOMPARE(trtexec->samples, std::uint64_t(100));
        QCOMPARE(trtexec->rows.at(0).micros, std::optional(505.0));
        const auto onnxruntime = partOf<results::ProfileResult>("onnxruntime_profile__2026.json");
        QCOMPARE(onnxruntime->rows.size(), std::size_t(1));
        QCOMPARE(onnxruntime->rows[0].micros, std::optional(15.0));
        QCOMPARE(onnxruntime->rows[0].opName, std::string("Conv"));
        QCOMPARE(onnxruntime->rows[0].shape, (std::vector<std::int64_t>{1, 64, 8, 8}));
        const auto layers = partOf<results::ProfileResult>("layers.json");
        QCOMPARE(layers->rows.at(1).opName, std::string("MatrixMultiply"));
        QVERIFY(!layers->rows.at(1).micros);
        QCOMPARE(partOf<results::ProfileResult>("exported.json")->rows.at(0).shape, (std::vector<std::int64_t>{1, 4}));
    }

    void aimetSaysByItsNameWhatIsMeant()
    {
        const auto on = partOf<results::SensitivityResult>("per_layer_quant_enabled.json");
        QVERIFY(on->mode == results::SensitivityMode::OneOn);
        QCOMPARE(on->outputs.at(0).rows.at(0).opName, std::string("layer.1/x")); // the worst score
        const auto off = partOf<results::SensitivityResult>("per_layer_quant_disabled.json");
        QVERIFY(off->mode == results::SensitivityMode::OneOff);
        QCOMPARE(off->outputs.at(0).rows.at(0).opName, std::string("fc")); // what skipping wins most
        QVERIFY(partOf<results::SensitivityResult>("per_layer_mse_loss.json")->outputs.at(0).metric == MetricId::Mse);
    }

    /// Written as a document and read again, what wasn't measured still isn't.
    void unmeasuredStaysUnmeasured()
    {
        const auto text = report::compareJson(*partOf<results::CompareResult>("error_analysis.txt"));
        const auto again = report::parseResultDocument(text, "a.json").parts.first<results::CompareResult>();
        QVERIFY(!valueOf(again->layers.at(0).metrics, MetricId::Sqnr));
        QCOMPARE(valueOf(again->layers.at(0).metrics, MetricId::Cosine), std::optional(0.99995));
        const auto profile = report::profileJson(*partOf<results::ProfileResult>("profile.json"));
        const auto back = report::parseResultDocument(profile, "b.json").parts.first<results::ProfileResult>();
        QCOMPARE(back->rows.at(1).micros, std::optional(101.0));
    }
};

QTEST_GUILESS_MAIN(TestForeignResults)
#include "tst_foreign_results.moc"
