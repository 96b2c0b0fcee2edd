// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/matching/model_weights.h"
#include "core/base/error.h"
#include "core/data/weights/gguf.h"
#include "core/data/weights/safetensors.h"
#include "core/import/import_model.h"
#include "core/import/onnx/model_file.h"
#include "tests/support/weight_bytes.h"

#include <QTemporaryDir>
#include <QTest>

#include <ATen/ATen.h>
#undef CHECK
#undef LOG
#include <cmath>
#include <fstream>

using namespace ql::tests;
using Numbers = std::vector<float>;

namespace {

const std::uint8_t* bytesOf(const std::string& text)
{
    return reinterpret_cast<const std::uint8_t*>(text.data());
}

std::string errorOf(const std::function<void()>& read)
{
    try {
        read();
    } catch (const ql::Error& error) {
        return error.what();
    }
    return "read";
}

/// The numbers of the only tensor of a GGUF file with @p block.
Numbers expanded(std::uint32_t type, const std::string& block, std::size_t elements)
{
    QTemporaryDir folder;
    const auto path = folder.filePath("x.gguf").toStdString();
    std::ofstream(path, std::ios::binary) << ggufFile({{"x.weight", {elements}, type, block}});
    const auto model = ql::data::readGguf(path);
    const ql::analysis::ModelWeights weights(model);
    const auto numbers = weights.all().at(0).read();
    return {numbers.data_ptr<float>(), numbers.data_ptr<float>() + numbers.numel()};
}

// The reference's loops, which walk through a block with pointers; d and min are 0.5 throughout.
constexpr float kHalf = 0.5F;

Numbers loopedQ2(const std::uint8_t* block)
{
    Numbers y;
    const auto* q = block + 16;
    int is = 0;
    for (int n = 0; n < 256; n += 128, q += 32)
        for (int shift = 0; shift < 8; shift += 2)
            for (int part = 0; part < 2; ++part, ++is)
                for (int l = 0; l < 16; ++l)
                    y.push_back(kHalf * float(block[is] & 15) * float(q[l + 16 * part] >> shift & 3)
                                - kHalf * float(block[is] >> 4));
    return y;
}

Numbers loopedQ3(const std::uint8_t* block)
{
    std::uint32_t aux[4];
    std::memcpy(aux, block + 96, 12);
    const auto tmp = aux[2];
    aux[2] = ((aux[0] >> 4) & 0x0f0f0f0f) | (((tmp >> 4) & 0x03030303) << 4);
    aux[3] = ((aux[1] >> 4) & 0x0f0f0f0f) | (((tmp >> 6) & 0x03030303) << 4);
    aux[0] = (aux[0] & 0x0f0f0f0f) | ((tmp & 0x03030303) << 4);
    aux[1] = (aux[1] & 0x0f0f0f0f) | (((tmp >> 2) & 0x03030303) << 4);
    const auto* scales = reinterpret_cast<const std::int8_t*>(aux);
    Numbers y;
    const auto* q = block + 32;
    int mask = 1;
    int is = 0;
    for (int n = 0; n < 256; n += 128, q += 32)
        for (int shift = 0; shift < 8; shift += 2, mask <<= 1)
            for (int part = 0; part < 2; ++part, ++is)
                for (int l = 16 * part; l < 16 * part + 16; ++l)
                    y.push_back(kHalf * float(scales[is] - 32)
                                * float((q[l] >> shift & 3) - ((block[l] & mask) != 0 ? 0 : 4)));
    return y;
}

std::pair<int, int> scaleAndMin(int j, const std::uint8_t* q)
{
    if (j < 4)
        return {q[j] & 63, q[j + 4] & 63};
    return {(q[j + 4] & 15) | ((q[j - 4] >> 6) << 4), (q[j + 4] >> 4) | ((q[j] >> 6) << 4)};
}

Numbers loopedQ4And5(const std::uint8_t* block, bool hasFifth)
{
    Numbers y;
    const auto* q = block + (hasFifth ? 48 : 16);
    int bit = 0;
    for (int is = 0; is < 8; is += 2, q += 32)
        for (int part = 0; part < 2; ++part, ++bit) {
            const auto [scale, min] = scaleAndMin(is + part, block + 4);
            for (int l = 0; l < 32; ++l) {
                const int fifth = hasFifth && (block[16 + l] & (1 << bit)) != 0 ? 16 : 0;
                y.push_back(kHalf * float(scale) * float((part == 0 ? q[l] & 15 : q[l] >> 4) + fifth)
                            - kHalf * float(min));
            }
        }
    return y;
}

Numbers loopedQ6(const std::uint8_t* block)
{
    Numbers y(256);
    const auto* low = block;
    const auto* high = block + 128;
    const auto* scales = reinterpret_cast<const std::int8_t*>(block) + 192;
    for (int n = 0; n < 256; n += 128, low += 64, high += 32, scales += 8)
        for (int l = 0; l < 32; ++l) {
            const int numbers[] = {(low[l] & 15) | (high[l] & 3) << 4, (low[l + 32] & 15) | (high[l] >> 2 & 3) << 4,
                                   (low[l] >> 4) | (high[l] >> 4 & 3) << 4,
                                   (low[l + 32] >> 4) | (high[l] >> 6 & 3) << 4};
            for (int k = 0; k < 4; ++k)
                y[std::size_t(n + l + 32 * k)] = kHalf * float(scales[l / 16 + 2 * k]) * float(numbers[k] - 32);
        }
    return y;
}

} // namespace

