// SPDX-License-Identifier: GPL-3.0-or-later
// The selected layer in the baseline and two other versions of the model.
#include "tests/support/fake_engine.h"
#include "tests/support/sample_result.h"
#include "widgets/charts/histogram_chart.h"
#include "widgets/docks/versions/versions_view.h"
#include "widgets/workbench/workbench.h"

#include <QComboBox>
#include <QDropEvent>
#include <QMimeData>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <QUrl>

#include <mutex>

using namespace ql;
using namespace ql::widgets;

namespace {

/// Answers by what is compared: of a simulation, conv_2 has a maximum of 1; of anything else, of 2.
class TwoSidedEngine final : public tests::EmptyEngine {
public:
    std::shared_ptr<const results::ModelInfo> info(const results::InfoRequest&, JobContext&) override
    {
        return std::make_shared<results::ModelInfo>();
    }
    std::shared_ptr<const results::CompareResult> compare(const results::CompareRequest& request, JobContext&,
                                                          const results::Listener<results::CompareResult>&) override
    {
        const std::scoped_lock lock(m_mutex);
        m_requests.push_back(request);
        if (request.models.analysis.ends_with("broken"))
            throw Error(ErrorCode::FileCorrupt, "the folder holds no tensors");
        auto result = tests::sampleResult();
        const double high = request.models.isSimulated() ? 1.0 : 2.0;
        for (auto& layer : result->layers)
            if (layer.histogram) {
                layer.histogram->low = -high;
                layer.histogram->high = high;
                layer.analysis.statistics.max = high;
                layer.baseline.statistics.max = 0.5;
            }
        return result;
    }
    std::vector<results::CompareRequest> requests() const
    {
        const std::scoped_lock lock(m_mutex);
        return m_requests;
    }

private:
    mutable std::mutex m_mutex;
    std::vector<results::CompareRequest> m_requests;
};

} // namespace

