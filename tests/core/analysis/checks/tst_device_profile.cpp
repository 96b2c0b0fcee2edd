// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/device/device_check.h"
#include "core/base/error.h"
#include "core/graph/operators/shape_inference.h"
#include "core/graph/text_form/text_form.h"

#include <QTest>

using ql::config::DeviceProfile;

namespace {

constexpr const char* kHead = "quantloupe_device: 1\nname: npu\n";

/// int8 in, a convolution of 3x3 with stride 2 and its Relu, int8 out; then a Sigmoid in float.
constexpr const char* kQuantized = R"(graph "g" opset 21
    input x: float32[1,4,8,8]
    const s: float32[] = {0.5}
    const z: int8[] = {0}
    const wq: int8[1,4,3,3] = {1,1,1,1,1,1,1,1,1, 1,1,1,1,1,1,1,1,1, 1,1,1,1,1,1,1,1,1, 1,1,1,1,1,1,1,1,1}
    q = QuantizeLinear(x, s, z) name "q"
    d = DequantizeLinear(q, s, z) name "dq"
    wd = DequantizeLinear(wq, s) name "wdq"
    c = Conv(d, wd) {strides: [2, 2]} name "conv"
    r = Relu(c) name "relu"
    rq = QuantizeLinear(r, s, z) name "rq"
    rd = DequantizeLinear(rq, s, z) name "rdq"
    y = Sigmoid(rd) name "sigmoid"
    output y)";

std::vector<ql::results::Diagnostic> findingsIn(const std::string& profile, const char* text = kQuantized)
{
    ql::importers::ImportedModel model;
    model.graph = ql::graph::parseGraph(text);
    ql::graph::inferShapes(model.graph); // as importers do
    const ql::analysis::checks::RuleContext context(model);
    ql::analysis::checks::Findings findings;
    ql::analysis::checkDevice(context, DeviceProfile::ofText(kHead + profile, "npu.yaml"), findings);
    return findings.all;
}

/// "severity rule node" of every finding.
QStringList found(const std::string& profile, const char* text = kQuantized)
{
    QStringList list;
    for (const auto& each : findingsIn(profile, text))
        list << QString::fromStdString(std::string(keyOf(each.severity)) + " " + each.rule + " " + each.subject);
    return list;
}

QString firstMessage(const std::string& profile)
{
    const auto findings = findingsIn(profile);
    return findings.empty() ? QString() : QString::fromStdString(findings.front().message.english());
}

QString refusal(const std::string& text)
{
    try {
        DeviceProfile::ofText(text, "npu.yaml");
    } catch (const ql::Error& error) {
        return QString::fromStdString(error.what());
    }
    return {};
}

} // namespace

