// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/widgets/workbench_test.h"
#include "widgets/analyses/bad_case/bad_case_analysis.h"
#include "widgets/charts/distribution_chart.h"
#include "widgets/charts/tensor_picture.h"
#include "widgets/docks/bad_cases/bad_cases_view.h"
#include "widgets/docks/project/project_panels.h"
#include "widgets/docks/support/data_table.h"
#include "widgets/docks/support/next_step.h"

using namespace ql;
using namespace ql::widgets;
using Model = BadCaseTableModel;

class TestBadCasesView : public tests::ViewTest<BadCasesView> {
    Q_OBJECT

private Q_SLOTS:
    void saysWhatToDoFirst()
    {
        QVERIFY(m_view->nextStep().isVisible());
        QVERIFY(!analysis().startAction()->isEnabled());
        m_workbench->session().baseline().setPath(QStringLiteral("/models/float.onnx"));
        m_workbench->session().analysis().setPath(QStringLiteral("/models/int8.onnx"));
        QVERIFY(!analysis().startAction()->isEnabled());
        m_workbench->session().setData(QStringLiteral("/data/inputs.npy"));
        QVERIFY(analysis().startAction()->isEnabled());
    }

    void worstSampleFirstByTheToolbarsMetric()
    {
        search();
        QCOMPARE(samples(), (QStringList{"inputs.npy[1]", "inputs.npy[2]", "inputs.npy[0]"}));
        QCOMPARE(cell(0, Model::FirstMetric + 1).data().toString(), QStringLiteral("\u22122.9"));
        m_workbench->filter().setMetric(results::MetricId::Atol);
        QCOMPARE(samples().front(), QStringLiteral("inputs.npy[2]"));
        QCOMPARE(m_engine->lastBadCaseRequest.metric, std::string("sqnr_db"));
        QCOMPARE(m_engine->lastBadCaseRequest.samples.data, std::string("/data/inputs.npy"));
    }

    void looksAtTheSelectedSample()
    {
        search();
        QTRY_VERIFY(m_view->picture().kind() == PictureKind::Grey);
        QVERIFY(m_view->distribution().emptyReason().isEmpty());
        const QImage before = m_view->distribution().grab().toImage();
        m_view->table().selectRow(2);
        QVERIFY(before != m_view->distribution().grab().toImage());
    }

    void sampleBecomesTheInput()
    {
        search();
        m_view->table().selectRow(0);
        QSignalSpy compared(&m_workbench->session(), &ModelSession::resultChanged);
        m_view->useAction()->trigger();
        QTRY_COMPARE(compared.count(), 1);
        QCOMPARE(m_workbench->session().inputs(), QStringList{"/data/inputs.npy[1]"});
        QCOMPARE(m_engine->lastRequest.samples.inputs, std::vector<std::string>{"/data/inputs.npy[1]"});
    }

    void growingKeepsTheSelectedSample()
    {
        search();
        m_view->table().selectRow(2); // sample 0
        Q_EMIT analysis().resultChanged();
        QCOMPARE(m_view->table().currentIndex().siblingAtColumn(Model::Index).data().toInt(), 0);
    }

    void cancelKeepsWhatIsKnown()
    {
        m_engine->isEndless = true;
        load();
        analysis().start();
        QTRY_COMPARE(m_view->model().rowCount(), 3);
        m_workbench->cancel();
        QVERIFY(!analysis().isRunning());
        QCOMPARE(m_view->model().rowCount(), 3);
    }

    void projectPanelKnowsTheData()
    {
        const DataPanel panel(*m_workbench);
        QVERIFY(panel.statusText().contains(QStringLiteral("bad cases")));
        search();
        QVERIFY(panel.statusText().contains(u'3'));
    }

    void shapesDecideTheKindOfPicture_data()
    {
        QTest::addColumn<std::vector<std::int64_t>>("shape");
        QTest::addColumn<PictureKind>("kind");
        QTest::newRow("image, channels first") << std::vector<std::int64_t>{1, 3, 32, 24} << PictureKind::Colour;
        QTest::newRow("image, channels last") << std::vector<std::int64_t>{1, 32, 24, 3} << PictureKind::Colour;
        QTest::newRow("grey image") << std::vector<std::int64_t>{1, 1, 28, 28} << PictureKind::Grey;
        QTest::newRow("sound") << std::vector<std::int64_t>{1, 512} << PictureKind::Waveform;
        QTest::newRow("two channels of sound") << std::vector<std::int64_t>{1, 2, 512} << PictureKind::Waveform;
        QTest::newRow("table") << std::vector<std::int64_t>{40, 10} << PictureKind::Matrix;
        QTest::newRow("few numbers") << std::vector<std::int64_t>{1, 10} << PictureKind::Matrix;
        QTest::newRow("scalar") << std::vector<std::int64_t>{} << PictureKind::Nothing;
        QTest::newRow("empty") << std::vector<std::int64_t>{1, 0, 8} << PictureKind::Nothing;
    }
    void shapesDecideTheKindOfPicture()
    {
        QFETCH(std::vector<std::int64_t>, shape);
        QFETCH(PictureKind, kind);
        QCOMPARE(planPicture(shape).kind, kind);
    }

    void pictureStretchesTheRange()
    {
        const auto tensor = tests::samplePreview().inputs.front();
        const QImage image = tensorImage(tensor, planPicture(tensor.shape));
        QCOMPARE(image.size(), QSize(8, 8));
        QCOMPARE(image.pixel(0, 0), qRgb(0, 0, 0));
        QCOMPARE(image.pixel(7, 7), qRgb(255, 255, 255));
    }

private:
    void prepare() override
    {
        m_engine->badCases = tests::sampleBadCases();
        m_engine->inputPreview = tests::samplePreview();
    }
    void openView() override
    {
        ViewTest::openView();
        showTested();
    }
    BadCaseAnalysis& analysis() { return m_workbench->analysis<BadCaseAnalysis>(); }
    void load()
    {
        WorkbenchTest::load();
        session().setData(QStringLiteral("/data/inputs.npy"));
    }
    void search()
    {
        load();
        analysis().start();
        QTRY_VERIFY(!analysis().isRunning());
    }
    QStringList samples()
    {
        QStringList names;
        for (int row = 0; row < m_view->table().model()->rowCount(); ++row)
            names.append(cell(row, Model::Sample).data().toString());
        return names;
    }
};

QTEST_MAIN(TestBadCasesView)
#include "tst_bad_cases_view.moc"
