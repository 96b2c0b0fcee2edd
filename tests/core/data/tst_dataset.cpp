// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/data/datasets/dataset.h"
#include "core/data/datasets/file_dataset.h"
#include "core/data/inputs.h"
#include "core/data/tensors/npy.h"
#include "core/data/weights/pt_file.h"
#include "tests/support/error_message.h"
#include "tests/support/models.h"

#include <QTemporaryDir>
#include <QTest>

#include <atomic>
#include <fstream>
#include <thread>

using namespace ql;
using data::Dataset;
using graph::DataType;
using graph::TensorData;
using ql::tests::messageOf;
namespace fs = std::filesystem;

namespace {

graph::Graph graphWith(const std::vector<std::pair<std::string, graph::Shape>>& inputs)
{
    graph::Graph graph("test");
    for (const auto& [name, shape] : inputs)
        graph.addInput(name, DataType::Float, graph::declared(shape));
    return graph;
}

/// Shape 2, filled with @p value.
TensorData pairOf(float value)
{
    return TensorData::of<float>(DataType::Float, {2}, {value, value});
}

TensorData batchOf(float value)
{
    return TensorData::of<float>(DataType::Float, {1, 2}, {value, value});
}

TensorData stack(int count)
{
    std::vector<float> values;
    for (int i = 0; i < count; ++i)
        values.insert(values.end(), 2, float(i));
    return TensorData::of<float>(DataType::Float, {count, 2}, values);
}

float firstOf(const runs::NamedTensors& tensors, const std::string& name)
{
    return tensors.at(name).data.flatten()[0].item<float>();
}

std::vector<std::string> namesOf(const Dataset& dataset)
{
    std::vector<std::string> names;
    for (std::size_t i = 0; i < dataset.size(); ++i)
        names.push_back(dataset.sampleName(i));
    return names;
}

/// "101" when the first and the third sample begin a recording.
std::string beginnings(const Dataset& dataset)
{
    std::string flags;
    for (std::size_t i = 0; i < dataset.size(); ++i)
        flags += dataset.beginsRecording(i) ? '1' : '0';
    return flags;
}

/// On four threads at a time as on one.
void requireReadAlike(const Dataset& dataset)
{
    std::vector<runs::NamedTensors> expected;
    for (std::size_t i = 0; i < dataset.size(); ++i)
        expected.push_back(dataset.inputs(i));
    std::atomic<std::size_t> wrong = 0;
    std::vector<std::jthread> readers;
    for (std::size_t reader = 0; reader < 4; ++reader)
        readers.emplace_back([&, reader] {
            for (std::size_t i = 0; i < dataset.size(); ++i) {
                const auto sample = (i * 7 + reader * 11) % dataset.size();
                for (const auto& [name, tensor] : dataset.inputs(sample))
                    wrong += at::equal(tensor.data, expected[sample].at(name).data) ? 0 : 1;
            }
        });
    readers.clear();
    QCOMPARE(wrong.load(), std::size_t(0));
}

} // namespace

