// SPDX-License-Identifier: GPL-3.0-or-later
// What Horizon's YAML says about the network's inputs.
#include "core/config/config_file.h"
#include "core/config/describe.h"
#include "core/graph/text_form/text_form.h"
#include "tests/core/config/config_files.h"

#include <QTest>

using namespace ql;
using config::ConfigInput;

namespace {

std::string yaml(const std::string& inputs)
{
    return "model_parameters: {march: bayes}\ninput_parameters:\n" + inputs
           + "calibration_parameters: {calibration_type: max}\n";
}

constexpr const char* kCamera = R"(  input_type_rt: 'nv12'
  input_type_train: 'rgb'
  input_layout_train: NCHW
  norm_type: data_mean_and_scale
  mean_value: 123.675 116.28, 103.53
  scale_value: 0.017
)";

QStringList rulesOf(const std::string& inputs)
{
    std::vector<results::Diagnostic> findings;
    tests::readText(yaml(inputs), findings);
    QStringList rules;
    for (const auto& finding : findings)
        rules << QString::fromStdString(finding.rule + ": " + finding.message.english());
    return rules;
}

std::vector<ConfigInput> inputsOf(const std::string& inputs)
{
    std::vector<results::Diagnostic> findings;
    return tests::readText(yaml(inputs), findings).inputs;
}

} // namespace

class TestConfigInputs : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsWhatACameraGives()
    {
        const auto inputs = inputsOf(kCamera);
        QCOMPARE(inputs.size(), std::size_t(1));
        QCOMPARE(inputs[0].imageSettings(), (std::vector<std::string>{"color=rgb", "frame=nv12", "layout=nchw",
                                                                      "mean=123.675,116.28,103.53", "scale=0.017"}));
        QCOMPARE(inputs[0].text(),
                 std::string("trained on rgb, gets nv12, NCHW, minus 123.675 116.28 103.53, times 0.017"));
        QCOMPARE(rulesOf(kCamera), QStringList());
    }

    void readsOnePieceForEachInput()
    {
        const auto inputs = inputsOf("  input_name: 'image;state'\n  input_type_rt: 'yuv444;featuremap'\n"
                                     "  input_type_train: 'bgr;featuremap'\n  norm_type: 'data_mean;no_preprocess'\n"
                                     "  mean_values: '128;'\n  input_space_and_range: 'bt601_video;regular'\n");
        QCOMPARE(inputs.size(), std::size_t(2));
        QCOMPARE(inputs[0].imageSettings(), (std::vector<std::string>{"color=bgr", "frame=yuv444-video", "mean=128"}));
        QCOMPARE(inputs[1].name, std::string("state"));
        QVERIFY(inputs[1].imageSettings().empty());
    }

    void saysWhatContradictsItself_data()
    {
        QTest::addColumn<QString>("inputs");
        QTest::addColumn<QString>("finding");
        QTest::newRow("no mean") << "  input_type_train: rgb\n  norm_type: data_mean\n"
                                 << "missing-key: norm_type is data_mean, and there is no mean_value";
        QTest::newRow("unused") << "  input_type_train: rgb\n  norm_type: no_preprocess\n  scale_value: 0.5\n"
                                << "no-effect: norm_type no_preprocess leaves scale_value unused";
        QTest::newRow("count") << "  input_type_train: gray\n  norm_type: data_mean\n  mean_value: 1 2 3\n"
                               << "parameter-range: mean_value has 3 numbers, gray wants one or 1";
        QTest::newRow("word") << "  input_type_train: rgba\n"
                              << "parameter-range: input_type_train is rgba, allowed is one of nv12, yuv444, rgb, bgr, "
                                 "gray, featuremap";
        QTest::newRow("gray to color") << "  input_type_rt: gray\n  input_type_train: rgb\n"
                                       << "contradiction: input_type_rt gray can't become input_type_train rgb";
        QTest::newRow("nv12 trained") << "  input_type_rt: rgb\n  input_type_train: nv12\n"
                                      << "parameter-range: input_type_train is nv12, which only input_type_rt may be";
        QTest::newRow("number") << "  input_type_train: rgb\n  norm_type: data_mean\n  mean_value: 1 b 3\n"
                                << "wrong-type: mean_value holds b, expected numbers";
    }
    void saysWhatContradictsItself()
    {
        QFETCH(const QString, inputs);
        QFETCH(const QString, finding);
        QVERIFY2(rulesOf(inputs.toStdString()).contains(finding), qPrintable(rulesOf(inputs.toStdString()).join('\n')));
    }

    void findsANetworkThatNormalizesItself()
    {
        const auto file = config::ConfigFile::ofText("camera.yaml", yaml(kCamera));
        const auto findingsFor = [&file](const char* text) {
            const auto graph = graph::parseGraph(text);
            QStringList rules;
            for (const auto& finding : config::findingsOf(file, &graph))
                if (finding.rule == "doubled-normalization")
                    rules << QString::fromStdString(finding.layers.front());
            return rules;
        };
        const char* const own =
            "graph \"g\" opset 21\n input x: float32[1,3,4,4]\n const m: float32[1,3,1,1] = {1, 2, 3}\n"
            " const w: float32[1,3,1,1] = {1, 1, 1}\n s = Sub(x, m) name \"sub\"\n"
            " y = Conv(s, w) name \"conv\"\n output y";
        const char* const plain = "graph \"g\" opset 21\n input x: float32[1,3,4,4]\n"
                                  " const w: float32[1,3,1,1] = {1, 1, 1}\n y = Conv(x, w) name \"conv\"\n output y";
        QCOMPARE(findingsFor(own), QStringList{"sub"});
        QCOMPARE(findingsFor(plain), QStringList());
        // Two uses of the picture: what one of them does is no normalization.
        QCOMPARE(findingsFor("graph \"g\" opset 21\n input x: float32[1,3,4,4]\n const m: float32[] = {2}\n"
                             " s = Mul(x, m) name \"mul\"\n y = Add(s, x) name \"add\"\n output y"),
                 QStringList());
    }

    void showsThemAndSaysThatTheyAreFollowed()
    {
        const auto file = config::ConfigFile::ofText("camera.yaml", yaml(kCamera));
        const auto shown = config::describe(file, nullptr);
        const std::pair<std::string, std::string> row{"input", file.config().inputs[0].text()};
        QVERIFY(std::ranges::count(shown.settings, row) == 1);
        for (const auto& finding : shown.findings)
            QVERIFY2(!QString::fromStdString(finding.message.english()).contains("mean_value"),
                     finding.message.english().c_str());
    }
};

QTEST_GUILESS_MAIN(TestConfigInputs)
#include "tst_config_inputs.moc"
