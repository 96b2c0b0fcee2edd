// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/matching/model_weights.h"
#include "core/base/error.h"
#include "core/data/weights/core_ml.h"
#include "core/import/import_model.h"
#include "tests/support/weight_bytes.h"
#include "tests/support/wire_bytes.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

#include <ATen/ATen.h>
#undef CHECK
#undef LOG
#include <fstream>

using namespace ql::tests;
using Numbers = std::vector<double>;

namespace {

enum MilType { Float16 = 10, Float32 = 11, Int8 = 21, Int32 = 23, UInt8 = 31 };
enum BlobType { BlobHalf = 1, BlobFloat = 2, BlobUInt8 = 3, BlobInt8 = 4, BlobInt4 = 8, BlobUInt1 = 9, BlobUInt2 = 10 };

std::string typeOf(int type, const std::vector<int>& shape)
{
    std::string tensor = wireNumber(1, std::uint64_t(type)) + wireNumber(2, shape.size());
    for (const int size : shape)
        tensor += wireField(3, wireField(1, wireNumber(1, std::uint64_t(size))));
    return wireField(1, tensor); // tensorType
}

std::string floats(const std::vector<float>& numbers)
{
    std::string bytes;
    for (const float number : numbers)
        bytes += littleEndian(number);
    return bytes;
}

/// Values that stand in the program.
std::string immediate(int type, const std::vector<int>& shape, int field, const std::string& values)
{
    return wireField(2, typeOf(type, shape)) + wireField(3, wireField(1, wireField(field, wireField(1, values))));
}
std::string immediateFloats(const std::vector<int>& shape, const std::vector<float>& numbers)
{
    return immediate(Float32, shape, 1, floats(numbers));
}
std::string immediateInts(const std::vector<int>& shape, const std::vector<int>& numbers)
{
    std::string packed;
    for (const int number : numbers)
        packed += varint(std::uint64_t(std::int64_t(number)));
    return immediate(Int32, shape, 2, packed);
}

/// What another operation gives.
std::string resultOf(const std::string& name)
{
    return "result " + name;
}

/// A package in the making: a weight file, and operations that refer to it.
class Package {
public:
    /// A value in the weight file.
    std::string blob(int type, const std::vector<int>& shape, int blobType, const std::string& bytes,
                     const std::string& file = "@model_path/weights/weight.bin")
    {
        const auto offset = m_weights.size();
        m_weights += littleEndian(std::uint32_t(0xDEADBEEF)) + littleEndian(std::uint32_t(blobType))
                     + littleEndian(std::uint64_t(bytes.size())) + littleEndian(std::uint64_t(offset + 64))
                     + std::string(40, '\0') + bytes;
        m_weights.resize((m_weights.size() + 63) / 64 * 64);
        return wireField(2, typeOf(type, shape)) + wireField(5, wireField(1, file) + wireNumber(2, offset));
    }
    /// An operation whose parameters are attributes, as up to iOS 17, or inputs; a sparse one gives a mask first.
    void add(const std::string& type, const std::string& name,
             const std::vector<std::pair<std::string, std::string>>& parameters, bool areInputs = false,
             const std::string& mask = {})
    {
        std::string operation = wireField(1, type) + (mask.empty() ? mask : wireField(3, wireField(1, mask)))
                                + wireField(3, wireField(1, name));
        for (const auto& [key, value] : parameters) {
            const bool isResult = value.starts_with(resultOf(""));
            const auto binding = isResult ? wireField(1, value.substr(resultOf("").size())) : wireField(2, value);
            operation += areInputs ? wireField(2, wireField(1, key) + wireField(2, wireField(1, binding)))
                                   : wireField(5, wireField(1, key) + wireField(2, value));
        }
        m_operations += wireField(3, operation);
    }
    /// What was added so far stands in the body of a conditional.
    void nest() { m_operations = wireField(3, wireField(1, "cond") + wireField(4, m_operations)); }

