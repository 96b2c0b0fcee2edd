// SPDX-License-Identifier: GPL-3.0-or-later
#include "operator_runner.h"

#include <QTest>

using namespace ql;
using namespace ql::tests;
using graph::DataType;
using Values = std::vector<double>;
using Ints = std::vector<std::int64_t>;

/// If, Loop and Scan, their bodies played by functions.
class tst_control_flow : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void choosesBranch();
    void loopsByCount();
    void countsInTheRankThatTheBodyDeclares();
    void loopsOverStrings();
    void loopsByCondition();
    void loopsZeroTimes();
    void loopsWithoutCount();
    void scansAndSums();
    void scansBackwards();
    void scansNothing();
    void scansBatches();
    void errors();
};

namespace {

/// A body that declares @p inputs inputs and @p outputs outputs (float32, shape [?, 2]); nothing in it runs.
graph::AttributeValue bodyOf(std::size_t inputs, std::size_t outputs)
{
    auto body = std::make_shared<graph::Graph>("body");
    for (std::size_t i = 0; i < inputs; ++i)
        body->addInput("in" + std::to_string(i));
    for (std::size_t i = 0; i < outputs; ++i)
        body->addOutput(
            body->addValue("out" + std::to_string(i), DataType::Float, graph::DeclaredShape{{-1, {}}, {2, {}}}));
    return graph::GraphPointer(body);
}

ops::Tensor count(std::int64_t value)
{
    return scalar(DataType::Int64, static_cast<double>(value));
}

ops::Tensor truth(bool value)
{
    return scalar(DataType::Bool, value ? 1.0 : 0.0);
}

} // namespace

void tst_control_flow::choosesBranch()
{
    auto runner = OperatorRunner("If", 13).with("then_branch", bodyOf(0, 1)).with("else_branch", bodyOf(0, 1));
    runner.body([](std::string_view branch, std::vector<ops::Tensor> inputs,
                   std::int64_t iteration) -> std::vector<ops::Tensor> {
        return {scalar((branch == "then_branch" ? 1.0 : 2.0) + static_cast<double>(inputs.size()) * 10.0
                       + static_cast<double>(iteration) * 100.0)};
    });
    QCOMPARE(valuesOf(runner.run({truth(true)})[0]), (Values{-99}));
    QCOMPARE(valuesOf(runner.run({truth(false)})[0]), (Values{-98}));
}

void tst_control_flow::loopsByCount()
{
    // Carries a sum of the turns' numbers and scans it.
    auto runner = OperatorRunner("Loop", 13).with("body", bodyOf(3, 3)).outputs(2);
    runner.body(
        [](std::string_view, std::vector<ops::Tensor> inputs, std::int64_t iteration) -> std::vector<ops::Tensor> {
            Q_ASSERT(inputs[0].type == DataType::Int64 && inputs[0].data.item<std::int64_t>() == iteration);
            const ops::Tensor sum(inputs[2].data + inputs[0].data);
            return {inputs[1], sum, sum};
        });
    const auto outputs = runner.run({count(5), truth(true), floats({1}, {100})});
    QCOMPARE(valuesOf(outputs[0]), (Values{110}));
    QCOMPARE(outputs[1].shape(), (graph::Shape{5, 1}));
    QCOMPARE(valuesOf(outputs[1]), (Values{100, 101, 103, 106, 110}));
}

void tst_control_flow::countsInTheRankThatTheBodyDeclares()
{
    auto body = std::make_shared<graph::Graph>("body");
    body->addInput("i", DataType::Int64, graph::DeclaredShape{{1, {}}});
    body->addInput("condition", DataType::Bool, graph::DeclaredShape{});
    body->addOutput(body->addValue("goesOn", DataType::Bool, graph::DeclaredShape{}));
    body->addOutput(body->addValue("out", DataType::Int64, graph::DeclaredShape{{1, {}}}));
    auto runner = OperatorRunner("Loop", 13).with("body", graph::GraphPointer(body));
    runner.body([](std::string_view, std::vector<ops::Tensor> inputs, std::int64_t) -> std::vector<ops::Tensor> {
        QTest::qVerify(inputs[1].shape().empty(), "scalar", "", __FILE__, __LINE__);
        return {truth(true), inputs[0]};
    });
    const auto results = runner.run({count(3), {}});
    QCOMPARE(results.at(0).shape(), (graph::Shape{3, 1}));
}

