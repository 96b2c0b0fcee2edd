// SPDX-License-Identifier: GPL-3.0-or-later
// Every value of every dialect's example is followed by the simulation or reported, and what is said to be followed is:
// another value there gives another plan, or is refused.
#include "core/analysis/simulation/quantization_settings.h"
#include "core/base/error.h"
#include "core/config/config_file.h"
#include "core/config/describe.h"
#include "core/config/parameter_table.h"
#include "core/config/parameter_use.h"
#include "core/config/text/parsers.h"
#include "core/quant/quant_plan.h"
#include "tests/core/analysis/named_network.h"
#include "tests/core/config/config_files.h"

#include <fmt/format.h>

#include <QtTest>

#include <set>

using namespace ql;
using config::ConfigFile;
using graph::Graph;

namespace {

/// All that a simulation does with a config, but for running it.
struct Meaning {
    std::vector<std::pair<std::uint32_t, quant::QuantizerSettings>> quantizers;
    std::set<std::string> findings;
    std::string refusal;
    bool foldsBatchNorm = true;
    std::vector<std::string> unfolded;
    bool correctsBias = false;
    friend bool operator==(const Meaning&, const Meaning&) = default;
};

Meaning meaningOf(const std::string& name, const std::string& text, const std::string& dialect, const Graph& graph)
{
    Meaning meaning;
    try {
        const auto file = config::usableOfText(name, text, dialect);
        const auto settings = analysis::settingsFromConfig(file.config(), graph);
        meaning.foldsBatchNorm = settings.foldsBatchNorm;
        meaning.unfolded = settings.unfolded;
        meaning.correctsBias = settings.correctsBias;
        for (const auto& quantizer : quant::planFor(graph, settings).quantizers)
            meaning.quantizers.emplace_back(quantizer.value.position(), quantizer.settings);
        for (const auto& finding : config::simulationFindings(file, graph, false))
            if (finding.severity != results::Severity::Info)
                meaning.findings.insert(finding.message.english());
    } catch (const Error& error) {
        meaning.refusal = error.message().english();
    }
    return meaning;
}

bool leavesAllInFloat(const Meaning& meaning)
{
    return meaning.refusal.starts_with("the settings leave every layer in float");
}

/// Other values that may stand in place of @p word.
std::vector<std::string> othersFor(const std::string& word)
{
    std::vector<std::string> others{"true", "false", "True", "False", "nobody", "3f000000"};
    char* end = nullptr;
    const double number = std::strtod(word.c_str(), &end);
    if (!word.empty() && *end == '\0')
        for (const double other : {number * 0.9, number * 0.5, number + 1.0, number - 1.0, number * 2.0, 4.0, 8.0, 9.0,
                                   16.0, 600.0, 1e-7, 0.9, 0.75, 1.25, 2048.0, 1024.0})
            others.push_back(fmt::format("{}", other));
    for (const char* known : {"IFMRObserver",
                              "LuqMseObserver",
                              "ArqObserver",
                              "SnqObserver",
                              "UlqFakeQuantize",
                              "LnqFakeQuantize",
                              "LuqActivationFakeQuantize",
                              "torch.quantization.MinMaxObserver",
                              "torch.quint8",
                              "torch.per_tensor_symmetric",
                              "torch.per_tensor_affine",
                              "gaussian",
                              "INT8",
                              "INT4",
                              "INT16",
                              "F32",
                              "F16",
                              "int8",
                              "int16",
                              "float16",
                              "float32",
                              "CPU",
                              "BPU",
                              "kl",
                              "max",
                              "mix",
                              "hfmg",
                              "ifmr",
                              "snq_quantize",
                              "ulq_quantize",
                              "luq_quantize",
                              "arq_retrain",
                              "lnq_retrain",
                              "ACTIVATED",
                              "QInt8",
                              "QUInt16",
                              "symmetric_quantized",
                              "asymmetric_quantized",
                              "layer",
                              "channel",
                              "symmetric",
                              "no_quantize",
                              "per_tensor",
                              "per_channel",
                              "TENSORWISE",
                              "CHANNELWISE",
                              "minmax",
                              "FP8",
                              "W4A16_AWQ",
                              "W8A8",
                              "uint8",
                              "Conv",
                              "mypackage.Quantizer",
                              "Conv_1:int8;MatMul_7:int16",
                              "asymmetric",
                              "bias_correction",
                              "set_model_output_int8"})
        others.emplace_back(known);
    std::erase(others, word);
    return others;
}

/// The scalar at a key's place, or each in the list there.
void gatherScalars(const config::text::Document& document, const config::text::Node& node,
                   std::map<config::SourcePosition, std::vector<const config::text::Node*>>& places)
{
    using Kind = config::text::Node::Kind;
    const auto isScalar = [](const auto& entry) { return entry.value.kind == Kind::Scalar; };
    if (node.kind == Kind::Scalar) {
        places[document.positionOf(node.span.begin)].push_back(&node);
    } else if (document.syntax != config::text::Syntax::Proto && node.kind == Kind::Sequence
               && std::ranges::all_of(node.entries, isScalar)) {
        for (const auto& entry : node.entries)
            places[document.positionOf(node.span.begin)].push_back(&entry.value);
    } else {
        for (const auto& entry : node.entries)
            gatherScalars(document, entry.value, places);
    }
}

/// Of torch's words for one thing each has to fit the others: another value alone is refused. A rule may say what a
/// later one says again.
bool isHeldAgainstOthers(const std::string& name)
{
    static const std::set<std::string> kNames{"quant_min",   "quant_max", "dtype",         "qscheme",
                                              "with_offset", "bitwidth",  "quantizer_name"};
    return kNames.contains(name);
}

std::string with(const std::string& text, const config::text::Node& scalar, const std::string& word)
{
    auto changed = text;
    const auto& [begin, end] = scalar.span;
    const bool isQuoted = end > begin && (text[begin] == '"' || text[begin] == '\'');
    changed.replace(begin, end - begin, isQuoted ? text[begin] + word + text[begin] : word);
    return changed;
}

} // namespace

