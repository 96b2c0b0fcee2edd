// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/text_form/text_form.h"
#include "core/ops/fusion/dequantized_factors.h"
#include "core/runs/program/pass.h"
#include "core/runs/program/program.h"
#include "core/runs/threads/thread_guard.h"
#include "tests/support/same_bits.h"

#include <QTest>

#include <fmt/format.h>
#include <fmt/ranges.h>

using namespace ql;
using tests::areSameBits;

namespace {

struct Network {
    graph::Graph graph;
    runs::NamedTensors inputs;
};

at::Tensor integers(at::IntArrayRef shape)
{
    return at::randint(-128, 128, shape, at::kInt).to(at::kChar);
}

std::string constant(const std::string& name, const at::Tensor& w)
{
    const auto all = w.contiguous();
    const auto* first = all.data_ptr<std::int8_t>();
    const std::vector<int> numbers(first, first + all.numel());
    return fmt::format("const {}: int8[{}] = {{{}}}\n", name, fmt::join(w.sizes().vec(), ","),
                       fmt::join(numbers, ", "));
}

std::string scales(std::int64_t count)
{
    std::vector<double> values;
    for (std::int64_t i = 0; i < count; ++i)
        values.push_back(0.001 * double(i % 7 + 1));
    return fmt::format("const ws: float32[{}] = {{{}}}\nconst wz: int8[{}] = {{{}}}\n", count, fmt::join(values, ", "),
                       count, fmt::join(std::vector<int>(std::size_t(count), 0), ", "));
}

/// x behind a quantizer in xd, the integers @p w, and @p rest, which gives y. b is a bias.
Network network(const at::Tensor& x, const at::Tensor& w, const std::string& rest)
{
    const auto text = "graph \"g\" opset 13\ninput x: float32\ninput b: float32\n"
                      "const s: float32[] = {0.03}\nconst z: uint8[] = {117}\n"
                      "const t: float32[] = {0.4}\nconst o: int8[] = {-3}\nconst one: float32[] = {0.01}\n"
                      + constant("w", w) + scales(w.size(0)) + "q = QuantizeLinear(x, s, z)\n"
                      + "xd = DequantizeLinear(q, s, z) name \"xd\"\n" + rest + "\noutput y\n";
    return {graph::parseGraph(text), {{"x", ops::Tensor(x)}, {"b", ops::Tensor(at::randn({w.size(0)}))}}};
}

ops::Tensor run(const Network& network, runs::Hooks hooks = {})
{
    const runs::Program program(network.graph);
    runs::Pass execution(program, network.inputs, std::move(hooks));
    JobContext ctx;
    execution.finish(ctx);
    return execution.outputs().at(0);
}

/// What a tap saw of @p name when nothing was fused.
at::Tensor valueOf(const Network& network, const std::string& name)
{
    at::Tensor seen;
    runs::Hooks hooks;
    hooks.taps.push_back([&](const runs::ValueEvent& event) {
        if (event.graph.value(event.value).name == name)
            seen = event.tensor.data.clone();
    });
    run(network, hooks);
    return seen;
}

/// x through its quantizer, as integers less the zero point.
at::Tensor steps(const at::Tensor& x)
{
    return at::round(x.div(0.03f)).clamp(-117, 138).to(at::kDouble);
}

const std::string kWeight = "wd = DequantizeLinear(w, ws, wz) {axis: 0}\n";
const std::string kOneScale = "wd = DequantizeLinear(w, one, o)\n";

/// Sums of products of integers, exact in double: operator @p product of a and c.
at::Tensor sums(const at::Tensor& a, const at::Tensor& c, const std::string& product)
{
    const Network exact{
        graph::parseGraph("graph \"g\" opset 13\ninput a: float64\ninput c: float64\ny = " + product + "\noutput y\n"),
        {{"a", ops::Tensor(a)}, {"c", ops::Tensor(c.to(at::kDouble))}}};
    return run(exact).data;
}

/// What becomes of sums with the weight's scales of kWeight, along @p shape, rounded step by step.
at::Tensor scaled(const at::Tensor& exact, std::int64_t channels, at::IntArrayRef shape, const at::Tensor& bias)
{
    std::vector<float> multipliers;
    for (std::int64_t i = 0; i < channels; ++i)
        multipliers.push_back(float(0.001 * double(i % 7 + 1)) * 0.03f);
    return exact.to(at::kFloat).mul(at::tensor(multipliers).view(shape)).add(bias.view(shape));
}

void compareOnThreads(const Network& given, const at::Tensor& expected)
{
    for (const int threads : {1, 2, 4}) {
        const runs::ThreadGuard guard(threads);
        QVERIFY(areSameBits(run(given), ops::Tensor(expected)));
    }
}

} // namespace

