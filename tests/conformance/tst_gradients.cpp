// SPDX-License-Identifier: GPL-3.0-or-later
#include "conformance_case.h"
#include "known_failures.h"

#include "core/base/error.h"
#include "core/import/import_model.h"
#include "core/runs/recorded_pass.h"
#include "core/runs/run.h"

#include <QDir>
#include <QTest>

#include <ATen/CPUGeneratorImpl.h>
#include <cmath>
#include <map>
#include <memory>
#include <optional>
#include <set>

using namespace ql;
using namespace ql::test;
using ops::Tensor;

namespace {

bool isDifferentiable(const Tensor& tensor)
{
    return tensor.isDefined() && tensor.data.numel() > 0
           && (tensor.type == graph::DataType::Float || tensor.type == graph::DataType::Double);
}

/// Inputs that say how, not what: sizes, bounds, places. Their derivatives are nobody's question, and are not told.
const std::map<std::string, std::set<std::size_t>> kSettings{
    {"CastLike", {1}},  {"Clip", {1, 2}},  {"DequantizeLinear", {1}},   {"Dropout", {1}},      {"MaxRoiPool", {1}},
    {"OneHot", {0, 1}}, {"Pad", {2}},      {"Range", {0, 1, 2}},        {"Resize", {1, 2, 3}}, {"Split", {1}},
    {"Tile", {1, 2}},   {"Upsample", {1}}, {"MelWeightMatrix", {3, 4}},
};

bool isSetting(const graph::Graph& graph, graph::ValueId input)
{
    const auto& node = graph.nodes().front();
    const auto found = kSettings.find(node.opType);
    return graph.nodeCount() == 1 && found != kSettings.end() && std::ranges::any_of(found->second, [&](std::size_t i) {
               return i < node.inputs.size() && node.inputs[i] == input;
           });
}

/// One case: its model and inputs, and a direction in which all inputs move together.
class Case {
public:
    explicit Case(const std::filesystem::path& folder)
        : m_imported(importers::importModel(folder / "model.onnx"))
        , m_inputs(readCaseInputs(folder))
        , m_program(m_imported.graph)
    {
        at::manual_seed(1);
        for (const auto input : m_imported.graph.inputs()) {
            const auto found = m_inputs.find(m_imported.graph.value(input).name);
            if (found == m_inputs.end() || !isDifferentiable(found->second) || isSetting(m_imported.graph, input))
                continue;
            m_wanted.push_back(input);
            m_directions.push_back(at::randn(found->second.data.sizes(), found->second.data.options()));
        }
    }

    bool hasInputs() const { return !m_wanted.empty(); }
    const graph::Graph& graph() const { return m_imported.graph; }

    /// What is wrong with the derivatives of any output along the direction.
    std::string problem() const
    {
        JobContext ctx;
        const runs::RecordedPass gradients(m_program, m_inputs, m_wanted, ctx);
        for (std::size_t i = 0; i < gradients.outputs().size(); ++i) {
            const auto& output = gradients.outputs()[i];
            if (!isDifferentiable(output) || !at::isfinite(output.data).all().item<bool>())
                continue;
            const auto seed = at::randn(output.data.sizes(), output.data.options());
            const auto by = gradients.of(i, Tensor(seed));
            double told = 0.0;
            for (std::size_t k = 0; k < by.size(); ++k)
                if (by[k].isDefined())
                    told += by[k].data.to(at::kDouble).mul(m_directions[k]).sum().item<double>();
            if (!agrees(i, seed, told))
                return m_last;
        }
        return {};
    }

private:
    /// The change of Σ seed · output from @p step behind to @p step ahead, by the length between.
    std::optional<double> slope(std::size_t output, const at::Tensor& seed, double step) const
    {
        const auto ahead = moved(output, step), behind = moved(output, -step);
        if (ahead.sizes() != behind.sizes() || ahead.sizes() != seed.sizes())
            return std::nullopt;
        return ahead.sub(behind).mul(seed).sum().item<double>() / (2.0 * step);
    }

    at::Tensor moved(std::size_t output, double step) const
    {
        auto inputs = m_inputs;
        for (std::size_t i = 0; i < m_wanted.size(); ++i) {
            auto& tensor = inputs.at(graph().value(m_wanted[i]).name);
            tensor.data = tensor.data.add(m_directions[i], step);
        }
        JobContext ctx;
        return runs::outputsOf(m_program, std::move(inputs), ctx).at(output).data.to(at::kDouble);
    }

    /// Steps of several lengths: short ones drown in rounding, long ones cross the kinks of Relu and its like.
    bool agrees(std::size_t output, const at::Tensor& seed, double told) const
    {
        for (const double step : {1e-2, 3e-3, 1e-3, 3e-4, 1e-4}) {
            const auto found = slope(output, seed, step);
            const auto size = seed.abs().mul(moved(output, 0.0).abs()).sum().item<double>();
            if (found && std::abs(*found - told) <= 0.01 * std::abs(told) + 1e-6 / step * (0.01 + size))
                return true;
            m_last = "output " + std::to_string(output) + ": told " + std::to_string(told) + ", found "
                     + (found ? std::to_string(*found) : "other shapes");
        }
        return false;
    }

    importers::ImportedModel m_imported;
    runs::NamedTensors m_inputs;
    runs::Program m_program;
    std::vector<graph::ValueId> m_wanted;
    std::vector<at::Tensor> m_directions;
    mutable std::string m_last;
};

} // namespace

/// The derivatives of every operator of the standard against finite differences of the numbers that it gives.
class tst_gradients : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void agrees_data();
    void agrees();
    void cleanupTestCase();

private:
    KnownFailures m_known{QUANTLOUPE_SOURCE_DIR "/tests/conformance/without_derivatives.txt"};
    std::set<std::string> m_differentiated;
};

void tst_gradients::agrees_data()
{
    QTest::addColumn<QString>("folder");
    for (const auto* kind : {"node", "simple", "own"}) {
        const QDir folder(QStringLiteral(QUANTLOUPE_CONFORMANCE_DATA "/") + QString::fromLatin1(kind));
        for (const auto& name : folder.entryList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name))
            if (!name.startsWith("again_")) // the same kernel under another version
                QTest::newRow(qPrintable(name)) << folder.filePath(name);
    }
    if (!QDir(QStringLiteral(QUANTLOUPE_CONFORMANCE_DATA)).exists())
        QSKIP("SKIPPED: no conformance data");
}

void tst_gradients::agrees()
{
    QFETCH(QString, folder);
    std::unique_ptr<Case> found;
    try {
        found = std::make_unique<Case>(folder.toStdString());
    } catch (const Error&) {
        return; // what can't run at all is tst_conformance's
    }
    if (!found->hasInputs())
        return;
    std::string problem;
    try {
        problem = found->problem();
    } catch (const std::exception& error) {
        problem = error.what();
    }
    if (const auto reason = m_known.reason(QTest::currentDataTag()))
        QEXPECT_FAIL("", reason->c_str(), Continue);
    QVERIFY2(problem.empty(), problem.c_str());
    if (found->graph().nodeCount() == 1)
        m_differentiated.insert(found->graph().nodes().front().opType);
}

void tst_gradients::cleanupTestCase()
{
    qInfo("%zu operators agree with finite differences", m_differentiated.size());
}

QTEST_APPLESS_MAIN(tst_gradients)
#include "tst_gradients.moc"
