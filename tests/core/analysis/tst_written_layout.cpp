// SPDX-License-Identifier: GPL-3.0-or-later
// What is written of a TorchScript program that doesn't say how many axes its inputs have: standard operators that give
// what LibTorch's own interpreter gives for the program.
#include "core/analysis/simulation/written_layout.h"
#include "core/export/onnx_writer.h"
#include "core/import/import_model.h"
#include "tests/support/torch_modules.h"
#include "tests/support/whole_pass.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace ql;

namespace {

auto operatorsOfTorch(const graph::Graph& graph) -> std::ptrdiff_t
{
    return std::ranges::count(graph.nodes(), "aten", &graph::Node::domain);
}

} // namespace

class TestWrittenLayout : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theSamplesRankMakesStandardOperators_data()
    {
        QTest::addColumn<QString>("operation");
        QTest::addColumn<int>("left");
        QTest::newRow("flatten") << "torch.flatten(x, 1, -1)" << 0;
        QTest::newRow("flatten behind two axes") << "torch.flatten(x, 2, -1)" << 0;
        QTest::newRow("flatten all") << "torch.flatten(x, 0, -1)" << 0;
        QTest::newRow("flatten up to the last axis by its number") << "torch.flatten(x, 1, 3)" << 0;
        QTest::newRow("transpose") << "torch.transpose(x, 1, 2)" << 0;
        QTest::newRow("transpose from the end") << "torch.transpose(x, -1, 1)" << 0;
        QTest::newRow("one behind the other") << "torch.flatten(torch.transpose(torch.relu(x), 1, 3), 1, -1)" << 0;
        QTest::newRow("not up to the last axis") << "torch.flatten(x, 1, 2)" << 1;
    }

    void theSamplesRankMakesStandardOperators()
    {
        QFETCH(const QString, operation);
        QFETCH(const int, left);
        QTemporaryDir folder;
        const auto path = std::filesystem::path(folder.path().toStdString()) / "layout.pt";
        ql::testing::ModuleBuilder builder;
        builder.define("def forward(self, x):\n    return torch.sigmoid(" + operation.toStdString() + ")");
        builder.save(path);
        const auto model = importers::importStandard(path, 17);
        const auto written = analysis::withStandardLayout(model.graph, {4});
        QCOMPARE(operatorsOfTorch(written), left);
        QCOMPARE(written.value(written.inputs().at(0)).shape->size(), std::size_t(4));
        QVERIFY(!model.graph.value(model.graph.inputs().at(0)).shape.has_value());

        if (left > 0)
            return; // which no other tool runs
        const auto file = std::filesystem::path(folder.path().toStdString()) / "written.onnx";
        exporting::writeOnnx(written, file);
        const auto read = importers::importModel(file).graph;
        const auto input = at::arange(2 * 3 * 4 * 5, at::kFloat).mul(0.37F).sin().view({2, 3, 4, 5});
        const auto expected = ql::testing::runForward(path, {input}).at(0);
        const auto found =
            tests::outputsOf(read, {{read.value(read.inputs().at(0)).name, runs::Tensor(input.clone())}}).at(0);
        QCOMPARE(found.sizes(), expected.sizes());
        QVERIFY(found.allclose(expected, 1e-6, 1e-6));
    }

    void withoutSamplesNothingChanges()
    {
        QTemporaryDir folder;
        const auto path = std::filesystem::path(folder.path().toStdString()) / "layout.pt";
        ql::testing::ModuleBuilder builder;
        builder.define("def forward(self, x):\n    return torch.transpose(x, 1, 2)");
        builder.save(path);
        const auto model = importers::importStandard(path, 17);
        QCOMPARE(operatorsOfTorch(analysis::withStandardLayout(model.graph, {})), operatorsOfTorch(model.graph));
    }
};

QTEST_GUILESS_MAIN(TestWrittenLayout)
#include "tst_written_layout.moc"
