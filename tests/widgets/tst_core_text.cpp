// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/engine.h"
#include "core/project/data_folder.h"
#include "core/report/json/message_reader.h"
#include "core/results/check_result.h"
#include "core/results/compare_result.h"
#include "core/results/diagnostic.h"
#include "tests/support/models.h"
#include "widgets/config_document/config_reading.h"
#include "widgets/text/core_text.h"
#include "widgets/text/error_text.h"
#include "widgets/text/language.h"

#include <QApplication>
#include <QRegularExpression>
#include <QTest>

#include <filesystem>
#include <set>

using namespace ql;
using namespace ql::widgets;

namespace {

constexpr std::uintmax_t kLargestModel = 8 << 20;

bool hasChinese(const QString& text)
{
    static const QRegularExpression kChinese(QStringLiteral("\\p{Han}"));
    return kChinese.match(text).hasMatch();
}

} // namespace

/// Whether @p text is Chinese all through: names and types apart, no English words.
bool isAllChinese(const QString& text)
{
    static const QRegularExpression kEnglish(QStringLiteral("\\b(the|of|is|are|has|and|or|it|its|to|a|in|not)\\b"));
    return hasChinese(text) && !kEnglish.match(text).hasMatch();
}

/// A message in the user's language, and the same when it comes out of a document that was written in English.
void compareBothWays(const results::Diagnostic& diagnostic)
{
    for (const Message& message : {diagnostic.message, diagnostic.remedy}) {
        if (message.empty())
            continue;
        QVERIFY2(isAllChinese(coreText(message)), qPrintable(coreText(message)));
        QCOMPARE(coreText(report::messageFrom(message.english())), coreText(message));
    }
}

Message clamping()
{
    return Message("clamps {}: truncation error. The data spans {}, the quantizer {}.",
                   Message("{} of {} values ({})", Number{"31"}, Number{"1,000"}, Number{"3.1 %"}), Number{"-1.5 … 2"},
                   Number{"-1 … 1"});
}

