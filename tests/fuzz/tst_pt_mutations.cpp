// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/weights/state_dict.h"
#include "core/pickle/zip_archive.h"
#include "tests/fuzz/guarded_child.h"
#include "tests/fuzz/mutator.h"
#include "tests/support/array_files.h"
#include "tests/support/error_message.h"
#include "tests/support/zip_file.h"

#include <QTest>

using namespace ql;
using namespace ql::tests;
using namespace std::string_literals;
using Ending = ChildResult::Ending;

namespace {

QByteArray contentOf(const char* name)
{
    QFile file(QString(QUANTLOUPE_SOURCE_DIR "/tests/data/weights/") + name);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// The records of a file by torch.save.
std::vector<ZipPart> partsOf(const char* name)
{
    pickle::ZipArchive archive(std::string(QUANTLOUPE_SOURCE_DIR "/tests/data/weights/") + name, "an archive");
    std::vector<ZipPart> parts;
    for (const auto& entry : archive.entries()) {
        const auto bytes = archive.read(entry);
        parts.push_back({entry.name, std::string(reinterpret_cast<const char*>(bytes.data.get()), bytes.size)});
    }
    return parts;
}

ZipPart& pickleOf(std::vector<ZipPart>& parts)
{
    for (auto& part : parts)
        if (part.name.ends_with("/data.pkl"))
            return part;
    qFatal("no pickle");
}

/// A state dict that consists of @p pickle and one storage of four floats.
std::string fileAround(const std::string& pickle)
{
    return zipFile({{"x/data.pkl", pickle}, {"x/data/0", std::string(16, '\1')}});
}

/// A tensor over that storage, as the value of key "w".
std::string pickledTensor(const std::string& count, const std::string& shape, const std::string& strides)
{
    return "\x80\x02}X\x01\x00\x00\x00wctorch._utils\n_rebuild_tensor_v2\n(("
           "X\x07\x00\x00\x00storagectorch\nFloatStorage\n"
           "X\x01\x00\x00\x00"
           "0X\x03\x00\x00\x00"
           "cpu"s
           + count + "tQK\x00"s + shape + strides + "tRs.";
}

} // namespace

/// A damaged or hostile state dict is read or refused with an Error, and nothing in it is ever run.
class TestPtMutations : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void survives_data()
    {
        QTest::addColumn<QByteArray>("original");
        QTest::newRow("zip archive") << contentOf("quantized.pth");
        QTest::newRow("pickles one behind the other") << contentOf("before_1_6.pth");
    }

    void survives()
    {
        QFETCH(QByteArray, original);
        QVERIFY(!original.isEmpty());
        Mutator mutator(original.toStdString(), 17);
        survivesAll(120, [&mutator] { return mutator.next(); });
    }

    /// Checksums would catch most of the damage above: here they are right.
    void survivesDamagedPickles()
    {
        auto parts = partsOf("quantized.pth");
        auto& pickle = pickleOf(parts);
        Mutator mutator(pickle.bytes, 23);
        survivesAll(300, [&] {
            auto mutant = mutator.next();
            pickle.bytes = mutant.bytes;
            mutant.bytes = zipFile(parts);
            return mutant;
        });
    }