/// Products of numbers that a DequantizeLinear gives are those of its integers.
class TestDequantizedProducts : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { at::manual_seed(3); }

    void convolutionIsOneOfIntegers_data()
    {
        QTest::addColumn<graph::Shape>("shape");
        QTest::addColumn<graph::Shape>("weight");
        QTest::addColumn<QString>("attributes");
        QTest::newRow("padded") << graph::Shape{2, 40, 37, 41} << graph::Shape{43, 40, 3, 3} << "pads: [1, 1, 1, 1]";
        QTest::newRow("strides") << graph::Shape{1, 64, 60, 58} << graph::Shape{64, 64, 3, 3}
                                 << "strides: [2, 2], pads: [1, 0, 0, 1]";
        QTest::newRow("pointwise") << graph::Shape{1, 96, 50, 45} << graph::Shape{80, 96, 1, 1} << "";
        QTest::newRow("groups, dilated") << graph::Shape{1, 48, 64, 64} << graph::Shape{48, 24, 3, 3}
                                         << "group: 2, dilations: [2, 1]";
        QTest::newRow("one channel") << graph::Shape{1, 1, 130, 130} << graph::Shape{64, 1, 5, 5} << "";
    }

    void convolutionIsOneOfIntegers()
    {
        QFETCH(graph::Shape, shape);
        QFETCH(graph::Shape, weight);
        QFETCH(QString, attributes);
        const auto x = at::randn(shape), w = integers(weight);
        const auto behind = fmt::format("{{{}}} name \"product\"", attributes.toStdString());
        const auto given = network(x, w, kWeight + "y = Conv(xd, wd, b) " + behind);
        compareOnThreads(given, scaled(sums(steps(x), w, "Conv(a, c) " + behind), weight[0], {1, -1, 1, 1},
                                       given.inputs.at("b").data));
        const auto alone = network(x.narrow(0, 0, 1), w, kWeight + "y = Conv(xd, wd) " + behind);
        compareOnThreads(alone, scaled(sums(steps(x.narrow(0, 0, 1)), w, "Conv(a, c) " + behind), weight[0],
                                       {1, -1, 1, 1}, at::zeros({weight[0]})));
    }

    void productIsOneOfIntegers_data()
    {
        QTest::addColumn<QString>("product");
        QTest::addColumn<graph::Shape>("shape");
        QTest::addColumn<bool>("isTransposed");
        QTest::newRow("one row") << "MatMul({}, {})" << graph::Shape{1, 500} << false;
        QTest::newRow("vector") << "MatMul({}, {})" << graph::Shape{500} << false;
        QTest::newRow("batches") << "MatMul({}, {})" << graph::Shape{3, 2, 17, 500} << false;
        QTest::newRow("no rows") << "MatMul({}, {})" << graph::Shape{0, 500} << false;
        QTest::newRow("Gemm") << "Gemm({}, {})" << graph::Shape{70, 500} << false;
        QTest::newRow("Gemm, transposed") << "Gemm({}, {}) {{transB: 1}}" << graph::Shape{70, 500} << true;
    }

    void productIsOneOfIntegers()
    {
        QFETCH(QString, product);
        QFETCH(graph::Shape, shape);
        QFETCH(bool, isTransposed);
        const auto x = at::randn(shape);
        const auto w = isTransposed ? integers({530, 500}) : integers({500, 530});
        const auto of = [&product](const char* a, const char* b) {
            return fmt::format(fmt::runtime(product.toStdString()), a, b);
        };
        const auto given = network(x, w, kOneScale + "y = " + of("xd", "wd"));
        compareOnThreads(given, sums(steps(x), w.to(at::kInt).add(3), of("a", "c")).to(at::kFloat).mul(0.01f * 0.03f));
    }

    void columnsHaveScalesAndABias()
    {
        const auto x = at::randn({20, 500}), w = integers({530, 500});
        const auto given = network(x, w, kWeight + "y = Gemm(xd, wd, b) {transB: 1}");
        compareOnThreads(given,
                         scaled(sums(steps(x), w, "Gemm(a, c) {transB: 1}"), 530, {1, -1}, given.inputs.at("b").data));
    }

    void whatFollowsGivesTheSameBits()
    {
        const auto x = at::randn({1, 32, 41, 43}), w = integers({40, 32, 3, 3});
        for (const auto* behind :
             {"y = Relu(c)", "r = Sin(c)\nv = Conv(xd, wd) {pads: [1, 1, 1, 1]}\na = Add(v, r)\ny = Relu(a)",
              "k = QuantizeLinear(c, t, o)\ny = DequantizeLinear(k, t, o)",
              "a = Relu(c)\nk = QuantizeLinear(a, t)\ny = DequantizeLinear(k, t)"}) {
            const auto given = network(x, w, kWeight + "c = Conv(xd, wd, b) {pads: [1, 1, 1, 1]}\n" + behind);
            compareOnThreads(given, valueOf(given, "y"));
        }
        // Lines shorter than a vector, the last of which ends where memory does.
        const auto narrow = network(at::randn({1, 600, 7, 5}), integers({801, 600, 1, 1}),
                                    kWeight
                                        + "r = Sin(b)\nv = Conv(xd, wd)\nu = Cos(v)\nc = Conv(xd, wd, r)\n"
                                          "a = Add(c, u)\ny = Relu(a)");
        compareOnThreads(narrow, valueOf(narrow, "y"));
    }

    void otherNumbersGoThroughFloats_data()
    {
        QTest::addColumn<QString>("replaced");
        QTest::addColumn<float>("by");
        QTest::newRow("between steps") << "xd" << 0.0299f;
        QTest::newRow("beyond the last step") << "xd" << 139 * 0.03f;
        QTest::newRow("NaN") << "xd" << std::nanf("");
        QTest::newRow("infinity") << "xd" << std::numeric_limits<float>::infinity();
        QTest::newRow("a weight") << "wd" << 0.00099f;
    }

    void otherNumbersGoThroughFloats()
    {
        QFETCH(QString, replaced);
        QFETCH(float, by);
        const auto x = at::randn({1, 32, 43, 43}), w = integers({40, 32, 3, 3});
        auto given = network(x, w, kWeight + "y = Conv(xd, wd, b)");
        auto floats = network(x, w, kWeight + "xi = Identity(xd)\nwi = Identity(wd)\ny = Conv(xi, wi, b)");
        floats.inputs = given.inputs;
        const auto plain = run(floats);
        QVERIFY(!areSameBits(run(given), plain));
        QVERIFY(at::allclose(run(given).data, plain.data, 1e-4, 1e-4));
        runs::Hooks hooks;
        hooks.interceptors.push_back([&](const runs::ValueEvent& event) -> std::optional<ops::Tensor> {
            if (event.graph.value(event.value).name != replaced.toStdString())
                return {};
            auto other = event.tensor.data.clone();
            other.view(-1)[77] = by;
            return ops::Tensor(other);
        });
        QVERIFY(areSameBits(run(given, hooks), run(floats, hooks)));
        QVERIFY(!areSameBits(run(given), run(given, hooks)));
    }

    /// An Identity that stands for a quantizer gives the bits of one while it is on, and floats while it is off.
    void switchesAreQuantizers()
    {
        const auto x = at::randn({1, 32, 43, 43}), w = integers({40, 32, 3, 3});
        const auto given = network(x, w, kOneScale + "y = Conv(xd, wd, b)");
        const auto switched = [&](const std::string& ofX, const std::string& ofW) {
            return network(
                x, w, kOneScale + "xs = Identity(x)" + ofX + "\nwi = Identity(wd)" + ofW + "\ny = Conv(xs, wi, b)");
        };
        auto plain = switched("", "");
        auto marked = switched(" {switch_scales: [0.03], switch_zero_points: [117], switch_axis: 0, switch_type: 2}",
                               " {switch_scales: [0.01], switch_zero_points: [-3], switch_axis: 0, switch_type: 3}");
        plain.inputs = marked.inputs = given.inputs;
        QVERIFY(areSameBits(run(marked), run(plain)));
        runs::Hooks on;
        on.interceptors.push_back([&](const runs::ValueEvent& event) -> std::optional<ops::Tensor> {
            if (event.graph.value(event.value).name != "xs")
                return {};
            return ops::Tensor(valueOf(given, "xd"));
        });
        QVERIFY(areSameBits(run(marked, on), run(given)));
        QVERIFY(!areSameBits(run(plain, on), run(given)));
    }

    /// Floats of 16 bits hold no such numbers, whatever a switch says.
    void switchesInFloat16ChangeNothing()
    {
        const std::string marksOfX = " {switch_scales: [0.03], switch_zero_points: [117], switch_type: 2}";
        const std::string marksOfW = " {switch_scales: [0.01], switch_zero_points: [-3], switch_type: 3}";
        const auto check = [&](const graph::Shape& shape, const graph::Shape& weight, const std::string& product) {
            const auto x = at::randn(shape), w = integers(weight);
            const auto halves = [&](const std::string& ofX, const std::string& ofW) {
                return network(x, w,
                               kOneScale + "xh = Cast(xd) {to: 10}\nwh = Cast(wd) {to: 10}\nxs = Identity(xh)" + ofX
                                   + "\nwi = Identity(wh)" + ofW + "\ny = " + product + "(xs, wi)");
            };
            QVERIFY(areSameBits(run(halves(marksOfX, marksOfW)), run(halves("", ""))));
        };
        check({1, 32, 43, 43}, {40, 32, 3, 3}, "Conv");
        check({7, 520}, {520, 510}, "MatMul");
        check({7, 520}, {520, 510}, "Gemm");
    }

    void smallOnesAreLeftToFloats()
    {
        const auto x = at::randn({4, 32, 20, 20}), w = integers({32, 32, 3, 3}), m = integers({20, 32});
        for (const auto& [weight, product] : {std::pair(w, "Conv({}, {})"), std::pair(m, "MatMul({}, {})")}) {
            const auto of = [&](const char* a, const char* b) {
                return "y = " + fmt::format(fmt::runtime(product), a, b);
            };
            const auto given = network(x, weight, kOneScale + of("xd", "wd"));
            const auto floats =
                network(x, weight, kOneScale + "xi = Identity(xd)\nwi = Identity(wd)\n" + of("xi", "wi"));
            QVERIFY(areSameBits(run(given), run(floats)));
        }
    }

    void saysNothingOfOtherFactors_data()
    {
        QTest::addColumn<QString>("rest");
        QTest::addColumn<bool>("isKnown");
        const QString w = "wd = DequantizeLinear(w, one, o)\n";
        QTest::newRow("both") << w + "y = Conv(xd, wd) name \"product\"" << true;
        QTest::newRow("the zero point left out")
            << "wd = DequantizeLinear(w, one)\ny = MatMul(xd, wd) name \"product\"" << true;
        QTest::newRow("another operator") << w + "y = Add(xd, wd) name \"product\"" << false;
        QTest::newRow("x in floats") << w + "y = Conv(x, wd) name \"product\"" << false;
        QTest::newRow("w in floats") << "input f: float32\ny = Conv(xd, f) name \"product\"" << false;
        QTest::newRow("a scale that is given")
            << "input g: float32[]\nwd = DequantizeLinear(w, g, o)\ny = Conv(xd, wd) name \"product\"" << false;
        QTest::newRow("a zero point that is computed")
            << "c = Neg(o)\nwd = DequantizeLinear(w, one, c)\ny = Conv(xd, wd) name \"product\"" << false;
        QTest::newRow("a scale of zero")
            << "const g: float32[] = {0}\nwd = DequantizeLinear(w, g, o)\ny = Conv(xd, wd) name \"product\"" << false;
        QTest::newRow("blocks") << "wd = DequantizeLinear(w, one, o) {block_size: 2} opset 21\n"
                                   "y = Conv(xd, wd) name \"product\""
                                << false;
        QTest::newRow("16 bits") << "const h: int16[] = {0}\nk = QuantizeLinear(x, s, h) opset 21\n"
                                    "e = DequantizeLinear(k, s, h) opset 21\n"
                                        + w + "y = Conv(e, wd) name \"product\""
                                 << false;
        const auto marked = [](const char* scales, const char* zeros, int type) {
            return QString("wd = Identity(w) {switch_scales: [%1], switch_zero_points: [%2], switch_axis: 0, "
                           "switch_type: %3}\ny = Conv(xd, wd) name \"product\"")
                .arg(scales, zeros)
                .arg(type);
        };
        QTest::newRow("a switch") << marked("0.01", "0", 3) << true;
        QTest::newRow("a switch short of zero points") << marked("0.01, 0.02", "0", 3) << false;
        QTest::newRow("a zero point that is none of the integers") << marked("0.01", "200", 3) << false;
        QTest::newRow("a switch of no type") << marked("0.01", "0", 99) << false;
        QTest::newRow("a scale of nothing") << marked("0.0", "0", 3) << false;
        QTest::newRow("scales of x") << "const g: float32[2] = {1, 2}\nconst h: uint8[2] = {1, 2}\n"
                                        "e = DequantizeLinear(q, g, h)\n"
                                            + w + "y = Conv(e, wd) name \"product\""
                                     << false;
    }

    void saysNothingOfOtherFactors()
    {
        QFETCH(QString, rest);
        QFETCH(bool, isKnown);
        const auto given = network(at::randn({1, 2, 4, 4}), integers({2, 2, 1, 1}), rest.toStdString());
        const auto factors = ops::dequantizedFactorsOf(given.graph, given.graph.node(*given.graph.findNode("product")));
        QCOMPARE(factors.has_value(), isKnown);
        if (!factors)
            return;
        QCOMPARE(factors->x.scales, std::vector{0.03f});
        QCOMPARE(factors->x.zeroPoints, std::vector<std::int32_t>{117});
        QVERIFY(factors->x.type == graph::DataType::UInt8 && factors->w.type == graph::DataType::Int8);
        QCOMPARE(factors->w.zeroPoints, std::vector<std::int32_t>{rest.contains(", o)") ? -3 : 0});
    }
};

QTEST_APPLESS_MAIN(TestDequantizedProducts)
#include "tst_dequantized_products.moc"