/// Core writes sentences in English; the window says them in the user's language.
class TestCoreText : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// The sign of a number is a minus, a hyphen in a name stays one.
    void numbersHaveARealMinus()
    {
        const Message message("the range {} of {} is wrong", Number{"-1.5 … 2e-05"}, std::string("conv-3"));
        QVERIFY2(coreText(message).contains(QStringLiteral("\u22121.5 … 2e\u221205 of conv-3")),
                 qPrintable(coreText(message)));
    }

    void cleanup() { applyLanguage(QStringLiteral("en")); }

    void englishStaysAsItIs()
    {
        const auto english = QString::fromStdString(clamping().english());
        QCOMPARE(coreText(clamping()), QString(english).replace(u'-', QChar(0x2212))); // signs alone
        QCOMPARE(coreText("something new."), QStringLiteral("something new."));
    }

    void numbersAndPartsFindTheirPlaces()
    {
        applyLanguage(QStringLiteral("zh_CN"));
        QCOMPARE(
            coreText(clamping()),
            QStringLiteral("截断 1,000 个值中的 31 个 (3.1 %)：截断误差。数据范围为 −1.5 … 2，量化器范围为 −1 … 1。"));
        const Message rounding("Rounding, not truncation: its quantizer clamps {} and rounds to steps of {}",
                               Message("nothing"), 0.05);
        const Message origin(
            "the error may start here: {}. {}.",
            Message("{}; seen at {} ({}), which is at {}",
                    Message("what it reads is at {}, what it gives is at {}", Number{"40.2 dB"}, Number{"1.5 dB"}),
                    "relu_3", "Relu", Number{"0.2 dB"}),
            rounding);
        QCOMPARE(coreText(origin),
                 QStringLiteral(
                     "误差可能从这里开始：该层的输入为 40.2 dB，该层的输出为 1.5 dB；表现在为 0.2 dB 的 relu_3 (Relu)。"
                     "是舍入而非截断：其量化器截断 0 个值，并舍入到步长 0.05。"));
        const std::string english =
            "the error may start here: what it reads is at 40.2 dB, what it gives is at 1.5 dB; seen at relu_3 (Relu), "
            "which is at 0.2 dB. Rounding, not truncation: its quantizer "
            "clamps nothing and rounds to steps of 0.05.";
        QCOMPARE(origin.english(), english);
    }

    void unknownSentencesStay()
    {
        applyLanguage(QStringLiteral("zh_CN"));
        QCOMPARE(coreText("something new."), QStringLiteral("something new."));
    }

    /// What core really writes, on the demo and on the models if they are here.
    void everythingThatCoreSaysIsKnown()
    {
        applyLanguage(QStringLiteral("zh_CN"));
        const auto engine = engine::loadEngine();
        std::vector<results::CompareRequest> requests(1);
        requests[0].models.baseline = project::dataFile("demo/float.onnx").string();
        requests[0].models.analysis = project::dataFile("demo/int8.onnx").string();
        requests[0].samples.inputs = {project::dataFile("demo/bad_case.npy").string()};
        if (const auto models = tests::modelsFolder())
            for (const char* name : {"silero_mini_v2__qdq_s8_convmm", "ultraface__qdq_s8_pt", "cifar__qdq_u8s8_pt",
                                     "mnist__qdq_s8", "supres__qdq_s8_pc"}) {
                const std::string stem = std::string(name).substr(0, std::string(name).find("__"));
                results::CompareRequest& request = requests.emplace_back();
                request.models.baseline = (*models / "models" / (stem + "_prep.onnx")).string();
                request.models.analysis = (*models / "quantized" / (std::string(name) + ".onnx")).string();
                request.samples.inputs = {"random:1"};
            }
        int total = 0;
        for (const auto& request : requests) {
            JobContext context;
            const auto result = engine->compare(request, context);
            int found = 0;
            for (const auto& layer : result->layers)
                for (const auto& advice : layer.advice) {
                    ++found;
                    compareBothWays(advice);
                }
            qInfo("%s: %d findings", request.models.analysis.c_str(), found);
            total += found;
        }
        QVERIFY(total > 0);
    }

    void everyCheckIsKnown()
    {
        applyLanguage(QStringLiteral("zh_CN"));
        const auto engine = engine::loadEngine();
        std::vector<std::filesystem::path> models{project::dataFile("demo/float.onnx"),
                                                  project::dataFile("demo/int8.onnx")};
        if (const auto folder = tests::modelsFolder())
            for (const auto& entry : std::filesystem::directory_iterator(*folder / "quantized"))
                if (entry.path().extension() == ".onnx" && std::filesystem::file_size(entry) < kLargestModel)
                    models.push_back(entry.path());
        std::set<std::string> rules;
        for (const auto& model : models) {
            JobContext context;
            const auto result = engine->check({model.string()}, context);
            for (const auto& finding : result->findings) {
                rules.insert(finding.rule);
                compareBothWays(finding);
            }
        }
        qInfo("%zu models, %zu rules", models.size(), rules.size());
        QVERIFY(!rules.empty());
    }

    void errorsAreSaidInFull()
    {
        Error error(ErrorCode::ShapeMismatch, Message("input 0 (x) has rank {}, expected 3, 4 or 5", 6),
                    "is the disk full?");
        error.addContext(Message("node {} ({}, opset {})", "conv_3", "Conv", 13))
            .addContext(Message::text("/tmp/model.onnx"));
        QCOMPARE(errorText(error),
                 QStringLiteral("The shapes do not fit together.\n%1").arg(QString::fromUtf8(error.what())));
        applyLanguage(QStringLiteral("zh_CN"));
        QCOMPARE(errorText(error), QStringLiteral("形状不匹配。\n/tmp/model.onnx: 节点 conv_3（Conv，opset 13）: "
                                                  "输入 0 (x) 的秩为 6，应为 3, 4 或 5（磁盘是否已满？）"));
    }

    void configFindingsAreKnown()
    {
        applyLanguage(QStringLiteral("zh_CN"));
        const std::string text = "activation:\n  bits: 9\nweight:\n  bits: 5\nlayers:\n  - name: a\n    bits: x\n";
        const auto reading = readConfig("a.yaml", text, "amct-yaml", nullptr);
        QVERIFY(!reading->findings.empty());
        for (const auto& finding : reading->findings) {
            compareBothWays(finding);
        }
        const auto broken = readConfig("/tmp/x.json", "{\"a\": }", {}, nullptr);
        compareBothWays(broken->findings.front());
    }

    void numbersFollowTheLocale()
    {
        const Message message("clamps {}: truncation error. The data spans {}, the quantizer {}.",
                              Message("{} of {} values ({})", Number{"1,234"}, Number{"10,000"}, Number{"12.3 %"}),
                              Number{"-1.5 … 2"}, Number{"-1 … 1"});
        QLocale::setDefault(QLocale(QLocale::German));
        const QString german = coreText(message);
        const QString name = coreText(Message("nobody reads the constant {}.", "conv.1.weight"));
        QLocale::setDefault(QLocale::c());
        QVERIFY2(german.contains(QStringLiteral("1.234 of 10.000 values (12,3 %)")), qPrintable(german));
        QVERIFY2(german.contains(QStringLiteral("spans −1,5 … 2,")), qPrintable(german));
        QCOMPARE(name, QStringLiteral("nobody reads the constant conv.1.weight."));
        QCOMPARE(coreText(message), QString::fromStdString(message.english()).replace(u'-', QChar(0x2212)));
    }
};

QTEST_MAIN(TestCoreText)
#include "tst_core_text.moc"
