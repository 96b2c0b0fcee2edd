// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/boards/bare_tensor.h"

#include <QTest>

#include <bit>
#include <cmath>
#include <cstring>
#include <functional>
#include <random>

using namespace ql;
using data::BareNumbers;
using data::BareReader;
using graph::DataType;
using graph::Shape;

namespace {

using Offset = std::function<std::size_t(std::size_t n, std::size_t c, std::size_t h, std::size_t w)>;

/// A smooth picture per channel, as networks have them.
std::vector<float> image(const Shape& shape, unsigned seed = 1)
{
    std::mt19937 random(seed);
    std::uniform_real_distribution<float> noise(-0.25F, 0.25F);
    std::vector<float> values;
    for (int c = 0; c < shape[0] * shape[1]; ++c)
        for (int i = 0; i < shape[2] * shape[3]; ++i)
            values.push_back(std::sin(0.7F * float(c * c + 1) + 0.13F * float(i)) + noise(random));
    return values;
}

template <typename T>
BareNumbers file(std::size_t count, const Shape& shape, const std::vector<float>& values, const Offset& offset,
                 double scale = 1.0, double zeroPoint = 0.0)
{
    std::vector<T> elements(count, T(3));
    std::size_t i = 0;
    for (std::size_t n = 0; n < std::size_t(shape[0]); ++n)
        for (std::size_t c = 0; c < std::size_t(shape[1]); ++c)
            for (std::size_t h = 0; h < std::size_t(shape[2]); ++h)
                for (std::size_t w = 0; w < std::size_t(shape[3]); ++w) {
                    const double number = double(values[i++]) / scale + zeroPoint;
                    elements.at(offset(n, c, h, w)) = T(std::is_integral_v<T> ? std::round(number) : number);
                }
    auto room = allocateBytes(count * sizeof(T));
    std::memcpy(room.get(), elements.data(), count * sizeof(T));
    return {{room, count * sizeof(T)}, {}, {}};
}

const Shape kShape{2, 6, 5, 7};

Offset nhwc(std::size_t channels = 6, std::size_t row = 0)
{
    return [=](auto n, auto c, auto h, auto w) {
        const auto pitch = row ? row : 7 * channels;
        return (n * 5 + h) * pitch + w * channels + c;
    };
}

Offset blocks(std::size_t size)
{
    return [=](auto n, auto c, auto h, auto w) {
        return (((n * ((6 + size - 1) / size) + c / size) * 5 + h) * 7 + w) * size + c % size;
    };
}

Offset nchw(std::size_t row = 7, std::size_t plane = 0)
{
    return [=](auto n, auto c, auto h, auto w) { return (n * 6 + c) * (plane ? plane : 5 * row) + h * row + w; };
}

} // namespace

