// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "tests/core/import/tflite/lite_runner.h"

#include <QTest>

using namespace ql::tests;
using Floats = std::vector<float>;

/// Operators that run other graphs of the file.
class TestTfLiteControl : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void choosesBranches();
    void repeatsLoops();
    void refusesEndlessGraphs();
};

void TestTfLiteControl::choosesBranches()
{
    LiteModel model;
    const auto condition = model.tensor("condition", LiteModel::Bool, {1});
    const auto x = model.tensor("x", LiteModel::Float, {1});
    const auto y = model.tensor("y", LiteModel::Float, {1});
    model.operation(lite::kIf, {condition, x}, {y}, FlatNode().number(0, std::int32_t(1)).number(1, std::int32_t(2)));
    model.closeGraph({condition, x}, {y});
    for (const float constant : {1.0F, 10.0F}) { // x + 1, or x · 10
        const auto in = model.tensor("x", LiteModel::Float, {1});
        const auto c = model.tensor("c", LiteModel::Float, {1}, LiteModel::raw(Floats{constant}));
        const auto out = model.tensor("y", LiteModel::Float, {1});
        model.operation(constant == 1.0F ? lite::kAdd : lite::kMul, {in, c}, {out});
        model.closeGraph({in}, {out});
    }
    const auto read = readLite(model.file());
    const auto three = at::tensor({3.0F});
    QCOMPARE(runLite(read, {at::tensor({1}, at::kByte).to(at::kBool), three}).at(0).item<float>(), 4.0F);
    QCOMPARE(runLite(read, {at::tensor({0}, at::kByte).to(at::kBool), three}).at(0).item<float>(), 30.0F);
}

/// x + x while i < 3.
void TestTfLiteControl::repeatsLoops()
{
    const auto read = readLite(loopingLiteModel());
    const auto result = runLite(read, {at::scalar_tensor(0, at::kInt), at::tensor({1.5F})});
    QCOMPARE(result.at(0).item<int>(), 3);
    QCOMPARE(result.at(1).item<float>(), 12.0F);
    QCOMPARE(runLite(read, {at::scalar_tensor(3, at::kInt), at::tensor({1.5F})}).at(1).item<float>(), 1.5F);
}

/// A branch that runs itself.
void TestTfLiteControl::refusesEndlessGraphs()
{
    LiteModel model;
    const auto condition = model.tensor("condition", LiteModel::Bool, {1});
    const auto y = model.tensor("y", LiteModel::Bool, {1});
    model.operation(lite::kIf, {condition, condition}, {y},
                    FlatNode().number(0, std::int32_t(0)).number(1, std::int32_t(0)));
    const auto bytes = model.file({condition}, {y});
    try {
        readLite(bytes);
        QFAIL("read");
    } catch (const ql::Error& error) {
        QVERIFY2(std::string(error.what()).find("more than 16 graphs stand within each other") != std::string::npos,
                 error.what());
    }
}

QTEST_APPLESS_MAIN(TestTfLiteControl)
#include "tst_tflite_control.moc"