/// Files of weights alone, of other kinds than PyTorch's own.
class TestWeightFiles : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsSafetensors();
    void readsShards();
    void readsGguf();
    void expandsBlocks();
    void expandsBlocksOfBlocks();
    void expandsBlocksOfTables_data();
    void expandsBlocksOfTables();
    void expandsTernaryBlocks();
    void tellsThemByContent();
    void refusesEveryTruncation();
    void refusesWhatContradictsItself();

private:
    std::string write(const char* name, const std::string& bytes)
    {
        const auto path = m_folder.filePath(name).toStdString();
        std::ofstream(path, std::ios::binary) << bytes;
        return path;
    }

    QTemporaryDir m_folder;
};

void TestWeightFiles::readsSafetensors()
{
    const auto model = ql::data::readSafetensors(write("a.safetensors", smallSafetensors()));
    QVERIFY(model.isWeightsOnly);
    QCOMPARE(model.tensors.size(), std::size_t{2});
    QCOMPARE(model.tensors[0].name, std::string("fc.bias"));
    QCOMPARE(model.tensors[0].data.toDoubles(), (std::vector<double>{1, -2}));
    QCOMPARE(model.tensors[1].data.shape(), (ql::graph::Shape{2, 3}));
    QCOMPARE(model.tensors[1].data.toDoubles(), (std::vector<double>{1, -2, 0.5, 4, 0.25, -8}));
}

void TestWeightFiles::readsShards()
{
    write("one.safetensors", smallSafetensors());
    write("two.safetensors", safetensorsFile(R"({"x":{"dtype":"I8","shape":[2],"data_offsets":[0,2]}})", "\x01\xff"));
    const auto index = write("model.safetensors.index.json", R"({"metadata":{"total_size":30},"weight_map":
        {"fc.weight":"one.safetensors","fc.bias":"one.safetensors","x":"two.safetensors"}})");
    const auto model = ql::data::readSafetensors(index);
    QCOMPARE(model.tensors.size(), std::size_t{3});
    QCOMPARE(model.dataFiles.size(), std::size_t{2});
    const auto outside = write("outside.index.json", R"({"weight_map":{"x":"../one.safetensors"}})");
    QVERIFY(errorOf([&] { ql::data::readSafetensors(outside); }).find("doesn't lie beside it") != std::string::npos);
}

void TestWeightFiles::readsGguf()
{
    const auto model = ql::data::readGguf(write("a.gguf", smallGguf()));
    QCOMPARE(model.tensors.size(), std::size_t{3});
    QCOMPARE(model.tensors[1].shape(), (ql::graph::Shape{2, 32}));
    QCOMPARE(std::string(model.tensors[1].storedAs()), std::string("q4_0"));
    QCOMPARE(model.tensors[1].size(), std::size_t{64});
    QCOMPARE(std::string(model.tensors[2].storedAs()), std::string("q4_K"));
}