void tst_control_flow::loopsOverStrings()
{
    // Carries a text that grows, and scans it.
    auto runner = OperatorRunner("Loop", 13).with("body", bodyOf(3, 3)).outputs(2);
    runner.body([](std::string_view, std::vector<ops::Tensor> inputs, std::int64_t) -> std::vector<ops::Tensor> {
        const auto text = ops::stringTensor({1}, {inputs[2].strings->strings().front() + "x"});
        return {truth(true), text, text};
    });
    const auto results = runner.run({count(2), truth(true), ops::stringTensor({1}, {"a"})});
    QCOMPARE(results[0].strings->strings(), (std::vector<std::string>{"axx"}));
    QCOMPARE(results[1].shape(), (graph::Shape{2, 1}));
    QCOMPARE(results[1].strings->strings(), (std::vector<std::string>{"ax", "axx"}));
    runner.body([](std::string_view, std::vector<ops::Tensor> inputs, std::int64_t turn) -> std::vector<ops::Tensor> {
        return {truth(true), inputs[2], turn == 0 ? inputs[2] : floats({1}, {1})};
    });
    QCOMPARE(runner.errorOf({count(2), truth(true), ops::stringTensor({1}, {"a"})}),
             "a scan output has type string in one turn and float32 in another");
}

void tst_control_flow::loopsByCondition()
{
    auto runner = OperatorRunner("Loop", 16).with("body", bodyOf(3, 2));
    runner.body([](std::string_view, std::vector<ops::Tensor> inputs, std::int64_t) -> std::vector<ops::Tensor> {
        const ops::Tensor doubled(inputs[2].data * 2);
        return {truth(valuesOf(doubled)[0] < 100), doubled};
    });
    QCOMPARE(valuesOf(runner.run({count(1000), truth(true), scalar(1)})[0]), (Values{128}));
}

void tst_control_flow::loopsWithoutCount()
{
    auto runner = OperatorRunner("Loop", 16).with("body", bodyOf(3, 2));
    runner.body([](std::string_view, std::vector<ops::Tensor> inputs, std::int64_t turn) -> std::vector<ops::Tensor> {
        return {truth(turn < 6), ops::Tensor(inputs[2].data + 1)};
    });
    QCOMPARE(valuesOf(runner.run({{}, {}, scalar(0)})[0]), (Values{7}));
}

void tst_control_flow::loopsZeroTimes()
{
    auto runner = OperatorRunner("Loop", 13).with("body", bodyOf(3, 3)).outputs(2);
    runner.body([](std::string_view, std::vector<ops::Tensor>, std::int64_t) -> std::vector<ops::Tensor> {
        throw std::logic_error("ran");
    });
    for (const auto& outputs :
         {runner.run({count(0), truth(true), scalar(3)}), runner.run({count(9), truth(false), scalar(3)})}) {
        QCOMPARE(valuesOf(outputs[0]), (Values{3}));
        QCOMPARE(outputs[1].shape(), (graph::Shape{0, 0, 2}));
        QVERIFY(outputs[1].type == DataType::Float);
    }
}

void tst_control_flow::scansAndSums()
{
    // The example of the manual: a running sum of rows.
    auto runner =
        OperatorRunner("Scan", 9).with("body", bodyOf(2, 2)).with("num_scan_inputs", std::int64_t{1}).outputs(2);
    runner.body([](std::string_view, std::vector<ops::Tensor> inputs, std::int64_t) -> std::vector<ops::Tensor> {
        const ops::Tensor sum(inputs[0].data + inputs[1].data);
        return {sum, sum};
    });
    const auto outputs = runner.run({floats({2}, {0, 0}), floats({3, 2}, {1, 2, 3, 4, 5, 6})});
    QCOMPARE(valuesOf(outputs[0]), (Values{9, 12}));
    QCOMPARE(outputs[1].shape(), (graph::Shape{3, 2}));
    QCOMPARE(valuesOf(outputs[1]), (Values{1, 2, 4, 6, 9, 12}));
}

void tst_control_flow::scansBackwards()
{
    // Columns from the last to the first; results stacked along the last axis, last turn first.
    auto runner =
        OperatorRunner("Scan", 11).with("body", bodyOf(2, 2)).with("num_scan_inputs", std::int64_t{1}).outputs(2);
    runner.with("scan_input_axes", Ints{-1})
        .with("scan_input_directions", Ints{1})
        .with("scan_output_axes", Ints{1})
        .with("scan_output_directions", Ints{1});
    runner.body([](std::string_view, std::vector<ops::Tensor> inputs, std::int64_t) -> std::vector<ops::Tensor> {
        return {ops::Tensor(inputs[0].data * 10 + inputs[1].data), inputs[1]};
    });
    const auto outputs = runner.run({floats({2}, {0, 0}), floats({2, 3}, {1, 2, 3, 4, 5, 6})});
    QCOMPARE(valuesOf(outputs[0]), (Values{321, 654}));
    QCOMPARE(valuesOf(outputs[1]), (Values{1, 2, 3, 4, 5, 6}));
}

