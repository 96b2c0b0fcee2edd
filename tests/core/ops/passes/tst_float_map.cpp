// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/passes/float_map.h"
#include "tests/core/ops/operator_runner.h"

#include <ATen/Parallel.h>
#include <QTest>

#include <limits>
#include <random>

using namespace ql::ops;

namespace {

using Shape = std::vector<std::int64_t>;

at::Tensor someFloats(const Shape& shape)
{
    auto x = at::randn(shape);
    for (const float special : {0.0f, -0.0f, std::numeric_limits<float>::infinity(), std::nanf("")})
        if (x.numel() > 8)
            x.view(-1)[std::int64_t(at::randint(x.numel(), {1}).item<std::int64_t>())] = special;
    return x;
}

/// Bit for bit, any NaN as good as another; stored in the same order of axes.
bool isSame(const at::Tensor& a, const at::Tensor& b)
{
    if (a.sizes() != b.sizes() || a.is_contiguous() != b.is_contiguous())
        return false;
    if (!a.is_contiguous() && a.strides() != b.strides())
        return false;
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    const auto left = at::nan_to_num(a.contiguous(), 12345.0, kInfinity, -kInfinity).view(at::kInt);
    const auto right = at::nan_to_num(b.contiguous(), 12345.0, kInfinity, -kInfinity).view(at::kInt);
    return at::equal(left, right) && at::equal(a.isnan(), b.isnan());
}

/// Two shapes that broadcast to one.
std::pair<Shape, Shape> broadcastableShapes(std::mt19937& random)
{
    const std::size_t rank = random() % 5;
    Shape left, right;
    for (std::size_t i = 0; i < rank; ++i) {
        const std::int64_t size = random() % 20 == 0 ? 0 : 1 + std::int64_t(random() % 9);
        left.push_back(random() % 4 == 0 ? 1 : size);
        right.push_back(random() % 4 == 0 ? 1 : size);
    }
    auto& shorter = random() % 2 ? left : right;
    shorter.erase(shorter.begin(), shorter.begin() + std::int64_t(random() % (rank + 1)));
    return {left, right};
}

void compareWithLibTorch(const at::Tensor& a, const at::Tensor& b)
{
    QVERIFY(areMappable(a, b));
    QVERIFY(isSame(mapped(BinaryMap::Add, a, b), at::add(a, b)));
    QVERIFY(isSame(mapped(BinaryMap::Subtract, a, b), at::sub(a, b)));
    QVERIFY(isSame(mapped(BinaryMap::Multiply, a, b), at::mul(a, b)));
    QVERIFY(isSame(mapped(BinaryMap::Divide, a, b), at::div(a, b)));
}

} // namespace

