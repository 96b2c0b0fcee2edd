// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/support/pointwise_product.h"
#include "tests/support/random_floats.h"

#include <QTest>

#include <cmath>
#include <vector>

#include <omp.h>

using ql::ops::multiplyPointwise;
using ql::ops::ProductSizes;
using ql::tests::randomFloats;
using Floats = std::vector<float>;

class TestPointwiseProduct : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void agreesWithDoubles_data()
    {
        QTest::addColumn<int>("rows");
        QTest::addColumn<int>("columns");
        QTest::addColumn<int>("depth");
        QTest::newRow("one") << 1 << 1 << 1;
        QTest::newRow("less than a tile") << 5 << 20 << 7;
        QTest::newRow("ragged") << 31 << 77 << 13;
        QTest::newRow("several row groups") << 101 << 33 << 64;
        QTest::newRow("parallel") << 64 << 300 << 40;
    }

    void agreesWithDoubles()
    {
        QFETCH(int, rows);
        QFETCH(int, columns);
        QFETCH(int, depth);
        const Floats weight = randomFloats(std::int64_t(rows) * depth, 1);
        const Floats x = randomFloats(std::int64_t(depth) * columns, 2);
        const Floats bias = randomFloats(rows, 3);
        for (const bool hasBias : {false, true}) {
            Floats y(static_cast<std::size_t>(rows * columns), -9.0f);
            multiplyPointwise(weight.data(), x.data(), hasBias ? bias.data() : nullptr, y.data(),
                              {rows, columns, depth});
            for (int m = 0; m < rows; ++m)
                for (int n = 0; n < columns; ++n) {
                    double sum = hasBias ? bias[static_cast<std::size_t>(m)] : 0.0;
                    double size = std::abs(sum);
                    for (int k = 0; k < depth; ++k) {
                        const double product = double(weight[static_cast<std::size_t>(m * depth + k)])
                                               * double(x[static_cast<std::size_t>(k * columns + n)]);
                        sum += product;
                        size += std::abs(product);
                    }
                    const float found = y[static_cast<std::size_t>(m * columns + n)];
                    QVERIFY2(std::abs(found - sum) <= 1e-6 * size, qPrintable(QString("%1, %2").arg(m).arg(n)));
                }
        }
    }

    void threadsDoNotChangeABit()
    {
        const ProductSizes sizes{96, 500, 128};
        const Floats weight = randomFloats(sizes.rows * sizes.depth, 4);
        const Floats x = randomFloats(sizes.depth * sizes.columns, 5);
        Floats expected;
        for (const int threads : {1, 2, 3, 8}) {
            omp_set_num_threads(threads);
            Floats y(static_cast<std::size_t>(sizes.rows * sizes.columns));
            multiplyPointwise(weight.data(), x.data(), nullptr, y.data(), sizes);
            if (expected.empty())
                expected = y;
            QVERIFY(y == expected);
        }
    }
};

QTEST_APPLESS_MAIN(TestPointwiseProduct)
#include "tst_pointwise_product.moc"
