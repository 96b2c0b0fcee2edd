// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/exports/export_format.h"
#include "core/report/table/csv.h"
#include "tests/core/report/sample_parts.h"

#include <QRegularExpression>
#include <QTest>
#include <QXmlStreamReader>

#include <nlohmann/json.hpp>

#include <map>
#include <set>

using namespace ql;
using namespace ql::tests;
using Json = nlohmann::json;
using Files = std::map<std::string, std::string>;

namespace {

Files written(std::string_view name, const results::ResultParts& parts)
{
    const auto* format = report::exportFormatOf(name);
    Files files;
    if (format)
        for (auto& [file, content] : format->write(parts, report::Labels(report::Language::English)))
            files[file] = content;
    return files;
}

results::ResultParts comparison()
{
    return results::ResultParts(sampleWholeComparison());
}

int lightness(const std::string& color)
{
    return std::stoi(color.substr(1, 2), nullptr, 16) + std::stoi(color.substr(3, 2), nullptr, 16)
           + std::stoi(color.substr(5, 2), nullptr, 16);
}

} // namespace

/// Results as other tools take them.
class TestExports : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyFormHasANameOfItsOwn()
    {
        std::set<std::string_view> names;
        for (const auto& format : report::exportFormats()) {
            QVERIFY(names.insert(format.name).second);
            QCOMPARE(report::exportFormatOf(format.name), &format);
            QVERIFY(format.write({}, report::Labels(report::Language::English)).empty()); // nothing of nothing
        }
        QCOMPARE(names.size(), std::size_t(4));
        QVERIFY(!report::exportFormatOf("model_explorer"));
    }

    void modelExplorerFindsNodesAndTensors()
    {
        const auto files = written("model-explorer", comparison());
        const auto baseline = Json::parse(files.at("baseline_compare_sqnr_db.json"));
        QCOMPARE(baseline.size(), std::size_t(1)); // for the graph that is open
        const auto& values = baseline.at("results");
        QCOMPARE(values.at("conv_1").at("value").get<double>(), 42.0);
        QCOMPARE(values.at("conv_1_out").at("value").get<double>(), 42.0);
        QCOMPARE(values.at("conv_2").at("value").get<double>(), -2.9);
        QVERIFY(!values.contains("conv_1_out_DequantizeLinear_Output")); // the other model's
        QVERIFY(!values.contains("lonely"));                             // it has no number
        QCOMPARE(values.size(), std::size_t(8));                         // four layers by two names
        const auto analysis = Json::parse(files.at("analysis_compare_sqnr_db.json"));
        QCOMPARE(analysis.at("results").at("conv_2_out_DequantizeLinear_Output").at("value").get<double>(), -2.9);
    }

    void modelExplorerSeesWhatIsBad()
    {
        const auto values =
            Json::parse(written("model-explorer", comparison()).at("baseline_compare_sqnr_db.json")).at("results");
        const auto colorOf = [&values](const char* name) {
            return values.at(name).at("bgColor").template get<std::string>();
        };
        QVERIFY(lightness(colorOf("conv_2")) > lightness(colorOf("conv_1"))); // what glows is bad, as everywhere
        QVERIFY(lightness(colorOf("conv_1")) > lightness(colorOf("relu_1")));
        QCOMPARE(values.at("relu_1").at("textColor").get<std::string>(), std::string("#ffffff"));
        QCOMPARE(values.at("conv_2").at("textColor").get<std::string>(), std::string("#000000"));
        QCOMPARE(values.at("relu_1").at("value").get<std::string>(), std::string("inf")); // JSON has no such number
        QCOMPARE(values.at("softmax").at("value").get<std::string>(), std::string("nan"));
        QCOMPARE(colorOf("softmax"), colorOf("conv_2")); // as bad as can be
    }

    void modelExplorerHasOtherResults()
    {
        const auto files = written("model-explorer", sampleParts());
        const auto weights = Json::parse(files.at("analysis_weights_sqnr_db.json")).at("results");
        QCOMPARE(weights.at("conv_1").at("value").get<double>(), 12.0);
        const auto row = Json::parse(files.at("baseline_sensitivity_one-on_weight_scores_sqnr_db.json")).at("results");
        QCOMPARE(row.size(), std::size_t(1));
        QCOMPARE(row.at("conv_1").at("value").get<double>(), 3.25);
        QVERIFY(files.contains("baseline_shadow_sqnr_db.json"));
    }

    void tensorsAreKeys()
    {
        const auto files = written("tensors-json", sampleParts());
        const auto document = Json::parse(files.at("tensors.json"));
        QCOMPARE(document.at("analysis").at("model").get<std::string>(), std::string("int8.onnx"));
        const auto& tensor = document.at("analysis").at("tensors").at("conv_1_out_DequantizeLinear_Output");
        QCOMPARE(tensor.at("layer").get<std::string>(), std::string("conv_1"));
        QCOMPARE(tensor.at("qscale").get<double>(), 0.0078125);
        QCOMPARE(tensor.at("sqnr_db").get<double>(), 42.0);
        QCOMPARE(tensor.at("max").get<double>(), 1.0);
        QCOMPARE(document.at("baseline").at("tensors").at("conv_1_out").at("max").get<double>(), 2.0);
        QVERIFY(!document.at("baseline").at("tensors").at("conv_1_out").contains("qscale"));
        const auto& weight = document.at("analysis").at("tensors").at("w_quantized");
        QCOMPARE(weight.at("qscale"), Json({0.5, 0.25}));
        QCOMPARE(weight.at("shape"), Json({2, 1}));
        QVERIFY(!document.at("analysis").at("tensors").contains("lonely_out")); // the analysis model has none
        QVERIFY(document.at("baseline").at("tensors").contains("lonely_out"));
    }

    void theTableSaysWhatTheDocumentSays()
    {
        const auto text = written("tensors-csv", sampleParts()).at("tensors.csv");
        const auto document = Json::parse(written("tensors-json", sampleParts()).at("tensors.json"));
        std::size_t at = 0;
        const auto head = report::nextCsvLine(text, at);
        QCOMPARE(head[0], std::string("model"));
        QCOMPARE(head[1], std::string("tensor"));
        std::size_t rows = 0;
        for (; at < text.size(); ++rows) {
            const auto cells = report::nextCsvLine(text, at);
            QCOMPARE(cells.size(), head.size());
            const auto& tensor = document.at(cells[0]).at("tensors").at(cells[1]);
            for (std::size_t i = 2; i < head.size(); ++i) {
                QCOMPARE(cells[i].empty(), !tensor.contains(head[i]));
                if (!cells[i].empty() && tensor.at(head[i]).is_number())
                    QCOMPARE(std::stod(cells[i]), tensor.at(head[i]).get<double>());
            }
        }
        QCOMPARE(rows, document.at("baseline").at("tensors").size() + document.at("analysis").at("tensors").size());
        QVERIFY(text.find("[1*10*10*10]") != text.npos);
    }

    void chartsAreFilesOfTheirOwn()
    {
        const auto files = written("charts-svg", sampleParts());
        for (const auto metric : results::kAllMetrics)
            QVERIFY2(files.contains("graph_" + std::string(results::key(metric)) + ".svg"),
                     results::key(metric).data());
        QVERIFY(files.contains("statistics_conv_2.svg"));
        for (const auto& [name, content] : files) {
            QXmlStreamReader xml(QByteArray::fromStdString(content));
            QVERIFY(xml.readNextStartElement());
            QCOMPARE(xml.namespaceUri().toString(), QStringLiteral("http://www.w3.org/2000/svg"));
            QVERIFY(xml.attributes().value(QStringLiteral("width")).toDouble() > 0);
            while (!xml.atEnd())
                xml.readNext();
            QVERIFY2(!xml.hasError(), qPrintable(QString::fromStdString(name) + xml.errorString()));
            QVERIFY2(content.find("var(") == content.npos, name.c_str()); // what the page alone defines
        }
    }

    /// Whatever a chart says by a class has a look here, as the page's own style is not in the file.
    void everyClassOfAChartHasALook()
    {
        static const QRegularExpression kClass(QStringLiteral("class=\"([^\"]+)\""));
        const std::set<QString> plain{"strip", "histogram", "network", "pareto", "box", "edges", "cursor", "mark"};
        for (const auto& [name, content] : written("charts-svg", sampleParts())) {
            const auto text = QString::fromStdString(content);
            const auto style = text.section(QStringLiteral("</style>"), 0, 0);
            for (const auto& match : kClass.globalMatch(text))
                for (const auto& word : match.captured(1).split(u' '))
                    QVERIFY2(plain.contains(word) || style.contains(u'.' + word),
                             qPrintable(QString::fromStdString(name) + u' ' + word));
        }
    }
};

QTEST_APPLESS_MAIN(TestExports)
#include "tst_exports.moc"
