// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/compare/findings.h"
#include "core/analysis/samples/config_images.h"
#include "core/config/config_file.h"
#include "core/graph/text_form/text_form.h"
#include "core/results/compare_result.h"

#include <QTest>

using namespace ql;
using results::ImageOptions;

namespace {

constexpr const char* kYaml = R"(model_parameters: {march: bayes}
input_parameters:
  input_type_rt: bgr
  input_type_train: rgb
  norm_type: data_mean_and_scale
  mean_value: 127.5
  scale_value: 0.0078431372549
calibration_parameters: {calibration_type: max}
)";
constexpr const char* kPlain =
    "graph \"g\" opset 21\n input x: float32[1,3,4,4]\n const w: float32[1,3,1,1] = {1, 1, 1}\n"
    " y = Conv(x, w) name \"conv\"\n output y";
constexpr const char* kOwn =
    "graph \"g\" opset 21\n input x: float32[1,3,4,4]\n const m: float32[1,3,1,1] = {1, 2, 3}\n"
    " const w: float32[1,3,1,1] = {1, 1, 1}\n s = Sub(x, m) name \"sub\"\n"
    " y = Conv(s, w) name \"conv\"\n output y";

results::QuantizationOptions withYaml(const char* text = kYaml)
{
    results::QuantizationOptions options;
    options.config = "camera.yaml";
    options.configText = text;
    return options;
}

QStringList rulesOf(const ImageOptions& images, const char* graphText = kPlain)
{
    const auto file = config::ConfigFile::ofText("camera.yaml", kYaml);
    const auto graph = graph::parseGraph(graphText);
    QStringList rules;
    for (const auto& finding : analysis::imageFindings(file.config(), images, graph))
        rules << QString::fromStdString(finding.rule);
    return rules;
}

} // namespace

class TestConfigImages : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theConfigsPicturesAreTakenWhereNothingIsSaid()
    {
        const std::vector<std::string> expected{"color=rgb", "mean=127.5", "scale=0.0078431372549"};
        QCOMPARE(analysis::imagesWithConfig({}, withYaml()).settings, expected);
        const ImageOptions own{{}, {"color=bgr"}};
        QVERIFY(analysis::imagesWithConfig(own, withYaml()) == own);
        QVERIFY(analysis::imagesWithConfig({}, withYaml("not: {a, config")) == ImageOptions());

        results::CompareRequest request;
        request.models.quantization = withYaml();
        QCOMPARE(analysis::withConfigImages(request).samples.images.settings, expected);
    }

    void equalNormalizationIsNoFindingHoweverItIsSaid()
    {
        QCOMPARE(rulesOf({{}, {"color=rgb", "mean=127.5", "std=127.5"}}), QStringList());
        QCOMPARE(rulesOf({{}, {"range=1", "mean=0.5", "std=0.5"}}), QStringList());
        QCOMPARE(rulesOf({}), QStringList());
    }

    void otherNormalizationAndColorsAreFound()
    {
        QCOMPARE(rulesOf({{}, {"color=rgb"}}), QStringList{"missing-normalization"});
        QCOMPARE(rulesOf({{}, {"color=bgr", "mean=127.5", "std=127.5"}}), QStringList{"differing-color"});
        QCOMPARE(rulesOf({{}, {"mean=127.5", "std=58"}}), QStringList{"differing-normalization"});
        QCOMPARE(rulesOf({{}, {"range=1", "mean=127.5", "std=127.5"}}), QStringList{"differing-normalization"});
    }

    void comparingWithATrainedModelIsWarnedOf()
    {
        importers::ImportedModel plain;
        importers::ImportedModel calibrated;
        calibrated.trainingState = "calibration";
        importers::ImportedModel trained;
        const std::vector<analysis::Layer> layers;
        const analysis::Matching matching;
        const analysis::MatchedModels none{plain.graph, plain.graph, layers, layers, matching};
        trained.trainingState = "QAT";
        const auto findings = analysis::trainingFindings(plain, trained, none);
        QCOMPARE(findings.size(), std::size_t(2));
        QCOMPARE(findings.back().rule, std::string("observers-on"));
        QCOMPARE(analysis::trainingFindings(calibrated, trained, none).front().rule, std::string("retrained-weights"));
        QVERIFY(analysis::trainingFindings(plain, calibrated, none).empty());
        QCOMPARE(analysis::trainingFindings(trained, trained, none).front().rule, std::string("observers-on"));
        trained.idleQuantizers = {"conv.activation_post_process"};
        QCOMPARE(analysis::trainingFindings(trained, trained, none).back().rule, std::string("idle-quantizers"));
    }

    void aNetworkThatNormalizesItselfIsDoubled()
    {
        QCOMPARE(rulesOf({{}, {"mean=127.5", "std=127.5"}}, kOwn), QStringList{"doubled-normalization"});
        QCOMPARE(rulesOf({{}, {"color=rgb"}}, kOwn), QStringList{"differing-normalization"}); // from the config's
    }
};

QTEST_GUILESS_MAIN(TestConfigImages)
#include "tst_config_images.moc"