class TestDeviceProfile : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void whatTheDeviceTakesIsNoFinding()
    {
        // What goes on the convolution's run reads nothing that the device would see.
        QCOMPARE(found("operators:\n"
                       "  Conv: {activations: [int8], weights: [int8], ranks: [4], dimensions: {1: {most: 4}},\n"
                       "         attributes: {kernel_shape: {most: 3}, strides: {one_of: [1, 2]}, auto_pad: {one_of: "
                       "[NOTSET], default: NOTSET}}}\n"
                       "  Relu: {activations: [int8]}\n  Sigmoid:\n"),
                 QStringList());
    }

    void unlistedOperators()
    {
        QCOMPARE(found("operators: {Conv: {}, Relu: {}}\n"), QStringList{"error device-operator sigmoid"});
        QCOMPARE(found("unlisted: info\noperators: {Conv: {}}\n"),
                 (QStringList{"info device-operator relu", "info device-operator sigmoid"}));
        QCOMPARE(found("unlisted: allowed\n"), QStringList());
        QCOMPARE(firstMessage("operators: {Conv: {}, Relu: {}}\n"), QString("npu has no Sigmoid."));
    }

    void types()
    {
        const auto with = [](const char* entry) {
            return std::string("unlisted: allowed\noperators: {") + entry + "}\n";
        };
        QCOMPARE(found(with("Conv: {weights: [int4]}")), QStringList{"error device-type conv"});
        QCOMPARE(firstMessage(with("Conv: {weights: [int4]}")), QString("its weight is int8; of Conv npu takes int4."));
        QCOMPARE(found(with("Conv: {activations: [int16]}")), // what it reads, and what its run gives
                 (QStringList{"error device-type conv", "error device-type conv"}));
        QCOMPARE(found(with("Sigmoid: {activations: [int8]}")), QStringList{"error device-type sigmoid"});
        QCOMPARE(firstMessage(with("Sigmoid: {activations: [int8]}")),
                 QString("its output is float32; of Sigmoid npu takes int8."));
    }

    void floatModelsHaveNoTypesYet()
    {
        QCOMPARE(found("operators: {Relu: {activations: [int8]}}\n",
                       "graph \"g\" opset 21\n input x: float32[1,4]\n y = Relu(x) name \"relu\"\n output y"),
                 QStringList());
    }

    void shapesAndAttributes_data()
    {
        QTest::addColumn<QString>("entry");
        QTest::addColumn<QString>("message");
        QTest::newRow("rank") << "ranks: [3, 5]"
                              << "its input has rank 4 (1x4x8x8); of Conv npu takes 3, 5.";
        QTest::newRow("most") << "dimensions: {1: {most: 3}}"
                              << "axis 1 of its input has 4 elements; of Conv npu takes at most 3.";
        QTest::newRow("from the last") << "dimensions: {-1: {least: 9, most: 12}}"
                                       << "axis -1 of its input has 8 elements; of Conv npu takes 9 to 12.";
        QTest::newRow("attribute") << "attributes: {strides: {one_of: [1]}}"
                                   << "its strides is 2, 2; of Conv npu takes one of 1.";
        QTest::newRow("told by the weight") << "attributes: {kernel_shape: {most: 2}}"
                                            << "its kernel_shape is 3, 3; of Conv npu takes at most 2.";
        QTest::newRow("left out") << "attributes: {group: {least: 2, default: 1}}"
                                  << "its group is 1; of Conv npu takes at least 2.";
        QTest::newRow("left out, unknown") << "attributes: {group: {least: 2}}"
                                           << "";
    }
    void shapesAndAttributes()
    {
        QFETCH(const QString, entry);
        QFETCH(const QString, message);
        QCOMPARE(firstMessage("unlisted: allowed\noperators:\n  Conv: {" + entry.toStdString() + "}\n"), message);
    }

    void integerOperatorsGoByTheirFloatTwin()
    {
        const auto* const model = R"(graph "g" opset 21
            input x: int8[1,1,4,4]
            const s: float32[] = {0.5}
            const z: int8[] = {0}
            const w: int8[1,1,1,1] = {2}
            y = QLinearConv(x, s, z, w, s, z, s, z) name "conv"
            output y)";
        QCOMPARE(found("operators: {Conv: {weights: [int8], activations: [int8]}}\n", model), QStringList());
        QCOMPARE(found("operators: {Conv: {activations: [uint8]}}\n", model).size(), 2);
        QCOMPARE(found("operators: {QLinearConv: {}, Conv: {ranks: [1]}}\n", model), QStringList());
    }

    void refusals_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("part");
        const QString head = kHead;
        QTest::newRow("none") << ""
                              << "quantloupe_device: 1";
        QTest::newRow("newer") << "quantloupe_device: 2"
                               << "npu.yaml:1:20: found the format 2";
        QTest::newRow("nameless") << "quantloupe_device: 1"
                                  << "name: and what";
        QTest::newRow("key") << head + "operators: {Conv: {rank: [1]}}"
                             << "the key rank, expected one of activations";
        QTest::newRow("limit") << head + "operators: {Conv: {attributes: {group: {max: 1}}}}"
                               << "the key max";
        QTest::newRow("number") << head + "operators: {Conv: {attributes: {group: {most: x}}}}"
                                << "found x, expected a number";
        QTest::newRow("rank") << head + "operators: {Conv: {ranks: [a]}}"
                              << "found a, expected a whole number";
        QTest::newRow("unlisted") << head + "unlisted: no"
                                  << "found no, expected error, warning, info or allowed";
        QTest::newRow("list") << head + "operators: [Conv]"
                              << "npu.yaml:3:12: found a list, expected a map";
    }
    void refusals()
    {
        QFETCH(const QString, text);
        QFETCH(const QString, part);
        const auto why = refusal(text.toStdString());
        QVERIFY2(why.contains(part), qPrintable(why));
    }

    void theExampleIsRead()
    {
        const auto profile = DeviceProfile::read(QUANTLOUPE_SOURCE_DIR "/resources/devices/example.yaml");
        QCOMPARE(profile.name, std::string("example-npu"));
        QCOMPARE(profile.operators.at("ConvTranspose").activations, (std::vector<std::string>{"int8", "int16"}));
        QCOMPARE(profile.operators.at("ConvTranspose").ranks, std::vector<std::int64_t>{4}); // merged from Conv's
    }
};

QTEST_GUILESS_MAIN(TestDeviceProfile)
#include "tst_device_profile.moc"
