// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/import_model.h"
#include "core/pickle/zip_archive.h"
#include "tests/fuzz/guarded_child.h"
#include "tests/fuzz/mutator.h"
#include "tests/fuzz/source_mutator.h"
#include "tests/support/torch_modules.h"
#include "tests/support/zip_file.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace ql;
using namespace ql::tests;
using Ending = ChildResult::Ending;

namespace {

/// Damages one entry of an archive after the other; the checksums are right again.
class EntryMutator {
public:
    EntryMutator(const std::string& path, std::uint32_t seed)
    {
        pickle::ZipArchive archive(path, "an archive");
        for (const auto& entry : archive.entries()) {
            archive.check(entry);
            const auto bytes = archive.read(entry);
            m_parts.push_back({entry.name, std::string(reinterpret_cast<const char*>(bytes.data.get()), bytes.size)});
            m_mutators.emplace_back(m_parts.back().bytes, seed);
            m_sources.emplace_back(m_parts.back().bytes, seed);
        }
    }

    std::string undamaged() const { return zipFile(m_parts); }

    std::string& entry(const std::string& name)
    {
        const auto found = std::ranges::find(m_parts, name, &ZipPart::name);
        if (found == m_parts.end())
            qFatal("no such entry");
        return found->bytes;
    }

    /// The archive with @p text instead of the first @p what in its source code.
    std::string replaced(const std::string& what, const std::string& text) const
    {
        auto parts = m_parts;
        for (auto& part : parts)
            if (const auto at = part.bytes.find(what); part.name.ends_with(".py") && at != part.bytes.npos) {
                part.bytes.replace(at, what.size(), text);
                return zipFile(parts);
            }
        qFatal("not in the sources");
    }

    Mutant next()
    {
        const auto index = nextEntry();
        const bool isSource = m_parts[index].name.ends_with(".py") && m_turn % 8 != 0;
        const auto damaged = isSource ? m_sources[index].next() : m_mutators[index].next();
        auto parts = m_parts;
        parts[index].bytes = damaged.bytes;
        return {m_parts[index].name + ": " + damaged.description, zipFile(parts)};
    }

private:
    /// Programs and pickles more often than what is only numbers.
    std::size_t nextEntry()
    {
        while (true) {
            const auto index = m_turn++ % m_parts.size();
            const auto& name = m_parts[index].name;
            if (m_parts[index].bytes.empty())
                continue;
            if (name.ends_with(".py") || name.ends_with(".pkl") || m_turn % 7 == 0)
                return index;
        }
    }

    std::vector<ZipPart> m_parts;
    std::vector<Mutator> m_mutators;
    std::vector<SourceMutator> m_sources;
    std::size_t m_turn = 0;
};

/// QUANTLOUPE_MUTANTS says how many; the test itself has to be quick.
int mutantCount(int usual)
{
    const int wanted = qEnvironmentVariableIntValue("QUANTLOUPE_MUTANTS");
    return wanted > 0 ? wanted : usual;
}

} // namespace

/// A damaged TorchScript file is read or refused with an Error.
class TestTorchScriptMutations : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    QString file(const char* name) const { return m_folder.filePath(QString::fromUtf8(name)); }

    static QByteArray bytesOf(const QString& path)
    {
        QFile read(path);
        return read.open(QIODevice::ReadOnly) ? read.readAll() : QByteArray();
    }

    ChildResult importing(const QByteArray& bytes) const
    {
        QFile mutant(file("mutant.pt"));
        if (mutant.open(QIODevice::WriteOnly))
            mutant.write(bytes);
        mutant.close();
        const auto path = file("mutant.pt").toStdString();
        return runGuarded([&path](const BeginStage&) { ql::importers::importModel(path); });
    }

