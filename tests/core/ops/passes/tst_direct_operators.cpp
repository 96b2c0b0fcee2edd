// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/ops/operator_runner.h"

#include <QTest>

#include <cmath>
#include <limits>

using namespace ql::ops;
using ql::graph::DataType;
using ql::tests::OperatorRunner;
using Shape = std::vector<std::int64_t>;

namespace {

/// Small whole numbers, so that many are equal, some infinite and few NaN; the same in float32 and float64.
at::Tensor difficult(const Shape& shape, double special = 0.03)
{
    auto x = at::randn(shape).mul_(3).round_();
    const auto chance = at::rand(shape);
    x.masked_fill_(chance.lt(special), std::numeric_limits<double>::infinity());
    x.masked_fill_(chance.lt(special / 2), -std::numeric_limits<double>::infinity());
    return x.masked_fill_(chance.gt(1.0 - special / 2), std::nan(""));
}

bool isSame(const at::Tensor& found, const at::Tensor& expected)
{
    const auto a = found.to(at::kDouble), b = expected.to(at::kDouble);
    return a.sizes() == b.sizes() && at::equal(a.isnan(), b.isnan()) && at::equal(at::nan_to_num(a), at::nan_to_num(b));
}

Tensor integers(const Shape& shape, const std::vector<double>& values)
{
    return ql::tests::tensorOf(DataType::Int64, shape, values);
}

/// The operator's outputs where float32 goes through kernels of ours, and those of float64, which LibTorch computes.
template <typename Inputs>
void compare(OperatorRunner runner, std::size_t outputs, const Inputs& inputsOf)
{
    runner.outputs(outputs);
    const auto found = runner.run(inputsOf(at::kFloat)), expected = runner.run(inputsOf(at::kDouble));
    for (std::size_t i = 0; i < outputs; ++i)
        QVERIFY(isSame(found[i].data, expected[i].data));
}

} // namespace

/// Operators that choose among their numbers: the same bits as LibTorch's, whatever the shape.
class TestDirectOperators : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { at::manual_seed(3); }

    void selects_data()
    {
        QTest::addColumn<Shape>("condition");
        QTest::addColumn<Shape>("x");
        QTest::addColumn<Shape>("y");
        QTest::newRow("alike") << Shape{3, 5, 37} << Shape{3, 5, 37} << Shape{3, 5, 37};
        QTest::newRow("one for all") << Shape{3, 5, 37} << Shape{3, 5, 37} << Shape{};
        QTest::newRow("a mask of rows") << Shape{1, 5, 37} << Shape{3, 5, 37} << Shape{1};
        QTest::newRow("a mask of columns") << Shape{5, 1} << Shape{3, 5, 37} << Shape{37};
        QTest::newRow("one condition") << Shape{} << Shape{3, 1, 37} << Shape{5, 1};
        QTest::newRow("scalars") << Shape{} << Shape{} << Shape{};
        QTest::newRow("nothing") << Shape{0, 4} << Shape{1, 4} << Shape{4};
    }

    void selects()
    {
        QFETCH(Shape, condition);
        QFETCH(Shape, x);
        QFETCH(Shape, y);
        const auto holds = at::rand(condition).gt(0.5), left = difficult(x), right = difficult(y);
        compare(OperatorRunner("Where", 16), 1, [&](at::ScalarType type) {
            return std::vector{Tensor{holds, DataType::Bool}, Tensor(left.to(type)), Tensor(right.to(type))};
        });
    }

    void takesExtremes()
    {
        for (const char* opType : {"ReduceMax", "ReduceMin"})
            for (std::int64_t size = 1; size < 70; ++size) {
                const auto x = difficult({4, 3, size}, size % 3 == 0 ? 0.0 : 0.03);
                compare(OperatorRunner(opType, 13).with("axes", Shape{2}), 1,
                        [&](at::ScalarType type) { return std::vector{Tensor(x.to(type))}; });
            }
    }

    void sortsTheChosen()
    {
        for (const std::int64_t axis : {0, 1, 2})
            for (const std::int64_t isLargest : {0, 1})
                for (const double count : {0.0, 1.0, 4.0, 6.0}) {
                    const auto x = difficult({6, 7, 40});
                    compare(OperatorRunner("TopK", 11).with("axis", axis).with("largest", isLargest), 2,
                            [&](at::ScalarType type) {
                                return std::vector{Tensor(x.to(type)), integers({1}, {count})};
                            });
                }
    }

    /// Among updates of one place the last wins; negative places count from the end.
    void scattersSlices()
    {
        const auto x = at::randn({5, 4, 3}), updates = at::randn({4, 3});
        auto expected = x.clone();
        expected[1][2] = updates[0];
        expected[4][3] = updates[1];
        expected[1][2] = updates[3];
        expected[0][0] = updates[2];
        const auto found = OperatorRunner("ScatterND", 16)
                               .run({Tensor(x), integers({4, 2}, {1, 2, -1, 3, 0, 0, 1, -2}), Tensor(updates)});
        QVERIFY(at::equal(found[0].data, expected));
    }

    void poolsVolumes()
    {
        for (const std::int64_t stride : {1, 2, 3})
            for (const std::int64_t pad : {0, 1})
                for (const std::int64_t roundsUp : {0, 1}) {
                    const auto x = difficult({2, 3, 7, 9, 21}, 0.01);
                    auto runner = OperatorRunner("MaxPool", 12).with("kernel_shape", Shape{2, 3, 3});
                    runner.with("strides", Shape{stride, stride, stride}).with("pads", Shape(6, pad));
                    runner.with("ceil_mode", roundsUp);
                    compare(runner, 1, [&](at::ScalarType type) { return std::vector{Tensor(x.to(type))}; });
                }
    }

    void multipliesOneByMany()
    {
        const auto one = at::randn({1, 1, 8, 12}), many = at::randn({2, 3, 12, 9}), left = at::randn({2, 3, 8, 12});
        const auto product = [](const at::Tensor& a, const at::Tensor& b) {
            return OperatorRunner("MatMul", 13).run({Tensor(a), Tensor(b)}).front().data;
        };
        const auto single = many[0].narrow(0, 0, 1);
        QVERIFY(at::allclose(product(one, many), at::matmul(one, many), 1e-4, 1e-5));
        QVERIFY(at::allclose(product(left, single), at::matmul(left, single), 1e-4, 1e-5));
        QVERIFY(at::allclose(product(one[0], many), at::matmul(one[0], many), 1e-4, 1e-5));
        QVERIFY(at::allclose(product(one, many[0]), at::matmul(one, many[0]), 1e-4, 1e-5));
    }
};

QTEST_APPLESS_MAIN(TestDirectOperators)
#include "tst_direct_operators.moc"
