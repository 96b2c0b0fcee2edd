// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/config/constraints/check_config.h"
#include "core/config/dialects/dialect.h"
#include "core/config/edit/tree_editor.h"
#include "tests/core/config/config_files.h"
#include "tests/fuzz/guarded_child.h"
#include "tests/fuzz/mutator.h"

#include <QTest>

using namespace ql::tests;
using namespace ql::config;
using Ending = ChildResult::Ending;

namespace {

/// Everything that is done with a file that someone opens: recognise, read, check, edit.
void use(const std::string& bytes, std::string_view dialect)
{
    const auto recognised = recognise(bytes, "mutant", dialect);
    std::vector<ql::results::Diagnostic> findings;
    auto config = recognised.dialect->read(recognised.document, findings);
    config.dialect = recognised.dialect->id;
    checkConfig(config);
    if (!recognised.dialect->edit)
        return;
    LayerEdit edit;
    edit.layer = "conv1";
    edit.settings.activation.bits = 8;
    if (!config.overrides.empty() && config.overrides.front().selector.kind == Selector::Kind::Tensor) {
        edit.layer = config.overrides.front().selector.name;
        edit.settings.activation.fixed = FixedScale{{0.5}};
    }
    const auto apply = [&] {
        edit::TreeEditor editor(text::sharedDocument(bytes, recognised.dialect->syntax, "mutant"));
        recognised.dialect->edit(editor, config, edit);
        editor.commit();
    };
    try {
        apply();
    } catch (const ql::Error&) { // some only know what stays in float
        edit.action = LayerEdit::Action::Skip;
        edit.settings = {};
        apply();
    }
}

/// True when the file was used, false when it was refused with an Error.
bool isUsed(const std::string& bytes, std::string_view dialect)
{
    try {
        use(bytes, dialect);
        return true;
    } catch (const ql::Error&) {
        return false;
    }
}

std::string repeated(const std::string& piece, int times)
{
    std::string text;
    for (int i = 0; i < times; ++i)
        text += piece;
    return text;
}

} // namespace

/// A damaged config is read or refused with an Error; nothing crashes, hangs or takes absurd memory.
class TestConfigMutations : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void survives_data();
    void survives();
    void survivesAttacks_data();
    void survivesAttacks();
};

void TestConfigMutations::survives_data()
{
    QTest::addColumn<QByteArray>("original");
    QTest::addColumn<QByteArray>("dialect");
    for (const auto& fixture : configFixtures())
        QTest::newRow(fixture.file) << QByteArray::fromStdString(configText(fixture.file))
                                    << QByteArray(fixture.dialect);
}

void TestConfigMutations::survives()
{
    QFETCH(QByteArray, original);
    QFETCH(QByteArray, dialect);
    constexpr int kChildren = 8;
    constexpr int kEach = 50;
    Mutator mutator(original.toStdString(), 11);
    int used = 0;
    for (int child = 0; child < kChildren; ++child) {
        std::vector<Mutant> mutants;
        for (int i = 0; i < kEach; ++i)
            mutants.push_back(mutator.next());
        // A child tells by its last stage how many it used.
        const auto result = runGuarded([&](const BeginStage& begin) {
            int count = 0;
            for (int i = 0; i < kEach; ++i)
                count += isUsed(mutants[std::size_t(i)].bytes,
                                i % 2 == 0 ? std::string_view() : std::string_view(dialect.constData()));
            begin(count);
        });
        QVERIFY2(result.ending == Ending::Done, (std::to_string(child) + ": " + result.message).c_str());
        used += result.stage;
    }
    QVERIFY(used > 0);
    QVERIFY(used < kChildren * kEach);
}

void TestConfigMutations::survivesAttacks_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("dialect");
    const auto row = [](const char* name, const std::string& text, const char* dialect) {
        QTest::newRow(name) << QByteArray::fromStdString(text) << QByteArray(dialect);
    };
    row("deep JSON", repeated("[", 100'000), "amct-fx-json");
    row("deep JSON maps", repeated("{\"a\":", 100'000), "amct-fx-json");
    row("deep YAML flow", repeated("[", 100'000), "amct-yaml");
    row(
        "deep YAML blocks",
        [] {
            std::string text;
            for (int i = 0; i < 3'000; ++i)
                text += std::string(std::size_t(i), ' ') + "a:\n";
            return text;
        }(),
        "amct-yaml");
    row("deep YAML dashes", repeated("- ", 50'000) + "a", "amct-yaml");
    row("deep text-proto", repeated("a {", 100'000), "amct-proto");
    row("deep text-proto lists", "a: " + repeated("[", 100'000), "amct-proto");
    std::string bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n";
    for (int i = 1; i < 12; ++i)
        bomb += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " ["
                + repeated("*a" + std::to_string(i - 1) + ", ", 8) + "x]\n";
    row("alias bomb", bomb + "skip_layers: *a11\n", "amct-yaml");
    row("alias of itself", "skip_layers: &a [*a]\n", "amct-yaml");
    row("merge of itself", "common_config: &a\n  <<: *a\n", "amct-yaml");
    row("huge number",
        "{\"conv1\": {\"quant_enable\": true, \"activation_quant_params\": [{\"quantizer\": \"UlqFakeQuantize\","
        "\"quantizer_args\": {\"num_bits\": 99999999999999999999999999}}]}}",
        "amct-fx-json");
    row("huge exponent",
        "{\"conv1\": {\"quant_enable\": true, \"activation_quant_params\": [{\"quantizer\": \"FixedFakeQuantize\","
        "\"quantizer_args\": {\"scale\": 1e999, \"zero_point\": -1e300}}]}}",
        "amct-fx-json");
    row("huge text-proto number", "batch_num: 1" + repeated("0", 4'000), "amct-proto");
    row("one long line", "skip_layers: [" + repeated("layer, ", 5'000) + "]\n", "amct-yaml");
    row("many keys", repeated("\"k\": 1, ", 1) + "{" + repeated("\"k\": {\"quant_enable\": true}, ", 20'000) + "}",
        "amct-fx-json");
    row("open quote", "skip_layers: \"" + repeated("x", 100'000), "amct-yaml");
    row("zero bytes", std::string("skip_layers: [a\0b]\n", 19), "amct-yaml");
    row("not UTF-8", "skip_layers: [\"\xff\xfe\xc0\"]\n", "amct-yaml");
    row("UTF-16", std::string("\xff\xfes\0k\0", 6), "amct-yaml");
}

void TestConfigMutations::survivesAttacks()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, dialect);
    const auto result = runGuarded([&](const BeginStage&) { isUsed(text.toStdString(), dialect.constData()); });
    QVERIFY2(result.ending == Ending::Done, result.message.c_str());
}

QTEST_APPLESS_MAIN(TestConfigMutations)
#include "tst_config_mutations.moc"