/// The passes against LibTorch, which they stand in for.
class TestFloatMap : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { at::manual_seed(1); }

    void broadcasts()
    {
        std::mt19937 random(1);
        for (int i = 0; i < 2000; ++i) {
            const auto [left, right] = broadcastableShapes(random);
            compareWithLibTorch(someFloats(left), someFloats(right));
            if (QTest::currentTestFailed())
                return;
        }
    }

    void keepsTheOrderOfAxes()
    {
        const auto a = someFloats({3, 4, 5}).permute({2, 0, 1}), b = someFloats({3, 4, 5}).permute({2, 0, 1});
        compareWithLibTorch(a, b);
        compareWithLibTorch(a, someFloats({}));
        compareWithLibTorch(someFloats({1, 1}), a);
        QVERIFY(isSame(mapped(UnaryMap::Relu, a), at::relu(a)));
    }

    /// What lies otherwise than the other operand gives a result in the order of its axes.
    void bringsFewIntoOrder()
    {
        const auto compare = [](const at::Tensor& a, const at::Tensor& b) {
            QVERIFY(areMappable(a, b));
            QVERIFY(isSame(mapped(BinaryMap::Subtract, a, b), at::sub(a.contiguous(), b.contiguous())));
        };
        const auto a = someFloats({3, 4, 5}), other = someFloats({5, 3, 4}).permute({1, 2, 0});
        compare(a, other);
        compare(other, a);
        compare(other.slice(1, 1, 3), someFloats({2, 5}));
        compare(other.slice(2, 0, 5, 2), someFloats({3, 1, 1}).expand({3, 4, 3}));
        compare(someFloats({1, 6}).expand({4, 6}), someFloats({6, 4}).t());
        compare(someFloats({0, 6}).t(), someFloats({6, 0}));
    }

    void leavesOthersAlone()
    {
        const auto a = someFloats({4, 6});
        const auto many = someFloats({200, 100});
        QVERIFY(!areMappable(many, someFloats({100, 200}).t()));
        QVERIFY(!areMappable(many.slice(1, 0, 99), someFloats({200, 99})));
        QVERIFY(!areMappable(a.to(at::kDouble), a.to(at::kDouble)));
        QVERIFY(!isMappable(a.slice(1, 0, 3)));
        QVERIFY(!isMappable(someFloats({1}).expand({5})));
        QVERIFY(!isMappable(a.to(at::kHalf)));
    }

    void mapsAsLibTorch()
    {
        for (const std::int64_t count : {0, 1, 15, 16, 33, 1000}) {
            const auto x = someFloats({count});
            QVERIFY(isSame(mapped(UnaryMap::Abs, x), at::abs(x)));
            QVERIFY(isSame(mapped(UnaryMap::Clip, x, 0.0, 6.0), at::clamp(x, 0.0, 6.0)));
            QVERIFY(isSame(mapped(UnaryMap::HardSigmoid, x, 0.2, 0.5), at::mul(x, 0.2).add_(0.5).clamp_(0, 1)));
            QVERIFY(isSame(mapped(UnaryMap::HardSwish, x), at::div(x, 6).add_(0.5).clamp_(0, 1).mul_(x)));
            QVERIFY(isSame(mapped(UnaryMap::LeakyRelu, x, 0.01), at::leaky_relu(x, 0.01)));
            QVERIFY(isSame(mapped(UnaryMap::Negative, x), at::neg(x)));
            QVERIFY(isSame(mapped(UnaryMap::Reciprocal, x), at::reciprocal(x)));
            QVERIFY(isSame(mapped(UnaryMap::Relu, x), at::relu(x)));
            QVERIFY(isSame(mapped(UnaryMap::Softsign, x), at::div(x, at::abs(x).add_(1))));
            QVERIFY(isSame(mapped(UnaryMap::Square, x), at::pow(x, 2)));
            QVERIFY(isSame(mapped(UnaryMap::SquareRoot, x), at::sqrt(x)));
        }
    }

    void normalizesChannels()
    {
        const auto x = at::randn({2, 5, 7, 9}), scale = at::randn({5}), shift = at::randn({5}), mean = at::randn({5});
        const auto variance = at::rand({5}) + 0.1;
        std::vector<Tensor> inputs;
        for (const auto& each : {x, scale, shift, mean, variance})
            inputs.emplace_back(each);
        const auto y = ql::tests::OperatorRunner("BatchNormalization").run(inputs).front().data;
        const auto expected = at::batch_norm(x, scale, shift, mean, variance, false, 0, 1e-5, false);
        QVERIFY(at::allclose(y, expected, 1e-6, 1e-6));
    }

    void givesTheSameOnAnyNumberOfThreads()
    {
        const auto a = someFloats({3, 50, 1111}), b = someFloats({50, 1});
        at::set_num_threads(1);
        const auto sum = mapped(BinaryMap::Add, a, b), relu = mapped(UnaryMap::Relu, a);
        for (const int threads : {2, 4}) {
            at::set_num_threads(threads);
            QVERIFY(isSame(mapped(BinaryMap::Add, a, b), sum));
            QVERIFY(isSame(mapped(UnaryMap::Relu, a), relu));
        }
    }
};

QTEST_APPLESS_MAIN(TestFloatMap)
#include "tst_float_map.moc"
