// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/config/edit/tree_editor.h"
#include "tests/core/config/config_files.h"

#include <QTest>
#include <random>

using namespace ql::config;
using edit::TreeEditor;
using text::Path;
using text::Step;
using text::Syntax;
using text::Value;

Q_DECLARE_METATYPE(ql::config::text::Syntax)

namespace {

/// Every place of a file that an edit may name.
void collectPaths(const Value& value, const Path& path, std::vector<Path>& paths)
{
    paths.push_back(path);
    std::map<std::string, std::size_t> seen;
    for (std::size_t i = 0; i < value.entries.size(); ++i) {
        const auto& [key, child] = value.entries[i];
        Path below = path;
        below.push_back(value.kind == Value::Kind::Map ? Step{key, seen[key]++} : Step{{}, i});
        collectPaths(child, below, paths);
    }
}

/// Random edits of one file.
class Editing {
public:
    Editing(const std::string& text, Syntax syntax, unsigned seed)
        : editor(text::sharedDocument(text, syntax, "file"))
        , m_syntax(syntax)
        , m_random(seed)
    {
    }

    TreeEditor editor;
    std::string last;

    /// @throws ql::Error when the editor refuses
    void edit()
    {
        std::vector<Path> paths;
        collectPaths(editor.meaning(), {}, paths);
        const auto path = paths[below(paths.size())];
        const auto& value = *at(editor.meaning(), path);
        last = "at ";
        for (const auto& step : path)
            last += step.key + "[" + std::to_string(step.index) + "] ";
        if (!value.isCollection())
            return set(path);
        if (below(3) == 0 && !path.empty())
            return remove(path);
        add(path, value);
    }

private:
    std::size_t below(std::size_t end) { return std::uniform_int_distribution<std::size_t>(0, end - 1)(m_random); }

    Value scalar()
    {
        static const std::vector<Value> kAny{Value::ofInt(16),
                                             Value::ofInt(-3),
                                             Value::ofDouble(0.25),
                                             Value::ofBool(false),
                                             Value::ofText("x_1"),
                                             Value::ofText("layer 4: odd"),
                                             Value::ofText("yes"),
                                             Value::ofText("12"),
                                             Value::ofText("a\"b'c\\"),
                                             Value::ofText("# no"),
                                             Value::ofText(""),
                                             Value::ofDouble(1e-9),
                                             Value::ofText("\xe5\xb1\x82")};
        return m_syntax == Syntax::Lines || m_syntax == Syntax::Rows ? Value::ofText("INT8") : kAny[below(kAny.size())];
    }

    Value anything()
    {
        if (m_syntax == Syntax::Lines || m_syntax == Syntax::Rows || below(2) == 0)
            return scalar();
        Value map = Value::ofMap({{"num_bits", Value::ofInt(4)}, {"args", Value::ofMap({{"name", scalar()}})}});
        if (below(2) == 0 && m_syntax != Syntax::Proto)
            map.add("list", Value::ofSequence({scalar(), scalar()}));
        return map;
    }

    void set(const Path& path)
    {
        last = "set " + last;
        editor.set(path, scalar());
    }

    void remove(const Path& path)
    {
        last = "remove " + last;
        editor.remove(path);
    }

    void add(Path path, const Value& value)
    {
        last = "add " + last;
        if (value.kind == Value::Kind::Sequence)
            return editor.append(path, m_syntax == Syntax::Proto ? scalar() : anything());
        const auto key = "key" + std::to_string(m_counter++);
        if (m_syntax == Syntax::Proto)
            return editor.addField(path, key, anything());
        path.push_back({key});
        editor.set(path, anything());
    }

    Syntax m_syntax;
    std::mt19937 m_random;
    int m_counter = 0;
};

} // namespace

class TestTreeEditor : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void survivesRandomEdits_data();
    void survivesRandomEdits();
    void makesManyEditsAsOneAfterTheOther_data() { survivesRandomEdits_data(); }
    void makesManyEditsAsOneAfterTheOther();
};

void TestTreeEditor::survivesRandomEdits_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<Syntax>("syntax");
    for (const auto& fixture : ql::tests::configFixtures()) {
        const auto text = ql::tests::configText(fixture.file);
        const auto row = [&](const char* what, const std::string& variant) {
            QTest::addRow("%s%s", fixture.file, what) << QByteArray::fromStdString(variant) << fixture.syntax;
        };
        row("", text);
        row(", CRLF", ql::tests::withCrlf(text));
        row(", BOM", ql::tests::withBom(text));
        row(", no last break", ql::tests::withoutLastBreak(text));
    }
}

void TestTreeEditor::survivesRandomEdits()
{
    QFETCH(QByteArray, text);
    QFETCH(Syntax, syntax);
    int refused = 0;
    constexpr int kSeries = 8;
    constexpr int kEdits = 15;
    for (unsigned seed = 0; seed < kSeries; ++seed) {
        Editing editing(text.toStdString(), syntax, seed);
        for (int i = 0; i < kEdits; ++i) {
            const auto before = editing.editor.commit()->bytes;
            try {
                editing.edit();
                editing.editor.commit();
            } catch (const ql::Error& error) {
                ++refused;
                QCOMPARE(editing.editor.commit()->bytes, before);
                if (qEnvironmentVariableIsSet("QUANTLOUPE_SHOW"))
                    qWarning("%u/%d %s: %s", seed, i, editing.last.c_str(), error.what());
            }
        }
    }
    qInfo("refused %d", refused);
    QVERIFY(refused <= kSeries * kEdits / 20);
}

/// The same series of edits, once with a commit behind each and once with a single one.
void TestTreeEditor::makesManyEditsAsOneAfterTheOther()
{
    QFETCH(QByteArray, text);
    QFETCH(Syntax, syntax);
    int compared = 0;
    constexpr unsigned kSeries = 20;
    constexpr int kEdits = 4;
    for (unsigned seed = 0; seed < kSeries; ++seed) {
        Editing single(text.toStdString(), syntax, seed);
        Editing several(text.toStdString(), syntax, seed);
        try {
            for (int i = 0; i < kEdits; ++i) {
                single.edit();
                single.editor.commit();
                several.edit();
            }
        } catch (const ql::Error&) {
            continue; // the other test counts them
        }
        const auto atOnce = several.editor.commit();
        const auto oneByOne = single.editor.commit();
        if (qEnvironmentVariableIsSet("QUANTLOUPE_SHOW") && atOnce->bytes != oneByOne->bytes)
            qWarning("%s\n--- at once\n%s\n--- one by one\n%s", single.last.c_str(), atOnce->bytes.c_str(),
                     oneByOne->bytes.c_str());
        QVERIFY(isSameMeaning(several.editor.meaning(), single.editor.meaning()));
        // Where YAML's new texts are quoted as their neighbours are, a new neighbour counts from the next commit on.
        QVERIFY(syntax == Syntax::Yaml || atOnce->bytes == oneByOne->bytes);
        ++compared;
    }
    QVERIFY(compared > int(kSeries) / 2);
}

QTEST_GUILESS_MAIN(TestTreeEditor)
#include "tst_tree_editor.moc"
