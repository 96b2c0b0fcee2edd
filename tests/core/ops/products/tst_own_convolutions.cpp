// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/ops/operator_runner.h"

#include <ATen/Parallel.h>
#include <QTest>

#include <algorithm>
#include <random>

using namespace ql::ops;
using Shape = std::vector<std::int64_t>;

namespace {

/// A convolution of any kind, its shapes drawn at random.
struct Drawn {
    const char* opType;
    Shape x, weight, strides, pads, dilations, outputPadding;
    std::int64_t groups;

    Drawn(const char* type, std::size_t axes, unsigned seed)
        : opType(type)
    {
        std::mt19937 random(seed);
        const auto upTo = [&random](std::int64_t most) { return 1 + std::int64_t(random() % unsigned(most)); };
        const bool isTransposed = opType == std::string("ConvTranspose");
        groups = upTo(2);
        const auto in = groups * upTo(5), out = groups * upTo(19);
        x = {upTo(2), in};
        weight = isTransposed ? Shape{in, out / groups} : Shape{out, in / groups};
        for (std::size_t i = 0; i < axes; ++i) {
            weight.push_back(upTo(4));
            strides.push_back(upTo(3));
            dilations.push_back(isTransposed ? 1 : upTo(2));
            x.push_back(weight.back() * dilations.back() + upTo(17));
            outputPadding.push_back(std::int64_t(random() % unsigned(strides.back())));
        }
        for (std::size_t i = 0; i < 2 * axes; ++i)
            pads.push_back(std::int64_t(random() % 3) * std::int64_t(isTransposed ? weight[2 + i % axes] > 2 : 1));
    }

    at::Tensor result(at::ScalarType type, int threads) const
    {
        at::set_num_threads(threads);
        at::manual_seed(7);
        const auto out = opType == std::string("ConvTranspose") ? weight[1] * groups : weight[0];
        const auto values = at::randn(x), factors = at::randn(weight), bias = at::randn({out});
        auto runner = ql::tests::OperatorRunner(opType, 11).with("strides", strides).with("pads", pads);
        runner.with("dilations", dilations).with("group", groups);
        if (opType == std::string("ConvTranspose"))
            runner.with("output_padding", outputPadding);
        return runner.run({Tensor(values.to(type)), Tensor(factors.to(type)), Tensor(bias.to(type))}).front().data;
    }
};

} // namespace

/// Convolutions of float32 by kernels of ours against those of float64, which LibTorch runs.
class TestOwnConvolutions : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void refuseHalvesOfChannels()
    {
        auto runner = ql::tests::OperatorRunner("ConvTranspose", 11).with("group", std::int64_t{2});
        const std::vector inputs{Tensor(at::randn({1, 3, 4, 4})), Tensor(at::randn({3, 1, 2, 2}))};
        QVERIFY_THROWS_EXCEPTION(std::exception, runner.run(inputs));
    }

    void areLibTorchs_data()
    {
        QTest::addColumn<QString>("opType");
        QTest::addColumn<int>("axes");
        QTest::newRow("volume") << "Conv" << 3;
        QTest::newRow("line, transposed") << "ConvTranspose" << 1;
        QTest::newRow("plane, transposed") << "ConvTranspose" << 2;
    }

    void areLibTorchs()
    {
        QFETCH(QString, opType);
        QFETCH(int, axes);
        for (unsigned seed = 0; seed < 60; ++seed) {
            const Drawn drawn(opType == "Conv" ? "Conv" : "ConvTranspose", std::size_t(axes), seed);
            const auto expected = drawn.result(at::kDouble, 1), found = drawn.result(at::kFloat, 1);
            QCOMPARE(found.sizes().vec(), expected.sizes().vec());
            QVERIFY2(at::allclose(found.to(at::kDouble), expected, 1e-4, 1e-4), qPrintable(QString::number(seed)));
            QVERIFY(at::equal(drawn.result(at::kFloat, 4), found));
        }
    }
};

QTEST_APPLESS_MAIN(TestOwnConvolutions)
#include "tst_own_convolutions.moc"
