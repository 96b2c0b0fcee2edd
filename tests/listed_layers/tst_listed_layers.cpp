// SPDX-License-Identifier: GPL-3.0-or-later
// Each layer of AMCT's list as a network of its own, quantized by a config: what that costs by PyTorch's observers and
// fake quantizers is what the simulation says, from ONNX of two opsets and from TorchScript.
#include "core/analysis/analyses.h"
#include "core/analysis/workspace/workspace.h"
#include "core/results/compare_result.h"
#include "tests/support/error_message.h"

#include <QtTest>

#include <nlohmann/json.hpp>

#include <cmath>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <limits>

using namespace ql;
using tests::messageOf;

namespace {

const std::filesystem::path kFolder(QUANTLOUPE_LISTED_LAYERS);
constexpr const char* kForms[] = {"opset13.onnx", "opset17.onnx", "traced.pt"};

const char* const kQuantizers = R"(weight_quant_params:
    quantizer: torch.quantization.FakeQuantize
    quantizer_args: {observer: torch.quantization.PerChannelMinMaxObserver, dtype: torch.qint8, quant_min: -128,
      quant_max: 127, qscheme: torch.per_channel_symmetric}
  activation_quant_params:
    quantizer: torch.quantization.FakeQuantize
    quantizer_args: {observer: torch.quantization.MinMaxObserver, dtype: torch.qint8, quant_min: -128, quant_max: 127,
      qscheme: torch.per_tensor_affine}
)";

std::string everyLayer()
{
    return std::string("common_config:\n  ") + kQuantizers;
}

std::string onlyType(const std::string& type)
{
    return "common_config:\n  quant_enable: false\noverride_layer_types:\n- layer_type: " + type + "\n  "
           + std::string(kQuantizers);
}

nlohmann::json rows()
{
    std::ifstream file(kFolder / "reference.json");
    return nlohmann::json::parse(file);
}

/// TorchScript doesn't tell the rank of an input: its Linear is a product and a sum, whose summand stays in float.
double numberOf(const nlohmann::json& row, std::string_view form)
{
    const auto& sqnr = row.at(form == "traced.pt" && row.contains("float_bias_db") ? "float_bias_db" : "sqnr_db");
    return sqnr.is_string() ? std::numeric_limits<double>::infinity() : sqnr.get<double>();
}

double simulated(const std::string& layer, const char* form, const std::string& config)
{
    results::CompareRequest request;
    request.causes = results::CauseRuns::None;
    request.models.baseline = (kFolder / layer / form).string();
    request.models.quantization.config = "every.yaml";
    request.models.quantization.configText = config;
    request.models.quantization.data = request.samples.data = (kFolder / layer / "data").string();
    analysis::Workspace workspace;
    JobContext ctx;
    return analysis::compare(workspace, request, ctx, {})->outputs.at(0).metrics->sqnrDb;
}

/// To a thousandth of a dB: both add and divide in float32, in orders of their own.
bool isNear(double found, double expected)
{
    return found == expected || std::abs(found - expected) < 2e-3;
}

} // namespace

class TestListedLayers : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        if (!std::filesystem::exists(kFolder / "complete"))
            QSKIP("python3-torch or python3-onnx is missing: nothing was held against PyTorch's fake quantizers");
    }

    void everyLayerIsQuantizedAsPyTorchWould_data() { addRows(); }

    void everyLayerIsQuantizedAsPyTorchWould()
    {
        QFETCH(QByteArray, row);
        QFETCH(QByteArray, form);
        const auto expected = nlohmann::json::parse(row.toStdString());
        const auto name = expected.at("name").get<std::string>();
        if (expected.at("keeps_float")) {
            const auto message = messageOf([&] { simulated(name, form.constData(), everyLayer()); });
            QVERIFY2(message.contains("leave every layer in float"), qPrintable(message));
            return;
        }
        const auto found = simulated(name, form.constData(), everyLayer());
        const auto number = numberOf(expected, form.constData());
        QVERIFY2(isNear(found, number), fmt::format("{} dB, PyTorch {}", found, number).c_str());
    }

    void aTypeOfTorchNamesItsLayers_data() { addRows(); }

    /// Alone, whatever the other types would do.
    void aTypeOfTorchNamesItsLayers()
    {
        QFETCH(QByteArray, row);
        QFETCH(QByteArray, form);
        const auto expected = nlohmann::json::parse(row.toStdString());
        const auto name = expected.at("name").get<std::string>();
        const auto number = numberOf(expected, form.constData());
        for (const auto& type : expected.at("types")) {
            double found = 0.0;
            const auto message =
                messageOf([&] { found = simulated(name, form.constData(), onlyType(type.get<std::string>())); });
            QVERIFY2(message.isEmpty(), qPrintable(QString::fromStdString(type.get<std::string>()) + ": " + message));
            QVERIFY2(isNear(found, number),
                     fmt::format("{}: {} dB, PyTorch {}", type.get<std::string>(), found, number).c_str());
        }
    }

private:
    static void addRows()
    {
        QTest::addColumn<QByteArray>("row");
        QTest::addColumn<QByteArray>("form");
        const auto all = rows();
        QVERIFY(all.size() == 55);
        for (const auto& row : all)
            for (const auto* form : kForms)
                QTest::addRow("%s, %s", row.at("name").get<std::string>().c_str(), form)
                    << QByteArray::fromStdString(row.dump()) << QByteArray(form);
    }
};

QTEST_GUILESS_MAIN(TestListedLayers)
#include "tst_listed_layers.moc"
