// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/engine.h"
#include "core/results/check_result.h"
#include "core/results/compare_result.h"
#include "core/results/diagnostic.h"
#include "core/results/graph_outline.h"
#include "core/results/metrics.h"
#include "core/results/sensitivity_result.h"
#include "tests/support/fake_engine.h"
#include "tests/support/models.h"
#include "tests/support/sample_answers.h"
#include "tests/support/sample_result.h"
#include "widgets/analyses/bad_case/bad_case_analysis.h"
#include "widgets/analyses/profile/profile_analysis.h"
#include "widgets/analyses/sensitivity/sensitivity_analysis.h"
#include "widgets/analyses/shadow/shadow_analysis.h"
#include "widgets/analyses/tune/tune_analysis.h"
#include "widgets/docks/graph/graph_pane.h"
#include "widgets/docks/graph/graph_view.h"
#include "widgets/graph_view/graph_canvas.h"
#include "widgets/settings/settings.h"
#include "widgets/window/main_window.h"

#include <QApplication>
#include <QFile>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <ctime>
#include <utility>

using namespace ql;
using namespace ql::widgets;

namespace {

/// Measures how much processor time the window's thread spends on one event at most: for so long it does not answer.
/// Processor time, because a busy machine is not the window's fault.
class MeasuringApplication : public QApplication {
public:
    using QApplication::QApplication;

    bool notify(QObject* receiver, QEvent* event) override
    {
        if (m_depth > 0)
            return QApplication::notify(receiver, event);
        ++m_depth;
        const QByteArray what = receiver->metaObject()->className() + (' ' + QByteArray::number(event->type()));
        const double began = threadMilliseconds();
        const bool isHandled = QApplication::notify(receiver, event);
        --m_depth;
        const double spent = threadMilliseconds() - began;
        ++m_count;
        if (spent > m_longest) {
            m_longest = spent;
            m_what = what;
        }
        return isHandled;
    }

    void restart()
    {
        m_longest = 0.0;
        m_count = 0;
    }
    double longest() const { return m_longest; }
    /// Who took so long, and about what.
    QByteArray what() const { return m_what; }
    std::size_t count() const { return m_count; }

private:
    static double threadMilliseconds()
    {
        timespec now{};
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
        return double(now.tv_sec) * 1e3 + double(now.tv_nsec) / 1e6;
    }

    int m_depth = 0;
    double m_longest = 0.0;
    std::size_t m_count = 0;
    QByteArray m_what;
};

constexpr double kMostMilliseconds = 50.0;

} // namespace

