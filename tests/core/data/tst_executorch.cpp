// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/matching/model_weights.h"
#include "core/base/error.h"
#include "core/data/weights/executorch.h"
#include "core/data/weights/executorch_data.h"
#include "core/import/import_model.h"
#include "tests/support/lite_model.h"
#include "tests/support/weight_bytes.h"

#include <QTemporaryDir>
#include <QTest>

#include <ATen/ATen.h>
#undef CHECK
#undef LOG
#include <fstream>

using namespace ql::tests;
using Numbers = std::vector<double>;

namespace {

enum ScalarType { Char = 1, Float = 6 };

std::string floats(const std::vector<float>& numbers)
{
    std::string bytes;
    for (const float number : numbers)
        bytes += littleEndian(number);
    return bytes;
}

/// A program in the making, by the published schema's numbers.
class Program {
public:
    /// A constant; its place among the values. @p order is that of its axes in memory.
    int constant(ScalarType type, const std::vector<std::int32_t>& sizes, const std::string& bytes,
                 const std::vector<std::uint8_t>& order = {}, const std::string& name = {})
    {
        m_offsets.push_back(m_segment.size());
        m_segment += bytes;
        m_segment.resize((m_segment.size() + 15) / 16 * 16);
        return tensor(type, sizes, std::uint32_t(m_offsets.size() - 1), order, name);
    }
    int activation() { return tensor(Float, {1, 2}, 0, {}, {}); }
    int number(double value) { return add(4, FlatNode().number(0, value)); }
    int integer(std::int64_t value) { return add(2, FlatNode().number(0, value)); }
    void call(const std::string& name, const std::vector<std::int32_t>& arguments)
    {
        m_operators.push_back(FlatNode().text(0, name).text(1, "out"));
        const auto call = FlatNode().number(0, std::int32_t(m_operators.size() - 1)).list(1, arguments);
        m_instructions.push_back(FlatNode().number(0, std::uint8_t(1)).table(1, call));
    }
    void delegate(const std::string& backend) { m_delegates.push_back(FlatNode().text(0, backend)); }

    /// With the constants in a segment behind the program, as since 2024, or within it.
    std::string file(bool hasSegment) const
    {
        FlatNode plan;
        plan.text(0, "forward").tables(2, m_values).tables(5, {FlatNode().tables(2, m_instructions)});
        plan.tables(6, m_operators).tables(7, m_delegates);
        FlatNode program;
        program.number(0, std::uint32_t(0)).tables(1, {plan});
        if (!hasSegment) {
            std::vector<FlatNode> buffers;
            for (std::size_t i = 0; i < m_offsets.size(); ++i) {
                const auto end = i + 1 < m_offsets.size() ? m_offsets[i + 1] : m_segment.size();
                const auto bytes = m_segment.substr(m_offsets[i], end - m_offsets[i]);
                buffers.push_back(FlatNode().list(0, std::vector<std::uint8_t>(bytes.begin(), bytes.end())));
            }
            return program.tables(2, buffers).file("ET12");
        }
        program.tables(4, {FlatNode().number(0, std::uint64_t(0)).number(1, std::uint64_t(m_segment.size()))});
        program.table(5, FlatNode().number(0, std::uint32_t(0)).list(1, m_offsets));
        return withHeader(program.file("ET12"));
    }

private:
    int add(int type, const FlatNode& value)
    {
        m_values.push_back(FlatNode().number(0, std::uint8_t(type)).table(1, value));
        return int(m_values.size()) - 1;
    }
    int tensor(ScalarType type, const std::vector<std::int32_t>& sizes, std::uint32_t buffer,
               const std::vector<std::uint8_t>& order, const std::string& name)
    {
        FlatNode node;
        node.number(0, std::int8_t(type)).list(2, sizes).number(5, buffer);
        if (!order.empty())
            node.list(3, order);
        if (!name.empty())
            node.table(9, FlatNode().text(1, name));
        return add(5, node);
    }
    /// Puts ExecuTorch's own header behind that of FlatBuffers, and the segment behind the program.
    std::string withHeader(const std::string& program) const
    {
        constexpr std::uint32_t kHeader = 32;
        std::uint32_t root = 0;
        std::memcpy(&root, program.data(), sizeof root);
        const auto size = program.size() + kHeader;
        const auto base = (size + 63) / 64 * 64;
        auto bytes = littleEndian(root + kHeader) + program.substr(4, 4) + "eh00" + littleEndian(kHeader)
                     + littleEndian(std::uint64_t(size)) + littleEndian(std::uint64_t(base)) + std::string(8, '\0')
                     + program.substr(8);
        bytes.resize(base);
        return bytes + m_segment;
    }

