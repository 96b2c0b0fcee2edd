// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/data/images/preprocessing.h"
#include "core/data/images/yuv.h"
#include "core/data/tensors/npy.h"
#include "tests/support/error_message.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <fstream>
#include <iterator>

using namespace ql;
using data::Preprocessing;
using graph::DataType;

namespace {

const std::filesystem::path kFolder = std::filesystem::path(QUANTLOUPE_SOURCE_DIR) / "tests/data/preprocessing";

graph::Value input(const graph::DeclaredShape& shape, DataType type = DataType::Float)
{
    graph::Value value;
    value.name = "image";
    value.type = type;
    value.shape = shape;
    return value;
}

graph::DeclaredShape shapeOf(std::initializer_list<std::int64_t> sizes)
{
    return graph::declared(graph::Shape(sizes));
}

/// What @p body throws, as text; empty if it throws nothing.

} // namespace

/// The numbers of Python's OpenCV and numpy, bit for bit; tests/data/preprocessing/make_fixtures.py made them.
class TestPreprocessing : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void equalsPythonOpenCv_data()
    {
        QTest::addColumn<QString>("image");
        QTest::addColumn<QStringList>("settings");
        QTest::newRow("stretch") << "wide.png"
                                 << QStringList{"size=16x12", "range=1", "layout=nchw", "mean=0.485,0.456,0.406",
                                                "std=0.229,0.224,0.225"};
        QTest::newRow("bgr_nhwc") << "wide.png"
                                  << QStringList{"size=9x20", "color=bgr", "layout=nhwc", "interpolation=area",
                                                 "dtype=uint8"};
        QTest::newRow("gray") << "wide.png"
                              << QStringList{"size=13x11", "color=gray", "layout=nchw", "interpolation=cubic",
                                             "range=1"};
        QTest::newRow("short_side") << "tall.jpg"
                                    << QStringList{"resize=short-side", "short_side=20", "size=18x16",
                                                   "layout=nchw",       "mean=127",      "scale=0.0078125"};
        QTest::newRow("letterbox") << "wide.png"
                                   << QStringList{"resize=letterbox",      "size=24x24", "pad=114,115,116", "range=1",
                                                  "interpolation=nearest", "layout=nchw"};
        QTest::newRow("crop") << "wide.png" << QStringList{"crop=[3, 4, 20, 15]", "resize=none", "layout=nchw"};
    }

    void equalsPythonOpenCv()
    {
        QFETCH(QString, image);
        QFETCH(QStringList, settings);
        std::vector<std::string> words;
        for (const auto& setting : settings)
            words.push_back(setting.toStdString());
        const auto expected = data::readNpy(kFolder / (std::string(QTest::currentDataTag()) + ".npy"));
        const auto how =
            data::fitted(data::readPreprocessing({}, words), input(graph::declared(expected.shape()), expected.type()));
        const auto found = data::readImage(kFolder / image.toStdString(), how);
        QCOMPARE(found.type(), expected.type());
        QCOMPARE(found.shape(), expected.shape());
        QVERIFY(std::ranges::equal(found.bytes(), expected.bytes()));
    }

    /// The corners of the color cube as JFIF and the BT.601 color bars have them.
    void convertsByBt601_data()
    {
        QTest::addColumn<QList<int>>("rgb");
        QTest::addColumn<QList<int>>("full");
        QTest::addColumn<QList<int>>("video");
        using Three = QList<int>;
        QTest::newRow("red") << Three{255, 0, 0} << Three{76, 85, 255} << Three{81, 90, 240};
        QTest::newRow("green") << Three{0, 255, 0} << Three{150, 44, 21} << Three{145, 54, 34};
        QTest::newRow("blue") << Three{0, 0, 255} << Three{29, 255, 107} << Three{41, 240, 110};
        QTest::newRow("white") << Three{255, 255, 255} << Three{255, 128, 128} << Three{235, 128, 128};
        QTest::newRow("black") << Three{0, 0, 0} << Three{0, 128, 128} << Three{16, 128, 128};
    }
    void convertsByBt601()
    {
        QFETCH(const QList<int>, rgb);
        for (const auto range : {data::YuvRange::Full, data::YuvRange::Video}) {
            const auto pixelOf = [](const QList<int>& three) {
                return data::Pixel{std::uint8_t(three[0]), std::uint8_t(three[1]), std::uint8_t(three[2])};
            };
            QFETCH(const QList<int>, full);
            QFETCH(const QList<int>, video);
            const auto kept = pixelOf(range == data::YuvRange::Full ? full : video);
            QCOMPARE(data::yuv::ofRgb(pixelOf(rgb), range), kept);
            const auto back = data::yuv::toRgb(kept, range);
            for (std::size_t i = 0; i < 3; ++i) // what rounding to 8 bits leaves
                QVERIFY(std::abs(int(back[i]) - rgb[int(i)]) <= 3);
        }
    }

    /// A red, a green, a blue and a white pixel share one chroma, whose mean is grey.
    void keepsWhatACamerasFrameKeeps_data()
    {
        QTest::addColumn<QStringList>("settings");
        QTest::addColumn<QList<int>>("expected"); // pixel by pixel
        using Bytes = QList<int>;
        QTest::newRow("nv12 as rgb") << QStringList{"frame=nv12", "color=rgb"}
                                     << Bytes{76, 76, 76, 150, 150, 150, 29, 29, 29, 255, 255, 255};
        QTest::newRow("nv12 as yuv") << QStringList{"frame=nv12", "color=yuv444"}
                                     << Bytes{76, 128, 128, 150, 128, 128, 29, 128, 128, 255, 128, 128};
        QTest::newRow("yuv444 as yuv") << QStringList{"frame=yuv444", "color=yuv444"}
                                       << Bytes{76, 85, 255, 150, 44, 21, 29, 255, 107, 255, 128, 128};
        QTest::newRow("yuv444 as bgr") << QStringList{"frame=yuv444", "color=bgr"}
                                       << Bytes{0, 0, 254, 1, 255, 0, 254, 0, 0, 255, 255, 255};
        QTest::newRow("video as yuv") << QStringList{"frame=yuv444-video", "color=yuv444"}
                                      << Bytes{81, 90, 240, 145, 54, 34, 41, 240, 110, 235, 128, 128};
        QTest::newRow("nv12 as gray") << QStringList{"frame=nv12", "color=gray"} << Bytes{76, 150, 29, 255};
    }
    void keepsWhatACamerasFrameKeeps()
    {
        QFETCH(const QStringList, settings);
        QFETCH(const QList<int>, expected);
        const QTemporaryDir folder;
        const auto path = std::filesystem::path(folder.filePath("four.ppm").toStdString());
        std::ofstream(path, std::ios::binary) << "P6\n2 2\n255\n"
                                              << std::string("\xff\0\0\0\xff\0\0\0\xff\xff\xff\xff", 12);
        std::vector<std::string> words{"resize=none", "layout=nhwc", "dtype=uint8"};
        for (const auto& setting : settings)
            words.push_back(setting.toStdString());
        const auto channels = expected.size() / 4;
        const auto how =
            data::fitted(data::readPreprocessing({}, words), input(shapeOf({1, 2, 2, channels}), DataType::UInt8));
        const auto image = data::readImage(path, how);
        QList<int> found;
        for (const auto byte : image.bytes())
            found << int(byte);
        QCOMPARE(found, expected);
    }

    /// OpenCV would start a thread per core, whatever the user allows; once its threads waited for each other for ever.
    void startsNoThreads()
    {
        const auto threads = [] {
            std::filesystem::directory_iterator tasks("/proc/self/task");
            return std::distance(begin(tasks), end(tasks));
        };
        const QTemporaryDir folder;
        const auto path = std::filesystem::path(folder.filePath("large.ppm").toStdString());
        std::ofstream(path, std::ios::binary) << "P6\n2400 1600\n255\n" << std::string(2400 * 1600 * 3, '\x40');
        const std::vector<std::string> words{"size=1200x800", "layout=nchw", "color=rgb"};
        const auto how = data::fitted(data::readPreprocessing({}, words), input(shapeOf({1, 3, 800, 1200})));
        const auto before = threads();
        QCOMPARE(data::readImage(path, how).shape(), (graph::Shape{1, 3, 800, 1200}));
        QCOMPARE(threads(), before);
    }

    void fillsInWhatTheModelDeclares()
    {
        const auto nchw = data::fitted({}, input(shapeOf({1, 3, 240, 320})));
        QCOMPARE(nchw.width, 320);
        QCOMPARE(nchw.height, 240);
        QVERIFY(nchw.layout == Preprocessing::Layout::Nchw && nchw.color == Preprocessing::Color::Rgb);
        const auto nhwc = data::fitted({}, input(shapeOf({1, 96, 64, 1}), DataType::UInt8));
        QVERIFY(nhwc.layout == Preprocessing::Layout::Nhwc && nhwc.color == Preprocessing::Color::Gray);
        QCOMPARE(nhwc.width, 64);
        QVERIFY(nhwc.dtype == DataType::UInt8);
    }

    void readsYamlAndLetsSettingsWin()
    {
        QTemporaryDir folder;
        const std::filesystem::path file = folder.filePath("how.yaml").toStdString();
        std::ofstream(file) << "color: bgr\nresize: letterbox   # as trained\nsize: 32x16\nmean: [1, 2, 3]\nrange: 1\n";
        const std::vector<std::string> settings{"color=gray", "mean=7"};
        const auto how = data::readPreprocessing(file, settings);
        QVERIFY(how.color == Preprocessing::Color::Gray && how.resize == Preprocessing::Resize::Letterbox);
        QCOMPARE(how.width, 32);
        QCOMPARE(how.mean, std::vector<double>{7.0});
        QVERIFY(how.isUnitRange);
    }

    void saysWhatIsWrong_data()
    {
        QTest::addColumn<QString>("setting");
        QTest::addColumn<QString>("expected");
        QTest::newRow("unknown key") << "colour=rgb"
                                     << "unknown key colour";
        QTest::newRow("unknown word") << "color=red"
                                      << "color: found red, expected rgb | bgr | gray | yuv444";
        QTest::newRow("no size") << "size=320"
                                 << "size: found 320, expected width x height";
        QTest::newRow("zero std") << "std=0"
                                  << "std: found 0, expected numbers other than 0";
        QTest::newRow("two means") << "mean=1,2"
                                   << "one for each of three channels";
        QTest::newRow("range") << "range=128"
                               << "range: found 128, expected 1 ";
        QTest::newRow("not a number") << "mean=x"
                                      << "mean: found x, expected a number";
        QTest::newRow("pad") << "pad=300"
                             << "whole numbers from 0 to 255";
        QTest::newRow("no equals") << "rgb"
                                   << "write key=value";
    }

    void saysWhatIsWrong()
    {
        QFETCH(QString, setting);
        QFETCH(QString, expected);
        const std::vector<std::string> settings{setting.toStdString()};
        const auto message = tests::messageOf([&] { data::readPreprocessing({}, settings); });
        QVERIFY2(message.contains(expected), qPrintable(message));
    }

    void refusesWhatDoesNotFit()
    {
        const auto refusal = [](const Preprocessing& how, const graph::Value& value) {
            return tests::messageOf([&] { data::fitted(how, value); });
        };
        QVERIFY(refusal({}, input(shapeOf({1, 10}))).contains("expected an image"));
        QVERIFY(refusal({}, input(shapeOf({1, 3, 8, 3}))).contains("does not say where its channels are"));
        QVERIFY(refusal({}, input({{1, {}}, {3, {}}, {-1, "h"}, {-1, "w"}})).contains("say size: WIDTHxHEIGHT"));
        Preprocessing normalised;
        normalised.mean = {127};
        QVERIFY(refusal(normalised, input(shapeOf({1, 3, 8, 8}), DataType::UInt8))
                    .contains("uint8 images can't be normalised"));
        Preprocessing gray;
        gray.color = Preprocessing::Color::Gray;
        QVERIFY(refusal(gray, input(shapeOf({1, 3, 8, 8}))).contains("has 3 channels, the image has 1"));
    }

    /// A few bytes that declare gigabytes; nothing of them is decoded.
    void refusesImagesOfAbsurdSizes_data()
    {
        QTest::addColumn<QByteArray>("header");
        const auto hex = [](const char* text) { return QByteArray::fromHex(text); };
        QTest::newRow("png") << hex("89504e470d0a1a0a0000000d49484452 00007530 00007530 0802000000");
        QTest::newRow("jpeg") << hex("ffd8 ffe0 0004 0000 ffc0 0011 08 7530 7530 03");
        QTest::newRow("bmp") << hex("424d 00000000 00000000 36000000 28000000 30750000 d08affff 0100 1800");
        QTest::newRow("webp") << "RIFF" + hex("00000000") + "WEBPVP8X" + hex("0a000000 00000000 2f7500 2f7500");
        QTest::newRow("tiff") << hex("49492a00 08000000 0200 0001 0300 01000000 30750000 0101 0400 01000000 30750000");
        QTest::newRow("ppm") << QByteArray("P6 # 1 2\n30000 30000 255\n");
    }
    void refusesImagesOfAbsurdSizes()
    {
        QFETCH(const QByteArray, header);
        QTemporaryDir folder;
        const std::filesystem::path path = folder.filePath("huge.png").toStdString();
        std::ofstream(path, std::ios::binary).write(header.constData(), header.size());
        const auto how = data::fitted({}, input(shapeOf({1, 3, 8, 8})));
        const auto error = tests::messageOf([&] { data::readImage(path, how); });
        QVERIFY2(error.contains("declares 30000x30000 pixels, expected at most 150 million"), qPrintable(error));
    }

    void refusesBrokenImages()
    {
        QTemporaryDir folder;
        const std::filesystem::path file = folder.filePath("x.png").toStdString();
        std::ofstream(file) << "not an image";
        const auto how = data::fitted({}, input(shapeOf({1, 3, 8, 8})));
        const auto broken = tests::messageOf([&] { data::readImage(file, how); });
        QVERIFY2(broken.contains("x.png: this is no PNG, JPEG"), qPrintable(broken));
        std::ofstream(file) << std::string("\xff\xd8\xff\xe0") << "broken off";
        const auto half = tests::messageOf([&] { data::readImage(file, how); });
        QVERIFY2(half.contains("x.png: the image breaks off after 14 bytes, expected JPEG's end marker"),
                 qPrintable(half));
        std::ofstream(file) << std::string("\xff\xd8\xff\xe0\0\4xx\xff\xd9", 10);
        const auto empty = tests::messageOf([&] { data::readImage(file, how); });
        QVERIFY2(empty.contains("x.png: OpenCV can't decode"), qPrintable(empty));
        // OpenCV has more decoders than we ask for, and takes whichever fits.
        std::ofstream(file) << std::string(128, '\0') << "DICM" << std::string(100, 'c');
        const auto other = tests::messageOf([&] { data::readImage(file, how); });
        QVERIFY2(other.contains("x.png: this is no PNG, JPEG"), qPrintable(other));
        const auto missing = tests::messageOf([&] { data::readImage(folder.filePath("y.png").toStdString(), how); });
        QVERIFY2(missing.contains("cannot be read"), qPrintable(missing));
        auto outside = how;
        outside.crop = Preprocessing::Rectangle{30, 0, 10, 10};
        const auto crop = tests::messageOf([&] { data::readImage(kFolder / "wide.png", outside); });
        QVERIFY2(crop.contains("leaves the image of 37x23"), qPrintable(crop));
    }
};

QTEST_APPLESS_MAIN(TestPreprocessing)
#include "tst_preprocessing.moc"