    std::string write(const QTemporaryDir& folder) const
    {
        const auto path = folder.filePath("x.mlpackage");
        QDir().mkpath(path + "/Data/com.apple.CoreML/weights");
        const auto root = path.toStdString();
        std::ofstream(root + "/Manifest.json")
            << R"({"fileFormatVersion": "1.0.0", "rootModelIdentifier": "A",)"
            << R"("itemInfoEntries": {"A": {"path": "com.apple.CoreML/model.mlmodel"}}})";
        const auto block = wireField(3, wireField(1, "CoreML6") + wireField(2, m_operations));
        const auto program = wireNumber(1, 1) + wireField(2, wireField(1, "main") + wireField(2, block));
        std::ofstream(root + "/Data/com.apple.CoreML/model.mlmodel", std::ios::binary)
            << wireNumber(1, 7) << wireField(502, program);
        std::ofstream(root + "/Data/com.apple.CoreML/weights/weight.bin", std::ios::binary) << m_weights;
        return root;
    }

private:
    std::string m_weights = std::string(64, '\0');
    std::string m_operations;
};

std::map<std::string, Numbers> numbersIn(const std::string& path)
{
    const auto model = ql::data::readCoreMlPackage(path);
    const ql::analysis::ModelWeights weights(model);
    std::map<std::string, Numbers> numbers;
    for (const auto& weight : weights.all()) {
        const auto values = weight.read().to(at::kDouble).contiguous();
        numbers[weight.name] = {values.data_ptr<double>(), values.data_ptr<double>() + values.numel()};
    }
    return numbers;
}

std::string errorOf(const std::string& path)
{
    try {
        ql::data::readCoreMlPackage(path);
    } catch (const ql::Error& error) {
        return error.what();
    }
    return "read";
}

} // namespace