    void refusesAttacks_data()
    {
        QTest::addColumn<QByteArray>("file");
        QTest::addColumn<QString>("reason");
        const auto row = [](const char* name, const std::string& file, const char* reason) {
            QTest::newRow(name) << QByteArray::fromStdString(file) << reason;
        };
        const auto good = pickledTensor("K\x04", "K\x04\x85", "K\x01\x85");
        row("a call",
            fileAround("\x80\x02"
                       "cposix\nsystem\nX\x04\x00\x00\x00true\x85R."s),
            "asks to call posix.system");
        row("a call by another name",
            fileAround("\x80\x04\x8c\x08"
                       "builtins\x8c\x04"
                       "eval\x93\x8c\x01"
                       "1\x85R."s),
            "asks to call builtins.eval");
        row("an object",
            fileAround("\x80\x02"
                       "csubprocess\nPopen\n)\x81."s),
            "an object of subprocess.Popen");
        row("a call hidden in a tensor",
            fileAround("\x80\x02"
                       "ctorch._tensor\n_rebuild_from_type_v2\n(cposix\nsystem\nNX\x04\x00\x00"
                       "\x00true\x85NtR."s),
            "rebuilt by other than torch's own function");
        row("old opcodes", fileAround("(S'true'\nios\nsystem\n."s), "opcode 0x53");
        row("a path out of the archive", zipFile({{"x/data.pkl", good}, {"../x/data/0", "1234"}}), "outside x/");
        row("an absolute path", zipFile({{"x/data.pkl", good}, {"/etc/passwd", "1234"}}), "outside x/");
        row("two of one name", zipFile({{"x/data.pkl", good}, {"x/data/0", "1"}, {"x/data/0", "2"}}), "twice");
        row("a storage that is missing", zipFile({{"x/data.pkl", good}}), "record data/0 is missing");
        row("a stored entry that claims more", zipFile({{"x/data.pkl", good}, {"x/data/0", "1234", 4000000000u}}),
            "claims 4000000000 bytes out of 4");
        row("a zip bomb", zipFile({{"x/data.pkl", good}, {"x/data/0", std::string(1000, 'x'), 4000000000u, 8}}),
            "claims 4000000000 bytes out of 1000");
        row("bytes in another order", zipFile({{"x/data.pkl", good}, {"x/byteorder", "big"}}), "byte order \"big\"");
        row("a storage of another length", fileAround(pickledTensor("K\x05", "K\x04\x85", "K\x01\x85")),
            "claims 5 elements of 4 bytes and holds 16 bytes");
        row("elements outside", fileAround(pickledTensor("K\x04", "K\x05\x85", "K\x01\x85")), "reaches beyond");
        row("one element many times", fileAround(pickledTensor("K\x04", "J\xff\xff\xff\x7f\x85", "K\x00\x85"s)),
            "stand for more than");
        row("lists in lists, doubling", fileAround(doublingLists()), "holds too many values");
        row("a list in itself",
            fileAround("\x80\x02]q\x00h\x00h\x00h\x00"
                       "aaa."s),
            "nests too deep");
        row("a million lists deep", fileAround(std::string(1000000, ']') + std::string(999999, 'a') + "."),
            "nests too deep");
        row("one text half a million times", fileAround(repeatedText()), "holds no tensors");
    }

    void refusesAttacks()
    {
        QFETCH(QByteArray, file);
        QFETCH(QString, reason);
        TemporaryFolder folder;
        const auto path = folder.write("attack.pth", file);
        const auto result = runGuarded([&path](const BeginStage&) { data::readStateDict(path); });
        QVERIFY2(result.ending == Ending::Refused && result.message.find("attack.pth: ") != std::string::npos
                     && QString::fromStdString(result.message).contains(reason),
                 result.message.c_str());
    }

    void readsWhatIsNotDamaged()
    {
        TemporaryFolder folder;
        const auto path = folder.write("good.pth", QByteArray::fromStdString(zipFile(partsOf("quantized.pth"))));
        QCOMPARE(data::readStateDict(path).tensors.size(), std::size_t{10});
    }

private:
    /// Ten references to the list before, thirty times: 10^30 tensors for who walks it.
    static std::string doublingLists()
    {
        std::string pickle = "\x80\x02]q\x00"s;
        for (char i = 0; i < 30; ++i) {
            pickle += "]q" + std::string(1, char(i + 1)) + "(";
            for (int n = 0; n < 10; ++n)
                pickle += "h" + std::string(1, i);
            pickle += "e";
        }
        return pickle + ".";
    }

    static std::string repeatedText()
    {
        std::string pickle = "\x80\x02]X\x00\x00\x10\x00"s + std::string(1 << 20, 'x') + "q\x00("s;
        for (int i = 0; i < 500000; ++i)
            pickle += "h\0"s;
        return pickle + "l.";
    }

    template <typename Next>
    void survivesAll(int count, Next next)
    {
        TemporaryFolder folder;
        int refused = 0;
        QStringList failures;
        for (int i = 0; i < count; ++i) {
            const auto mutant = next();
            const auto path = folder.write("mutant.pth", QByteArray::fromStdString(mutant.bytes));
            const auto result = runGuarded([&path](const BeginStage&) { data::readStateDict(path); });
            refused += result.ending == Ending::Refused ? 1 : 0;
            if (result.ending != Ending::Done && result.ending != Ending::Refused)
                failures << QString::fromStdString(mutant.description + ": " + result.message);
        }
        QVERIFY2(failures.isEmpty(), qPrintable(failures.join(QLatin1Char('\n'))));
        QVERIFY(refused > count / 10);
        QVERIFY(refused < count); // else the mutants only test the first check
    }
};

QTEST_APPLESS_MAIN(TestPtMutations)
#include "tst_pt_mutations.moc"
