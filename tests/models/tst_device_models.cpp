// SPDX-License-Identifier: GPL-3.0-or-later
// Every real model on a device gives the bits that it gives on the processor.
#include "core/data/inputs.h"
#include "core/graph/ir/open_bodies.h"
#include "core/import/import_model.h"
#include "core/runs/device/device_scope.h"
#include "core/runs/program/program.h"
#include "core/runs/run.h"
#include "core/runs/threads/thread_guard.h"
#include "tests/models/manifest.h"
#include "tests/support/fake_device.h"
#include "tests/support/models.h"
#include "tests/support/same_bits.h"

#include <QtTest>

#include <set>

using namespace ql;

Q_DECLARE_METATYPE(ql::tests::ModelCase)

namespace {

runs::NamedTensors readCaseInputs(const tests::ModelCase& modelCase)
{
    runs::NamedTensors inputs;
    for (const auto& [name, path] : modelCase.inputs)
        inputs.emplace(name, ops::toTensor(data::readNpy(path)));
    return inputs;
}

} // namespace

class TestDeviceModels : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void givesTheProcessorsBits_data()
    {
        QTest::addColumn<tests::ModelCase>("modelCase");
        const auto models = tests::modelsFolder();
        if (!models)
            QSKIP("QUANTLOUPE_MODELS is not set: nothing was tested on real models");
        std::set<std::filesystem::path> seen; // one case each
        for (const auto& modelCase : tests::modelCases(*models))
            if (seen.insert(modelCase.model).second)
                QTest::newRow(modelCase.title.c_str()) << modelCase;
    }

    void givesTheProcessorsBits()
    {
        QFETCH(tests::ModelCase, modelCase);
        const runs::ThreadGuard threads;
        const auto graph = graph::withOpenBodies(importers::importModel(modelCase.model).graph);
        const auto given = readCaseInputs(modelCase);
        const JobContext ctx;
        const auto expected = runs::outputsOf(runs::Program(graph), given, ctx);
        const auto device = std::make_shared<const tests::FakeDevice>();
        const auto operators = tests::checkedOperators(graph, *device);
        const runs::DeviceScope scope(device);
        const runs::Program program(graph, operators);
        QVERIFY(tests::areSameBits(runs::outputsOf(program, given, ctx), expected));
        if (!modelCase.isQuantized) // where all are integers nothing has to
            QVERIFY2(device->runs() > 0, "nothing ran on the device");
        const auto first = device->uploads();
        const auto down = device->downloads();
        QVERIFY(tests::areSameBits(runs::outputsOf(program, given, ctx), expected));
        const auto second = device->uploads() - first;
        if (!modelCase.isQuantized)
            QVERIFY2(second < first, "the constants were copied again");
        QVERIFY(tests::areSameBits(runs::outputsOf(program, given, ctx), expected));
        QCOMPARE(device->uploads(), first + 2 * second);
        QCOMPARE(device->downloads(), 3 * down);
        QCOMPARE(device->fault(), std::string());
    }
};

QTEST_APPLESS_MAIN(TestDeviceModels)
#include "tst_device_models.moc"
