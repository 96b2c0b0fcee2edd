// SPDX-License-Identifier: GPL-3.0-or-later
// Weights of a file without a network in the place of a model's own.
#include "core/analysis/simulation/simulation.h"

#include "core/base/writing/atomic_file.h"
#include "core/graph/text_form/text_form.h"
#include "tests/support/error_message.h"
#include "tests/support/weight_bytes.h"

#include <QTemporaryDir>
#include <QTest>

using namespace ql;

namespace {

constexpr const char* kNetwork = R"(graph "network" opset 13
    input x: float32[1,2]
    const conv.weight: float32[2,2] = {1, 2, 3, 4}
    const conv.bias: float32[2] = {5, 6}
    y = Gemm(x, conv.weight, conv.bias) name "conv"
    output y)";

/// One tensor of float32, as safetensors keeps it.
struct Stored {
    const char* name;
    std::vector<std::int64_t> shape;
    std::vector<float> values;
};

void writeSafetensors(const std::string& path, const std::vector<Stored>& tensors)
{
    std::string header = "{", bytes;
    for (const auto& tensor : tensors) {
        std::string shape;
        for (const auto size : tensor.shape)
            shape += (shape.empty() ? "" : ",") + std::to_string(size);
        const auto begin = bytes.size();
        bytes.append(reinterpret_cast<const char*>(tensor.values.data()), tensor.values.size() * sizeof(float));
        header += std::string(header.size() > 1 ? "," : "") + "\"" + tensor.name + "\":{\"dtype\":\"F32\",\"shape\":["
                  + shape + "],\"data_offsets\":[" + std::to_string(begin) + "," + std::to_string(bytes.size()) + "]}";
    }
    writeFileAtomically(path, tests::safetensorsFile(header + "}", bytes));
}

std::vector<std::string> englishOf(const std::vector<results::Diagnostic>& findings)
{
    std::vector<std::string> words;
    for (const auto& finding : findings)
        words.push_back(finding.message.english());
    return words;
}

} // namespace

class TestLoadedWeights : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void goByName()
    {
        auto graph = graph::parseGraph(kNetwork);
        // DataParallel puts "module." before every name.
        writeSafetensors(m_file, {{"module.conv.weight", {2, 2}, {10, 20, 30, 40}}, {"fc.weight", {1, 2}, {7, 8}}});
        const auto findings = englishOf(analysis::loadWeights(graph, m_file, {}));
        const auto valuesOf = [&](const char* name) { return graph.constantOf(*graph.findValue(name))->toDoubles(); };
        QCOMPARE(valuesOf("conv.weight"), (std::vector<double>{10, 20, 30, 40}));
        QCOMPARE(valuesOf("conv.bias"), (std::vector<double>{5, 6}));
        QCOMPARE(findings.size(), std::size_t(3));
        QCOMPARE(findings[0], "1 weights are those of " + m_file);
        QCOMPARE(findings[1], "1 weights of " + m_file + " have the name of none of the model's: fc.weight");
        QCOMPARE(findings[2], std::string("1 weights stay as they are in the model's file: conv.bias"));
    }

    void mustFit()
    {
        auto graph = graph::parseGraph(kNetwork);
        writeSafetensors(m_file, {{"conv.weight", {1, 4}, {1, 2, 3, 4}}});
        const auto shape = tests::messageOf([&] { analysis::loadWeights(graph, m_file, {}); });
        QVERIFY2(shape.contains("weight conv.weight has shape 1x4, the model's conv.weight has 2x2"),
                 qPrintable(shape));
        writeSafetensors(m_file, {{"other.weight", {2, 2}, {1, 2, 3, 4}}});
        const auto strangers = tests::messageOf([&] { analysis::loadWeights(graph, m_file, {}); });
        QVERIFY2(strangers.contains("none of the 1 weights"), qPrintable(strangers));
        QVERIFY2(strangers.contains("the file has other.weight; the model has conv.weight, conv.bias"),
                 qPrintable(strangers));
    }

private:
    QTemporaryDir m_folder;
    std::string m_file = m_folder.filePath("weights.safetensors").toStdString();
};

QTEST_GUILESS_MAIN(TestLoadedWeights)
#include "tst_loaded_weights.moc"
