// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/passes/weighted_lines.h"
#include "tests/core/ops/operator_runner.h"
#include "tests/support/random_floats.h"

#include <QTest>

#include <vector>

using namespace ql::ops;

class TestWeightedLines : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void sumsLines()
    {
        for (std::size_t count = 0; count < 70; ++count)
            for (std::size_t taps = 1; taps < 5; ++taps) {
                const auto x = ql::tests::randomFloats(taps * 80, unsigned(count + 1));
                const auto weights = ql::tests::randomFloats(taps, unsigned(taps));
                std::vector<const float*> lines;
                for (std::size_t tap = 0; tap < taps; ++tap)
                    lines.push_back(x.data() + 80 * tap + tap % 3);
                std::vector<float> y(count + 1, -7.0f);
                sumWeightedLines(lines.data(), weights.data(), taps, y.data(), count);
                for (std::size_t i = 0; i < count; ++i) {
                    float sum = lines[0][i] * weights[0];
                    for (std::size_t tap = 1; tap < taps; ++tap)
                        sum += lines[tap][i] * weights[tap];
                    QCOMPARE(y[i], sum);
                }
                QCOMPARE(y[count], -7.0f);
            }
    }

    void sumsElements()
    {
        const auto x = ql::tests::randomFloats(50, 1);
        for (std::size_t count = 0; count < 70; ++count)
            for (std::size_t taps = 1; taps < 5; ++taps) {
                std::vector<std::int32_t> indices;
                for (std::size_t i = 0; i < taps * count; ++i)
                    indices.push_back(std::int32_t(i * 37 % x.size()));
                const auto weights = ql::tests::randomFloats(taps * count + 1, unsigned(taps));
                std::vector<float> y(count + 1, -7.0f);
                sumWeightedElements(x.data(), indices.data(), weights.data(), taps, y.data(), count);
                for (std::size_t i = 0; i < count; ++i) {
                    float sum = x[std::size_t(indices[i])] * weights[i];
                    for (std::size_t tap = 1; tap < taps; ++tap)
                        sum += x[std::size_t(indices[tap * count + i])] * weights[tap * count + i];
                    QCOMPARE(y[i], sum);
                }
                QCOMPARE(y[count], -7.0f);
            }
    }

    void resizeAlike_data()
    {
        QTest::addColumn<QString>("mode");
        QTest::addColumn<QString>("coordinates");
        for (const char* mode : {"nearest", "linear", "cubic"})
            for (const char* coordinates : {"half_pixel", "align_corners", "asymmetric"})
                QTest::addRow("%s, %s", mode, coordinates) << mode << coordinates;
    }

    /// float32 as float64, which LibTorch resizes.
    void resizeAlike()
    {
        QFETCH(QString, mode);
        QFETCH(QString, coordinates);
        const auto x = at::randn({2, 3, 9, 21});
        for (const auto& sizes : std::vector<std::vector<double>>{{2, 3, 18, 42}, {2, 3, 5, 33}, {2, 7, 9, 10}}) {
            const auto wanted = ql::tests::tensorOf(ql::graph::DataType::Int64, {4}, sizes);
            const auto result = [&](const at::Tensor& values) {
                auto runner = ql::tests::OperatorRunner("Resize", 13).with("mode", mode.toStdString());
                runner.with("coordinate_transformation_mode", coordinates.toStdString());
                return runner.run({Tensor(values), {}, {}, wanted}).front().data;
            };
            const auto expected = result(x.to(at::kDouble));
            QVERIFY(at::allclose(result(x).to(at::kDouble), expected, 1e-5, 1e-5));
        }
    }
};

QTEST_APPLESS_MAIN(TestWeightedLines)
#include "tst_weighted_lines.moc"
