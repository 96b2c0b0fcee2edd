// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/products/matrix_product.h"
#include "tests/support/random_floats.h"

#include <QTest>

#include <cmath>
#include <vector>

#include <omp.h>

using ql::ops::MatrixSizes;
using ql::tests::randomFloats;
using Floats = std::vector<float>;

namespace {

struct Product {
    MatrixSizes sizes;
    Floats x = randomFloats(sizes.rows * sizes.depth, 1);
    Floats w = randomFloats(sizes.depth * sizes.columns, 2);
    Floats bias = randomFloats(sizes.columns, 3);

    Floats result(bool hasBias) const
    {
        Floats y(std::size_t(sizes.rows * sizes.columns), -9.0f);
        ql::ops::multiplyMatrices(x.data(), w.data(), hasBias ? bias.data() : nullptr, y.data(), sizes);
        return y;
    }

    double expected(std::int64_t row, std::int64_t column, bool hasBias) const
    {
        double sum = hasBias ? double(bias[std::size_t(column)]) : 0.0;
        for (std::int64_t k = 0; k < sizes.depth; ++k)
            sum += double(x[std::size_t(row * sizes.depth + k)]) * double(w[std::size_t(k * sizes.columns + column)]);
        return sum;
    }
};

} // namespace

class TestMatrixProduct : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void multiplies_data()
    {
        QTest::addColumn<int>("rows");
        QTest::addColumn<int>("depth");
        QTest::addColumn<int>("columns");
        for (const int rows : {1, 2, 5, 12, 26})
            for (const int columns : {1, 3, 20, 129, 300})
                QTest::addRow("%d x %d", rows, columns) << rows << 37 << columns;
        QTest::newRow("no depth") << 2 << 0 << 5;
        QTest::newRow("packed") << 25 << 37 << 300;
        QTest::newRow("packed, without depth") << 25 << 0 << 256;
        QTest::newRow("packed, deep") << 24 << 5000 << 263;
        QTest::newRow("too deep to be packed") << 24 << 17000 << 256;
    }

    void multiplies()
    {
        QFETCH(int, rows);
        QFETCH(int, depth);
        QFETCH(int, columns);
        const Product product{{rows, depth, columns}};
        for (const bool hasBias : {false, true}) {
            const auto y = product.result(hasBias);
            for (int row = 0; row < rows; ++row)
                for (int column = 0; column < columns; ++column)
                    QVERIFY2(std::abs(double(y[std::size_t(row * columns + column)])
                                      - product.expected(row, column, hasBias))
                                 <= 2e-5 * std::max(1.0, depth / 100.0),
                             qPrintable(QString("%1, %2").arg(row).arg(column)));
        }
    }

    void givesARowTheSameBitsAmongOthers_data()
    {
        QTest::addColumn<int>("columns");
        QTest::newRow("as it stands") << 77;
        QTest::newRow("packed") << 277;
    }

    void givesARowTheSameBitsAmongOthers()
    {
        QFETCH(int, columns);
        const Product all{{29, 50, columns}};
        const auto together = all.result(true);
        for (std::int64_t row = 0; row < all.sizes.rows; ++row) {
            Product one{{1, all.sizes.depth, all.sizes.columns}};
            std::copy_n(all.x.begin() + row * all.sizes.depth, all.sizes.depth, one.x.begin());
            const auto alone = one.result(true);
            QVERIFY(std::equal(alone.begin(), alone.end(), together.begin() + row * all.sizes.columns));
        }
    }

    void threadsDoNotChangeABit_data()
    {
        QTest::addColumn<int>("rows");
        QTest::addColumn<int>("columns");
        QTest::newRow("as it stands") << 7 << 1000;
        QTest::newRow("packed") << 31 << 1000;
        QTest::newRow("in blocks of rows") << 501 << 40;
    }

    void threadsDoNotChangeABit()
    {
        QFETCH(int, rows);
        QFETCH(int, columns);
        const Product product{{rows, 60, columns}};
        Floats expected;
        for (const int threads : {1, 2, 3, 8}) {
            omp_set_num_threads(threads);
            const auto y = product.result(true);
            if (expected.empty())
                expected = y;
            QVERIFY(y == expected);
        }
    }
};

QTEST_APPLESS_MAIN(TestMatrixProduct)
#include "tst_matrix_product.moc"
