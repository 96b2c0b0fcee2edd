// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/datasets/dataset.h"
#include "core/data/datasets/sample_labels.h"
#include "core/data/dumps/dump_index.h"
#include "core/data/tensors/npy.h"
#include "core/graph/text_form/text_form.h"
#include "tests/core/contradictions/contradiction.h"
#include "tests/support/array_files.h"
#include "tests/support/zip_file.h"

#include <fstream>

namespace ql::tests {

namespace {

namespace fs = std::filesystem;

const graph::Graph& network()
{
    static const auto graph = graph::parseGraph(R"(graph "net" opset 13
        input x: float32[1,2]
        y: float32[1,2] = Relu(x) name "y"
        output y
    )");
    return graph;
}

const QByteArray kSample = npyFile(npyDictionary("<f4", "(1, 2)"), rawBytes<float>({1, 2}));

QByteArray npyOf(const char* type, const char* shape, const QByteArray& elements)
{
    return npyFile(npyDictionary(type, shape), elements);
}

/// Makes the files that @p list names, all with the same numbers, and gives them as samples.
std::unique_ptr<data::Dataset> samplesOf(const fs::path& list)
{
    std::ifstream names(list);
    const auto folder = list.parent_path() / "samples";
    fs::create_directories(folder / "sub");
    for (std::string name; names >> name;)
        std::ofstream(folder / name, std::ios::binary) << kSample.toStdString();
    std::error_code ignored;
    fs::remove(folder / "sub", ignored); // stays where it isn't empty
    return data::openDataset(folder, network());
}

QByteArray readFolder(const fs::path& list)
{
    samplesOf(list)->inputs(0);
    return {};
}

Reader folderReader()
{
    const QByteArray kMixed = "a.npy b.npy c.bin d.heic e.heic broken sub/f.npy";
    return {"folder of samples",
            "list",
            "a.npy B.NPY",
            readFolder,
            {never(Kind::Twice, "a folder has each name once"),
             never(Kind::Cut, "a folder has no end"),
             never(Kind::OutOfRange, "a folder holds no numbers"),
             never(Kind::NoNumber, "a folder holds no numbers"),
             never(Kind::WrongCount, "nothing says how many samples there are"),
             never(Kind::Overlapping, "files share no bytes"),
             {Kind::LeftOver, kMixed, "1 folder (beside files, such as sub)"},
             {Kind::LeftOver, kMixed, "1 .bin (raw numbers beside files that say type and shape, such as c.bin)"},
             {Kind::LeftOver, kMixed, "2 .heic (of no kind that is read, such as d.heic)"},
             {Kind::LeftOver, kMixed, "1 without a suffix (of no kind that is read, such as broken)"}}};
}

/// A dataset of two samples, called a.npy and b.npy.
QByteArray readLabels(const fs::path& path)
{
    std::ofstream(path.parent_path() / "list") << "a.npy b.npy";
    const auto data = samplesOf(path.parent_path() / "list");
    const auto labels = data::readLabels(path, *data);
    data::requireClasses(path, labels, network().value(network().outputs().front()));
    return {};
}

Reader textLabelsReader()
{
    return {"labels in text",
            "labels.txt",
            "a.npy 0\nb.npy 1\n",
            readLabels,
            {{Kind::Twice, "a.npy 0\nb.npy 1\na.npy 1\n", "FILE: line 3: a.npy has a label already, 0 in line 1"},
             {Kind::Cut, "a.npy 0\nb.npy", "FILE: line 2: b.npy is no integer"},
             {Kind::OutOfRange, "a.npy 0\nb.npy 7\n", "FILE: the label of sample 1 is 7, expected a class from 0 to 1"},
             {Kind::OutOfRange, "a.npy 0\nb.npy -1\n", "FILE: line 2: -1 is no integer from 0 on"},
             {Kind::NoNumber, "0\n1.5\n", "FILE: line 2: 1.5 is no integer"},
             {Kind::NoNumber, "0\nnan\n", "FILE: line 2: nan is no integer"},
             {Kind::WrongCount, "0\n", "FILE: found 1 labels for 2 samples"},
             {Kind::WrongCount, "a.npy 0\n", "FILE: has no label for sample b.npy"},
             {Kind::Overlapping, "0\nb.npy 1\n", "some lines name a sample and some don't"},
             {Kind::LeftOver, "a.npy 0\nb.npy 1\nc.npy 1\n",
              "FILE: 1 labels are of no sample that is there, such as c.npy"}}};
}

Reader npyLabelsReader()
{
    const auto labels = [](std::initializer_list<std::int64_t> values) {
        return npyOf("<i8", values.size() == 2 ? "(2,)" : "(3,)", rawBytes<std::int64_t>(values));
    };
    return {"labels in .npy",
            "labels.npy",
            labels({0, 1}),
            readLabels,
            {never(Kind::Twice, "labels stand in the order of the samples"),
             {Kind::Cut, labels({0, 1}).chopped(3), "the file has 13"},
             {Kind::OutOfRange, labels({0, 100}), "FILE: the label of sample 1 is 100, expected a class from 0 to 1"},
             {Kind::OutOfRange, labels({0, -1}), "FILE: label 1 is -1, expected a class from 0 on"},
             {Kind::NoNumber, npyOf("<f4", "(2,)", rawBytes<float>({0, 0.5F})), "FILE: holds float32, expected labels"},
             {Kind::NoNumber, npyOf("|b1", "(2,)", QByteArray("\0\1", 2)), "FILE: holds bool, expected labels"},
             {Kind::WrongCount, labels({0, 1, 1}), "FILE: found 3 labels for 2 samples"},
             never(Kind::Overlapping, "elements follow each other"),
             {Kind::LeftOver, labels({0, 1}) + "more", "FILE: 4 bytes after the end of the array are ignored"}}};
}

QByteArray readArray(const fs::path& path)
{
    data::readNpy(path);
    return {};
}

Reader npyReader()
{
    const QByteArray twice = "{'descr': '<f4', 'descr': '<f8', 'fortran_order': False, 'shape': (2,), }";
    return {".npy",
            "x.npy",
            kSample,
            readArray,
            {{Kind::Twice, npyFile(twice, rawBytes<float>({1, 2})), "FILE: npy header: unexpected key 'descr'"},
             {Kind::Cut, kSample.chopped(1), "FILE: float32 array of shape 1x2 takes 8 bytes, the file has 7"},
             {Kind::Cut, kSample.left(40), "FILE: npy header: the file ends within the header"},
             {Kind::OutOfRange, npyOf("<f4", "(-1, 2)", {}), "FILE: npy header: expected a size"},
             {Kind::NoNumber, npyOf("<f4", "(2.9, 3)", {}), "FILE: npy header: expected ',' or ')'"},
             {Kind::WrongCount, npyOf("<f4", "(3, 2)", rawBytes<float>({1, 2})), "FILE: float32 array of shape 3x2"},
             never(Kind::Overlapping, "elements follow each other"),
             {Kind::LeftOver, kSample + "more", "FILE: 4 bytes after the end of the array are ignored"}}};
}

QByteArray readArchive(const fs::path& path)
{
    data::readNpz(path);
    return {};
}

Reader npzReader()
{
    const auto archive = [](const std::vector<ZipPart>& parts) { return QByteArray::fromStdString(zipFile(parts)); };
    const auto sample = kSample.toStdString();
    return {
        ".npz",
        "x.npz",
        archive({{"a.npy", sample}, {"b.npy", sample}}),
        readArchive,
        {{Kind::Twice, archive({{"a.npy", sample}, {"a.npy", sample}}), "FILE: entry a.npy: is in the archive twice"},
         {Kind::Cut, archive({{"a.npy", sample}}).chopped(9), "FILE: not a readable .npz archive"},
         {Kind::OutOfRange, archive({{"a.npy", sample, 1U << 30}}), "FILE: entry a.npy: claims"},
         {Kind::NoNumber, archive({{"a.npy", npyOf("<f4", "(a,)", {}).toStdString()}}),
          "FILE: entry a.npy: npy header: expected a size"},
         {Kind::WrongCount, archive({{"a.npy", npyOf("<f4", "(9,)", rawBytes<float>({1})).toStdString()}}),
          "FILE: entry a.npy: float32 array of shape 9 takes 36 bytes, the file has 4"},
         never(Kind::Overlapping, "libzip reads each entry by itself; together they may not be longer than the file"),
         {Kind::LeftOver, archive({{"a.npy", sample}, {"notes.txt", "n"}}), "entry notes.txt is no .npy array"}}};
}

/// Beside the index lies a.npy, float32 of shape [1, 2].
QByteArray readDump(const fs::path& path)
{
    const auto folder = path.parent_path();
    std::ofstream(folder / "a.npy", std::ios::binary) << kSample.toStdString();
    fs::create_directories(folder / "inside");
    const auto outside = folder.parent_path() / (folder.filename().string() + ".npy");
    std::ofstream(outside, std::ios::binary) << kSample.toStdString();
    fs::create_symlink(outside, folder / "link.npy");
    struct Guard {
        fs::path path;
        ~Guard() { fs::remove(path); }
    } guard{outside};
    for (const auto& tensor : data::readDumpIndex(folder).tensors)
        tensor.read();
    return {};
}

Reader dumpReader()
{
    const auto index = [](const QByteArray& more, const char* name = "a", const char* file = "a.npy") {
        return QByteArray("{\"tensors\": [{\"name\": \"a\", \"file\": \"a.npy\"}, {\"name\": \"") + name
               + "\", \"file\": \"" + file + "\"" + more + "}]}";
    };
    return {"dump",
            "index.json",
            index("", "b"),
            readDump,
            {{Kind::Twice, index(""), "tensor a is there twice"},
             {Kind::Twice, index(", \"file\": \"b.npy\"", "b"), "key tensors.file stands twice in one object"},
             {Kind::Cut, index("", "b").chopped(4), "FILE: is no JSON"},
             {Kind::OutOfRange, index(", \"scale\": -1", "b"), "FILE: tensor 1: scale -1 is no positive number"},
             {Kind::OutOfRange, index("", "b", "../x.npy"), "FILE: file ../x.npy lies outside of the dump"},
             {Kind::OutOfRange, index("", "b", "link.npy"), "FILE: file link.npy is a link that leads out of the dump"},
             {Kind::NoNumber, index(", \"shape\": [2.9, 3]", "b"), "FILE: tensor 1: shape is no list of numbers"},
             {Kind::NoNumber, index(", \"scale\": 1, \"zero_point\": 0.5", "b"), "zero_point 0.5 is no integer"},
             {Kind::WrongCount, index(", \"shape\": [3]", "b"), "has shape 1x2, the dump says 3"},
             {Kind::WrongCount, index(", \"scale\": [1, 2], \"zero_point\": [0]", "b"), "1 zero points for 2 scales"},
             never(Kind::Overlapping, "each tensor is a file"),
             never(Kind::LeftOver, "an index lists what it means; other files belong to whoever made the folder")}};
}

} // namespace

std::vector<Reader> arrayReaders()
{
    return {npyReader(), npzReader(), folderReader(), textLabelsReader(), npyLabelsReader(), dumpReader()};
}

} // namespace ql::tests