class TestBareTensor : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void layoutsAreFound_data()
    {
        QTest::addColumn<std::size_t>("count");
        QTest::addColumn<Offset>("offset");
        const auto add = [](const char* name, std::size_t count, const Offset& offset) {
            QTest::newRow(name) << count << offset;
        };
        add("NCHW", 420, nchw());
        add("NHWC", 420, nhwc());
        add("NC4HW4", 2 * 8 * 35, blocks(4));
        add("NC8HW8", 2 * 8 * 35, blocks(8));
        add("NC1HWC0 (C0 = 16)", 2 * 16 * 35, blocks(16));
        add("NC1HWC0 (C0 = 32)", 2 * 32 * 35, blocks(32));
        add("NCHW, rows of 16", 12 * 5 * 16, nchw(16));
        add("NCHW, planes of 48", 12 * 48, nchw(7, 48));
        add("NHWC, channels padded to 7", 2 * 35 * 7, nhwc(7));
        add("NHWC, rows of 64", 2 * 5 * 64, nhwc(6, 64));
    }

    void layoutsAreFound()
    {
        QFETCH(std::size_t, count);
        QFETCH(Offset, offset);
        const auto values = image(kShape);
        const auto found = BareReader().read(file<float>(count, kShape, values, offset), {values, kShape});
        const auto& reading = found.reading;
        QVERIFY2(reading.problem.empty(), reading.problem.english().c_str());
        const std::string expected = QTest::currentDataTag();
        // With six channels a block of eight puts every element where eight padded channels do.
        QCOMPARE(reading.layout, expected);
        QVERIFY(reading.type == DataType::Float);
        QVERIFY(reading.rivals.empty());
        QVERIFY(found.numbers == values); // bit for bit
    }

    void integersGetTheirScale()
    {
        const auto values = image(kShape);
        const auto fixed =
            BareReader().read(file<std::int8_t>(420, kShape, values, nhwc(), 1.0 / 64), {values, kShape});
        QVERIFY(fixed.reading.type == DataType::Int8);
        QCOMPARE(fixed.reading.layout, std::string("NHWC"));
        QCOMPARE(fixed.reading.fractionBits, std::optional<int>(6));
        const auto wide =
            BareReader().read(file<std::int16_t>(420, kShape, values, nchw(), 1.0 / 4096), {values, kShape});
        QVERIFY(wide.reading.type == DataType::Int16);
        QCOMPARE(wide.reading.fractionBits, std::optional<int>(12));
        const auto affine =
            BareReader().read(file<std::uint8_t>(420, kShape, values, nhwc(), 0.0113, 119), {values, kShape});
        QVERIFY(affine.reading.type == DataType::UInt8);
        QVERIFY(std::abs(*affine.reading.fittedScale / 0.0113 - 1.0) < 0.005);
        QVERIFY(std::abs(affine.reading.zeroPoint - 119) <= 1);
        QVERIFY(!affine.reading.fractionBits);
        for (std::size_t i = 0; i < values.size(); ++i)
            QVERIFY(std::abs(affine.numbers[i] - values[i]) < 0.02);
    }

    void whatFitsTwiceIsSaid()
    {
        // The same picture in both channels' order: NCHW and NHWC of a symmetric tensor can't be told apart by likeness
        // to a layer of noise.
        const Shape shape{1, 4, 4, 4};
        std::mt19937 random(3);
        std::normal_distribution<float> normal;
        std::vector<float> expected(64);
        for (auto& value : expected)
            value = normal(random);
        std::vector<float> mixed(64);
        for (std::size_t c = 0; c < 4; ++c) // half of what is expected in each layout
            for (std::size_t p = 0; p < 16; ++p) {
                mixed[c * 16 + p] += expected[c * 16 + p];
                mixed[p * 4 + c] += expected[c * 16 + p];
            }
        BareNumbers numbers =
            file<float>(64, shape, mixed, [](auto, auto c, auto h, auto w) { return c * 16 + h * 4 + w; });
        BareReader reader;
        const auto found = reader.read(numbers, {expected, shape});
        QCOMPARE(found.reading.rivals.size(), std::size_t(1));
        QVERIFY(!found.reading.isAsOthers);
        // Once another file of the folder was clear, it decides, and that is said.
        const auto values = image(shape);
        const Offset last = [](auto, auto c, auto h, auto w) { return (h * 4 + w) * 4 + c; };
        QVERIFY(reader.read(file<float>(64, shape, values, last), {values, shape}).reading.rivals.empty());
        const auto again = reader.read(numbers, {expected, shape}).reading;
        QCOMPARE(again.layout, std::string("NHWC"));
        QVERIFY(again.isAsOthers && again.rivals.size() == 1);
    }

    /// Ten numbers that a bad layer made resemble what they should be by chance, read as whatever.
    void likenessByChanceDecidesNothing()
    {
        const auto bfloats = [](const std::vector<float>& values, const Shape& shape, const Offset& offset) {
            std::vector<float> upperHalves;
            for (const float value : values)
                upperHalves.push_back(float(std::bit_cast<std::uint32_t>(value) >> 16));
            return file<std::uint16_t>(values.size(), shape, upperHalves, offset);
        };
        const Shape shape{1, 10, 1, 1};
        const Offset one = [](auto, auto c, auto, auto) { return c; };
        std::mt19937 random(5);
        std::normal_distribution<float> normal;
        const auto values = image(kShape);
        BareReader reader;
        QCOMPARE(reader.read(bfloats(values, kShape, nchw()), {values, kShape}).reading.type, DataType::BFloat16);
        for (int i = 0; i < 200; ++i) {
            std::vector<float> expected(10);
            std::vector<float> found(10);
            for (std::size_t k = 0; k < 10; ++k) {
                expected[k] = normal(random);
                found[k] = expected[k] + normal(random);
            }
            const auto reading = reader.read(bfloats(found, shape, one), {expected, shape}).reading;
            if (reading.problem.empty())
                QCOMPARE(graph::name(reading.type), graph::name(DataType::BFloat16));
        }
    }

    void whatDoesNotMatterIsNoRival()
    {
        const Shape shape{1, 8, 1, 1};
        const std::vector<float> values{1, 2, 3, 5, 8, 13, 21, 34};
        BareReader reader;
        QVERIFY(reader.read(file<float>(8, shape, values, [](auto, auto c, auto, auto) { return c; }), {values, shape})
                    .reading.rivals.empty());
        const std::vector<float> zeros(420);
        const auto dead = reader.read(file<float>(420, kShape, zeros, nchw()), {image(kShape), kShape});
        QVERIFY(dead.reading.problem.empty() && dead.reading.rivals.empty()); // zero in every layout
        QVERIFY(dead.numbers == zeros);
    }

    void whatFitsNowhereIsRefused()
    {
        const auto values = image(kShape);
        const auto small =
            BareReader().read(file<std::int8_t>(13, {1, 1, 1, 13}, std::vector<float>(13), nchw(13)), {values, kShape});
        QCOMPARE(small.reading.problem.english(), std::string("no type and layout of 2x6x5x7 takes 13 bytes"));
        QVERIFY(small.numbers.empty());
        const std::vector<float> none;
        QVERIFY(!BareReader().read(file<float>(420, kShape, values, nchw()), {none, {0}}).reading.problem.empty());
    }

    void arraysKeepTheirType()
    {
        const auto values = image(kShape);
        auto numbers = file<float>(420, kShape, values, nhwc());
        numbers.type = DataType::Float;
        numbers.shape = Shape{2, 5, 7, 6};
        QCOMPARE(BareReader().read(numbers, {values, kShape}).reading.layout, std::string("NHWC"));
        numbers.shape = Shape{2, 7, 5, 6}; // of another tensor
        QVERIFY(!BareReader().read(numbers, {values, kShape}).reading.problem.empty());
        const Shape last{2, 5, 7, 6};
        const auto turned = BareReader().read(file<float>(420, kShape, values, nchw()),
                                              {.numbers = values, .shape = last, .isChannelsLast = true});
        QVERIFY(turned.reading.problem.empty());
    }

    void textHoldsNumbers()
    {
        const auto whole = data::numbersInText("1 -2\n3,\t4;\n");
        QVERIFY(whole && *whole->type == DataType::Int64 && whole->bytes.size == 32);
        const auto floats = data::numbersInText("[1.5, -2e-3, nan]");
        QVERIFY(floats && *floats->type == DataType::Double);
        QCOMPARE(data::numberAt(floats->bytes, DataType::Double, 1), -2e-3);
        for (const char* text : {"", "1 two", "1.2.3", "layer 1", "0x12"})
            QVERIFY2(!data::numbersInText(text), text);
    }

    /// Whatever bytes a file holds and whatever tensor they should be.
    void survivesAnything()
    {
        std::mt19937 random(11);
        BareReader reader;
        int problems = 0;
        for (int round = 0; round < 400; ++round) {
            Shape shape;
            for (unsigned i = random() % 6; i > 0; --i)
                shape.push_back(std::int64_t(random() % 5));
            const auto count = graph::elementCount(shape);
            std::vector<float> values(count);
            for (auto& value : values)
                value = random() % 9 == 0 ? std::nanf("") : float(random() % 100) - 50.0F;
            const auto size = round % 2 ? count * (1u << random() % 4) : random() % 600;
            auto room = allocateBytes(size + 1);
            for (std::size_t i = 0; i < size; ++i)
                room.get()[i] = std::byte(random());
            BareNumbers numbers{{room, size}, {}, {}};
            if (random() % 3 == 0)
                numbers.type = data::bareTypes()[random() % data::bareTypes().size()];
            const auto found = reader.read(numbers, {values, shape, random() % 2 == 0, random() % 2 == 0});
            QCOMPARE(found.numbers.empty(), !found.reading.problem.empty());
            problems += !found.reading.problem.empty();
        }
        QVERIFY(problems > 50 && problems < 400);
    }
};

QTEST_APPLESS_MAIN(TestBareTensor)
#include "tst_bare_tensor.moc"