    std::vector<FlatNode> m_values, m_operators, m_instructions, m_delegates;
    std::vector<std::uint64_t> m_offsets{0}; ///< the first is that of no constant
    std::string m_segment = std::string(16, '\0');
};

/// A linear layer in float, and a convolution whose weight is int8 per channel.
Program sampleProgram()
{
    Program program;
    const int input = program.activation();
    const int weight = program.constant(Float, {2, 2}, floats({1, 2, 3, 4}));
    const int bias = program.constant(Float, {2}, floats({0.5F, -1}));
    const int result = program.activation();
    program.call("aten::linear", {input, weight, bias, result});
    const int integers = program.constant(Char, {2, 1, 1, 2}, std::string("\x02\xfe\x05\x01", 4));
    const int scales = program.constant(Float, {2}, floats({0.5F, 2}));
    const int zeroPoints = program.constant(Float, {2}, floats({0, 1}));
    const int axis = program.integer(0);
    const int dequantized = program.activation();
    program.call("quantized_decomposed::dequantize_per_channel",
                 {integers, scales, zeroPoints, axis, axis, axis, axis, dequantized});
    program.call("aten::convolution", {result, dequantized, bias, program.activation()});
    return program;
}

std::string pathWith(const QTemporaryDir& folder, const std::string& bytes)
{
    const auto path = folder.filePath("x.pte").toStdString();
    std::ofstream(path, std::ios::binary) << bytes;
    return path;
}

std::map<std::string, Numbers> numbersIn(const ql::importers::ImportedModel& model)
{
    const ql::analysis::ModelWeights weights(model);
    std::map<std::string, Numbers> numbers;
    for (const auto& weight : weights.all()) {
        const auto values = weight.read().to(at::kDouble).contiguous();
        numbers[weight.name] = {values.data_ptr<double>(), values.data_ptr<double>() + values.numel()};
    }
    return numbers;
}

} // namespace

