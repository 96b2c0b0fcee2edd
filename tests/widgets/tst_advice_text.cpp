// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/engine.h"
#include "core/project/data_folder.h"
#include "tests/support/models.h"
#include "widgets/language/language.h"
#include "widgets/text/advice_text.h"

#include <QApplication>
#include <QRegularExpression>
#include <QTest>

using namespace ql;
using namespace ql::widgets;

namespace {

bool hasChinese(const QString& text)
{
    static const QRegularExpression kChinese(QStringLiteral("\\p{Han}"));
    return kChinese.match(text).hasMatch();
}

} // namespace

/// Core writes advice in English; the window says it in the user's language.
class TestAdviceText : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void cleanup() { applyLanguage(QStringLiteral("en")); }

    void englishStaysAsItIs()
    {
        const results::Advice advice{results::Advice::Severity::Error, "clamping",
                                     "clamps 31 of 1,000 values (3.1 %): truncation error. The data spans -1.5 … 2, "
                                     "the quantizer -1 … 1.",
                                     "Try a larger fixed scale (0.0123) or int16, and calibrate with more samples."};
        QCOMPARE(adviceMessage(advice), QString::fromStdString(advice.message));
        QCOMPARE(adviceRemedy(advice), QString::fromStdString(advice.remedy));
    }

    void numbersAndPartsFindTheirPlaces()
    {
        applyLanguage(QStringLiteral("zh_CN"));
        const results::Advice clamping{results::Advice::Severity::Error, "clamping",
                                       "clamps 31 of 1,000 values (3.1 %): truncation error. The data spans -1.5 … 2, "
                                       "the quantizer -1 … 1.",
                                       "Try a larger fixed scale (0.0123) or int16, and calibrate with more samples."};
        QCOMPARE(
            adviceMessage(clamping),
            QStringLiteral("截断 1,000 个值中的 31 个 (3.1 %)：截断误差。数据范围为 -1.5 … 2，量化器范围为 -1 … 1。"));
        const results::Advice origin{results::Advice::Severity::Error, "error-origin",
                                     "the error starts here: its input is at 40.2 dB, its own output is at 1.5 dB, and "
                                     "relu_3 (Relu), which computes in float on it, is at 0.2 dB. Rounding, not "
                                     "truncation: its quantizer clamps nothing and rounds to steps of 0.05.",
                                     "Fix this layer first: try int16, or skip it."};
        QCOMPARE(
            adviceMessage(origin),
            QStringLiteral("误差从这里开始：其输入为 40.2 dB，自身输出为 1.5 dB，而在其上以浮点计算的 relu_3 (Relu) 为 "
                           "0.2 dB。是舍入而非截断：其量化器截断 0 个值，并舍入到步长 0.05。"));
    }

    void unknownSentencesStay()
    {
        applyLanguage(QStringLiteral("zh_CN"));
        const results::Advice advice{results::Advice::Severity::Info, "new-rule", "something new.", "Look."};
        QCOMPARE(adviceMessage(advice), QStringLiteral("something new."));
        QVERIFY(!isTranslatable(advice));
    }

    /// What core really writes, on the demo and on the models if they are here.
    void everythingThatCoreSaysIsKnown()
    {
        applyLanguage(QStringLiteral("zh_CN"));
        const auto engine = engine::loadEngine();
        std::vector<results::CompareRequest> requests(1);
        requests[0].baseline = project::dataFile("demo/float.onnx").string();
        requests[0].analysis = project::dataFile("demo/int8.onnx").string();
        requests[0].inputs = {project::dataFile("demo/bad_case.npy").string()};
        if (const auto models = tests::modelsFolder())
            for (const char* name : {"silero_mini_v2__qdq_s8_convmm", "ultraface__qdq_s8_pt", "cifar__qdq_u8s8_pt",
                                     "mnist__qdq_s8", "supres__qdq_s8_pc"}) {
                const std::string stem = std::string(name).substr(0, std::string(name).find("__"));
                results::CompareRequest& request = requests.emplace_back();
                request.baseline = (*models / "models" / (stem + "_prep.onnx")).string();
                request.analysis = (*models / "quantized" / (std::string(name) + ".onnx")).string();
                request.inputs = {"random:1"};
            }
        int total = 0;
        for (const auto& request : requests) {
            JobContext context;
            const auto result = engine->compare(request, context);
            int found = 0;
            for (const auto& layer : result->layers)
                for (const auto& advice : layer.advice) {
                    ++found;
                    QVERIFY2(isTranslatable(advice), (advice.message + " | " + advice.remedy).c_str());
                    QVERIFY2(hasChinese(adviceMessage(advice)), advice.message.c_str());
                }
            qInfo("%s: %d findings", request.analysis.c_str(), found);
            total += found;
        }
        QVERIFY(total > 0);
    }
};

QTEST_MAIN(TestAdviceText)
#include "tst_advice_text.moc"
