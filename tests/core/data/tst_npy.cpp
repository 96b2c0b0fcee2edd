// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/data/tensors/npy.h"
#include "tests/support/array_files.h"
#include "tests/support/error_message.h"
#include "tests/support/models.h"

#include <QTest>

#include <algorithm>
#include <numeric>

using namespace ql;
using namespace ql::tests;
using graph::DataType;
using graph::Shape;
using graph::TensorData;

namespace {

QString problemOf(const std::filesystem::path& path, ErrorCode code)
{
    return fileProblem(path, code, [&path] { data::readNpy(path); });
}

} // namespace

class TestNpy : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsEveryElementType_data()
    {
        QTest::addColumn<QByteArray>("descr");
        QTest::addColumn<int>("type");
        QTest::addColumn<QByteArray>("elements");
        const auto row = [](const char* descr, DataType type, const QByteArray& elements) {
            QTest::newRow(descr) << QByteArray(descr) << int(type) << elements;
        };
        row("|b1", DataType::Bool, rawBytes<std::uint8_t>({1, 0, 1}));
        row("|i1", DataType::Int8, rawBytes<std::int8_t>({1, 0, -128}));
        row("|u1", DataType::UInt8, rawBytes<std::uint8_t>({1, 0, 255}));
        row("<i2", DataType::Int16, rawBytes<std::int16_t>({1, 0, -32768}));
        row("<u2", DataType::UInt16, rawBytes<std::uint16_t>({1, 0, 65535}));
        row("<i4", DataType::Int32, rawBytes<std::int32_t>({1, 0, -7}));
        row("<u4", DataType::UInt32, rawBytes<std::uint32_t>({1, 0, 4000000000u}));
        row("<i8", DataType::Int64, rawBytes<std::int64_t>({1, 0, -7}));
        row("<u8", DataType::UInt64, rawBytes<std::uint64_t>({1, 0, ~0ull}));
        row("<f2", DataType::Float16, rawBytes<std::uint16_t>({0x3c00, 0, 0xc000}));
        row("<f4", DataType::Float, rawBytes<float>({1.0f, 0.0f, -0.5f}));
        row("=f4", DataType::Float, rawBytes<float>({1.0f, 0.0f, -0.5f}));
        row("<f8", DataType::Double, rawBytes<double>({1.0, 0.0, -0.5}));
        row("<c8", DataType::Complex64, rawBytes<float>({1, 2, 3, 4, 5, 6}));
        row("<c16", DataType::Complex128, rawBytes<double>({1, 2, 3, 4, 5, 6}));
    }

    void readsEveryElementType()
    {
        QFETCH(QByteArray, descr);
        QFETCH(int, type);
        QFETCH(QByteArray, elements);
        TemporaryFolder folder;
        const auto path = folder.write("a.npy", npyFile(npyDictionary(descr.constData(), "(3,)"), elements));
        const auto data = data::readNpy(path);
        QCOMPARE(data.type(), DataType(type));
        QCOMPARE(data.shape(), Shape{3});
        QCOMPARE(QByteArray(reinterpret_cast<const char*>(data.bytes().data()), qsizetype(data.bytes().size())),
                 elements);

        data::writeNpy(folder.path() / "b.npy", data);
        const auto again = data::readNpy(folder.path() / "b.npy");
        QCOMPARE(again.type(), data.type());
        QVERIFY(std::ranges::equal(again.bytes(), data.bytes()));
    }

    void readsEveryVersion_data()
    {
        QTest::addColumn<int>("version");
        QTest::newRow("1.0") << 1;
        QTest::newRow("2.0") << 2;
        QTest::newRow("3.0") << 3;
    }

    void readsEveryVersion()
    {
        QFETCH(int, version);
        TemporaryFolder folder;
        const auto file = npyFile(npyDictionary("<f4", "()"), rawBytes<float>({2.5f}), version);
        const auto data = data::readNpy(folder.write("a.npy", file));
        QCOMPARE(data.shape(), Shape{});
        QCOMPARE(data.toDoubles(), std::vector<double>{2.5});
    }

    void turnsBigEndianRound()
    {
        TemporaryFolder folder;
        const QByteArray elements("\x01\x02\xff\xfe", 4);
        const auto data = data::readNpy(folder.write("a.npy", npyFile(npyDictionary(">i2", "(2,)"), elements)));
        QCOMPARE(data.toInts(), (std::vector<std::int64_t>{0x0102, -2}));
        const auto half = npyFile(npyDictionary(">c8", "(1,)"), QByteArray("\x3f\x80\0\0\xc0\0\0\0", 8));
        const auto complex = data::readNpy(folder.write("c.npy", half));
        const auto* parts = reinterpret_cast<const float*>(complex.bytes().data());
        QCOMPARE(parts[0], 1.0f);
        QCOMPARE(parts[1], -2.0f);
    }

    void reordersFortranArrays()
    {
        TemporaryFolder folder;
        // numpy.arange(24).reshape(2, 3, 4), written in Fortran order.
        QByteArray elements;
        for (int k = 0; k < 4; ++k)
            for (int j = 0; j < 3; ++j)
                for (int i = 0; i < 2; ++i)
                    elements += rawBytes<std::int32_t>({i * 12 + j * 4 + k});
        const auto file = npyFile(npyDictionary("<i4", "(2, 3, 4)", "True"), elements);
        const auto data = data::readNpy(folder.write("a.npy", file));
        std::vector<std::int64_t> expected(24);
        std::iota(expected.begin(), expected.end(), 0);
        QCOMPARE(data.toInts(), expected);
        QCOMPARE(data.shape(), (Shape{2, 3, 4}));
        const auto empty = npyFile(npyDictionary("<i4", "(2, 0)", "True"), {});
        QCOMPARE(data::readNpy(folder.write("e.npy", empty)).shape(), (Shape{2, 0}));
    }

    void takesUnusualButValidHeaders_data()
    {
        QTest::addColumn<QByteArray>("dictionary");
        QTest::newRow("other order") << QByteArray("{'shape':(2,),'descr':\"<i4\",'fortran_order':False}");
        QTest::newRow("python 2") << QByteArray("{'descr': '<i4', 'fortran_order': True, 'shape': (2L,), }");
    }

    void takesUnusualButValidHeaders()
    {
        QFETCH(QByteArray, dictionary);
        TemporaryFolder folder;
        const auto path = folder.write("a.npy", npyFile(dictionary, rawBytes<std::int32_t>({4, 5})));
        QCOMPARE(data::readNpy(path).toInts(), (std::vector<std::int64_t>{4, 5}));
    }

    void readsElementsThatAreNotAligned()
    {
        TemporaryFolder folder;
        const QByteArray dictionary("{'descr': '<f8', 'fortran_order': False, 'shape': (1,)}");
        auto file = QByteArray("\x93NUMPY\x01\0", 8);
        file += char(dictionary.size());
        file += '\0';
        const auto data = data::readNpy(folder.write("a.npy", file + dictionary + rawBytes<double>({1.5})));
        QCOMPARE(reinterpret_cast<std::uintptr_t>(data.bytes().data()) % sizeof(double), std::uintptr_t{0});
        QCOMPARE(data.toDoubles(), std::vector<double>{1.5});
    }

    void makesBoolsZeroOrOne()
    {
        TemporaryFolder folder;
        const auto path = folder.write("a.npy", npyFile(npyDictionary("|b1", "(3,)"), QByteArray("\0\x02\x01", 3)));
        QCOMPARE(data::readNpy(path).toInts(), (std::vector<std::int64_t>{0, 1, 1}));
    }

    void ignoresWhatFollows()
    {
        TemporaryFolder folder;
        const auto file = npyFile(npyDictionary("|i1", "(1,)"), rawBytes<std::int8_t>({7, 8, 9}));
        QCOMPARE(data::readNpy(folder.write("a.npy", file)).toInts(), std::vector<std::int64_t>{7});
    }

    void writesAsNumpyDoes()
    {
        TemporaryFolder folder;
        const auto path = folder.path() / "new" / "a.npy";
        data::writeNpy(path, TensorData::of<float>(DataType::Float, {1, 2}, {1.0f, 2.0f}));
        QFile file(QString::fromStdString(path.string()));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll(), npyFile(npyDictionary("<f4", "(1, 2)"), rawBytes<float>({1.0f, 2.0f})));
    }

    void widensTypesThatNumpyLacks_data()
    {
        QTest::addColumn<int>("from");
        QTest::addColumn<int>("to");
        QTest::addColumn<QByteArray>("elements");
        QTest::addColumn<double>("first");
        const auto row = [](DataType from, DataType to, const QByteArray& elements, double first) {
            QTest::newRow(std::string(name(from)).c_str()) << int(from) << int(to) << elements << first;
        };
        row(DataType::BFloat16, DataType::Float, rawBytes<std::uint16_t>({0xc040, 0}), -3.0);
        row(DataType::Float8E4M3FN, DataType::Float, rawBytes<std::uint8_t>({0x7e, 0}), 448.0);
        row(DataType::Float8E4M3FNUZ, DataType::Float, rawBytes<std::uint8_t>({0x7f, 0}), 240.0);
        row(DataType::Float8E5M2, DataType::Float, rawBytes<std::uint8_t>({0x7b, 0}), 57344.0);
        row(DataType::Float8E5M2FNUZ, DataType::Float, rawBytes<std::uint8_t>({0xc0, 0}), -1.0);
        row(DataType::Float4E2M1, DataType::Float, rawBytes<std::uint8_t>({0x1f}), -6.0);
        row(DataType::Float8E8M0, DataType::Float, rawBytes<std::uint8_t>({0x80, 0}), 2.0);
        row(DataType::Int4, DataType::Int8, rawBytes<std::uint8_t>({0x18}), -8.0);
        row(DataType::UInt4, DataType::UInt8, rawBytes<std::uint8_t>({0x1f}), 15.0);
    }

    void widensTypesThatNumpyLacks()
    {
        QFETCH(int, from);
        QFETCH(int, to);
        QFETCH(QByteArray, elements);
        QFETCH(double, first);
        TemporaryFolder folder;
        const auto bytes = std::as_bytes(std::span(elements.constData(), std::size_t(elements.size())));
        data::writeNpy(folder.path() / "a.npy", TensorData::copyOf(DataType(from), {2}, bytes));
        const auto data = data::readNpy(folder.path() / "a.npy");
        QCOMPARE(data.type(), DataType(to));
        QCOMPARE(data.toDoubles().front(), first);
    }

    void readsStrings_data()
    {
        QTest::addColumn<QByteArray>("dictionary");
        QTest::addColumn<QByteArray>("elements");
        const auto little = rawBytes<char32_t>({U'a', 0, U'\u00fc', U'\U0001F600', 0, 0, U'b', U'c'});
        const auto big = rawBytes<std::uint32_t>({0x61000000, 0, 0xFC000000, 0x00F60100, 0, 0, 0x62000000, 0x63000000});
        const auto fortran = rawBytes<char32_t>({U'a', 0, 0, 0, U'\u00fc', U'\U0001F600', U'b', U'c'});
        QTest::newRow("little endian") << npyDictionary("<U2", "(2, 2)") << little;
        QTest::newRow("big endian") << npyDictionary(">U2", "(2, 2)") << big;
        QTest::newRow("Fortran") << npyDictionary("<U2", "(2, 2)", "True") << fortran;
        QTest::newRow("bytes") << npyDictionary("|S6", "(2, 2)")
                               << QByteArray("a\0\0\0\0\0ü😀\0\0\0\0\0\0bc\0\0\0\0", 24);
    }
    void readsStrings()
    {
        QFETCH(QByteArray, dictionary);
        QFETCH(QByteArray, elements);
        TemporaryFolder folder;
        const auto data = data::readNpy(folder.write("a.npy", npyFile(dictionary, elements)));
        QCOMPARE(data.shape(), (Shape{2, 2}));
        QCOMPARE(data.strings(), (std::vector<std::string>{"a", "ü😀", "", "bc"}));
        data::writeNpy(folder.path() / "b.npy", data);
        QCOMPARE(data::readNpy(folder.path() / "b.npy").strings(), data.strings());
    }

    void refusesToWriteOneLongStringBesideMany()
    {
        TemporaryFolder folder;
        std::vector<std::string> strings(1 << 16);
        strings.front().assign(1 << 13, 'x');
        const auto data = TensorData::ofStrings({1 << 16}, strings);
        QVERIFY_EXCEPTION_THROWN(data::writeNpy(folder.path() / "a.npy", data), Error);
        QVERIFY(!std::filesystem::exists(folder.path() / "a.npy"));
    }

    void reportsCorruptFiles_data()
    {
        QTest::addColumn<QByteArray>("file");
        QTest::addColumn<QString>("problem");
        const auto row = [](const char* name, const QByteArray& file, const char* problem) {
            QTest::newRow(name) << file << QString::fromUtf8(problem);
        };
        const auto good = npyFile(npyDictionary("<f4", "(2,)"), rawBytes<float>({1.0f, 2.0f}));
        const auto header = [](const QByteArray& dictionary) { return npyFile(dictionary, {}); };
        row("empty", {}, "npy header: the file is empty");
        row("text", "Hello, world", "npy header: the file does not begin as a .npy file does");
        row("strings", npyFile(npyDictionary("<U2", "(2,)"), QByteArray(15, '\0')),
            "array of shape 2 holds strings of 8 bytes, the file has 15 for all of them (the file seems to be cut "
            "off)");
        row("strings of no length", header(npyDictionary("<U0", "(1000000,)")),
            "array of shape 1000000 holds strings of 0 bytes, the file has 0 for all of them (the file seems to be cut "
            "off)");
        row("strings of any length", header(npyDictionary("<U", "(2,)")),
            "npy header: element type 'U' doesn't say how many characters a string has");
        row("endless strings", header(npyDictionary("<U99999999999", "(2,)")),
            "npy header: element type 'U99999999999' doesn't say how many characters a string has");
        row("magic only", good.left(7), "npy header: the file ends within the version");
        row("length", good.left(9), "npy header: the file ends within the header");
        row("header", good.left(30), "npy header: the file ends within the header");
        row("elements", good.left(good.size() - 1),
            "float32 array of shape 2 takes 8 bytes, the file has 7 (the file seems to be cut off)");
        row("huge", header(npyDictionary("<f8", "(1000000000, 1000000)")),
            "float64 array of shape 1000000000x1000000 takes 8000000000000000 bytes, the file has 0 (the file seems to "
            "be cut off)");
        row("overflow", header(npyDictionary("<f8", "(4294967296, 4294967296)")),
            "shape 4294967296x4294967296 has too many elements");
        row("too big a size", header(npyDictionary("<f8", "(99999999999999999999,)")),
            "npy header: expected a size at byte 51");
        row("negative", header(npyDictionary("<f8", "(-1,)")), "npy header: expected a size at byte 51");
        row("rank", header(npyDictionary("<f8", ("(" + QByteArray("1,").repeated(65) + ")").constData())),
            "npy header: rank 65 is too high");
        row("missing key", header("{'descr': '<f4', 'shape': (2,)}"),
            "npy header: a key is missing, expected descr, fortran_order and shape");
        row("double key", header("{'descr': '<f4', 'descr': '<f4'}"), "npy header: unexpected key 'descr'");
        row("strange key", header("{'colour': 'red'}"), "npy header: unexpected key 'colour'");
        row("no dictionary", header("[1]"), "npy header: expected '{' at byte 0");
        row("open dictionary", header("{"), "npy header: expected a string at byte 54");
        row("open string", header("{'descr: 3"), "npy header: a string without closing quote");
        row("comma", header("{'descr': '<f4' 'shape'"), "npy header: expected ',' or '}' at byte 16");
        row("order", header("{'fortran_order': No}"), "npy header: expected True or False at byte 18");
        row("shape", header("{'shape': (2 3)}"), "npy header: expected ',' or ')' at byte 13");
        row("after it", header("{} {}"), "npy header: expected the end of the header at byte 3");
    }

    void reportsCorruptFiles()
    {
        QFETCH(QByteArray, file);
        QFETCH(QString, problem);
        TemporaryFolder folder;
        QCOMPARE(problemOf(folder.write("a.npy", file), ErrorCode::FileCorrupt), problem);
    }

    void reportsUnsupportedFiles_data()
    {
        QTest::addColumn<QByteArray>("file");
        QTest::addColumn<QString>("problem");
        const auto row = [](const char* name, const QByteArray& file, const char* problem) {
            QTest::newRow(name) << file << QString::fromUtf8(problem);
        };
        const auto header = [](const QByteArray& dictionary) { return npyFile(dictionary, {}); };
        row("objects", header(npyDictionary("|O", "(1,)")),
            "npy header: object arrays are never loaded (save numbers, not Python objects)");
        row("text", header(npyDictionary("<M8[s]", "(1,)")),
            "npy header: element type '<M8[s]' is not supported (save as float32, for example)");
        row("nothing", header(npyDictionary("", "(1,)")),
            "npy header: element type '' is not supported (save as float32, for example)");
        row("fields", header("{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (1,)}"),
            "npy header: structured arrays are not supported (save one array per field)");
        row("version", QByteArray("\x93NUMPY\x04\0aaaaaa", 14),
            "npy header: format 4.0 is not known (expected 1.0, 2.0 or 3.0)");
    }

    void reportsUnsupportedFiles()
    {
        QFETCH(QByteArray, file);
        QFETCH(QString, problem);
        TemporaryFolder folder;
        QCOMPARE(problemOf(folder.write("a.npy", file), ErrorCode::UnsupportedFormat), problem);
    }

    void reportsMissingFiles()
    {
        TemporaryFolder folder;
        QCOMPARE(problemOf(folder.path() / "none.npy", ErrorCode::FileNotFound),
                 QStringLiteral("cannot be read (does the file exist?)"));
        const auto file = folder.write("file", "x") / "inside.npy"; // that it is missing would be half of the truth
        QVERIFY(problemOf(file, ErrorCode::FileNotFound).startsWith("cannot be read: Not a directory"));
        QCOMPARE(problemOf(folder.path(), ErrorCode::FileNotFound), QStringLiteral("is a folder, expected a file"));
    }

    void readsRealInputs()
    {
        const auto models = modelsFolder();
        if (!models)
            QSKIP("QUANTLOUPE_MODELS is not set: nothing was tested on real models");
        int count = 0;
        for (const auto* folder : {"inputs", "expected"})
            for (const auto& entry : std::filesystem::directory_iterator(*models / folder))
                if (entry.path().extension() == ".npy") {
                    QVERIFY(data::readNpy(entry.path()).size() > 0);
                    ++count;
                }
        QVERIFY(count > 50);
    }
};

QTEST_APPLESS_MAIN(TestNpy)
#include "tst_npy.moc"
