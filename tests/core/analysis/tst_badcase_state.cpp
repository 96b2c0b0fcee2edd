// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/badcase/badcase_state.h"
#include "core/base/error.h"

#include <QTest>

#include <cmath>

using namespace ql;

class TestBadCaseState : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void statesComeBackWithTheirTensors()
    {
        analysis::BadCaseState state;
        state.values = {0.5, std::nan("")};
        state.worstSample = 1;
        state.baselineStates = {ops::toTensor(graph::TensorData::of<float>(graph::DataType::Float, {1, 2}, {3, -4}))};
        state.worstInputs = {{"x", graph::TensorData::of<std::uint16_t>(graph::DataType::UInt16, {3}, {1, 2, 65535})},
                             {"analysis model/x", graph::TensorData::of<float>(graph::DataType::Float, {0}, {})}};
        const auto again = analysis::unpackedState(analysis::packedState(state));
        QCOMPARE(again.values.at(0), 0.5);
        QVERIFY(again.values.size() == 2 && std::isnan(again.values[1]));
        QCOMPARE(again.worstSample, std::size_t{1});
        QCOMPARE(again.baselineStates.size(), std::size_t{1});
        const auto fedBack = ops::toTensorData(again.baselineStates[0]);
        QCOMPARE(fedBack.shape(), (graph::Shape{1, 2}));
        QCOMPARE(fedBack.toDoubles(), (std::vector<double>{3, -4}));
        QVERIFY(again.analysisStates.empty());
        QCOMPARE(again.worstInputs.size(), std::size_t{2});
        QCOMPARE(again.worstInputs[0].first, std::string("x"));
        QCOMPARE(again.worstInputs[0].second.type(), graph::DataType::UInt16);
        QCOMPARE(again.worstInputs[0].second.toInts(), (std::vector<std::int64_t>{1, 2, 65535}));
        QCOMPARE(again.worstInputs[1].second.shape(), graph::Shape{0});
        QVERIFY_THROWS_EXCEPTION(Error, analysis::unpackedState(analysis::packedState(state) + '\0'));
    }

    void onlyTheSameSearchGoesOn()
    {
        results::BadCaseRequest request;
        const auto job = analysis::jobOf(request, 7, 2);
        QCOMPARE(analysis::jobOf(request, 7, 2), job);
        QVERIFY(analysis::jobOf(request, 8, 2) != job);
        QVERIFY(analysis::jobOf(request, 7, 3) != job);
        request.samples.numSteps = 5;
        QCOMPARE(analysis::jobOf(request, 7, 2), job);
        request.resetEvery = 2;
        QVERIFY(analysis::jobOf(request, 7, 2) != job);
    }
};

QTEST_APPLESS_MAIN(TestBadCaseState)
#include "tst_badcase_state.moc"