class TestDataset : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { m_folder.emplace(); }

    void ordersNamesNaturally()
    {
        using data::isNaturallyLess;
        QVERIFY(isNaturallyLess("img2", "img10"));
        QVERIFY(!isNaturallyLess("img10", "img2"));
        QVERIFY(isNaturallyLess("a", "b"));
        QVERIFY(isNaturallyLess("a1", "a1b"));
        QVERIFY(isNaturallyLess("a01", "a1") != isNaturallyLess("a1", "a01"));
        QVERIFY(!isNaturallyLess("7", "7"));
        QVERIFY(isNaturallyLess("", "0"));
    }

    void readsStackedStrings()
    {
        data::writeNpy(at("words.npy"), TensorData::ofStrings({2, 2}, {"a", "b", "größe", ""}));
        graph::Graph graph("test");
        graph.addInput("t", DataType::String, graph::declared({1, 2}));
        const auto dataset = data::openDataset(at("words.npy"), graph);
        QCOMPARE(dataset->size(), std::size_t{2});
        const auto tensor = dataset->inputs(1).at("t");
        QCOMPARE(tensor.shape(), (graph::Shape{1, 2}));
        QCOMPARE(tensor.strings->strings(), (std::vector<std::string>{"größe", ""}));
    }

    void readsOneSampleAtATimeFromAStackedNpy()
    {
        data::writeNpy(at("inputs.npy"), stack(12));
        const auto graph = graphWith({{"x", {1, 2}}});
        const auto dataset = data::openDataset(at("inputs.npy"), graph);
        QCOMPARE(dataset->size(), std::size_t{12});
        QCOMPARE(dataset->sampleName(11), std::string("inputs.npy[11]"));
        const auto inputs = dataset->inputs(11);
        QCOMPARE(inputs.at("x").shape(), (graph::Shape{1, 2}));
        QCOMPARE(firstOf(inputs, "x"), 11.0f);
    }

    /// A search reads on every core.
    void samplesAreReadOnAnyThread()
    {
        data::writeNpy(at("inputs.npy"), stack(40));
        fs::create_directories(at("photos"));
        const auto image = fs::path(QUANTLOUPE_SOURCE_DIR) / "tests/data/preprocessing/wide.png";
        for (int i = 0; i < 40; ++i) {
            data::writeNpy(at("set/s" + std::to_string(i) + ".npy"), batchOf(float(i)));
            fs::copy_file(image, at("photos/" + std::to_string(i) + ".png"));
        }
        const auto graph = graphWith({{"x", {1, 2}}});
        for (const char* source : {"inputs.npy", "set"})
            requireReadAlike(*data::openDataset(at(source), graph));
        const auto picture = graphWith({{"x", {1, 3, 12, 16}}});
        requireReadAlike(*data::openDataset(at("photos"), picture, {data::Preprocessing{}, {}}));
    }

    void takesAFolderInNaturalOrder()
    {
        for (const int i : {10, 2, 1})
            data::writeNpy(at("set/s" + std::to_string(i) + ".npy"), i == 2 ? pairOf(2) : batchOf(float(i)));
        const auto graph = graphWith({{"x", {1, 2}}});
        const auto dataset = data::openDataset(at("set"), graph);
        QCOMPARE(namesOf(*dataset), (std::vector<std::string>{"s1.npy", "s2.npy", "s10.npy"}));
        QCOMPARE(firstOf(dataset->inputs(1), "x"), 2.0f);
        QCOMPARE(firstOf(dataset->inputs(2), "x"), 10.0f);
    }

    void groupsFilesByKeyForSeveralInputs()
    {
        for (const auto* key : {"b", "a"})
            for (const auto* input : {"x_0", "y"})
                data::writeNpy(at(std::string("set/") + key + "__" + input + ".npy"), batchOf(*key == 'a' ? 1 : 2));
        const auto graph = graphWith({{"x:0", {1, 2}}, {"y", {1, 2}}});
        const auto dataset = data::openDataset(at("set"), graph);
        QCOMPARE(namesOf(*dataset), (std::vector<std::string>{"a", "b"}));
        QCOMPARE(firstOf(dataset->inputs(1), "x:0"), 2.0f);
        fs::remove(at("set/b__y.npy"));
        const auto message = messageOf([&] { data::openDataset(at("set"), graph); });
        QVERIFY2(message.contains("sample b has no file for input y"), qPrintable(message));
    }

    void takesFoldersPerSampleAndPerInput()
    {
        const auto graph = graphWith({{"x", {1, 2}}, {"y", {1, 2}}});
        for (const auto* name : {"x", "y"}) {
            data::writeNpy(at(std::string("per_sample/first/") + name + ".npy"), batchOf(3));
            data::writeNpy(at(std::string("per_input/") + name + "/7.npy"), batchOf(4));
        }
        const auto perSample = data::openDataset(at("per_sample"), graph);
        QCOMPARE(namesOf(*perSample), std::vector<std::string>{"first"});
        QCOMPARE(firstOf(perSample->inputs(0), "y"), 3.0f);
        const auto perInput = data::openDataset(at("per_input"), graph);
        QCOMPARE(namesOf(*perInput), std::vector<std::string>{"7"});
        QCOMPARE(firstOf(perInput->inputs(0), "y"), 4.0f);
    }

    void foldersOfFramesAreRecordings()
    {
        for (const auto* frame : {"rec2/f2", "rec2/f10", "rec10/f1"})
            data::writeNpy(at(std::string("set/") + frame + ".npy"), batchOf(1));
        const auto single = graphWith({{"x", {1, 2}}});
        const auto dataset = data::openDataset(at("set"), single);
        QCOMPARE(namesOf(*dataset), (std::vector<std::string>{"rec2/f2.npy", "rec2/f10.npy", "rec10/f1.npy"}));
        QCOMPARE(beginnings(*dataset), std::string("101"));
        // With two inputs a frame is a key; with one of them fed back it needs no file.
        const auto both = graphWith({{"x", {1, 2}}, {"y", {1, 2}}});
        for (const auto* file : {"a/0__x", "a/0__y", "a/1__x", "a/1__y", "b/0__x", "b/0__y"})
            data::writeNpy(at(std::string("keys/") + file + ".npy"), batchOf(2));
        const auto keys = data::openDataset(at("keys"), both);
        QCOMPARE(namesOf(*keys), (std::vector<std::string>{"a/0", "a/1", "b/0"}));
        QCOMPARE(beginnings(*keys), std::string("101"));
        QCOMPARE(firstOf(keys->inputs(2), "y"), 2.0f);
        // Folders that hold one sample each follow one another in one recording.
        for (const auto* file : {"test_data_set_0/x", "test_data_set_0/y", "test_data_set_1/x", "test_data_set_1/y"})
            data::writeNpy(at(std::string("sets/") + file + ".npy"), batchOf(3));
        const auto sets = data::openDataset(at("sets"), both);
        QCOMPARE(beginnings(*sets), std::string("10"));
    }

    void blankLinesEndRecordings()
    {
        data::writeNpy(at("one.npy"), batchOf(1));
        const auto graph = graphWith({{"x", {1, 2}}});
        std::ofstream(at("list.txt")) << "one.npy\none.npy\n# second\n\n\none.npy\n# not a new one\none.npy\n\n";
        const auto dataset = data::openDataset(at("list.txt"), graph);
        QCOMPARE(beginnings(*dataset), std::string("1010"));
        const auto before = dataset->fingerprint();
        std::ofstream(at("list.txt")) << "one.npy\none.npy\none.npy\none.npy\n";
        QVERIFY(data::openDataset(at("list.txt"), graph)->fingerprint() != before);
    }

    void readsListsRelativeToThemselves()
    {
        data::writeNpy(at("data/one.npy"), batchOf(1));
        data::writeNpy(at("data/two.npy"), batchOf(2));
        std::ofstream(at("data/list.txt")) << "# samples\n\n two.npy \n";
        std::ofstream(at("data/pairs.txt")) << "x=two.npy; y=one.npy\nx=one.npy;y=two.npy\n";
        const auto single = graphWith({{"x", {1, 2}}});
        const auto both = graphWith({{"x", {1, 2}}, {"y", {1, 2}}});
        QCOMPARE(firstOf(data::openDataset(at("data/list.txt"), single)->inputs(0), "x"), 2.0f);
        QCOMPARE(firstOf(data::openDataset(at("data/pairs.txt"), both)->inputs(1), "y"), 2.0f);
        std::ofstream(at("data/list.txt")) << "two.npy\nthree.npy\n";
        const auto message = messageOf([&] { data::openDataset(at("data/list.txt"), single); });
        QVERIFY2(message.contains("list.txt: line 2: ") && message.contains("three.npy does not exist"),
                 qPrintable(message));
    }

    /// Of a long list what the folder holds is read at once; each line is looked for all the same.
    void longListsNameTheLineThatLeadsNowhere()
    {
        const auto graph = graphWith({{"x", {1, 2}}});
        constexpr int kLines = 400;
        data::writeNpy(at("long/one.npy"), batchOf(1));
        fs::create_symlink("gone.npy", at("long/link.npy"));
        const auto listOf = [&](const std::string& last) {
            std::ofstream list(at("long/list.txt"));
            for (int i = 0; i < kLines; ++i)
                list << (i % 2 == 0 ? "one.npy\n" : "../long/one.npy\n");
            for (int i = 0; i < kLines; ++i)
                list << "one.npy\n";
            list << last << "\n";
        };
        listOf("../long/one.npy");
        const auto dataset = data::openDataset(at("long/list.txt"), graph);
        QCOMPARE(dataset->size(), std::size_t(2 * kLines + 1));
        QCOMPARE(firstOf(dataset->inputs(2 * kLines), "x"), 1.0f);
        for (const auto* last : {"two.npy", "link.npy", "../long/two.npy"}) {
            listOf(last);
            const auto message = messageOf([&] { data::openDataset(at("long/list.txt"), graph); });
            QVERIFY2(message.contains("line 801: ") && message.contains("does not exist"), qPrintable(message));
        }
    }

    void readsPtFilesAndFedBackInputsMayBeAbsent()
    {
        const auto graph = graphWith({{"x", {1, 2}}, {"state", {1, 2}}});
        data::writePt(at("set/a.pt"), {{"x", batchOf(5)}, {"state", batchOf(6)}});
        data::writeNpy(at("set/b.npy"), batchOf(7));
        const auto dataset = data::openDataset(at("set"), graph, {{}, {"state"}});
        QCOMPARE(firstOf(dataset->inputs(0), "state"), 6.0f);
        const auto second = dataset->inputs(1);
        QCOMPARE(firstOf(second, "x"), 7.0f);
        QVERIFY(!second.contains("state"));
        const std::vector<std::string> words{at("set/a.pt").string()};
        QCOMPARE(firstOf(data::readInputs(graph, words, 0), "state"), 6.0f);
    }

    void everySampleIsAnInputWord()
    {
        data::writeNpy(at("inputs.npy"), stack(12));
        const auto graph = graphWith({{"x", {1, 2}}});
        const std::vector<std::string> words{at("inputs.npy").string() + "[7]"};
        QCOMPARE(firstOf(data::readInputs(graph, words, 0), "x"), 7.0f);
        const std::vector<std::string> beyond{at("inputs.npy").string() + "[12]"};
        QVERIFY(messageOf([&] { data::readInputs(graph, beyond, 0); }).contains("has 12 samples, none of index 12"));
    }

    void imagesNeedPreprocessing()
    {
        const auto image = fs::path(QUANTLOUPE_SOURCE_DIR) / "tests/data/preprocessing/wide.png";
        fs::create_directories(at("set/class_a"));
        fs::copy_file(image, at("set/class_a/wide.png"));
        const auto graph = graphWith({{"x", {1, 3, 12, 16}}});
        const auto dataset = data::openDataset(at("set"), graph, {data::Preprocessing{}, {}});
        QCOMPARE(namesOf(*dataset), std::vector<std::string>{"class_a/wide.png"});
        QCOMPARE(dataset->inputs(0).at("x").shape(), (graph::Shape{1, 3, 12, 16}));
        const auto bare = data::openDataset(at("set"), graph);
        const auto message = messageOf([&] { bare->inputs(0); });
        QVERIFY2(message.contains("wide.png: an image has to be preprocessed"), qPrintable(message));
        const std::vector<std::string> words{"x=" + image.string()};
        QCOMPARE(data::readInputs(graph, words, 0, data::Preprocessing{}).at("x").shape(),
                 (graph::Shape{1, 3, 12, 16}));
    }

    /// numpy's tofile(): what an input declares says how to read them.
    void readsRawNumbers()
    {
        const auto write = [this](const char* name, const std::vector<float>& numbers) {
            fs::create_directories(at(name).parent_path());
            std::ofstream(at(name), std::ios::binary)
                .write(reinterpret_cast<const char*>(numbers.data()), std::streamsize(4 * numbers.size()));
        };
        write("set/10.bin", {1, 2, 3, 4});
        write("set/9.raw", {5, 6});
        const auto graph = graphWith({{"x", {-1, 2}}});
        const auto dataset = data::openDataset(at("set"), graph);
        QCOMPARE(namesOf(*dataset), (std::vector<std::string>{"9.raw", "10.bin"}));
        QCOMPARE(dataset->inputs(0).at("x").shape(), (graph::Shape{1, 2}));
        QCOMPARE(dataset->inputs(1).at("x").shape(), (graph::Shape{2, 2}));
        QCOMPARE(dataset->inputs(1).at("x").data[1][0].item<float>(), 3.0f);

        const auto narrow = graphWith({{"x", {1, 2}}});
        const auto strict = data::openDataset(at("set"), narrow);
        const auto message = messageOf([&] { strict->inputs(1); });
        QVERIFY2(message.contains("10.bin: 16 bytes of raw numbers don't make the input x (float32, 1x2)"),
                 qPrintable(message));

        const auto two = graphWith({{"x", {1, 2}}, {"y", {1, 2}}});
        write("keys/a__x.bin", {1, 2});
        write("keys/a__y.bin", {3, 4});
        QCOMPARE(data::openDataset(at("keys"), two)->inputs(0).at("y").data[0][1].item<float>(), 4.0f);

        // Beside arrays raw numbers may be anything.
        data::writeNpy(at("set/a.npy"), batchOf(1));
        QCOMPARE(namesOf(*data::openDataset(at("set"), graph)), std::vector<std::string>{"a.npy"});
    }

    void fingerprintFollowsTheFiles()
    {
        data::writeNpy(at("set/a.npy"), batchOf(1));
        const auto graph = graphWith({{"x", {1, 2}}});
        const auto before = data::openDataset(at("set"), graph)->fingerprint();
        QCOMPARE(data::openDataset(at("set"), graph)->fingerprint(), before);
        data::writeNpy(at("set/b.npy"), batchOf(1));
        QVERIFY(data::openDataset(at("set"), graph)->fingerprint() != before);
    }

    void saysWhatIsWrong()
    {
        const auto graph = graphWith({{"x", {1, 2}}});
        QVERIFY(messageOf([&] { data::openDataset(at("nowhere"), graph); }).contains("no such file or folder"));
        fs::create_directories(at("empty"));
        QVERIFY(messageOf([&] { data::openDataset(at("empty"), graph); }).contains("holds no samples"));
        data::writeNpy(at("scalar.npy"), TensorData::of<float>(DataType::Float, {}, {1}));
        QVERIFY(messageOf([&] {
                    data::openDataset(at("scalar.npy"), graph);
                }).contains("a first axis that counts samples"));
        data::writeNpy(at("wide.npy"), TensorData::of<float>(DataType::Float, {2, 3}, {1, 2, 3, 4, 5, 6}));
        const auto shape = messageOf([&] { data::openDataset(at("wide.npy"), graph)->inputs(1); });
        QVERIFY2(shape.contains("wide.npy[1]: ") && shape.contains("1x3"), qPrintable(shape));
        data::writeNpy(at("cut.npy"), stack(12));
        fs::resize_file(at("cut.npy"), 150);
        QVERIFY(messageOf([&] { data::openDataset(at("cut.npy"), graph); }).contains("the file seems to be cut off"));
        std::ofstream(at("notes.md")) << "x";
        QVERIFY(messageOf([&] { data::openDataset(at("notes.md"), graph); }).contains("not a dataset"));
    }

    void readsTheCalibrationSets()
    {
        const auto models = tests::modelsFolder();
        if (!models)
            QSKIP("QUANTLOUPE_MODELS is not set: nothing was tested on real data");
        const auto graph = graphWith({{"input_2", {1, 1, 257}}, {"input_3", {1, 2, 128, 2}}});
        const auto dataset = data::openDataset(*models / "calib/dtln1.npz", graph);
        requireReadAlike(*dataset);
        QCOMPARE(dataset->size(), std::size_t{40});
        QCOMPARE(dataset->sampleName(39), std::string("039"));
        QCOMPARE(dataset->inputs(39).size(), std::size_t{2});
    }

private:
    fs::path at(const std::string& name) const { return fs::path(m_folder->path().toStdString()) / name; }
    std::optional<QTemporaryDir> m_folder;
};

QTEST_APPLESS_MAIN(TestDataset)
#include "tst_dataset.moc"
