// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/quant/training/rounding_update.h"

#include <QTest>
#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

using namespace ql::quant;

namespace {

using Floats = std::vector<float>;

/// A weight and all that is kept of it while it learns.
struct Weight {
    Weight(std::size_t rows, std::size_t columns)
        : rows(rows)
        , columns(columns)
    {
        std::mt19937 random(7);
        std::uniform_real_distribution<float> number(-5.0f, 5.0f);
        for (auto* values : {&ratios, &parameters, &first, &gradient})
            for (std::size_t i = 0; i < rows * columns; ++i)
                values->push_back(number(random));
        for (std::size_t i = 0; i < rows * columns; ++i) {
            parameters[i] /= 2.0f;
            first[i] = -std::copysign(first[i], parameters[i]); // which leads away from 0
            second.push_back(first[i] * first[i] / 8.0f);
        }
        for (std::size_t row = 0; row < rows; ++row) {
            lowest.push_back(-4.0f); // which some stand at
            highest.push_back(3.0f);
        }
        errors.resize(rows * columns);
    }

    LearnedRows learned()
    {
        sigmoids.clear();
        for (const auto parameter : parameters)
            sigmoids.push_back(static_cast<float>(1.0 / (1.0 + std::exp(-double(parameter)))));
        return {rows,           columns,           ratios.data(),   lowest.data(),
                highest.data(), parameters.data(), sigmoids.data(), first.data(),
                second.data()};
    }

    bool isSettled(std::size_t i) const { return std::abs(parameters[i]) > kSettledParameter; }
    /// What no longer decides on anything of those numbers that are settled.
    void takeSettled(const Weight& other)
    {
        for (std::size_t i = 0; i < parameters.size(); ++i)
            if (other.isSettled(i)) {
                parameters[i] = other.parameters[i];
                first[i] = other.first[i];
                second[i] = other.second[i];
            }
    }

    std::size_t rows;
    std::size_t columns;
    Floats ratios, lowest, highest, parameters, sigmoids, first, second, gradient, errors;
};

double shareOf(double parameter)
{
    return std::clamp(1.2 / (1.0 + std::exp(-parameter)) - 0.1, 0.0, 1.0);
}

/// The formulas, number by number in float64; gives the error.
double updated(Weight& weight, std::size_t i, const RoundingUpdate& update)
{
    const double low = weight.lowest[i / weight.columns], high = weight.highest[i / weight.columns];
    const double down = std::floor(weight.ratios[i]);
    const double parameter = weight.parameters[i];
    const double sigmoid = 1.0 / (1.0 + std::exp(-parameter));
    const double share = shareOf(parameter);
    const double off = 2.0 * share - 1.0;
    double slope = 2.0 * weight.gradient[i];
    slope -= update.push * 2.0 * update.power * std::copysign(std::pow(std::abs(off), update.power - 1.0), off);
    const bool isFree = share > 0.0 && share < 1.0 && down + share >= low && down + share <= high;
    slope = isFree ? slope * 1.2 * sigmoid * (1.0 - sigmoid) : 0.0;
    const double first = 0.9 * weight.first[i] + 0.1 * slope;
    const double second = 0.999 * weight.second[i] + 0.001 * slope * slope;
    const double deviation = std::sqrt(second / (1.0 - std::pow(0.999, update.number))) + 1e-8;
    const double moved = parameter - update.rate * first / (1.0 - std::pow(0.9, update.number)) / deviation;
    weight.first[i] = static_cast<float>(first);
    weight.second[i] = static_cast<float>(second);
    weight.parameters[i] = static_cast<float>(moved);
    return std::clamp(down + shareOf(moved), low, high) - weight.ratios[i];
}

bool areClose(const Floats& found, const Floats& expected)
{
    return std::ranges::equal(found, expected,
                              [](float a, float b) { return std::abs(a - b) <= 2e-6f * std::max(1.0f, std::abs(b)); });
}

} // namespace

/// One pass of AdaRound against its formulas.
class TestRoundingUpdate : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void isWhatTheFormulasSay_data()
    {
        QTest::addColumn<std::size_t>("columns");
        QTest::addColumn<float>("push");
        QTest::addColumn<float>("power");
        QTest::newRow("free") << std::size_t(64) << 0.0f << 2.0f;
        QTest::newRow("pushed far from the middle") << std::size_t(64) << 1.0f << 20.0f;
        QTest::newRow("pushed everywhere") << std::size_t(64) << 1.0f << 2.0f;
        QTest::newRow("less than a vector") << std::size_t(9) << 1.0f << 3.5f;
        QTest::newRow("one column") << std::size_t(1) << 1.0f << 3.5f;
        QTest::newRow("vectors of all sizes") << std::size_t(16 + 4 + 3) << 1.0f << 3.5f;
    }
    void isWhatTheFormulasSay()
    {
        QFETCH(std::size_t, columns);
        QFETCH(float, push);
        QFETCH(float, power);
        Weight found(5, columns), expected(5, columns);
        for (int number = 1; number <= 3; ++number) {
            const RoundingUpdate update{.number = number, .rate = 0.05f, .push = push, .power = power};
            updateRounding(found.learned(), found.gradient.data(), update, found.errors.data());
            for (std::size_t i = 0; i < expected.errors.size(); ++i)
                expected.errors[i] = static_cast<float>(updated(expected, i, update));
            found.takeSettled(expected);
            QVERIFY(areClose(found.parameters, expected.parameters));
            QVERIFY(areClose(found.first, expected.first));
            QVERIFY(areClose(found.second, expected.second));
            QVERIFY(areClose(found.errors, expected.errors));
        }
    }

    /// A vector of settled numbers alone isn't touched; beside one that is free they are, and stay settled.
    void settledNumbersStay()
    {
        Weight settled(1, 64);
        std::ranges::fill(settled.parameters, 3.0f);
        std::ranges::fill(settled.first, -1.0f);
        std::ranges::fill(settled.gradient, 1e3f);
        settled.errors.assign(64, 0.25f);
        settled.parameters[63] = 0.0f;
        const RoundingUpdate update{.number = 5, .rate = 0.05f};
        const auto before = settled.parameters;
        updateRounding(settled.learned(), settled.gradient.data(), update, settled.errors.data());
        QCOMPARE(settled.parameters[0], before[0]);
        QCOMPARE(settled.errors[0], 0.25f);
        QVERIFY(settled.parameters[63] != 0.0f);
        QVERIFY(settled.errors[63] != 0.25f);
        for (std::size_t i = 0; i < 63; ++i)
            QVERIFY(settled.parameters[i] >= 3.0f);
    }

    /// Of shares in the middle and at the ends, and parameters beyond what exp() knows.
    void extremesStayNumbers()
    {
        Weight weight(1, 6);
        weight.parameters = {0.0f, 1e30f, -1e30f, 200.0f, -200.0f, 1e-30f};
        weight.first = weight.second = Floats(6, 0.0f);
        const RoundingUpdate update{.rate = 0.05f, .push = 1.0f, .power = 2.0f};
        updateRounding(weight.learned(), weight.gradient.data(), update, weight.errors.data());
        for (const auto* values : {&weight.parameters, &weight.first, &weight.second, &weight.errors})
            QVERIFY(std::ranges::all_of(*values, [](float value) { return std::isfinite(value); }));
        QCOMPARE(weight.parameters[1], 1e30f); // nothing moves what is rectified
        QCOMPARE(weight.parameters[4], -200.0f);
    }
};

QTEST_APPLESS_MAIN(TestRoundingUpdate)
#include "tst_rounding_update.moc"
