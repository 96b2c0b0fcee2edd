// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/aten.h"

#include "core/base/error.h"
#include "core/data/inputs.h"
#include "core/graph/text_form/text_form.h"
#include "tests/support/input_files.h"

#include <QTest>

#include <cmath>

using namespace ql;
using namespace ql::tests;
using graph::DataType;

namespace {

graph::Graph oneInput(const char* type)
{
    return graph::parseGraph(std::string("graph \"g\" input x: ") + type + " output x");
}

graph::Graph twoInputs()
{
    return graph::parseGraph(
        "graph \"g\" input x: float32[2,3] input \"a/b\": int64[n] const w: int8[] = {1} output x");
}

QByteArray intsFile()
{
    return npyFile(npyDictionary("<i4", "(2,)"), rawBytes<std::int32_t>({1, -2}));
}

} // namespace

class TestInputs : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void takesNamedFiles()
    {
        const auto x = "x=" + m_folder.write("x.npy", floatsFile()).string();
        const auto b = "a/b=" + m_folder.write("b.npy", intsFile()).string();
        const auto graph = twoInputs();
        const auto inputs = data::readInputs(graph, std::vector{b, x}, 0);
        QCOMPARE(inputs.size(), std::size_t{2});
        QCOMPARE(inputs.at("x").type, DataType::Float);
        QCOMPARE(numbersOf(inputs.at("x")), (std::vector<double>{0, 1, 2, 3, 4, 5}));
        QCOMPARE(inputs.at("a/b").type, DataType::Int64);
        QCOMPARE(numbersOf(inputs.at("a/b")), (std::vector<double>{1, -2}));
    }

    void takesOneUnnamedFile()
    {
        const auto path = m_folder.write("with=sign.npy", floatsFile()).string();
        const auto inputs = data::readInputs(oneInput("float32[2,3]"), std::vector{path}, 0);
        QCOMPARE(numbersOf(inputs.at("x")).back(), 5.0);
    }

    void takesNamesWithEqualSigns()
    {
        const auto graph = graph::parseGraph("graph \"g\" input \"k=v\": float32[?,?] output \"k=v\"");
        const auto inputs =
            data::readInputs(graph, std::vector{"k=v=" + m_folder.write("x.npy", floatsFile()).string()}, 0);
        QVERIFY(inputs.contains("k=v"));
    }

    void takesArchivesByName()
    {
        const auto graph = graph::parseGraph("graph \"g\" input x: float32[2,3] input \"a/b\": int16[n] output x");
        const auto path = m_folder.write("a.npz", deflatedNpz()).string();
        const auto inputs = data::readInputs(graph, std::vector{path}, 0);
        QCOMPARE(numbersOf(inputs.at("a/b")), (std::vector<double>{1, -2}));
        QVERIFY(inputs.contains("x"));
        const auto one = data::readInputs(oneInput("float32[2,3]"), std::vector{"x=" + path}, 0);
        QCOMPARE(numbersOf(one.at("x")).back(), 5.0);
    }

    void takesFoldersOfArrays()
    {
        std::filesystem::create_directory(m_folder.path() / "arrays");
        m_folder.write("arrays/a_b.npy", intsFile());
        m_folder.write("arrays/x.npy", floatsFile());
        m_folder.write("arrays/other.npy", floatsFile());
        const auto inputs = data::readInputs(twoInputs(), std::vector{(m_folder.path() / "arrays").string()}, 0);
        QCOMPARE(inputs.size(), std::size_t{2});
    }

    /// Whatever they are called.
    void takesFoldersThatAreCalledAsFiles()
    {
        std::filesystem::create_directory(m_folder.path() / "folder.npy");
        m_folder.write("folder.npy/x.npy", floatsFile());
        m_folder.write("folder.npy/a_b.npy", intsFile());
        const auto inputs = data::readInputs(twoInputs(), std::vector{(m_folder.path() / "folder.npy").string()}, 0);
        QCOMPARE(numbersOf(inputs.at("x")).back(), 5.0);
        QCOMPARE(numbersOf(inputs.at("a/b")), (std::vector<double>{1, -2}));
    }

    void takesFoldersOfProtos()
    {
        std::filesystem::create_directory(m_folder.path() / "protos");
        m_folder.write("protos/input_0.pb", protoFile(1, 2));
        m_folder.write("protos/input_1.pb", protoFile(3, 4));
        const auto folder = (m_folder.path() / "protos").string();
        const auto graph = graph::parseGraph("graph \"g\" input b: float32[2] input a: float32[2] output a");
        const auto inputs = data::readInputs(graph, std::vector{folder}, 0);
        QCOMPARE(numbersOf(inputs.at("b")), (std::vector<double>{1, 2}));
        QCOMPARE(numbersOf(inputs.at("a")), (std::vector<double>{3, 4}));
        QCOMPARE(problemOf(oneInput("float32[2]"), {folder}, ErrorCode::BadArgument),
                 QStringLiteral("input_1.pb is one too many: the model has 1 inputs"));
    }

    void takesRawNumbers()
    {
        const auto path = m_folder.write("x.bin", rawBytes<std::int16_t>({1, 2, 3, 4, 5, 6})).string();
        const auto inputs = data::readInputs(oneInput("int16[2,3]"), std::vector{"x=" + path + ":int16:2x3"}, 0);
        QCOMPARE(numbersOf(inputs.at("x")), (std::vector<double>{1, 2, 3, 4, 5, 6}));
        const auto scalar = data::readInputs(
            oneInput("int16[]"),
            std::vector{m_folder.write("s", rawBytes<std::int16_t>({9})).string() + ":int16:scalar"}, 0);
        QCOMPARE(numbersOf(scalar.at("x")), std::vector<double>{9});
        const auto bools = data::readInputs(oneInput("bool[12]"), std::vector{path + ":bool:12"}, 0);
        QCOMPARE(numbersOf(bools.at("x")).at(2), 1.0);
    }

    void drawsRandomNumbers()
    {
        const auto graph =
            graph::parseGraph("graph \"g\" input x: float32[100,100] input y: float32[100,100] input i: int64[n,50] "
                              "input b: bool[64] input h: float16[3] input n: uint4[5] output x");
        const auto first = data::readInputs(graph, std::vector<std::string>{"random"}, 7);
        const auto second = data::readInputs(graph, std::vector<std::string>{"random:7"}, 1);
        const auto other = data::readInputs(graph, std::vector<std::string>{"random:8"}, 7);
        for (const auto& [name, tensor] : first)
            QCOMPARE(numbersOf(tensor), numbersOf(second.at(name)));
        QVERIFY(numbersOf(first.at("x")) != numbersOf(other.at("x")));
        QVERIFY(numbersOf(first.at("x")) != numbersOf(first.at("y")));
        const auto x = numbersOf(first.at("x"));
        double sum = 0.0;
        double squares = 0.0;
        for (const double value : x) {
            sum += value;
            squares += value * value;
        }
        QVERIFY(std::fabs(sum / double(x.size())) < 0.05);
        QVERIFY(std::fabs(squares / double(x.size()) - 1.0) < 0.05);
        QCOMPARE(first.at("i").shape(), (graph::Shape{1, 50}));
        for (const auto* name : {"i", "n"})
            for (const double value : numbersOf(first.at(name)))
                QVERIFY(value >= 0 && value <= 3);
        const auto bools = numbersOf(first.at("b"));
        QVERIFY(std::ranges::count(bools, 1.0) > 10 && std::ranges::count(bools, 0.0) > 10);
        QCOMPARE(first.at("h").type, DataType::Float16);
    }

    void drawsTheSameNumbersEverywhere()
    {
        const auto inputs = data::readInputs(oneInput("float32[2]"), std::vector<std::string>{"random"}, 0);
        const auto numbers = numbersOf(inputs.at("x"));
        QCOMPARE(QString::number(numbers[0], 'f', 5) + ' ' + QString::number(numbers[1], 'f', 5),
                 QStringLiteral("0.58938 -0.23249"));
    }

    void drawsOnlyWhatIsNotGiven()
    {
        const auto words = std::vector<std::string>{"random:3", "x=" + m_folder.write("x.npy", floatsFile()).string()};
        const auto inputs = data::readInputs(twoInputs(), words, 0);
        QCOMPARE(numbersOf(inputs.at("x")).back(), 5.0);
        QCOMPARE(inputs.at("a/b").shape(), graph::Shape{1});
        const auto named = data::readInputs(oneInput("float32[2]"), std::vector<std::string>{"x=random"}, 0);
        QCOMPARE(named.at("x").shape(), graph::Shape{2});
    }

    void convertsWhatLosesNothing_data()
    {
        QTest::addColumn<QByteArray>("descr");
        QTest::addColumn<QByteArray>("elements");
        QTest::addColumn<QByteArray>("wanted");
        QTest::newRow("f8 to f4") << QByteArray("<f8") << rawBytes<double>({1.5, -2.0}) << QByteArray("float32[2]");
        QTest::newRow("f2 to f4") << QByteArray("<f2") << rawBytes<std::uint16_t>({0x3e00, 0xc000})
                                  << QByteArray("float32[2]");
        QTest::newRow("f4 to f8") << QByteArray("<f4") << rawBytes<float>({1.5, -2.0}) << QByteArray("float64[2]");
        QTest::newRow("f4 to f2") << QByteArray("<f4") << rawBytes<float>({1.5, -2.0}) << QByteArray("float16[2]");
        QTest::newRow("f4 to bf16") << QByteArray("<f4") << rawBytes<float>({1.5, -2.0}) << QByteArray("bfloat16[2]");
    }

    void convertsWhatLosesNothing()
    {
        QFETCH(QByteArray, descr);
        QFETCH(QByteArray, elements);
        QFETCH(QByteArray, wanted);
        const auto path = m_folder.write("c.npy", npyFile(npyDictionary(descr.constData(), "(2,)"), elements)).string();
        const auto inputs = data::readInputs(oneInput(wanted.constData()), std::vector{path}, 0);
        QCOMPARE(numbersOf(inputs.at("x")), (std::vector<double>{1.5, -2.0}));
        QVERIFY(wanted.startsWith(graph::name(inputs.at("x").type).data()));
    }

    void convertsIntegersThatFit()
    {
        const auto path =
            m_folder.write("i.npy", npyFile(npyDictionary("<i8", "(2,)"), rawBytes<std::int64_t>({5, -6}))).string();
        const auto inputs = data::readInputs(oneInput("int32[2]"), std::vector{path}, 0);
        QCOMPARE(inputs.at("x").type, DataType::Int32);
        QCOMPARE(numbersOf(inputs.at("x")), (std::vector<double>{5, -6}));
    }

    void refusesWhatWouldChange()
    {
        const auto large =
            m_folder.write("l.npy", npyFile(npyDictionary("<i8", "(1,)"), rawBytes<std::int64_t>({1ll << 31})))
                .string();
        QCOMPARE(
            problemOf(oneInput("int32[1]"), {large}, ErrorCode::TypeMismatch),
            QString::fromStdString(large + ": x (int32, 1) is given int64, whose value 2147483648 does not fit int32"));
        const auto huge =
            m_folder.write("h.npy", npyFile(npyDictionary("<f8", "(1,)"), rawBytes<double>({1e300}))).string();
        QCOMPARE(problemOf(oneInput("float32[1]"), {huge}, ErrorCode::TypeMismatch),
                 QString::fromStdString(
                     huge + ": x (float32, 1) is given float64, whose value 1e+300 is too large for float32"));
        const auto bytes =
            m_folder.write("u.npy", npyFile(npyDictionary("|u1", "(1,)"), rawBytes<std::uint8_t>({1}))).string();
        QCOMPARE(problemOf(oneInput("float32[1]"), {bytes}, ErrorCode::TypeMismatch),
                 QString::fromStdString(
                     bytes + ": input x (float32, 1) expects float32, found uint8 (save the array as float32)"));
    }

    void comparesShapes()
    {
        const auto path = m_folder.write("x.npy", floatsFile()).string();
        QCOMPARE(
            problemOf(oneInput("float32[1,2,3]"), {path}, ErrorCode::ShapeMismatch),
            QString::fromStdString(
                path
                + ": input x expects shape 1x2x3, found 2x3 (add the leading dimension, with array[None] in numpy)"));
        QCOMPARE(problemOf(oneInput("float32[n,4]"), {path}, ErrorCode::ShapeMismatch),
                 QString::fromStdString(path + ": input x expects shape nx4, found 2x3"));
        QCOMPARE(problemOf(oneInput("float32"), {path}, ErrorCode::ShapeMismatch), QStringLiteral("was read"));
    }

    void reportsWrongWords_data()
    {
        QTest::addColumn<QString>("word");
        QTest::addColumn<int>("code");
        QTest::addColumn<QString>("problem");
        const auto row = [](const char* word, ErrorCode code, const char* problem) {
            QTest::newRow(word) << QString::fromUtf8(word) << int(code) << QString::fromUtf8(problem);
        };
        row("", ErrorCode::BadArgument,
            "no data for x (float32, 2x3), a/b (int64, n) (give --input name=file.npy for each, or --input random)");
        row("y=x.npy", ErrorCode::BadArgument,
            "the model has no input y (its inputs are x (float32, 2x3), a/b (int64, n))");
        row("x=none.npy", ErrorCode::FileNotFound, "none.npy: cannot be read (does the file exist?)");
        row("none", ErrorCode::FileNotFound, "none: cannot be read (does the file exist?)");
        row("random:seven", ErrorCode::BadArgument, "'seven' is not a seed (write random or random:7)");
        row("x=f.bin:float31:1", ErrorCode::BadArgument,
            "unknown element type 'float31' (write file.bin:float32:1x3x224x224)");
        row("x=f.bin:float32:1,2", ErrorCode::BadArgument, "'1,2' is not a shape (write file.bin:float32:1x3x224x224)");
        row("x=f.bin:float32:-1", ErrorCode::BadArgument, "'-1' is not a shape (write file.bin:float32:1x3x224x224)");
        row("x=f.bin:float32:1", ErrorCode::FileNotFound, "f.bin: cannot be read (does the file exist?)");
    }

    void reportsWrongWords()
    {
        QFETCH(QString, word);
        QFETCH(int, code);
        QFETCH(QString, problem);
        std::vector<std::string> words;
        if (!word.isEmpty())
            words.push_back(word.toStdString());
        QCOMPARE(problemOf(twoInputs(), words, ErrorCode(code)), problem);
    }

    void reportsWrongSources()
    {
        const auto graph = twoInputs();
        const auto x = m_folder.write("x.npy", floatsFile()).string();
        QCOMPARE(problemOf(graph, {x}, ErrorCode::BadArgument),
                 QString::fromStdString(x + ": does not say which input it is for (write name=" + x
                                        + "; the inputs are x (float32, 2x3), a/b (int64, n))"));
        QCOMPARE(problemOf(graph, {"x=" + x, "x=" + x}, ErrorCode::BadArgument),
                 QStringLiteral("input x is given twice"));
        QCOMPARE(problemOf(graph, {"x=" + m_folder.write("x.png", "?").string()}, ErrorCode::BadArgument),
                 QString::fromStdString(
                     (m_folder.path() / "x.png").string()
                     + ": an image has to be preprocessed (say how the model was trained: --preprocess FILE, "
                       "or --mean, --scale, --layout, --color, --resize)"));
        QCOMPARE(problemOf(graph, {"x=" + m_folder.write("x.txt", "?").string()}, ErrorCode::UnsupportedFormat),
                 QString::fromStdString(
                     (m_folder.path() / "x.txt").string()
                     + ": not a .npy, .npz, .pt, .pb or image file (raw numbers need type and shape, as in "
                       "file.bin:float32:1x3x224x224)"));
        const auto raw = m_folder.write("r.bin", "12345678").string();
        QCOMPARE(problemOf(graph, {"x=" + raw + ":float32:3"}, ErrorCode::FileCorrupt),
                 QString::fromStdString(raw + ": float32 tensor of shape 3 has 8 bytes, expected 12"));
        std::filesystem::create_directory(m_folder.path() / "empty");
        QCOMPARE(
            problemOf(graph, {(m_folder.path() / "empty").string()}, ErrorCode::FileNotFound),
            QString::fromStdString((m_folder.path() / "empty").string() + ": holds neither input_0.pb nor .npy files"));
    }

    void reportsArchivesThatDoNotFit()
    {
        const auto archive = m_folder.write("a.npz", storedNpz()).string();
        const auto graph = graph::parseGraph("graph \"g\" input q: float32[2,3] input r: int16[n] output q");
        QCOMPARE(problemOf(graph, {"q=" + archive}, ErrorCode::BadArgument),
                 QString::fromStdString(archive + ": holds 2 arrays, none of which is called q"));
        std::filesystem::create_directory(m_folder.path() / "calibration");
        m_folder.write("calibration/000__x.npy", floatsFile());
        m_folder.write("calibration/001__x.npy", floatsFile());
        const auto set = (m_folder.path() / "calibration").string();
        QCOMPARE(
            problemOf(graph, {set}, ErrorCode::BadArgument),
            QString::fromStdString(set
                                   + ": is a calibration set of 2 arrays, expected one sample (save one sample under "
                                     "the inputs' own names)"));
    }

    void refusesRandomNumbersForUnknownShapes()
    {
        QCOMPARE(problemOf(oneInput("float32"), {"random"}, ErrorCode::BadArgument),
                 QStringLiteral("input x (float32, unknown shape) declares no shape to draw random numbers for (give "
                                "--input x=file.npy)"));
        QCOMPARE(problemOf(oneInput("string[1]"), {"random"}, ErrorCode::BadArgument),
                 QStringLiteral("no random numbers for input x (string, 1) (give --input x=file.npy)"));
    }

    void needsNothingForAModelWithoutInputs()
    {
        QVERIFY(data::readInputs(graph::parseGraph("graph \"g\""), {}, 0).empty());
    }

private:
    TemporaryFolder m_folder;
};

QTEST_APPLESS_MAIN(TestInputs)
#include "tst_inputs.moc"
