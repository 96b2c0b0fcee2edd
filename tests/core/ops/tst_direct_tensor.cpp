// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/support/direct_tensor.h"
#include "operator_runner.h"

#include <QTest>

using namespace ql::ops;
using ql::tests::OperatorRunner;
using Ints = std::vector<std::int64_t>;

/// Tensors and views against what LibTorch makes of the same.
class TestDirectTensor : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void makesTensors()
    {
        const auto made = newTensor({2, 0, 3}, at::kShort);
        QVERIFY(made.sizes() == at::IntArrayRef({2, 0, 3}) && made.scalar_type() == at::kShort && made.is_contiguous());
        QVERIFY(at::equal(listOf({4, -5}), at::tensor(Ints{4, -5})));
        QCOMPARE(listOf({}).numel(), 0);
    }

    void sharesMemory()
    {
        const auto x = at::arange(24, at::kFloat).view({4, 6}).slice(0, 1, 4); // begins within its memory
        const auto view = viewOf(x, {2, 3}, {6, 2}, 1);
        QVERIFY(at::equal(view, x.slice(0, 0, 2).slice(1, 1, 6, 2)));
        QVERIFY(view.is_alias_of(x));
        QVERIFY(at::equal(reshaped(x, {9, 2}), x.reshape({9, 2})));
        QVERIFY(reshaped(x, {9, 2}).is_alias_of(x));
        QVERIFY(at::equal(reshaped(x.t(), {9, 2}), x.t().reshape({9, 2})));
        QVERIFY(reshaped(at::empty({0, 3}), {3, 0, 2}).sizes() == at::IntArrayRef({3, 0, 2}));
        QVERIFY(reshaped(at::ones({1, 1}), {}).dim() == 0);
    }

    void outlivesWhatItLooksAt()
    {
        auto x = at::ones({1000});
        const auto view = viewOf(x, {10}, {100});
        x.reset();
        QCOMPARE(view.sum().item<float>(), 10.0f);
    }

    /// Against picking each element, also where padding is cut off or longer than the axis.
    void extendsAxes()
    {
        const auto x = at::arange(24, at::kFloat).view({2, 3, 4}).permute({0, 2, 1});
        const auto pads = [](const Ints& numbers) { return Tensor(at::tensor(numbers)); };
        const auto extended = [&](const char* mode, const Ints& numbers) {
            return OperatorRunner("Pad").with("mode", std::string(mode)).run({Tensor(x), pads(numbers)}).front().data;
        };
        const auto picked = [&](std::int64_t axis, const Ints& from) { return x.index_select(axis, at::tensor(from)); };
        QVERIFY(at::equal(extended("reflect", {0, 2, 0, 0, 1, 0}), picked(1, {2, 1, 0, 1, 2, 3, 2})));
        QVERIFY(at::equal(extended("edge", {0, 0, 3, 0, 0, 1}), picked(2, {0, 0, 0, 0, 1, 2, 2})));
        QVERIFY(at::equal(extended("wrap", {0, 0, 4, 0, 0, 0}), picked(2, {2, 0, 1, 2, 0, 1, 2})));
        QVERIFY(at::equal(extended("edge", {0, -1, 0, 0, -2, 0}), picked(1, {1})));
        QVERIFY(at::equal(extended("reflect", {0, -3, 0, 0, 2, 0}), picked(1, {3, 2, 1})));
        QCOMPARE(extended("edge", {0, -2, 0, 0, -2, 0}).numel(), 0);
    }

    void joinsBlocksOfAnySize()
    {
        for (const auto type : {at::kByte, at::kFloat, at::kLong})
            for (const std::int64_t length : {0, 1, 2, 3, 4, 16}) {
                const auto left = at::arange(6 * length).view({2, 3, length}).to(type);
                const auto right = at::arange(6).view({2, 3, 1}).to(type);
                const auto joined = OperatorRunner("Concat")
                                        .with("axis", std::int64_t{-1})
                                        .run({Tensor(left), Tensor(right), Tensor(left)});
                QVERIFY(at::equal(joined.front().data, at::cat({left, right, left}, -1)));
            }
        const auto none = at::ones({0, 2});
        const auto joined = OperatorRunner("Concat").with("axis", std::int64_t{1}).run({Tensor(none), Tensor(none)});
        QVERIFY(at::equal(joined.front().data, at::ones({0, 4})));
    }

    void bringsElementsIntoOrder()
    {
        for (const auto type :
             {at::kByte, at::kShort, at::kFloat, at::kLong, at::kDouble, at::kComplexDouble, at::kBool}) {
            const auto x = at::arange(120).view({2, 3, 4, 5}).to(type).permute({3, 0, 2, 1}).slice(0, 1, 5, 2);
            for (const auto& view :
                 {x, x.select(0, 1), x.select(0, 0).select(0, 1).t(), x.slice(0, 2), x.slice(1, 1, 1),
                  x.transpose(2, 3), x.slice(3, 0, 2), x.slice(3, 1, 2), x.permute({2, 1, 0, 3}).slice(0, 1, 3)}) {
                const auto result = inOrder(view);
                QVERIFY(result.is_contiguous());
                QVERIFY(at::equal(result, view));
                QVERIFY(at::equal(reshaped(view, {view.numel()}), view.reshape({-1})));
            }
        }
        const auto plain = at::ones({2, 3});
        QVERIFY(inOrder(plain).is_same(plain));
        const auto large = at::rand({200, 100}).t();
        QVERIFY(at::equal(inOrder(large), large));
    }

    /// What lies in another order than its axes goes through the operators that give views.
    void looksThroughViews()
    {
        const auto x = at::arange(60, at::kFloat).view({3, 4, 5}).permute({2, 0, 1});
        const auto result = [](OperatorRunner runner, const std::vector<Tensor>& inputs) {
            return runner.run(inputs).front().data;
        };
        const auto ints = [](const Ints& numbers) { return Tensor(at::tensor(numbers)); };
        const auto index = Tensor(at::full({}, -2, at::kLong));
        QVERIFY(at::equal(result(OperatorRunner("Slice"), {Tensor(x), ints({1}), ints({3}), ints({2}), ints({2})}),
                          x.slice(2, 1, 3, 2)));
        QVERIFY(at::equal(result(OperatorRunner("Gather").with("axis", std::int64_t{1}), {Tensor(x), index}),
                          x.select(1, 1)));
        QVERIFY(at::equal(result(OperatorRunner("Gather").with("axis", std::int64_t{1}), {Tensor(x), ints({2, -1})}),
                          x.index_select(1, at::tensor(Ints{2, 2}))));
        QVERIFY(at::equal(result(OperatorRunner("Transpose"), {Tensor(x)}), x.permute({2, 1, 0})));
        QVERIFY(at::equal(result(OperatorRunner("Unsqueeze"), {Tensor(x), ints({0, 2, -1})}),
                          x.unsqueeze(0).unsqueeze(2).unsqueeze(5)));
        QVERIFY(at::equal(result(OperatorRunner("Squeeze"), {Tensor(x.unsqueeze(1)), ints({1})}), x));
        QVERIFY(at::equal(result(OperatorRunner("Concat").with("axis", std::int64_t{1}), {Tensor(x), Tensor(x)}),
                          at::cat({x, x}, 1)));
        const auto plain = x.contiguous();
        QVERIFY(
            at::equal(result(OperatorRunner("Concat").with("axis", std::int64_t{1}), {Tensor(plain), Tensor(plain)}),
                      at::cat({x, x}, 1)));
        const auto parts = OperatorRunner("Split").with("axis", std::int64_t{1}).outputs(2).run({Tensor(x)});
        QVERIFY(at::equal(parts[0].data, x.narrow(1, 0, 2)) && at::equal(parts[1].data, x.narrow(1, 2, 1)));
    }
};

QTEST_APPLESS_MAIN(TestDirectTensor)
#include "tst_direct_tensor.moc"