/// By hand: 0.5 as scale, and 1 where there is an offset.
void TestWeightFiles::expandsBlocks()
{
    const std::string half("\x00\x38", 2);
    const std::string one("\x00\x3c", 2);
    const auto q4 = expanded(2, half + std::string(16, '\x2f'), 32);
    QCOMPARE(q4[0], 3.5F);   // (15 - 8) / 2
    QCOMPARE(q4[16], -3.0F); // (2 - 8) / 2
    const auto q41 = expanded(3, half + one + std::string(16, '\x2f'), 32);
    QCOMPARE(q41[0], 8.5F);
    QCOMPARE(q41[16], 2.0F);
    const auto q5 = expanded(6, half + std::string("\x01\x00\x01\x00", 4) + std::string(16, '\x2f'), 32);
    QCOMPARE(q5[0], 7.5F);  // (31 - 16) / 2
    QCOMPARE(q5[1], -0.5F); // (15 - 16) / 2
    QCOMPARE(q5[16], 1.0F); // (18 - 16) / 2
    const auto q51 = expanded(7, half + one + std::string("\x01\x00\x01\x00", 4) + std::string(16, '\x2f'), 32);
    QCOMPARE(q51[0], 16.5F);
    QCOMPARE(q51[17], 2.0F);
    QCOMPARE(expanded(8, half + std::string(32, '\xfe'), 32)[31], -1.0F);
    QCOMPARE(expanded(20, half + std::string(16, '\x0f'), 32)[0], 56.5F);
    QCOMPARE(expanded(20, half + std::string(16, '\x0f'), 32)[16], -63.5F);
    QCOMPARE(expanded(39, "\x80" + std::string(16, '\xf1'), 32)[0], 1.0F); // 0.5 · 2
    QCOMPARE(expanded(39, "\x80" + std::string(16, '\xf1'), 32)[16], -12.0F);
    QCOMPARE(expanded(35, std::string(64, '\xe4') + half, 256)[0], -0.5F);
    QCOMPARE(expanded(35, std::string(64, '\xe4') + half, 256)[96], 1.0F);
    const auto ternary = expanded(34, std::string(52, '\xff') + half, 256); // 255 / 256 is 22222 to the base of 3
    QVERIFY(std::ranges::all_of(ternary, [](float x) { return x == 0.5F; }));
}

void TestWeightFiles::expandsBlocksOfBlocks()
{
    const auto q2 = patternBlock(84, {80, 82});
    QCOMPARE(expanded(10, q2, 256), loopedQ2(bytesOf(q2)));
    const auto q3 = patternBlock(110, {108});
    QCOMPARE(expanded(11, q3, 256), loopedQ3(bytesOf(q3)));
    const auto q4 = patternBlock(144, {0, 2});
    QCOMPARE(expanded(12, q4, 256), loopedQ4And5(bytesOf(q4), false));
    const auto q5 = patternBlock(176, {0, 2});
    QCOMPARE(expanded(13, q5, 256), loopedQ4And5(bytesOf(q5), true));
    const auto q6 = patternBlock(210, {208});
    QCOMPARE(expanded(14, q6, 256), loopedQ6(bytesOf(q6)));
}

void TestWeightFiles::expandsBlocksOfTables_data()
{
    QTest::addColumn<unsigned>("type");
    QTest::addColumn<int>("bytes");
    QTest::addColumn<int>("elements");
    QTest::addColumn<bool>("hasHalf");
    QTest::addColumn<double>("sum");
    QTest::addColumn<float>("second");
    // What ggml's own loops make of the same bytes: the sum of (i + 1) · y[i], and y[1].
    QTest::newRow("iq2_xxs") << 16U << 66 << 256 << true << -26425.9375 << 10.5F;
    QTest::newRow("iq2_xs") << 17U << 74 << 256 << true << 20632.4375 << -10.9375F;
    QTest::newRow("iq2_s") << 22U << 82 << 256 << true << 98021.1875 << 72.5625F;
    QTest::newRow("iq3_xxs") << 18U << 98 << 256 << true << 70512.0 << -5.5F;
    QTest::newRow("iq3_s") << 21U << 110 << 256 << true << -28436.0 << 31.5F;
    QTest::newRow("iq1_s") << 19U << 50 << 256 << true << -8010.5 << 6.1875F;
    QTest::newRow("nvfp4") << 40U << 36 << 64 << false << 18563.6328125 << 0.0F;
    QTest::newRow("q1_0") << 41U << 18 << 128 << true << 145.0 << -0.5F;
    QTest::newRow("q2_0") << 42U << 18 << 64 << true << 604.5 << 0.0F;
}