class TestParameterUse : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyValueIsFollowedOrReported_data()
    {
        QTest::addColumn<QByteArray>("file");
        for (const auto& fixture : tests::configFixtures())
            if (fixture.syntax != config::text::Syntax::Rows)
                QTest::newRow(fixture.file) << QByteArray(fixture.file);
    }

    void everyRowIsFollowedOrReported_data()
    {
        QTest::addColumn<QByteArray>("file");
        for (const auto& fixture : tests::configFixtures())
            if (fixture.syntax == config::text::Syntax::Rows)
                QTest::newRow(fixture.file) << QByteArray(fixture.file);
    }
    /// Rows have no keys: each as a whole means something, or its reader tells of it.
    void everyRowIsFollowedOrReported()
    {
        QFETCH(QByteArray, file);
        const auto name = file.toStdString();
        const auto text = tests::configText(name);
        const auto opened = ConfigFile::ofText(name, text);
        const std::string dialect(opened.dialect().id);
        QVERIFY(opened.config().keys.empty());
        const tests::NamedNetwork network(opened.config());
        const auto before = meaningOf(name, text, dialect, network.graph());
        QVERIFY2(!before.quantizers.empty(), before.refusal.c_str());
        const auto document = config::text::parseDocument(text, opened.dialect().syntax, name);
        std::size_t followed = 0;
        for (const auto& row : document.root->entries) {
            const auto line = document.positionOf(row.value.span.begin).line;
            const bool isReported = std::ranges::any_of(
                opened.findings(), [line](const results::Diagnostic& finding) { return finding.line == line; });
            auto without = text;
            const auto& [begin, end] = row.value.span;
            without.replace(begin, end - begin, "# " + std::string(end - begin, '-'));
            const auto after = meaningOf(name, without, dialect, network.graph());
            const bool isFollowed = after.quantizers != before.quantizers;
            followed += isFollowed;
            QVERIFY2(isFollowed || isReported,
                     fmt::format("{}:{} changes nothing, unsaid; {}", name, line, after.refusal).c_str());
        }
        qInfo("%s: %zu of %zu rows followed, the others reported", name.c_str(), followed,
              document.root->entries.size());
        QVERIFY(followed > 0);
    }

    void everyValueIsFollowedOrReported()
    {
        QFETCH(QByteArray, file);
        const auto name = file.toStdString();
        const auto text = tests::configText(name);
        const auto opened = ConfigFile::ofText(name, text);
        const std::string dialect(opened.dialect().id);
        const tests::NamedNetwork network(opened.config());
        const auto& graph = network.graph();
        const auto before = meaningOf(name, text, dialect, graph);
        QVERIFY(!before.quantizers.empty());

        const auto document = config::text::parseDocument(text, opened.dialect().syntax, name);
        std::map<config::SourcePosition, std::vector<const config::text::Node*>> places;
        gatherScalars(document, *document.root, places);
        QCOMPARE(opened.config().keys.size(), places.size());
        const auto use = config::useOf(opened.config(), graph);
        std::size_t followed = 0;
        for (const auto& key : opened.config().keys) {
            const auto reports = use.findings({key});
            const bool isUnknown = std::ranges::any_of(opened.findings(), [&key](const results::Diagnostic& finding) {
                return finding.rule == "unknown-key" && finding.line == key.position.line;
            });
            bool isPlanned = false;
            bool isNoticed = false;
            bool isOnlyOne = true; // every other word is refused
            for (const auto* scalar : places.at(key.position))
                for (const auto& word : othersFor(scalar->text)) {
                    const auto after = meaningOf(name, with(text, *scalar, word), dialect, graph);
                    isNoticed = isNoticed || (after.refusal.empty() ? after != before : leavesAllInFloat(after));
                    isOnlyOne = isOnlyOne && !after.refusal.empty();
                    isPlanned = isPlanned || (after.refusal.empty() && after.quantizers != before.quantizers);
                }
            followed += isPlanned;
            const auto where = fmt::format("{}:{}: {}", name, key.position.line, key.name);
            QVERIFY2(isNoticed || isOnlyOne || isUnknown || !reports.empty() || isHeldAgainstOthers(key.name),
                     (where + " changes nothing, unsaid").c_str());
            QVERIFY2(!isPlanned || isUnknown || reports.empty() || reports.front().severity != results::Severity::Info,
                     (where + " is said to be kept only, but changes the plan").c_str());
        }
        qInfo("%s: %zu of %zu values followed, the others reported", name.c_str(), followed, places.size());
        QVERIFY(followed > 0 || !opened.dialect().edit); // of some only what can't be simulated is known
    }

    /// One line each, at the place in the file.
    void saysWhatIsLeft_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<int>("line");
        QTest::addColumn<QByteArray>("words");
        const auto activation = [](const char* observer) {
            return QByteArray(
                       "common_config:\n  activation_quant_params:\n    quantizer: torch.quantization.FakeQuantize\n"
                       "    quantizer_args:\n      observer: ")
                   + observer + "\n";
        };
        for (const char* observer : {"torch.quantization.PerChannelMinMaxObserver",
                                     "torch.quantization.MovingAveragePerChannelMinMaxObserver"})
            QTest::newRow(observer) << activation(observer) << 5 << QByteArray("an activation has one scale");
        QTest::newRow("per tensor") << activation("torch.quantization.MinMaxObserver") << 0 << QByteArray();
        QTest::newRow("om.json") << activation("torch.quantization.MinMaxObserver")
                                        + "om_config:\n  mapping_file: ./resnet50.om.json\n"
                                 << 7 << QByteArray("there is no file ./resnet50.om.json");
        QTest::newRow("om.json that is there")
            << activation("torch.quantization.MinMaxObserver") + "om_config:\n  mapping_file: /proc/self/exe\n"
            << 7 << QByteArray("an .om.json is in the vendor's own form");
    }

    void saysWhatIsLeft()
    {
        QFETCH(QByteArray, text);
        QFETCH(int, line);
        QFETCH(QByteArray, words);
        const auto file = ConfigFile::ofText("c.yaml", text.toStdString());
        std::vector<results::Diagnostic> left;
        std::ranges::copy_if(config::findingsOf(file, nullptr), std::back_inserter(left), [](const auto& finding) {
            return finding.rule == "not-simulated" && finding.severity == results::Severity::Warning;
        });
        QCOMPARE(left.size(), std::size_t(line > 0));
        if (line == 0)
            return;
        QCOMPARE(left.front().line, line);
        QVERIFY2(left.front().message.english().find(words.toStdString()) != std::string::npos,
                 left.front().message.english().c_str());
    }
};

QTEST_GUILESS_MAIN(TestParameterUse)
#include "tst_parameter_use.moc"