/// The window answers within 50 ms while the real engine works.
class TestResponsiveness : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        QStandardPaths::setTestModeEnabled(true);
        QSettings().clear();
        openReal();
        QTRY_VERIFY_WITH_TIMEOUT(workbench().session().hasEngine(), 60'000);
    }
    void cleanupTestCase() { m_window.reset(); }

    void answersWhileItCompares()
    {
        const auto start = [this] { // to open it again would ask whether what is open may go
            workbench().session().result() ? workbench().session().compare() : m_window->openDemo();
        };
        measure(start, "compare");
        QVERIFY(workbench().session().result());
    }

    void answersWhileItRanks()
    {
        m_window->raiseDock(QStringLiteral("sensitivityDock"));
        measure([this] { workbench().analysis<SensitivityAnalysis>().start(); }, "sensitivity");
        QVERIFY(workbench().analysis<SensitivityAnalysis>().result());
    }

    void answersWhileItSearches()
    {
        m_window->raiseDock(QStringLiteral("badCasesDock"));
        measure([this] { workbench().analysis<BadCaseAnalysis>().start(); }, "bad cases");
        QVERIFY(workbench().analysis<BadCaseAnalysis>().result());
    }

    void answersOnRealModels_data()
    {
        QTest::addColumn<QString>("analysis");
        QTest::addColumn<QStringList>("samples");
        QTest::newRow("silero_mini_v2") << QStringLiteral("qdq_s8_convmm")
                                        << QStringList{"en_w3__input", "en_w40__input", "en_w101__input"};
        QTest::newRow("ultraface") << QStringLiteral("qdq_s8_pc") << QStringList{"satya__input", "fd2__input"};
        QTest::newRow("supres") << QStringLiteral("qdq_s8_pc") << QStringList{"cat___ppp5_expanded"};
    }
    /// Every question with its dock in front, and both graphs beside each other.
    void answersOnRealModels()
    {
        QFETCH(QString, analysis);
        QFETCH(QStringList, samples);
        const auto models = tests::modelsFolder();
        if (!models)
            QSKIP("QUANTLOUPE_MODELS is not set: nothing was measured on real models");
        const QString folder = QString::fromStdString(models->string());
        const QString name = QString::fromUtf8(QTest::currentDataTag());
        openReal();
        QTRY_VERIFY_WITH_TIMEOUT(workbench().session().hasEngine(), 60'000);
        ModelSession& session = workbench().session();
        session.baseline().setPath(QStringLiteral("%1/models/%2_prep.onnx").arg(folder, name));
        session.analysis().setPath(QStringLiteral("%1/quantized/%2__%3.onnx").arg(folder, name, analysis));
        session.setCalibration(QStringLiteral("%1/calib/%2.npz").arg(folder, name));
        const QTemporaryDir data;
        for (const QString& sample : samples)
            QVERIFY(QFile::copy(QStringLiteral("%1/inputs/%2__%3.npy").arg(folder, name, sample),
                                data.filePath(sample + QStringLiteral(".npy"))));
        session.setInputs({data.filePath(samples.front() + QStringLiteral(".npy"))});
        session.setData(data.path());
        auto* graph = m_window->findChild<GraphView*>();
        m_window->raiseDock(QStringLiteral("graphDock"));
        measure(
            [&] {
                graph->setShown(GraphView::Shown::SideBySide);
                session.compare();
                QTRY_VERIFY_WITH_TIMEOUT(graph->canvas().scene() && graph->otherPane().canvas().scene(), 60'000);
            },
            "compare");
        QVERIFY(session.result());
        measure([&] { graph->setShown(GraphView::Shown::Merged); }, "both graphs merged");
        measure([this] { workbench().selectLayer(workbench().session().result()->layers.back().name); }, "selection");
        for (Analysis* analysis : {static_cast<Analysis*>(&workbench().analysis<SensitivityAnalysis>()),
                                   static_cast<Analysis*>(&workbench().analysis<BadCaseAnalysis>()),
                                   static_cast<Analysis*>(&workbench().analysis<ShadowAnalysis>()),
                                   static_cast<Analysis*>(&workbench().analysis<ProfileAnalysis>())})
            measure([analysis] { analysis->startAction()->trigger(); },
                    qPrintable(analysis->startAction()->iconText()));
        const QString config = data.filePath(QStringLiteral("quant.yaml"));
        QFile file(config);
        QVERIFY(file.open(QIODevice::WriteOnly)
                && file.write("skip_layers: []\ncommon_config:\n  quant_enable: true\n"));
        file.close();
        m_window->openConfig(config);
        QTRY_VERIFY_WITH_TIMEOUT(workbench().config().isRead() && workbench().config().network(), 60'000);
        workbench().analysis<TuneAnalysis>().setChoice(
            {.metric = results::MetricId::Sqnr, .target = 60.0, .seconds = 3});
        measure([this] { workbench().analysis<TuneAnalysis>().startAction()->trigger(); }, "tune");
        QVERIFY(workbench().analysis<TuneAnalysis>().result());
    }

    /// Five thousand layers, each with a histogram, in every dock.
    void answersWithALargeModel()
    {
        m_window.reset();
        const auto engine = std::make_shared<tests::FakeEngine>();
        engine->result = largeResult();
        engine->rankings = {largeRanking()};
        engine->graphOutline = largeOutline();
        engine->checkResult = largeFindings();
        m_window = std::make_unique<MainWindow>([engine] { return engine; });
        m_window->show();
        QTRY_VERIFY(workbench().session().hasEngine());
        workbench().session().baseline().setPath(QStringLiteral("/models/float.onnx"));
        workbench().session().analysis().setPath(QStringLiteral("/models/int8.onnx"));
        measure([this] { workbench().session().compare(); }, "compare, 5,000 layers");
        QVERIFY(workbench().session().result());
        measure([this] { workbench().analysis<SensitivityAnalysis>().startAction()->trigger(); },
                "sensitivity, 5,000 layers");
        measure([this] { m_window->raiseDock(QStringLiteral("checksDock")); }, "checks, 5,000 findings");
        measure(
            [this] {
                m_window->raiseDock(QStringLiteral("graphDock"));
                QTRY_VERIFY_WITH_TIMEOUT(m_window->findChild<GraphView*>()->canvas().scene(), 30'000);
            },
            "graph, 5,000 nodes");
        measure([this] { workbench().filter().setText(QStringLiteral("conv_4")); }, "filter, 5,000 layers");
        measure([this] { workbench().selectLayer("conv_4321"); }, "selection, 5,000 layers");
    }

private:
    static constexpr int kLarge = 5000;
    static std::shared_ptr<results::CompareResult> largeResult()
    {
        auto result = std::make_shared<results::CompareResult>();
        for (int i = 0; i < kLarge; ++i) {
            result->layers.push_back(
                tests::sampleLayer(i, "conv_" + std::to_string(i), i % 2 == 0 ? "Conv" : "Relu", 60.0 - i % 60, 0.99));
            result->layers.back().histogram->baseline.assign(256, 40);
            result->layers.back().histogram->analysis.assign(256, 40);
        }
        result->errorOrigin = "conv_17";
        result->isOriginMeasured = true;
        return result;
    }
    static std::shared_ptr<results::SensitivityResult> largeRanking()
    {
        auto ranking = tests::sampleRanking(true);
        auto& rows = ranking->outputs[0].rows;
        const auto row = rows.back();
        for (int i = 0; i < kLarge; ++i) {
            rows.push_back(row);
            rows.back().opName = "conv_" + std::to_string(i);
        }
        return ranking;
    }
    static results::GraphOutline largeOutline()
    {
        results::GraphOutline outline;
        for (std::size_t i = 0; i < std::size_t(kLarge); ++i) {
            outline.nodes.push_back(
                tests::outlineNode("conv_" + std::to_string(i), "Conv",
                                   "stage" + std::to_string(i / 500) + "/block" + std::to_string(i / 20)));
            if (i > 0)
                outline.edges.push_back({i - 1, i});
        }
        return outline;
    }
    static std::shared_ptr<results::CheckResult> largeFindings()
    {
        auto result = tests::sampleFindings();
        for (int i = 0; i < kLarge; ++i)
            result->findings.push_back({results::Severity::Info, "unused-output", "conv_" + std::to_string(i),
                                        "nobody reads its output.", "Leave it out."});
        return result;
    }
    void openReal()
    {
        m_window = std::make_unique<MainWindow>(&engine::loadEngine);
        m_window->show();
    }
    Workbench& workbench() { return m_window->workbench(); }
    template <typename Start>
    void measure(Start start, const char* what)
    {
        auto* application = static_cast<MeasuringApplication*>(qApp);
        // Caches that others empty make processor time longer, too: what freezes always does so again.
        constexpr int kAttempts = 8;
        for (int attempt = 0; attempt < kAttempts; ++attempt) {
            QCoreApplication::processEvents();
            application->restart();
            start();
            QTRY_VERIFY_WITH_TIMEOUT(!workbench().isBusy(), 120'000);
            std::size_t known = application->count() + 1;
            const auto isQuiet = [&] { return std::exchange(known, application->count()) == application->count(); };
            QTRY_VERIFY(isQuiet()); // nothing came between two looks
            qInfo("%s: %zu events, the longest %.1f ms: %s", what, application->count(), application->longest(),
                  application->what().constData());
            if (application->longest() < kMostMilliseconds)
                return;
        }
        QVERIFY2(application->longest() < kMostMilliseconds, what);
    }

    std::unique_ptr<MainWindow> m_window;
};

int main(int argc, char** argv)
{
    MeasuringApplication application(argc, argv);
    TestResponsiveness test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_responsiveness.moc"