/// Programs made by the schema's numbers.
class TestExecuTorch : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void constantsAreWeights_data()
    {
        QTest::addColumn<bool>("hasSegment");
        QTest::newRow("in a segment") << true;
        QTest::newRow("within the program") << false;
    }
    void constantsAreWeights()
    {
        QFETCH(bool, hasSegment);
        const QTemporaryDir folder;
        const auto path = pathWith(folder, sampleProgram().file(hasSegment));
        QVERIFY(ql::data::isExecuTorchProgram(path));
        const auto model = ql::data::readExecuTorch(path);
        const auto numbers = numbersIn(model);
        QCOMPARE(numbers.at("linear_0.weight"), (Numbers{1, 2, 3, 4}));
        QCOMPARE(numbers.at("linear_0.bias"), (Numbers{0.5, -1})); // of two readers the first
        QCOMPARE(numbers.at("convolution_0.weight"), (Numbers{1, -1, 8, 0}));
        const auto quantized =
            std::ranges::find(model.tensors, "convolution_0.weight", &ql::importers::StoredTensor::name);
        QCOMPARE(quantized->storedAs(), std::string_view("int8"));
        QCOMPARE(quantized->quantizer->channelAxis, std::optional<std::int64_t>(0));
    }

    void axesAreBroughtInOrder()
    {
        Program program;
        const int input = program.activation();
        // Channels last: [1, 2 channels, 2 rows, 1 column] lies in memory as rows of channels.
        const int weight = program.constant(Float, {1, 2, 2, 1}, floats({1, 10, 2, 20}), {0, 2, 3, 1}, "stem.weight");
        program.call("aten::convolution", {input, weight, program.activation()});
        const QTemporaryDir folder;
        const auto numbers = numbersIn(ql::data::readExecuTorch(pathWith(folder, program.file(true))));
        QCOMPARE(numbers.at("stem.weight"), (Numbers{1, 2, 10, 20})); // by the name that it has
    }

    void compiledPartsAreLeftOut()
    {
        Program program;
        program.delegate("XnnpackBackend");
        const QTemporaryDir folder;
        QVERIFY(ql::data::readExecuTorch(pathWith(folder, program.file(true))).tensors.empty());
    }

    void brokenFilesAreErrors()
    {
        const QTemporaryDir folder;
        const auto whole = sampleProgram().file(true);
        int errors = 0;
        for (std::size_t size = 8; size < whole.size(); size += 7) {
            const auto path = pathWith(folder, whole.substr(0, size));
            try {
                ql::data::readExecuTorch(path);
            } catch (const ql::Error& error) {
                QVERIFY(QString::fromUtf8(error.what()).contains("x.pte"));
                ++errors;
            }
        }
        QVERIFY(errors > int(whole.size() / 7) - 8); // only what ends in the padding is whole
    }

    /// Any byte may be wrong; then it is read or an error, and nothing else.
    void wrongBytesEndNothing()
    {
        const QTemporaryDir folder;
        const auto whole = sampleProgram().file(true);
        int read = 0, errors = 0;
        for (std::size_t at = 0; at < whole.size(); at += 3) {
            auto bytes = whole;
            bytes[at] = char(bytes[at] ^ 0xff);
            try {
                numbersIn(ql::data::readExecuTorch(pathWith(folder, bytes)));
                ++read;
            } catch (const ql::Error&) {
                ++errors;
            }
        }
        QVERIFY(read > 0);
        QVERIFY(errors > 0);
    }

    /// Tensors of a file of their own; what a backend packed is left out.
    void filesOfTensorsAreRead()
    {
        const auto layout = FlatNode()
                                .number(0, std::int8_t(Float))
                                .list(1, std::vector<std::int32_t>{1, 2, 2, 1})
                                .list(2, std::vector<std::uint8_t>{0, 2, 3, 1}); // channels last
        const auto bytes = floats({1, 10, 2, 20}) + std::string("\x02\xfe", 2);
        std::vector<FlatNode> named;
        named.push_back(FlatNode().text(0, "stem.weight").number(1, std::uint32_t(0)).table(2, layout));
        named.push_back(FlatNode()
                            .text(0, "steps")
                            .number(1, std::uint32_t(1))
                            .table(2, FlatNode().number(0, std::int8_t(Char)).list(1, std::vector<std::int32_t>{2})));
        named.push_back(FlatNode().text(0, "packed_for_xnnpack").number(1, std::uint32_t(1)));
        FlatNode root;
        root.number(0, std::uint32_t(1))
            .tables(1, {FlatNode().number(0, std::uint64_t(0)).number(1, std::uint64_t(16)),
                        FlatNode().number(0, std::uint64_t(16)).number(1, std::uint64_t(2))})
            .tables(2, named);
        const auto program = root.file("FT01");
        constexpr std::uint32_t kHeader = 40;
        std::uint32_t start = 0;
        std::memcpy(&start, program.data(), sizeof start);
        const auto base = (program.size() + kHeader + 63) / 64 * 64;
        auto whole = littleEndian(start + kHeader) + program.substr(4, 4) + "FH01" + littleEndian(kHeader)
                     + littleEndian(std::uint64_t(0)) + littleEndian(std::uint64_t(program.size() + kHeader))
                     + littleEndian(std::uint64_t(base)) + littleEndian(std::uint64_t(bytes.size()))
                     + program.substr(8);
        whole.resize(base);
        whole += bytes;
        const QTemporaryDir folder;
        const auto path = pathWith(folder, whole);
        QVERIFY(ql::data::isExecuTorchData(path) && !ql::data::isExecuTorchProgram(path));
        const auto model = ql::data::readExecuTorchData(path);
        const std::map<std::string, Numbers> expected{{"stem.weight", {1, 2, 10, 20}}};
        QCOMPARE(numbersIn(model), expected);
        QCOMPARE(model.tensors.size(), std::size_t(2)); // integers without a scale are there, and no weight
        QCOMPARE(model.tensors[1].data.toInts(), (std::vector<std::int64_t>{2, -2}));
        int errors = 0;
        for (std::size_t size = 8; size < whole.size(); size += 5)
            try {
                ql::data::readExecuTorchData(pathWith(folder, whole.substr(0, size)));
            } catch (const ql::Error& error) {
                QVERIFY(QString::fromUtf8(error.what()).contains("x.pte"));
                ++errors;
            }
        QVERIFY(errors > int(whole.size() / 5) - 3);
        try {
            ql::importers::importModel(pathWith(folder, whole));
            QFAIL("there is no network");
        } catch (const ql::Error& error) {
            QVERIFY2(QString::fromUtf8(error.what()).contains("this is a file of ExecuTorch's tensors"), error.what());
        }
    }

    void theNetworkIsNotRead()
    {
        const QTemporaryDir folder;
        try {
            ql::importers::importModel(pathWith(folder, sampleProgram().file(true)));
            QFAIL("the network can't be read");
        } catch (const ql::Error& error) {
            const QString text = QString::fromUtf8(error.what());
            QVERIFY2(text.contains("this is an ExecuTorch program, whose network is not read here"), error.what());
        }
    }
};

QTEST_APPLESS_MAIN(TestExecuTorch)
#include "tst_executorch.moc"
