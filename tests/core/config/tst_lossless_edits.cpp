// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/config/config_file.h"
#include "tests/core/config/config_files.h"

#include <QTemporaryDir>
#include <QTest>
#include <random>

using namespace ql::config;
using ql::tests::configFixtures;
using ql::tests::configText;
using Action = LayerEdit::Action;

namespace {

/// Random edits of one file, as a user with undo would make them.
class User {
public:
    User(ConfigFile file, unsigned seed)
        : file(std::move(file))
        , m_random(seed)
    {
        for (const auto& override : this->file.config().overrides)
            if (override.selector.kind != Selector::Kind::Type && override.selector.kind != Selector::Kind::Pattern)
                m_names.push_back(override.selector.name);
        for (const auto& skip : this->file.config().skips)
            if (skip.selector.kind == Selector::Kind::Layer)
                m_names.push_back(skip.selector.name);
        m_knowsTensorsOnly = !m_names.empty() && this->file.config().skips.empty()
                             && std::ranges::all_of(this->file.config().overrides, [](const auto& override) {
                                    return override.selector.kind == Selector::Kind::Tensor;
                                });
        m_names.insert(m_names.end(), {"backbone.stage3.conv2", "node_17", "/head/Gemm", "x:0"});
        if (m_knowsTensorsOnly) // what they don't name they can't edit without a network
            m_names.resize(m_names.size() - 2);
    }

    ConfigFile file;

    LayerEdit next()
    {
        LayerEdit edit;
        edit.layer = m_names[below(m_names.size())];
        edit.action = std::vector{Action::Set, Action::Set, Action::Skip, Action::Restore}[below(4)];
        if (edit.action == Action::Set && below(4) > 0)
            edit.settings.activation.bits = std::vector{8, 16, 12, 4}[below(4)];
        if (edit.action == Action::Set && (below(3) == 0 || !edit.settings.activation.bits))
            edit.settings.weight.bits = std::vector{8, 4}[below(2)];
        if (edit.action == Action::Set && m_knowsTensorsOnly && below(3) > 0) {
            edit.settings = {};
            edit.settings.activation.bits = 8;
            edit.settings.activation.fixed = FixedScale{{0.5 / double(1 + below(3))}};
        }
        return edit;
    }

    std::size_t below(std::size_t end) { return std::uniform_int_distribution<std::size_t>(0, end - 1)(m_random); }

private:
    std::mt19937 m_random;
    std::vector<std::string> m_names;
    bool m_knowsTensorsOnly = false;
};

/// Whether the config now says what the edit wanted.
bool saysSo(const QuantConfig& config, const LayerEdit& edit)
{
    const auto layer = config.resolve(edit.layer, "", {});
    const auto tensor = config.resolveTensor(edit.layer);
    if (edit.action == Action::Skip) // without a scale a tensor stays in float where there is nothing but scales
        return !layer.isQuantized || tensor.floatType || (config.dialect == "tensorrt-cache" && tensor.isEmpty());
    if (edit.action == Action::Restore)
        return true;
    const auto& activation = edit.settings.activation.bits;
    const auto& weight = edit.settings.weight.bits;
    const bool isActivationSaid = !activation || layer.input(0).bits == activation || tensor.bits == activation;
    const auto& format = layer.weight.numberFormat;
    const bool isInGroups = weight && format && format->starts_with("int" + std::to_string(*weight) + "_g");
    const bool isWeightSaid = !weight || layer.weight.bits == weight || tensor.bits == weight || isInGroups;
    return isActivationSaid && isWeightSaid && (layer.isQuantized || !tensor.isEmpty());
}

} // namespace

/// Whatever is edited: the meaning is the old one plus the edit, and undo gives back
/// every byte.
class TestLosslessEdits : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void survivesManyEdits_data();
    void survivesManyEdits();
    void makesManyEdits();
    void restoreTakesSkipBack_data();
    void restoreTakesSkipBack();

private:
    static inline int s_edits = 0;
    QTemporaryDir m_folder;
};

void TestLosslessEdits::survivesManyEdits_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("dialect");
    for (const auto& fixture : configFixtures()) {
        if (!dialectNamed(fixture.dialect).edit)
            continue;
        const auto text = configText(fixture.file);
        const auto row = [&](const char* what, const std::string& variant) {
            QTest::addRow("%s%s", fixture.file, what)
                << QByteArray::fromStdString(variant) << QByteArray(fixture.dialect);
        };
        row("", text);
        row(", CRLF", ql::tests::withCrlf(text));
        row(", BOM", ql::tests::withBom(text));
        row(", no last break", ql::tests::withoutLastBreak(text));
    }
}