class TestVersionsView : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QStandardPaths::setTestModeEnabled(true); }
    void init()
    {
        m_engine = std::make_shared<TwoSidedEngine>();
        m_workbench = std::make_unique<Workbench>([engine = m_engine] { return engine; });
        m_view = std::make_unique<VersionsView>(*m_workbench);
        m_view->resize(900, 600);
    }
    void cleanup()
    {
        m_view.reset();
        m_workbench.reset();
    }

    void saysWhatToDoWithoutAResult()
    {
        m_view->show();
        for (int i = 0; i < 3; ++i)
            QVERIFY(m_view->column(i).histogram().emptyReason().contains(QStringLiteral("comparison")));
        QVERIFY(m_engine->requests().empty());
    }

    /// Simulated and deployed, in that order; the comparison that the window shows isn't made again.
    void showsThreeVersionsOfTheSelectedLayer()
    {
        compareSimulated();
        m_view->show();
        m_workbench->selectLayer("conv_2");
        QTRY_VERIFY(m_view->column(2).histogram().isShown());
        QCOMPARE(m_view->titleText().section(u' ', 0, 0), QStringLiteral("conv_2"));
        for (int i = 0; i < 3; ++i)
            QVERIFY(m_view->column(i).histogram().isShown());
        QCOMPARE(m_view->column(1).box().currentText(), QStringLiteral("Simulated with quant.yaml"));
        QCOMPARE(m_view->column(2).box().currentText(), QStringLiteral("Deployed: int8.onnx"));
        const auto requests = m_engine->requests();
        QCOMPARE(requests.size(), std::size_t(2));
        QVERIFY(requests[0].models.isSimulated());
        QCOMPARE(requests[1].models.analysis, std::string("/models/int8.onnx"));
        QCOMPARE(requests[1].samples.inputs, std::vector<std::string>{"x.npy"});
        QCOMPARE(requests[1].causes, results::CauseRuns::None);
        const QStringList maximum = rowOf(QStringLiteral("Maximum"));
        QCOMPARE(maximum, (QStringList{QStringLiteral("0.5"), QStringLiteral("1"), QStringLiteral("2")}));
    }

    /// A place stands at the same place in all of them, zoomed or not.
    void haveOneAxis()
    {
        compareSimulated();
        m_view->show();
        m_workbench->selectLayer("conv_2");
        QTRY_VERIFY(m_view->column(2).histogram().isShown());
        const auto range = [this](int i) { return m_view->column(i).histogram().visibleRange(); };
        QCOMPARE(range(1), range(0));
        QCOMPARE(range(2), range(0));
        QVERIFY(range(0).low < -2.0 && range(0).high > 2.0);
        m_view->column(1).histogram().showRange({-0.25, 0.5});
        for (int i = 0; i < 3; ++i)
            QCOMPARE(range(i), (ValueRange{-0.25, 0.5}));
        m_workbench->filter().setText(QStringLiteral("x")); // the same layer: the zoom stays
        QCOMPARE(range(0), (ValueRange{-0.25, 0.5}));
    }

    void followTheSelection()
    {
        compareSimulated();
        m_view->show();
        m_workbench->selectLayer("conv_2");
        QTRY_VERIFY(m_view->column(2).histogram().isShown());
        m_workbench->selectLayer("conv_1");
        QCOMPARE(m_view->titleText().section(u' ', 0, 0), QStringLiteral("conv_1"));
        QCOMPARE(m_engine->requests().size(), std::size_t(2)); // every layer is known already
        m_workbench->selectLayer("lonely");
        QVERIFY(m_view->column(1).histogram().emptyReason().contains(QStringLiteral("no partner")));
    }

    void anotherVersionIsChosen()
    {
        compareSimulated();
        m_view->show();
        m_workbench->selectLayer("conv_2");
        QTRY_VERIFY(m_view->column(2).histogram().isShown());
        QComboBox& box = m_view->column(2).box();
        const int folded = box.findText(QStringLiteral("Baseline, folded"));
        QVERIFY(folded >= 0);
        box.setCurrentIndex(folded);
        Q_EMIT box.activated(folded);
        QTRY_COMPARE(m_engine->requests().size(), std::size_t(3));
        QCOMPARE(m_engine->requests().back().models.variant, results::ModelVariant::Folded);
        QTRY_VERIFY(m_view->column(2).histogram().isShown());
        QSignalSpy wanted(m_workbench.get(), &Workbench::openVersionRequested);
        Q_EMIT box.activated(box.count() - 1);
        QCOMPARE(wanted.count(), 1);
        QCOMPARE(wanted.front().at(0).toInt(), 1);
        QVERIFY(wanted.front().at(1).toBool());
        QCOMPARE(box.currentText(), QStringLiteral("Baseline, folded"));
    }

    /// A dump that is dropped on a column; why it can't be compared stands there.
    void aDroppedFolderIsAVersion()
    {
        compareSimulated();
        m_view->show();
        m_workbench->selectLayer("conv_2");
        QTRY_VERIFY(m_view->column(2).histogram().isShown());
        const QTemporaryDir folder;
        drop(2, folder.path());
        QTRY_COMPARE(m_engine->requests().size(), std::size_t(3));
        QCOMPARE(m_engine->requests().back().models.analysis, folder.path().toStdString());
        QTRY_VERIFY(m_view->column(2).histogram().isShown());
        drop(1, QStringLiteral("/dumps/broken"));
        QTRY_VERIFY(m_view->column(1).histogram().emptyReason().contains(QStringLiteral("no tensors")));
        QVERIFY(m_view->column(2).histogram().isShown());
        const auto asked = m_engine->requests().size();
        m_workbench->selectLayer("conv_1");
        QCOMPARE(m_engine->requests().size(), asked); // a failure isn't asked for again
    }

    void nothingRunsWhileNobodyLooks()
    {
        compareSimulated();
        m_workbench->selectLayer("conv_2");
        QCOMPARE(m_engine->requests().size(), std::size_t(1));
    }

private:
    void compareSimulated()
    {
        ModelSession& session = m_workbench->session();
        session.baseline().setPath(QStringLiteral("/models/float.onnx"));
        session.analysis().setPath(QStringLiteral("/models/int8.onnx"));
        session.setInputs({QStringLiteral("x.npy")});
        session.setCalibration(QStringLiteral("/data/calib.npz"));
        session.setConfig(QStringLiteral("/configs/quant.yaml"));
        session.setSimulationPreferred(true);
        session.compare();
        QTRY_VERIFY(session.result());
    }
    /// The cells behind the name of a line of numbers.
    QStringList rowOf(const QString& name) const
    {
        const QStringList cells = m_view->numbersText().split(u'\n');
        return cells.mid(cells.indexOf(name) + 1, 3);
    }
    void drop(int column, const QString& path)
    {
        QMimeData data;
        data.setUrls({QUrl::fromLocalFile(path)});
        const QPoint place = m_view->column(column).rect().center();
        QDragEnterEvent enter(place, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(&m_view->column(column), &enter);
        QVERIFY(enter.isAccepted());
        QDropEvent event(place, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(&m_view->column(column), &event);
    }

    std::shared_ptr<TwoSidedEngine> m_engine;
    std::unique_ptr<Workbench> m_workbench;
    std::unique_ptr<VersionsView> m_view;
};

QTEST_MAIN(TestVersionsView)
#include "tst_versions_view.moc"