void TestWeightFiles::expandsBlocksOfTables()
{
    QFETCH(unsigned, type);
    QFETCH(int, bytes);
    QFETCH(int, elements);
    QFETCH(bool, hasHalf);
    QFETCH(float, second);
    const auto block = hasHalf ? patternBlock(std::size_t(bytes), {0}) : patternBlock(std::size_t(bytes), {});
    const auto y = expanded(type, block, std::size_t(elements));
    double sum = 0.0;
    for (std::size_t i = 0; i < y.size(); ++i)
        sum += double(i + 1) * double(y[i]);
    QTEST(sum, "sum");
    QCOMPARE(y[1], second);
}

void TestWeightFiles::expandsTernaryBlocks()
{
    // The scale's nibbles stand at the top of four words: 0x3800 is 0.5. All else is 0, so every group is the table's
    // first, eight times -1, with 1/8 added.
    std::string block(56, '\0');
    block[53] = '\x80';
    block[55] = '\x30';
    auto y = expanded(29, block, 256);
    QVERIFY(std::ranges::all_of(y, [](float x) { return x == -0.4375F; })); // 0.5 · 1 · (-1 + 1/8)
    block[32] = '\x08';                                                     // the first group's 1/8 is taken away
    block[48] = '\x01';                                                     // the first two groups' scale is 3
    y = expanded(29, block, 256);
    QCOMPARE(y[0], -1.6875F); // 0.5 · 3 · (-1 - 1/8)
    QCOMPARE(y[8], -1.3125F);
    QCOMPARE(y[16], -0.4375F);
}

void TestWeightFiles::tellsThemByContent()
{
    using ql::importers::FileKind;
    QVERIFY(ql::importers::kindOf(write("a.bin", smallSafetensors())) == FileKind::Safetensors);
    QVERIFY(ql::importers::kindOf(write("b.bin", smallGguf())) == FileKind::Gguf);
    QVERIFY(ql::importers::kindOf(write("c.json", R"({"weight_map": {}})")) == FileKind::WeightIndex);
    const auto error = errorOf([&] { ql::importers::importModel(write("b.bin", smallGguf())); });
    QVERIFY2(error.find("weights without a network") != error.npos, error.c_str());
}

void TestWeightFiles::refusesEveryTruncation()
{
    const auto safetensors = smallSafetensors();
    for (std::size_t size = 0; size < safetensors.size(); ++size) {
        const auto path = write("cut", safetensors.substr(0, size));
        QVERIFY2(errorOf([&] { ql::data::readSafetensors(path); }) != "read", qPrintable(QString::number(size)));
    }
    const auto gguf = smallGguf();
    for (std::size_t size = 0; size < gguf.size(); ++size) {
        const auto path = write("cut", gguf.substr(0, size));
        QVERIFY2(errorOf([&] { ql::data::readGguf(path); }) != "read", qPrintable(QString::number(size)));
    }
}

void TestWeightFiles::refusesWhatContradictsItself()
{
    const auto safetensors = [&](const std::string& header) {
        const auto path = write("bad", safetensorsFile(header, "12345678"));
        return errorOf([&] { ql::data::readSafetensors(path); });
    };
    const auto has = [](const std::string& text, const char* part) { return text.find(part) != text.npos; };
    QVERIFY(has(safetensors(R"({"x":{"dtype":"F32","shape":[2],"data_offsets":[0,12]}})"), "can't be shape 2"));
    QVERIFY(has(safetensors(R"({"x":{"dtype":"F32","shape":[-2],"data_offsets":[0,8]}})"), "tensor x"));
    QVERIFY(has(safetensors(R"({"x":{"dtype":"F33","shape":[2],"data_offsets":[0,8]}})"), "element type F33"));
    QVERIFY(has(safetensors(R"({"x":7})"), "doesn't say dtype"));
    QVERIFY(has(safetensors(R"({"x":)" + std::string(50, '[')), "header"));
    const auto odd = write("odd", ggufFile({{"x", {31}, 2, std::string(18, '\0')}}));
    QVERIFY(has(errorOf([&] { ql::data::readGguf(odd); }), "can't be blocks of 32"));
}

QTEST_APPLESS_MAIN(TestWeightFiles)
#include "tst_weight_files.moc"
