// SPDX-License-Identifier: GPL-3.0-or-later
// The harder walk: no layer of a gated normalization is to blame alone, its whole scope must stay in float. From two
// files to a config that holds, by nothing but what the Overview page says.
#include "core/analysis/calibrate/calibrate.h"
#include "core/export/onnx_writer.h"
#include "core/graph/text_form/text_form.h"
#include "tests/support/array_files.h"
#include "tests/support/gated_norm.h"
#include "tests/widgets/overview_walker.h"
#include "widgets/analyses/bad_case/bad_case_analysis.h"

#include <QFile>

#include <cmath>

using namespace ql;
using namespace ql::widgets;
using report::OverviewAction;
using results::Quality;

namespace {

constexpr unsigned kSamples = 6;
constexpr unsigned kCalibration = 16;

void writeSample(const QString& path, unsigned seed)
{
    const auto numbers = tests::randomFloats(tests::kNormTokens * tests::kNormWidth, seed);
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(tests::npyFile(tests::npyDictionary("<f4", "(12, 16)"), {reinterpret_cast<const char*>(numbers.data()),
                                                                        qsizetype(numbers.size() * sizeof(float))}));
}

} // namespace

class TestScopeWalk : public QObject, tests::OverviewWalker {
    Q_OBJECT

private Q_SLOTS:
    /// The float model, its twin with everything in int8, and samples that didn't calibrate it.
    void initTestCase()
    {
        for (const char* folder : {"samples", "calibration"})
            QVERIFY(QDir(m_folder.path()).mkdir(QLatin1String(folder)));
        for (unsigned i = 0; i < kSamples; ++i)
            writeSample(m_folder.filePath(QStringLiteral("samples/s%1.npy").arg(i)), 100 + i);
        for (unsigned i = 0; i < kCalibration; ++i)
            writeSample(m_folder.filePath(QStringLiteral("calibration/c%1.npy").arg(i)), 200 + i);
        const auto path = m_folder.filePath(QStringLiteral("gated.onnx"));
        exporting::writeOnnx(graph::parseGraph(tests::gatedNorm(true)), path.toStdString());
        results::CalibrateRequest request;
        request.model = path.toStdString();
        request.quantization.data = m_folder.filePath(QStringLiteral("calibration")).toStdString();
        request.folder = m_folder.filePath(QStringLiteral("twin")).toStdString();
        JobContext ctx;
        analysis::calibrateModel(request, ctx);
        openWindow();
    }
    void cleanupTestCase() { m_window.reset(); }

    void findsThatAScopeMakesTheError()
    {
        drop({m_folder.filePath(QStringLiteral("gated.onnx")),
              m_folder.filePath(QStringLiteral("twin/gated_qdq.onnx"))});
        QTRY_COMPARE_WITH_TIMEOUT(first(), OverviewAction::OpenData, kPatience);
        drop({m_folder.filePath(QStringLiteral("samples"))});
        QTRY_VERIFY_WITH_TIMEOUT(isIdle() && m_view->picture().isVisible(), kPatience);
        qInfo("%s | %s", qPrintable(m_view->headline()), qPrintable(m_view->outputsText()));
        // The scope, or those of it that break the output alone, where that is enough.
        QVERIFY(first() == OverviewAction::SkipScope || first() == OverviewAction::Skip);
        const auto step = m_view->steps().steps().front();
        QVERIFY(step.isMeasured);
        QVERIFY(step.layers.size() >= 2);
        for (const auto& layer : step.layers)
            QVERIFY2(layer.starts_with("/enc/norm/"), layer.c_str());
    }

    void followsTheButtonsToASavedConfig()
    {
        const double before = worstDb();
        followTheButtons(Quality::Fair);
        QVERIFY2(before < 10.0 && worstDb() > 20.0, qPrintable(QString::number(worstDb())));
        QFile config(m_window->workbench().config().path());
        QVERIFY(config.open(QIODevice::ReadOnly));
        const QByteArray text = config.readAll();
        QVERIFY2(text.contains("/enc/norm/"), text.constData());
    }

private:
    /// Of all samples, by the last search over them.
    double worstDb() const
    {
        const auto found = m_window->workbench().analysis<BadCaseAnalysis>().result();
        for (std::size_t i = 0; found && i < found->metrics.size(); ++i)
            if (found->metrics[i].key == "sqnr_db" && found->samples.size() == kSamples)
                return results::worstOverall(*found, i).value;
        return std::nan("");
    }
};

QTEST_MAIN(TestScopeWalk)
#include "tst_scope_walk.moc"