/// Packages made byte by byte, as coremltools lays them out.
class TestCoreMl : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void constantsAreWeights()
    {
        Package package;
        package.add("const", "fc_weight",
                    {{"val", package.blob(Float32, {2, 3}, BlobFloat, floats({1, -2, 3, 4, 5, 6}))}});
        package.add("const", "half_weight",
                    {{"val", package.blob(Float16, {2}, BlobHalf, std::string("\0\x3c\0\xc0", 4))}});
        package.add("const", "fc_bias", {{"val", immediateFloats({2}, {0.5F, -0.25F})}});
        package.add("const", "strides", {{"val", immediateInts({2}, {1, 1})}});   // a setting
        package.add("const", "epsilon", {{"val", immediateFloats({}, {1e-5F})}}); // another
        package.nest();
        const QTemporaryDir folder;
        const auto path = package.write(folder);
        const std::map<std::string, Numbers> expected{
            {"fc_weight", {1, -2, 3, 4, 5, 6}}, {"half_weight", {1, -2}}, {"fc_bias", {0.5, -0.25}}};
        QCOMPARE(numbersIn(path), expected);
        const auto model = ql::data::readCoreMlPackage(path);
        QCOMPARE(model.tensors[0].shape(), (ql::graph::Shape{2, 3}));
        QVERIFY(model.isWeightsOnly);
        QVERIFY(ql::data::isCoreMlPackage(path));
        QVERIFY(!ql::data::isCoreMlPackage(folder.path().toStdString()));
    }

    void linearQuantizationKeepsItsScales()
    {
        Package package;
        const auto data = package.blob(Int8, {2, 2}, BlobInt8, std::string("\x02\xfe\x05\x01", 4));
        package.add("constexpr_affine_dequantize", "per_channel",
                    {{"quantized_data", data},
                     {"zero_point", immediate(Int8, {2}, 7, std::string("\x00\x01", 2))},
                     {"scale", immediateFloats({2}, {0.5F, 2.0F})},
                     {"axis", immediateInts({}, {0})}});
        const auto block = package.blob(Int8, {2, 2}, BlobInt8, std::string("\x02\xfe\x05\x01", 4));
        package.add("constexpr_blockwise_shift_scale", "per_tensor",
                    {{"data", block}, {"scale", immediateFloats({1, 1}, {0.25F})}}, true);
        const QTemporaryDir folder;
        const auto path = package.write(folder);
        const std::map<std::string, Numbers> expected{{"per_channel", {1, -1, 8, 0}},
                                                      {"per_tensor", {0.5, -0.5, 1.25, 0.25}}};
        QCOMPARE(numbersIn(path), expected);
        const auto model = ql::data::readCoreMlPackage(path);
        QCOMPARE(model.tensors[0].quantizer->channelAxis, std::optional<std::int64_t>(0));
        QCOMPARE(model.tensors[0].storedAs(), std::string_view("int8"));
        QVERIFY(!model.tensors[1].quantizer->channelAxis);
    }

    void blocksOfScalesAreSpreadOut()
    {
        Package package;
        // Two rows of four 4-bit integers, low half first: 1 2 3 -1 | -8 7 0 -2; blocks of two.
        const auto data = package.blob(25, {2, 4}, BlobInt4, std::string("\x21\xf3\x78\xe0", 4));
        package.add("constexpr_blockwise_shift_scale", "w",
                    {{"data", data}, {"scale", immediateFloats({2, 2}, {1, 0.5F, 2, 10})}}, true);
        const QTemporaryDir folder;
        QCOMPARE(numbersIn(package.write(folder)).at("w"), (Numbers{1, 2, 1.5, -0.5, -16, 14, 0, -20}));
    }

    void palettesAreSpreadOut()
    {
        Package package;
        const auto palette = immediateFloats({4}, {-1, 0, 0.5F, 8});
        // Indices 3 0 1 2 | 2, two bits each, the lowest first.
        const auto packed = package.blob(UInt8, {2}, BlobUInt8, std::string("\x93\x02", 2));
        package.add("constexpr_lut_to_dense", "old",
                    {{"indices", packed}, {"lut", palette}, {"shape", immediateInts({1}, {5})}});
        const auto indices = package.blob(36, {2, 2}, BlobUInt2, std::string("\x93", 1));
        package.add("constexpr_lut_to_dense", "rows", // a palette for each row
                    {{"indices", indices}, {"lut", immediateFloats({2, 1, 4, 1}, {-1, 0, 0.5F, 8, 1, 2, 3, 4})}}, true);
        const QTemporaryDir folder;
        const std::map<std::string, Numbers> expected{{"old", {8, -1, 0, 0.5, 0.5}}, {"rows", {8, -1, 2, 3}}};
        QCOMPARE(numbersIn(package.write(folder)), expected);
    }

    /// The example of coremltools' reference: two entries of three numbers.
    void palettesOfVectorsAreSpreadOut()
    {
        Package package;
        const auto indices = package.blob(38, {2, 2, 2}, BlobUInt1, "\x34");
        const auto palette = immediateFloats({1, 1, 1, 2, 3}, {1, 2, 3, 4, 5, 6});
        for (const auto& [name, axis] : {std::pair("middle", 1), std::pair("last", -1)})
            package.add("constexpr_lut_to_dense", name,
                        {{"indices", indices}, {"lut", palette}, {"vector_axis", immediateInts({}, {axis})}}, true);
        const QTemporaryDir folder;
        const auto path = package.write(folder);
        const std::map<std::string, Numbers> expected{
            {"middle", {1, 1, 2, 2, 3, 3, 4, 1, 5, 2, 6, 3, 4, 4, 5, 5, 6, 6, 1, 1, 2, 2, 3, 3}},
            {"last", {1, 2, 3, 1, 2, 3, 4, 5, 6, 1, 2, 3, 4, 5, 6, 4, 5, 6, 1, 2, 3, 1, 2, 3}}};
        QCOMPARE(numbersIn(path), expected);
        QCOMPARE(ql::data::readCoreMlPackage(path).tensors[0].shape(), (ql::graph::Shape{2, 6, 2}));
        Package without;
        without.add("constexpr_lut_to_dense", "w",
                    {{"indices", without.blob(38, {2, 2, 2}, BlobUInt1, "\x34")}, {"lut", palette}}, true);
        const QTemporaryDir other;
        QVERIFY(QString::fromStdString(errorOf(without.write(other))).contains("no vector_axis among the 3 axes"));
    }

    /// Each channel's scale behind a palette; only the result is a weight.
    void palettesMayBeScaled()
    {
        Package package;
        package.add("constexpr_lut_to_dense", "palette",
                    {{"indices", package.blob(36, {2, 2}, BlobUInt2, "\x93")},
                     {"lut", immediateFloats({1, 1, 4, 1}, {-1, 0, 0.5F, 8})}},
                    true);
        package.add("constexpr_blockwise_shift_scale", "w",
                    {{"data", resultOf("palette")}, {"scale", immediateFloats({2, 1}, {2, 10})}}, true);
        const QTemporaryDir folder;
        const std::map<std::string, Numbers> expected{{"w", {16, -2, 0, 5}}};
        QCOMPARE(numbersIn(package.write(folder)), expected);
    }

    void sparseWeightsAreSpreadOut()
    {
        Package package;
        package.add("constexpr_sparse_to_dense", "old", // bits 2 and 3 of five
                    {{"nonzero_data", immediateFloats({2}, {1.5F, -2})},
                     {"mask", package.blob(UInt8, {1}, BlobUInt8, "\x0c")},
                     {"shape", immediateInts({1}, {5})}});
        package.add(
            "constexpr_sparse_to_dense", "new",
            {{"nonzero_data", immediateFloats({2}, {1.5F, -2})}, {"mask", package.blob(38, {1, 5}, BlobUInt1, "\x0c")}},
            true);
        const QTemporaryDir folder;
        const std::map<std::string, Numbers> expected{{"old", {0, 0, 1.5, -2, 0}}, {"new", {0, 0, 1.5, -2, 0}}};
        QCOMPARE(numbersIn(package.write(folder)), expected);
        Package mismatched;
        mismatched.add("constexpr_sparse_to_dense", "w",
                       {{"nonzero_data", immediateFloats({3}, {1, 2, 3})},
                        {"mask", mismatched.blob(38, {1, 5}, BlobUInt1, "\x0c")}},
                       true);
        const QTemporaryDir other;
        QVERIFY(
            QString::fromStdString(errorOf(mismatched.write(other))).contains("a mask of 2 elements for 3 numbers"));
    }

    /// The examples of coremltools' reference: what isn't 0 is palettized, by numbers or vectors, or has scales.
    void sparseWeightsMayBePalettizedOrScaled()
    {
        Package package;
        const auto mask = package.blob(38, {4, 6}, BlobUInt1, "\xc3\x68\x21");
        const auto indices = package.blob(38, {9}, BlobUInt1, "\x36\x01");
        const auto add = [&](const std::string& name, const std::string& palette, bool isVector) {
            std::vector<std::pair<std::string, std::string>> parameters{
                {"indices_mask", mask}, {"indices_nonzero_data", indices}, {"lut", palette}};
            if (isVector)
                parameters.emplace_back("vector_axis", immediateInts({}, {0}));
            package.add("constexpr_lut_to_sparse", name + "_data", parameters, true, name + "_mask");
            package.add("constexpr_sparse_to_dense", name,
                        {{"nonzero_data", resultOf(name + "_data")}, {"mask", resultOf(name + "_mask")}}, true);
        };
        add("numbers", immediateFloats({1, 1, 2, 1}, {2, 3}), false);
        add("vectors", immediateFloats({1, 1, 2, 2}, {2, 4, 3, 5}), true);
        package.add("constexpr_sparse_blockwise_shift_scale", "data",
                    {{"data_mask", package.blob(38, {4, 4}, BlobUInt1, "\x73\x3c")},
                     {"nonzero_data", package.blob(Int8, {9}, BlobInt8, "\x0a\x0b\x03\x04\x05\x06\x07\x08\x09")},
                     {"scale", immediateFloats({1, 4}, {0.5F, 0.25F, 2, 4})},
                     {"offset", immediate(Int8, {1, 4}, 7, "\x01\x02\x03\x04")}},
                    true, "where");
        package.add("constexpr_sparse_to_dense", "scaled",
                    {{"nonzero_data", resultOf("data")}, {"mask", resultOf("where")}}, true);
        const QTemporaryDir folder;
        const std::map<std::string, Numbers> expected{
            {"numbers", {2, 3, 0, 0, 0, 0, 3, 2, 0, 0, 0, 3, 0, 3, 2, 0, 2, 0, 0, 0, 0, 3, 0, 0}},
            {"vectors", {2, 3, 0, 0, 0, 0, 4, 5, 0, 0, 0, 0, 3, 2, 0, 0, 0, 3, 5, 4, 0, 0, 0, 5,
                         0, 3, 2, 0, 2, 0, 0, 5, 4, 0, 4, 0, 0, 0, 0, 3, 0, 0, 0, 0, 0, 5, 0, 0}},
            {"scaled", {4.5, 2.25, 0, 0, 1, 0.5, 4, 0, 0, 0, 6, 12, 3.5, 1.75, 0, 0}}};
        QCOMPARE(numbersIn(package.write(folder)), expected);
    }

    void whatIsNotKnownIsLeftOut()
    {
        Package package;
        package.add("constexpr_of_the_future", "new", {{"nonzero_data", immediateFloats({2}, {1, 2})}});
        package.add("const", "fc_bias", {{"val", immediateFloats({2}, {0.5F, -0.25F})}});
        const QTemporaryDir folder;
        const auto numbers = numbersIn(package.write(folder));
        QCOMPARE(numbers.size(), std::size_t(1));
        QVERIFY(numbers.contains("fc_bias"));
    }

    void damagedPackagesSayWhere()
    {
        const auto errorWith = [](const std::string& value) {
            Package package;
            package.add("const", "w", {{"val", value}});
            const QTemporaryDir folder;
            return QString::fromStdString(errorOf(package.write(folder)));
        };
        const auto inFile = [](const std::string& name, std::uint64_t offset) {
            return wireField(2, typeOf(Float32, {2})) + wireField(5, wireField(1, name) + wireNumber(2, offset));
        };
        const std::string weights = "@model_path/weights/weight.bin";
        QVERIFY(errorWith(inFile(weights, 1 << 20)).contains("constant w"));
        QVERIFY(errorWith(inFile(weights, 1 << 20)).contains("lies outside the weight file"));
        QVERIFY(errorWith(inFile(weights, 0)).contains("begins no entry"));
        QVERIFY(errorWith(inFile("@model_path/../../secret", 64)).contains("lies outside the package"));
        QVERIFY(errorWith(inFile("/etc/passwd", 64)).contains("lies outside the package"));
        QVERIFY(errorWith(inFile("@model_path/weights/none.bin", 64)).contains("none.bin"));
        Package large; // more elements than the file has bytes for
        large.add("const", "w", {{"val", large.blob(Float32, {1 << 30, 1 << 30}, BlobFloat, floats({1, 2}))}});
        const QTemporaryDir folder;
        QVERIFY(errorOf(large.write(folder)) != "read");
    }

    void brokenMessagesAreErrors()
    {
        Package package;
        package.add("const", "fc_bias", {{"val", immediateFloats({2}, {0.5F, -0.25F})}});
        const QTemporaryDir folder;
        const auto path = package.write(folder);
        const auto file = path + "/Data/com.apple.CoreML/model.mlmodel";
        std::ifstream stream(file, std::ios::binary);
        const std::string whole{std::istreambuf_iterator<char>(stream), {}};
        for (std::size_t size = 0; size < whole.size(); ++size) {
            std::ofstream(file, std::ios::binary) << whole.substr(0, size);
            QVERIFY(errorOf(path) != "read");
        }
    }

    /// Other commands say what to do for the rest.
    void theNetworkIsNotRead()
    {
        Package package;
        const QTemporaryDir folder;
        const auto path = package.write(folder);
        try {
            ql::importers::importModel(path);
            QFAIL("the network can't be read");
        } catch (const ql::Error& error) {
            const QString text = QString::fromUtf8(error.what());
            QVERIFY2(text.contains("this is a Core ML package, whose network is not read here"), error.what());
            QVERIFY2(text.contains("weights"), error.what());
        }
    }
};

QTEST_APPLESS_MAIN(TestCoreMl)
#include "tst_core_ml.moc"
