// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/data/weights/pt_file.h"
#include "tests/support/error_message.h"

#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <fstream>
#include <random>

using namespace ql;
using ql::tests::messageOf;
using namespace std::string_literals;
using graph::DataType;
using graph::TensorData;

namespace {

pickle::NamedTensorData tensors()
{
    return {{"input_2", TensorData::of<float>(DataType::Float, {1, 2, 3}, {0, 1.5f, -2, 3, 4, 5})},
            {"état/0", TensorData::of<std::int64_t>(DataType::Int64, {2}, {-7, std::int64_t{1} << 40})},
            {"mask", TensorData::of<std::uint8_t>(DataType::Bool, {}, {1})},
            {"none", TensorData::of<float>(DataType::Float, {0, 4}, {})},
            {"half", TensorData::of<std::uint16_t>(DataType::Float16, {1}, {0x3c00})}};
}

pickle::StorageReader noStorage()
{
    return [](const std::string&) { return FileBytes(); };
}

pickle::NamedTensorData unpickled(const std::string& bytes)
{
    static const float storage[4]{1, 2, 3, 4};
    return pickle::unpickleTensors(std::as_bytes(std::span(bytes)), [](const std::string&) {
        const auto* first = reinterpret_cast<const std::byte*>(storage);
        return FileBytes{{std::shared_ptr<void>(), first}, sizeof storage};
    });
}

/// One tensor over a storage of four floats.
std::string pickledTensor(const std::string& offset, const std::string& shape, const std::string& strides)
{
    return "\x80\x02"
           "ctorch._utils\n_rebuild_tensor_v2\n((X\x07\x00\x00\x00storagectorch\nFloatStorage\nX\x01\x00\x00\x00"
           "0X\x03\x00\x00\x00"
           "cpuK\x04tQ"s
           + offset + shape + strides + "tR.";
}

} // namespace

class TestPtFile : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsWhatItWrote()
    {
        QTemporaryDir folder;
        const std::filesystem::path path = folder.filePath("case.pt").toStdString();
        const auto written = tensors();
        data::writePt(path, written);
        const auto read = data::readPt(path);
        QCOMPARE(read.size(), written.size());
        for (std::size_t i = 0; i < read.size(); ++i) {
            QCOMPARE(read[i].first, written[i].first);
            QCOMPARE(read[i].second.type(), written[i].second.type());
            QCOMPARE(read[i].second.shape(), written[i].second.shape());
            QVERIFY(std::ranges::equal(read[i].second.bytes(), written[i].second.bytes()));
        }
    }

    void widensWhatTorchLacks()
    {
        QTemporaryDir folder;
        const std::filesystem::path path = folder.filePath("case.pt").toStdString();
        data::writePt(path, {{"x", TensorData::of<std::uint16_t>(DataType::UInt16, {2}, {1, 65535})}});
        const auto read = data::readPt(path);
        QCOMPARE(read[0].second.type(), DataType::Int32);
        QCOMPARE(read[0].second.toInts(), (std::vector<std::int64_t>{1, 65535}));
    }

    void pyTorchReadsIt()
    {
        QProcess python;
        python.start("/usr/bin/python3", {"-c", "import torch"});
        if (!python.waitForFinished(60000) || python.exitCode() != 0)
            QSKIP("python3-torch is not installed: torch.load was not tried");
        QTemporaryDir folder;
        const auto path = folder.filePath("case.pt");
        data::writePt(path.toStdString(), tensors());
        python.start("/usr/bin/python3",
                     {"-c",
                      "import sys, torch\nd = torch.load(sys.argv[1])\n"
                      "print({k: (str(v.dtype), tuple(v.shape), v.tolist()) for k, v in d.items()})\n"
                      "torch.save({'a': d['input_2'].transpose(0, 2), 'n': [d['half'], 3]}, sys.argv[2])",
                      path, folder.filePath("back.pt")});
        QVERIFY(python.waitForFinished(60000));
        QCOMPARE(python.readAllStandardOutput().trimmed(),
                 QByteArray("{'input_2': ('torch.float32', (1, 2, 3), [[[0.0, 1.5, -2.0], [3.0, 4.0, 5.0]]]), "
                            "'état/0': ('torch.int64', (2,), [-7, 1099511627776]), 'mask': ('torch.bool', (), True), "
                            "'none': ('torch.float32', (0, 4), []), 'half': ('torch.float16', (1,), [1.0])}"));
        const auto back = data::readPt(folder.filePath("back.pt").toStdString());
        QCOMPARE(back.size(), std::size_t{2});
        QCOMPARE(back[0].second.shape(), (graph::Shape{3, 2, 1}));
        QCOMPARE(back[0].second.toDoubles(), (std::vector<double>{0, 3, 1.5, 4, -2, 5}));
        QCOMPARE(back[1].first, std::string("n/0"));
    }

    void gathersStridedViews()
    {
        const auto read = unpickled(pickledTensor("K\x01", "(K\x02K\x02t", "(K\x00K\x01t"s));
        QCOMPARE(read.size(), std::size_t{1});
        QCOMPARE(read[0].second.toDoubles(), (std::vector<double>{2, 3, 2, 3}));
    }

    void refusesViewsBeyondTheirStorage()
    {
        QVERIFY(messageOf([] {
                    unpickled(pickledTensor("K\x03", "(K\x02t", "(K\x01t"));
                }).contains("reaches beyond its storage"));
        QVERIFY(messageOf([] {
                    unpickled(pickledTensor("K\x01", "(K\x02K\x02t", "(K\x02K\x01t"));
                }).contains("reaches beyond"));
    }

    void runsNoCode()
    {
        const auto message = messageOf([] {
            const std::string bytes = "\x80\x02"
                                      "cposix\nsystem\nX\x04\x00\x00\x00true\x85R."s;
            pickle::unpickleTensors(std::as_bytes(std::span(bytes)), noStorage());
        });
        QVERIFY2(message.contains("asks to call posix.system"), qPrintable(message));
    }

    void survivesNestingCirclesAndNoise()
    {
        const auto refuses = [](const std::string& bytes) {
            return !messageOf([&] { pickle::unpickleTensors(std::as_bytes(std::span(bytes)), noStorage()); }).isEmpty();
        };
        QVERIFY(refuses(std::string(1000000, ']') + std::string(999999, 'a') + "."));
        QVERIFY(refuses("]q\x00h\x00h\x00h\x00"
                        "aaa."s));
        QVERIFY(refuses("]aaaa"));
        QVERIFY(refuses(""));
        std::mt19937 random(1);
        const auto good = pickle::pickleTensors(tensors());
        for (int round = 0; round < 2000; ++round) {
            auto bytes = good;
            for (int flips = 0; flips < 3; ++flips)
                bytes[random() % bytes.size()] = static_cast<char>(random());
            messageOf([&] { pickle::unpickleTensors(std::as_bytes(std::span(bytes)), noStorage()); });
        }
    }

    void saysWhatAFileIsNot()
    {
        QTemporaryDir folder;
        const std::filesystem::path path = folder.filePath("x.pt").toStdString();
        QVERIFY(messageOf([&] { data::readPt(path); }).contains("cannot be read"));
        std::ofstream(path) << "hello";
        const auto message = messageOf([&] { data::readPt(path); });
        QVERIFY2(message.contains("x.pt: not a file that torch.save wrote"), qPrintable(message));
    }
};

QTEST_APPLESS_MAIN(TestPtFile)
#include "tst_pt_file.moc"
