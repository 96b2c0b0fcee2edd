// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/data/datasets/dataset.h"
#include "tests/support/error_message.h"

#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <optional>

using namespace ql;
using ql::tests::messageOf;
namespace fs = std::filesystem;

namespace {

graph::Graph graphOf(const graph::Shape& shape)
{
    graph::Graph graph("test");
    graph.addInput("x", graph::DataType::Float, graph::declared(shape));
    return graph;
}

template <typename T>
QByteArray bytesOf(const std::vector<T>& numbers)
{
    return {reinterpret_cast<const char*>(numbers.data()), qsizetype(sizeof(T) * numbers.size())};
}

} // namespace

class TestRawSample : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { m_folder.emplace(); }

    /// Bytes of another type make a batch of an input whose batch is open: they are told by their numbers.
    void rawNumbersOfAnotherTypeAreRefused_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("type");
        std::vector<double> doubles, exact;
        std::vector<std::int32_t> integers;
        std::vector<std::int64_t> wide;
        for (int i = 0; i < 64; ++i) {
            doubles.push_back(std::sin(i + 1.0));
            exact.push_back(double(float(std::sin(i + 1.0))));
            integers.push_back(i * 7 - 100);
            wide.push_back(i * 7 - 100);
        }
        QTest::newRow("float64") << bytesOf(doubles) << "float64";
        QTest::newRow("float64 of float32 numbers") << bytesOf(exact) << "float64";
        QTest::newRow("int32") << bytesOf(integers) << "int32";
        QTest::newRow("int64") << bytesOf(wide) << "int64";
    }

    void rawNumbersOfAnotherTypeAreRefused()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, type);
        fs::create_directories(at("set"));
        std::ofstream(at("set/a.bin"), std::ios::binary).write(bytes.data(), bytes.size());
        const auto graph = graphOf({-1, 4});
        const auto dataset = data::openDataset(at("set"), graph);
        const auto message = messageOf([&] { dataset->inputs(0); });
        QVERIFY2(message.contains(QStringLiteral("a.bin: %1 bytes make the input as float32").arg(bytes.size())),
                 qPrintable(message));
        QVERIFY2(message.contains(QStringLiteral("and as %1 (").arg(type)), qPrintable(message));
    }

    void rawNumbersOfManySizesAreTaken()
    {
        const auto dataset = [this](const std::vector<float>& numbers) {
            fs::create_directories(at("set"));
            const auto bytes = bytesOf(numbers);
            std::ofstream(at("set/a.bin"), std::ios::binary).write(bytes.data(), bytes.size());
            return data::openDataset(at("set"), graphOf({-1, 4}))->inputs(0).at("x").shape();
        };
        const float nan = std::nanf("");
        const graph::Shape four{4, 4};
        QCOMPARE(dataset(std::vector<float>(16, nan)), four);
        QCOMPARE(dataset({1e20f, 2e20f, -1e20f, 3, 1e20f, 2e20f, -1e20f, 3, 1, 2, 3, 4, 1e-30f, 0, 0, 1}), four);
        QCOMPARE(dataset({0, 1, 0, 1, 0, 0, 1e-12f, 1, 0, 255, 128, 1, 0, 0, 0, 0}), four);
        QCOMPARE(dataset(std::vector<float>(16, 0.0f)), four);
    }

    void sizesOfAnotherTypeAreNamed()
    {
        fs::create_directories(at("set"));
        const auto bytes = bytesOf(std::vector<double>{1, 2, 3, 4});
        std::ofstream(at("set/a.bin"), std::ios::binary).write(bytes.data(), bytes.size());
        const auto graph = graphOf({1, 4});
        try {
            data::openDataset(at("set"), graph)->inputs(0);
            QFAIL("no error");
        } catch (const Error& error) {
            const auto hint = QString::fromStdString(error.hint().english());
            QVERIFY2(hint.contains("they do as float64: write x=") && hint.contains("a.bin:float64:1x4"),
                     qPrintable(hint));
        }
    }

private:
    fs::path at(const std::string& name) const { return fs::path(m_folder->path().toStdString()) / name; }

    std::optional<QTemporaryDir> m_folder;
};

QTEST_APPLESS_MAIN(TestRawSample)
#include "tst_raw_sample.moc"
