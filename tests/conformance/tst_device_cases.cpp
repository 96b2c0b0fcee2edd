// SPDX-License-Identifier: GPL-3.0-or-later
#include "conformance_case.h"

#include "core/base/error.h"
#include "core/graph/operators/operator_traits.h"
#include "core/import/import_model.h"
#include "core/runs/device/device_scope.h"
#include "core/runs/run.h"
#include "core/runs/threads/thread_guard.h"
#include "tests/support/fake_device.h"
#include "tests/support/same_bits.h"

#include <QDir>
#include <QTest>

using namespace ql;

namespace {

bool drawsNumbers(const graph::Graph& graph)
{
    return std::ranges::any_of(graph.nodes(),
                               [](const graph::Node& node) { return graph::traitsNamed(node.opType).isRandom; });
}

std::vector<ops::Tensor> outputsOf(const graph::Graph& graph, const ops::Registry& operators,
                                   const runs::NamedTensors& inputs)
{
    return runs::outputsOf(runs::Program(graph, operators), inputs, JobContext());
}

} // namespace

/// Every test of the ONNX standard gives on a device the bits that it gives on the processor.
class tst_device_cases : public QObject {
    Q_OBJECT

    std::size_t m_onDevice = 0;

private Q_SLOTS:
    void givesTheProcessorsBits_data()
    {
        QTest::addColumn<QString>("folder");
        const QDir data(QStringLiteral(QUANTLOUPE_CONFORMANCE_DATA));
        if (!data.exists())
            QSKIP("SKIPPED: no conformance data; install python3-onnx and run this test through ctest, or "
                  "tests/conformance/generate.py " QUANTLOUPE_CONFORMANCE_DATA);
        for (const auto* kind : {"node", "simple", "own"}) {
            const QDir folder(data.filePath(QString::fromLatin1(kind)));
            for (const auto& name : folder.entryList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name))
                QTest::newRow(qPrintable(name)) << folder.filePath(name);
        }
    }

    void givesTheProcessorsBits()
    {
        QFETCH(QString, folder);
        const runs::ThreadGuard threads(1);
        const auto path = std::filesystem::path(folder.toStdString());
        graph::Graph graph;
        runs::NamedTensors inputs;
        std::vector<ops::Tensor> expected;
        try {
            graph = importers::importModel(path / "model.onnx").graph;
            inputs = ql::test::readCaseInputs(path);
            expected = outputsOf(graph, ops::Registry::builtIn(), inputs);
        } catch (const Error& error) {
            QSKIP(("it doesn't run on the processor: " + error.message().english()).c_str());
        }
        if (drawsNumbers(graph))
            QSKIP("it draws other numbers each time");
        const auto device = std::make_shared<const tests::FakeDevice>();
        const auto operators = tests::checkedOperators(graph, *device);
        const runs::DeviceScope scope(device);
        QVERIFY(tests::areSameBits(outputsOf(graph, operators, inputs), expected));
        QCOMPARE(device->fault(), std::string());
        m_onDevice += device->runs() > 0;
    }

    void manyRanThere()
    {
        if (!QDir(QStringLiteral(QUANTLOUPE_CONFORMANCE_DATA)).exists())
            QSKIP("SKIPPED: no conformance data");
        qInfo("%zu cases ran on the device", m_onDevice);
        QVERIFY(m_onDevice > 200);
    }
};

QTEST_APPLESS_MAIN(tst_device_cases)
#include "tst_device_cases.moc"
