// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/passes/reduced_rows.h"
#include "core/ops/passes/rows.h"

#include <ATen/Parallel.h>
#include <QTest>

#include <cmath>
#include <limits>

using namespace ql::ops;

namespace {

bool isSame(const at::Tensor& a, const at::Tensor& b)
{
    return a.sizes() == b.sizes() && at::equal(a.isnan(), b.isnan())
           && at::equal(at::nan_to_num(a, 1.5).view(at::kInt), at::nan_to_num(b, 1.5).view(at::kInt));
}

} // namespace

/// Sums and means bit for bit as LibTorch adds.
class TestReducedRows : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { at::manual_seed(1); }

    void addsInLibTorchsOrder()
    {
        for (std::int64_t columns = 1; columns <= 5000; columns += columns < 300 ? 1 : 97)
            for (const std::int64_t rows : {1, 3}) {
                const auto x = at::randn({rows, columns}).mul_(100);
                QVERIFY2(isSame(summed(x, {1}), at::sum(x, {1}, true)), qPrintable(QString::number(columns)));
                QVERIFY2(isSame(averaged(x, {1}), at::mean(x, {1}, true)), qPrintable(QString::number(columns)));
            }
        const auto longest = at::randn({1, std::int64_t(kMostSummedElements)});
        QVERIFY(isSame(summed(longest, {1}), at::sum(longest, {1}, true)));
    }

    void reducesAnyAxes()
    {
        const auto x = at::randn({3, 4, 5, 6});
        for (const auto& axes : std::vector<ql::graph::Shape>{{3}, {2, 3}, {0, 1, 2, 3}, {1}, {0, 3}, {1, 2}}) {
            QVERIFY(isSame(summed(x, axes), at::sum(x, axes, true)));
            QVERIFY(isSame(averaged(x, axes), at::mean(x, axes, true)));
            const auto view = x.permute({1, 0, 3, 2});
            QVERIFY(isSame(averaged(view, axes), at::mean(view, axes, true)));
        }
        const auto wide = x.to(at::kDouble);
        QVERIFY(at::equal(averaged(wide, {3}), at::mean(wide, {3}, true)));
        QVERIFY(at::equal(summed(at::ones({2, 0}), {1}), at::zeros({2, 1})));
    }

    void keepsSpecialNumbers()
    {
        const float infinity = std::numeric_limits<float>::infinity();
        const auto x =
            at::tensor({1.0f, std::nanf(""), infinity, 2.0f, infinity, -infinity, -0.0f, -0.0f}).view({4, 2});
        QVERIFY(isSame(summed(x, {1}), at::sum(x, {1}, true)));
    }

    void givesTheSameOnAnyNumberOfThreads()
    {
        const auto x = at::randn({4, 8000});
        at::set_num_threads(1);
        const auto one = summed(x, {1});
        for (const int threads : {2, 4}) {
            at::set_num_threads(threads);
            QVERIFY(isSame(summed(x, {1}), one));
        }
    }
};

QTEST_APPLESS_MAIN(TestReducedRows)
#include "tst_reduced_rows.moc"