void TestLosslessEdits::survivesManyEdits()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, dialect);
    const auto path = m_folder.filePath("config").toStdString();
    std::ofstream(path, std::ios::binary) << text.toStdString();
    constexpr unsigned kUsers = 7;
    constexpr int kSteps = 40;
    int refused = 0;
    for (unsigned seed = 0; seed < kUsers; ++seed) {
        User user(ConfigFile::open(path, dialect.toStdString()), seed);
        for (int step = 0; step < kSteps; ++step) {
            const auto before = user.file.text();
            const auto edit = user.next();
            try {
                user.file.apply({&edit, 1});
            } catch (const ql::Error& error) {
                // The dialect can't say it, or the value is out of range; never "can't be edited safely".
                QVERIFY2(error.code() == ql::ErrorCode::BadArgument, error.what());
                QCOMPARE(user.file.text(), before);
                ++refused;
                continue;
            }
            ++s_edits;
            QVERIFY2(saysSo(user.file.config(), edit), (edit.layer + "\n" + user.file.diff()).c_str());
            QVERIFY(user.file.text().find_first_not_of("\xef\xbb\xbf\r\n") == std::string::npos
                    || before.find_first_not_of("\xef\xbb\xbf\r\n") == std::string::npos
                    || user.file.text().ends_with('\n') == before.ends_with('\n'));
        }
    }
    // They have lines of layers that they know, and no way to give one back.
    const bool isPartial = dialect == "nncase-json" || dialect == "ncnn-table";
    QVERIFY(refused < int(kUsers) * kSteps * (isPartial ? 5 : 3) / 5);
}

void TestLosslessEdits::makesManyEdits()
{
    qInfo("%d edits", s_edits);
    QVERIFY(s_edits >= 10'000);
}

/// Lists of names as people lay them out, in flow and block, with comments and commas in all the usual places.
void TestLosslessEdits::restoreTakesSkipBack_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("dialect");
    const auto row = [](const char* what, const std::string& text, const char* dialect) {
        QTest::addRow("%s: %s", dialect, what) << QByteArray::fromStdString(text) << QByteArray(dialect);
        QTest::addRow("%s: %s, CRLF", dialect, what)
            << QByteArray::fromStdString(ql::tests::withCrlf(text)) << QByteArray(dialect);
    };
    const std::vector<std::string> empty{"[]", "[ ]", "[\n]", "[\n  ]"};
    const std::vector<std::string> gaps{",", ", ", ",  ", ",\n  ", ",\n\t", " ,\n    ", "\n  , "};
    const std::vector<std::string> begins{"[", "[ ", "[\n  "};
    const std::vector<std::string> ends{"]", " ]", "\n]", "\n  ]"};
    const auto eachFlow = [&](const char* quote, bool isYaml, const auto& use) {
        for (const auto& list : empty)
            use(list);
        const auto name = [&](const char* letter) { return quote + std::string(letter) + quote; };
        for (const auto& begin : begins)
            for (const auto& gap : gaps)
                for (const auto& end : ends)
                    for (const char* comma : {"", ",", " ,"}) {
                        if (!isYaml && *comma != 0)
                            continue;
                        use(begin + name("a") + comma + end);
                        use(begin + name("a") + gap + name("b") + comma + end);
                        use(begin + name("a") + ", " + name("b") + gap + name("c") + comma + end);
                        use(begin + name("a") + gap + name("b") + ", " + name("c") + comma + end);
                    }
    };
    eachFlow("", true, [&](const std::string& list) {
        if (list.find('\t') != list.npos)
            return;
        row(list.c_str(), "batch_num: 1\nskip_layers: " + list + "\ncommon_config: {quant_enable: true}\n",
            "amct-yaml");
        row(list.c_str(), "batch_num: 1\nskip_layers: " + list + "  # why\n", "amct-yaml");
    });
    eachFlow("\"", false, [&](const std::string& list) {
        row(list.c_str(), "{\"nodes_to_exclude\": " + list + ", \"per_channel\": true}\n", "onnxruntime-json");
        row(list.c_str(), "{\n  \"per_channel\": true,\n  \"nodes_to_exclude\": " + list + "\n}\n", "onnxruntime-json");
    });
    for (const char* list :
         {"\n- a\n", "\n  - a\n  - b\n", "\n  - a # first\n  # between\n  - b   # last\n", "\n\n    - a\n\n    - b\n",
          " [a, # first\n  b]\n", " [a, # first\n  b, # second\n]\n", " [\n  a, # first\n  b # second\n  # end\n]\n"})
        for (const char* rest : {"", "common_config: {quant_enable: true}\n", "\n# end\n"})
            row(list, "skip_layers:" + std::string(list) + rest, "amct-yaml");
}

void TestLosslessEdits::restoreTakesSkipBack()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, dialect);
    auto file = ConfigFile::ofText("config", text.toStdString(), dialect.toStdString());
    const LayerEdit skip{.action = Action::Skip, .layer = "backbone.conv2"};
    const LayerEdit restore{.action = Action::Restore, .layer = "backbone.conv2"};
    file.apply({&skip, 1});
    QVERIFY(!file.config().resolve(skip.layer, "", {}).isQuantized);
    const auto skipped = QByteArray::fromStdString(file.text());
    file.apply({&restore, 1});
    const auto restored = QByteArray::fromStdString(file.text());
    QVERIFY2(restored == text, (skipped + "\nbecame\n" + restored).constData());
}

QTEST_GUILESS_MAIN(TestLosslessEdits)
#include "tst_lossless_edits.moc"