private Q_SLOTS:
    void initTestCase()
    {
        const auto folder = m_folder.path().toStdString();
        runGuarded([&folder](const BeginStage&) { ql::testing::saveExamples(folder); });
        QVERIFY(QFile::exists(file("dynamic.pt")));
        QVERIFY(importing(bytesOf(file("float.pt"))).ending == Ending::Done);
    }

    void survives_data()
    {
        QTest::addColumn<QString>("name");
        QTest::newRow("float") << "float.pt";
        QTest::newRow("static") << "static.pt";
    }

    void survives()
    {
        QFETCH(QString, name);
        Mutator mutator(bytesOf(m_folder.filePath(name)).toStdString(), 13);
        survivesAll(60, [&mutator] { return mutator.next(); });
    }

    void survivesDamagedEntries_data()
    {
        survives_data();
        QTest::newRow("dynamic") << "dynamic.pt";
    }

    /// Checksums would catch most of the damage above: here LibTorch's loader and our own checks get to see it.
    void survivesDamagedEntries()
    {
        QFETCH(QString, name);
        EntryMutator mutator(m_folder.filePath(name).toStdString(), 31);
        QCOMPARE(importing(QByteArray::fromStdString(mutator.undamaged())).ending, Ending::Done);
        survivesAll(mutantCount(70), [&mutator] { return mutator.next(); });
    }

    void refusesAttacks_data()
    {
        QTest::addColumn<QString>("what");
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("reason");
        const auto row = [](const char* name, const char* what, const QString& text, const char* reason) {
            QTest::newRow(name) << QString(what) << text << reason;
        };
        const auto statement = [](const QString& expression) {
            return "\n    deep = " + expression + "\n    conv1 = ";
        };
        constexpr auto kDeep = "nested too deeply";
        const char* const place = "\n    conv1 = ";
        row("an attribute without type", "weight : Tensor", "weight = Tensor", "weight has no type");
        row("a list without type", "__buffers__", "buffers", "buffers has no type");
        row("a list of no names", "__buffers__ = []", "__buffers__ = [1]", "other things than names");
        row("a list that is none", "__buffers__ = []", "__buffers__ = 3", "is no list");
        row("an annotation of nothing", "__buffers__ = []", "__annotations__[\"0\"] : int", "incomplete");
        row("brackets", place, statement(QString(5000, '(') + '1' + QString(5000, ')')), kDeep);
        row("lists", place, statement(QString(5000, '[') + QString(5000, ']')), kDeep);
        row("a sum", place, statement('1' + QString("+1").repeated(20000)), kDeep);
        row("a sum over lines", place, statement('1' + QString(" + \\\n 1").repeated(20000)), kDeep);
        row("negations", place, statement(QString("not ").repeated(50000) + "True"), kDeep);
        row("choices", place, statement(QString("1 if True else ").repeated(50000) + "1"), kDeep);
        row("a type", "weight : Tensor", "weight : " + QString("List[").repeated(20000), kDeep);
        row(
            "blocks", place,
            [] {
                QString blocks;
                for (int i = 0; i < 1000; ++i)
                    blocks += "\n" + QString(4 + i, ' ') + "if True:";
                return blocks + "\n" + QString(1004, ' ') + "y = 1\n    conv1 = ";
            }(),
            kDeep);
        row("branches", place,
            "\n    if True:\n      y = 1" + QString("\n    elif True:\n      y = 1").repeated(50000) + "\n    conv1 = ",
            kDeep);
        row("a file", place, statement("torch.from_file(\"x\", False, 3)"), "calls aten::from_file");
    }

    void refusesAttacks()
    {
        QFETCH(QString, what);
        QFETCH(QString, text);
        QFETCH(QString, reason);
        const EntryMutator archive(file("float.pt").toStdString(), 0);
        const auto result =
            importing(QByteArray::fromStdString(archive.replaced(what.toStdString(), text.toStdString())));
        QVERIFY2(result.ending == Ending::Refused && QString::fromStdString(result.message).contains(reason),
                 result.message.c_str());
    }

    void refusesHiddenCalls_data()
    {
        QTest::addColumn<QString>("lines");
        QTest::addColumn<QString>("reason");
        const auto row = [](const char* name, const char* lines, const char* reason) {
            QTest::newRow(name) << QString(lines) << QString(reason);
        };
        constexpr auto kSet = "calls aten::set_";
        row("a method", "a = x.set_(x)", kSet);
        row("a method as a value", "a = x.set_", kSet);
        row("behind a string", "a = \"\\\"'\"\n    b = x.set_(x)", kSet);
        row("over lines", "a = torch.\\\n   set_(x, x)", kSet);
        row("by its name", "a = getattr(x, \"set_\")(x)", kSet);
        row("of the library, by its name", "a = getattr(torch, \"set_\")(x, x)", kSet);
        row("by a name that is made", "a = getattr(x, \"se\" + \"t_\")(x)", "without its name");
        row("by another name of getattr", "get = getattr", "uses getattr as a value");
        row("of a namespace", "a = ops.aten.set_(x, x)", kSet);
        row("of another's namespace", "a = ops.c10d.barrier(x)", "calls c10d::barrier");
        row("of nobody's namespace", "a = ops.mine.own(x)", "calls mine::own");
        row("of a namespace as a value", "a = ops.aten", "without calling one");
        row("of all namespaces", "a = ops", "uses ops as a value");
        row("of the library as a value", "a = torch", "uses torch as a value");
        row("in a branch that is never taken", "if False:\n      a = torch.set_(x, x)", kSet);
        row("behind another self", "self = x", "gives self another meaning");
        row("behind another self of a loop", "for self in [x]:\n      a = self.set_(x)", "gives self another meaning");
        row("behind another name of types", "__torch__ = x", "gives __torch__ another meaning");
        row("a function", "a = id(x)", "calls prim::id");
        QTest::newRow("in a string") << QString("a = \"torch.set_(x)\"") << QString();
        QTest::newRow("in a comment") << QString("# torch.set_(x)\n    a = 1") << QString();
        QTest::newRow("listed") << QString("a = ops.aten.add(x, 1).relu_()") << QString();
    }

    void refusesHiddenCalls()
    {
        QFETCH(QString, lines);
        QFETCH(QString, reason);
        const EntryMutator archive(file("float.pt").toStdString(), 0);
        const auto text = "\n    " + lines + "\n    conv1 = ";
        const auto result =
            importing(QByteArray::fromStdString(archive.replaced("\n    conv1 = ", text.toStdString())));
        QVERIFY2(result.ending == (reason.isEmpty() ? Ending::Done : Ending::Refused), result.message.c_str());
        QVERIFY2(QString::fromStdString(result.message).contains(reason), result.message.c_str());
        QVERIFY(reason.isEmpty() || QString::fromStdString(result.message).contains("class Net, forward: line "));
    }

    void refusesUnsafeLoading_data()
    {
        QTest::addColumn<QString>("lines");
        QTest::addColumn<QString>("reason");
        QTest::newRow("a loop") << "while True:\n      pass"
                                << "has a loop";
        QTest::newRow("a counted loop") << "for i in range(3):\n      pass"
                                        << "has a loop";
        QTest::newRow("a cast") << "a = unchecked_cast(int, s)"
                                << "calls something else than operators";
        QTest::newRow("another class") << "a = self.conv1.forward(s)"
                                       << "calls something else than operators";
        QTest::newRow("an operator") << "a = torch.set_(s, s)"
                                     << "calls aten::set_";
    }

    /// LibTorch runs this while it reads the file.
    void refusesUnsafeLoading()
    {
        QFETCH(QString, lines);
        QFETCH(QString, reason);
        const EntryMutator archive(file("float.pt").toStdString(), 0);
        const auto method = "  def __setstate__(self: __torch__.Net,\n    s: Tensor) -> None:\n    " + lines
                            + "\n    return None\n  def forward(self: __torch__.Net";
        const auto result = importing(
            QByteArray::fromStdString(archive.replaced("  def forward(self: __torch__.Net", method.toStdString())));
        QVERIFY2(result.ending == Ending::Refused, result.message.c_str());
        QVERIFY2(QString::fromStdString(result.message).contains(reason), result.message.c_str());
    }

    void refusesDamagedStorages_data()
    {
        QTest::addColumn<QString>("entry");
        QTest::addColumn<int>("bytes");
        QTest::addColumn<int>("changedAt");
        QTest::addColumn<QString>("reason");
        QTest::newRow("shorter") << "static/data/1" << 100 << -1 << "holds 100 bytes, 108 elements of 1 bytes";
        QTest::newRow("longer") << "static/data/2" << 24 << -1 << "holds 24 bytes, 4 elements of 4 bytes";
        QTest::newRow("no dimensions") << "static/data/0" << 22 << 0 << "make no sense";
        QTest::newRow("no stride") << "static/data/0" << 22 << 2 << "make no sense";
        QTest::newRow("no dilation") << "static/data/0" << 22 << 10 << "make no sense";
        QTest::newRow("no groups") << "static/data/0" << 22 << 18 << "make no sense";
    }

    /// LibTorch reads beyond short storages and divides by the settings of packed convolutions.
    void refusesDamagedStorages()
    {
        QFETCH(QString, entry);
        QFETCH(int, bytes);
        QFETCH(int, changedAt);
        QFETCH(QString, reason);
        EntryMutator archive(file("static.pt").toStdString(), 0);
        auto& content = archive.entry(entry.toStdString());
        content.resize(std::size_t(bytes));
        if (changedAt >= 0)
            content[std::size_t(changedAt)] = 0;
        const auto result = importing(QByteArray::fromStdString(archive.undamaged()));
        QVERIFY2(result.ending == Ending::Refused && QString::fromStdString(result.message).contains(reason),
                 result.message.c_str());
    }

    void refusesDamagedPickles_data()
    {
        QTest::addColumn<QByteArray>("pickle");
        QTest::addColumn<QString>("reason");
        const QByteArray start("\x80\x02");
        QTest::newRow("a million tuples deep")
            << start + ')' + QByteArray(1000000, '\x85') + '.' << "nested too deeply";
        QTest::newRow("a list in itself") << start + "]q" + '\0' + 'h' + '\0' + "a."
                                          << "stands in itself";
        QTest::newRow("a call") << start + "cposix\nsystem\nX" + QByteArray("\x04\0\0\0true\x85R.", 11)
                                << "asks to call posix.system";
    }

    void refusesDamagedPickles()
    {
        QFETCH(QByteArray, pickle);
        QFETCH(QString, reason);
        for (const char* entry : {"data.pkl", "constants.pkl"}) {
            EntryMutator archive(file("float.pt").toStdString(), 0);
            archive.entry(std::string("float/") + entry) = pickle.toStdString();
            const auto result = importing(QByteArray::fromStdString(archive.undamaged()));
            QVERIFY2(result.ending == Ending::Refused && QString::fromStdString(result.message).contains(reason),
                     result.message.c_str());
        }
    }

    /// What is long but not deep is nobody's attack.
    void readsLongPrograms()
    {
        const EntryMutator archive(file("float.pt").toStdString(), 0);
        const auto numbers = "\n    long = [" + QString("-1, ").repeated(5000).toStdString() + "1]\n    conv1 = ";
        const auto lines = QString("\n    short = 1").repeated(5000).toStdString() + "\n    conv1 = ";
        for (const auto& text : {numbers, lines})
            QCOMPARE(importing(QByteArray::fromStdString(archive.replaced("\n    conv1 = ", text))).ending,
                     Ending::Done);
    }

    void refusesEveryShorterFile()
    {
        const auto bytes = bytesOf(file("float.pt"));
        for (qsizetype length = 1; length < bytes.size(); length += bytes.size() / 20) {
            const auto result = importing(bytes.left(length));
            QVERIFY2(result.ending == Ending::Refused, qPrintable(QString::number(length)));
        }
    }

private:
    template <typename Next>
    void survivesAll(int count, Next next) const
    {
        QStringList failures;
        int refused = 0;
        for (int i = 0; i < count; ++i) {
            const auto mutant = next();
            const auto result = importing(QByteArray::fromStdString(mutant.bytes));
            refused += result.ending == Ending::Refused ? 1 : 0;
            if (result.ending != Ending::Done && result.ending != Ending::Refused)
                failures << QString::fromStdString(mutant.description + ": " + result.message);
        }
        QVERIFY2(failures.isEmpty(), qPrintable(failures.join(QLatin1Char('\n'))));
        QVERIFY(refused > count / 10);
        QVERIFY(refused < count); // else the mutants only test the first check
    }
};

QTEST_APPLESS_MAIN(TestTorchScriptMutations)
#include "tst_torchscript_mutations.moc"