void tst_control_flow::scansNothing()
{
    auto runner =
        OperatorRunner("Scan", 9).with("body", bodyOf(2, 2)).with("num_scan_inputs", std::int64_t{1}).outputs(2);
    const auto outputs = runner.run({floats({2}, {7, 8}), floats({0, 2}, {})});
    QCOMPARE(valuesOf(outputs[0]), (Values{7, 8}));
    QCOMPARE(outputs[1].shape(), (graph::Shape{0, 0, 2}));
}

void tst_control_flow::scansBatches()
{
    // Opset 8: two sequences, the second of two steps; its output is filled up with zeros.
    auto runner =
        OperatorRunner("Scan", 8).with("body", bodyOf(2, 2)).with("num_scan_inputs", std::int64_t{1}).outputs(2);
    runner.body([](std::string_view, std::vector<ops::Tensor> inputs, std::int64_t) -> std::vector<ops::Tensor> {
        const ops::Tensor sum(inputs[0].data + inputs[1].data);
        return {sum, sum};
    });
    const auto outputs = runner.run(
        {tensorOf(DataType::Int64, {2}, {3, 2}), floats({2, 1}, {0, 100}), floats({2, 3, 1}, {1, 2, 3, 4, 5, 6})});
    QCOMPARE(valuesOf(outputs[0]), (Values{6, 109}));
    QCOMPARE(outputs[1].shape(), (graph::Shape{2, 3, 1}));
    QCOMPARE(valuesOf(outputs[1]), (Values{1, 3, 6, 104, 109, 0}));
}

void tst_control_flow::errors()
{
    const auto error = [](OperatorRunner runner, const std::vector<ops::Tensor>& inputs) {
        return QString::fromStdString(runner.errorOf(inputs));
    };
    const auto nothing = [](std::string_view, std::vector<ops::Tensor>, std::int64_t) {
        return std::vector<ops::Tensor>{};
    };
    auto choice =
        OperatorRunner("If", 13).with("then_branch", bodyOf(0, 1)).with("else_branch", bodyOf(0, 1)).body(nothing);
    QCOMPARE(error(choice, {scalar(1)}), QString("input 0 (cond) has type float32, expected bool"));
    QCOMPARE(error(choice, {tensorOf(DataType::Bool, {2}, {1, 0})}),
             QString("input 0 (cond) has shape 2, expected one element"));
    QCOMPARE(error(choice, {truth(true)}), QString("then_branch has 0 outputs, expected 1"));
    QVERIFY(error(OperatorRunner("If", 13).with("then_branch", bodyOf(0, 1)), {truth(true)}).contains("else_branch"));
    auto loop = OperatorRunner("Loop", 13).with("body", bodyOf(2, 1)).body(nothing);
    QCOMPARE(error(loop, {count(1), truth(true), scalar(1)}),
             QString("body has 2 inputs and 1 outputs, expected 3 and at least 2"));
    QCOMPARE(error(loop, {tensorOf(DataType::Int64, {0}, {}), truth(true)}),
             QString("input 0 (M) has 0 elements, expected one"));
    auto uneven = OperatorRunner("Loop", 13).with("body", bodyOf(2, 2)).outputs(1);
    uneven.body([](std::string_view, std::vector<ops::Tensor>, std::int64_t turn) -> std::vector<ops::Tensor> {
        return {truth(true), floats({turn + 1}, Values(static_cast<std::size_t>(turn + 1), 1.0))};
    });
    QCOMPARE(error(uneven, {count(2), truth(true)}), QString("a scan output has shape 1 in one turn and 2 in another"));
    const auto scan = OperatorRunner("Scan", 9).with("body", bodyOf(2, 0)).body(nothing);
    QCOMPARE(error(OperatorRunner(scan).with("num_scan_inputs", std::int64_t{3}), {scalar(1), scalar(1)}),
             QString("attribute num_scan_inputs is 3, but there are 2 inputs"));
    QCOMPARE(error(OperatorRunner(scan).with("num_scan_inputs", std::int64_t{2}),
                   {floats({2}, {1, 2}), floats({3}, {1, 2, 3})}),
             QString("scan input 1 has 3 steps, expected 2 like the first"));
    QCOMPARE(error(OperatorRunner(scan).with("num_scan_inputs", std::int64_t{2}).with("scan_input_axes", Ints{0}),
                   {scalar(1), scalar(1)}),
             QString("attribute scan_input_axes has 1 values, expected 2"));
}

QTEST_APPLESS_MAIN(tst_control_flow)
#include "tst_control_flow.moc"
