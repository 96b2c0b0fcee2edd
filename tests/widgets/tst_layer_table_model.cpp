// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/sample_result.h"
#include "widgets/models/layer_table_model.h"
#include "widgets/style/color_scale.h"

#include <QAbstractItemModelTester>
#include <QTest>

using namespace ql;
using namespace ql::widgets;

class TestLayerTableModel : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_model = std::make_unique<LayerTableModel>();
        m_tester = std::make_unique<QAbstractItemModelTester>(m_model.get(),
                                                              QAbstractItemModelTester::FailureReportingMode::QtTest);
        m_model->setResult(tests::sampleResult());
    }
    void cleanup()
    {
        m_tester.reset();
        m_model.reset();
    }

    void hasARowPerLayerAndEveryColumn()
    {
        QCOMPARE(m_model->rowCount(), 7);
        QCOMPARE(m_model->columnCount(), kLayerColumnCount);
        m_model->setResult(nullptr);
        QCOMPARE(m_model->rowCount(), 0);
    }

    void columnTableIsInEnumOrder()
    {
        for (const results::MetricId metric : results::kAllMetrics)
            QVERIFY(columnMetric(columnOf(metric)) == metric && title(columnOf(metric)) == metricTitle(metric));
        QCOMPARE(title(LayerColumn::Index), QStringLiteral("#"));
        QCOMPARE(title(LayerColumn::Advice), QStringLiteral("Advice"));
        QCOMPARE(columnsOf(ColumnPreset::All).size(), qsizetype(kLayerColumnCount));
    }

    void noCellIsEverEmpty()
    {
        for (int row = 0; row < m_model->rowCount(); ++row)
            for (int column = 0; column < kLayerColumnCount; ++column)
                QVERIFY2(!text(row, LayerColumn(column)).isEmpty(), qPrintable(title(LayerColumn(column))));
    }

    /// The state before it and the trial's own, in every metric, sorted by the latter.
    void showsATrialBesideWhatWasBefore()
    {
        const auto row = [](const char* name, double before, double after) {
            results::ChangeRow change{name, "Conv", false, results::Metrics{}, results::Metrics{}, "int8", "int8"};
            change.before->sqnrDb = before;
            change.after->sqnrDb = after;
            return change;
        };
        auto trial = std::make_shared<results::TrialChange>();
        trial->rows = {row("conv_2", -2.9, 30.5), row("conv_1", 42.0, 42.0)};
        trial->rows[0].dtypeAfter.clear();
        m_model->setOverlay(TrialOverlay(trial));
        QCOMPARE(text(2, LayerColumn::Sqnr), QStringLiteral("\u22122.9 → 30.5"));
        QCOMPARE(text(2, LayerColumn::QuantDtype), QStringLiteral("int8 → float"));
        QCOMPARE(text(0, LayerColumn::Sqnr), QStringLiteral("42"));
        QCOMPARE(text(0, LayerColumn::QuantDtype), QStringLiteral("int8"));
        QCOMPARE(text(1, LayerColumn::Sqnr), QStringLiteral("∞")); // the trial didn't measure it
        const auto cell = m_model->index(2, int(LayerColumn::Sqnr));
        QCOMPARE(cell.data(LayerTableModel::SortRole).toDouble(), 30.5);
        const double after = cell.data(LayerTableModel::BadnessRole).toDouble();
        m_model->setOverlay(TrialOverlay());
        QCOMPARE(text(2, LayerColumn::Sqnr), QStringLiteral("\u22122.9"));
        QVERIFY(after < cell.data(LayerTableModel::BadnessRole).toDouble());
    }

    /// What the comparison could not measure stays muted, whatever a trial says of it.
    void aTrialMeasuresNoRow()
    {
        const auto name = m_model->index(5, int(LayerColumn::Name)).data().toString().toStdString();
        const auto cell = m_model->index(5, int(LayerColumn::Sqnr));
        const auto muted = cell.data(Qt::ForegroundRole);
        QVERIFY(muted.isValid());
        auto trial = std::make_shared<results::TrialChange>();
        trial->rows = {{name, "Conv", false, results::Metrics{}, results::Metrics{}, "int8", "int8"}};
        trial->rows[0].after->sqnrDb = 30.5;
        m_model->setOverlay(TrialOverlay(trial));
        QCOMPARE(cell.data(LayerTableModel::SortRole).toDouble(), 30.5);
        QCOMPARE(cell.data(Qt::ForegroundRole), muted);
        m_model->setOverlay(TrialOverlay());
    }

    void showsWordsWhereThereIsNoNumber()
    {
        QCOMPARE(text(1, LayerColumn::Sqnr), QStringLiteral("∞"));
        QCOMPARE(text(3, LayerColumn::Sqnr), QStringLiteral("NaN"));
        QCOMPARE(text(4, LayerColumn::Sqnr), QStringLiteral("no partner"));
        QCOMPARE(text(4, LayerColumn::AnalysisMin), QStringLiteral("no partner"));
        QCOMPARE(text(4, LayerColumn::BaselineMin), QStringLiteral("\u22121.5"));
        QCOMPARE(text(5, LayerColumn::Cosine), QStringLiteral("shapes differ"));
        QCOMPARE(text(6, LayerColumn::Cosine), QStringLiteral("fused"));
        QVERIFY(!raw(4, LayerColumn::Sqnr).isValid());
    }

    void rawAndExactValuesBehindTheText()
    {
        QCOMPARE(text(2, LayerColumn::Sqnr), QStringLiteral("\u22122.9"));
        QCOMPARE(raw(2, LayerColumn::Sqnr).toDouble(), -2.9);
        QCOMPARE(cell(2, LayerColumn::Sqnr).data(LayerTableModel::ExactTextRole).toString(), QStringLiteral("-2.9"));
        QCOMPARE(text(0, LayerColumn::Clamped), QStringLiteral("3.1"));
        QCOMPARE(text(0, LayerColumn::Macs), QStringLiteral("9.2\u202Fk"));
    }

    void firstAdviceAndHowManyMore()
    {
        QCOMPARE(text(2, LayerColumn::Advice), QStringLiteral("truncation error + 1 more"));
        QVERIFY(cell(2, LayerColumn::Advice).data(Qt::ToolTipRole).toString().contains(QStringLiteral("3.1 %")));
    }

    void perChannelScaleIsMarked()
    {
        auto result = tests::sampleResult();
        result->layers[0].quantizer->scales = {0.5, 0.25};
        result->layers[0].quantizer->zeroPoints = {0, 0};
        result->layers[0].quantizer->channelAxis = 1;
        m_model->setResult(result);
        QCOMPARE(text(0, LayerColumn::Qscale), QStringLiteral("≤ 0.5"));
    }

    void badnessOrdersLayers()
    {
        const auto badness = [this](int row, LayerColumn column) {
            return cell(row, column).data(LayerTableModel::BadnessRole);
        };
        QVERIFY(badness(2, LayerColumn::Sqnr).toDouble() > badness(0, LayerColumn::Sqnr).toDouble());
        QCOMPARE(badness(1, LayerColumn::Sqnr).toDouble(), 0.0);
        QCOMPARE(badness(3, LayerColumn::Sqnr).toDouble(), 1.0);
        QCOMPARE(badness(1, LayerColumn::Cosine).toDouble(), 0.0);
        QVERIFY(!badness(4, LayerColumn::Sqnr).isValid());
        QVERIFY(!badness(2, LayerColumn::Name).isValid());
    }

    void cividisEndsAsPublished()
    {
        QCOMPARE(cividis(0.0).name(), QStringLiteral("#00224e"));
        QCOMPARE(cividis(1.0).name(), QStringLiteral("#fee838"));
        QVERIFY(cividis(0.3).lightnessF() < cividis(0.7).lightnessF());
    }

    /// What all names begin with is said once, in the header; copies and filters know the whole name.
    void commonScopeStandsInTheHeader()
    {
        QCOMPARE(title(), QStringLiteral("Layer"));
        auto result = tests::sampleResult();
        for (auto& layer : result->layers)
            layer.name = "/model/encoder/" + layer.name;
        m_model->setResult(result);
        QCOMPARE(title(), QStringLiteral("Layer (/model/encoder/…)"));
        QCOMPARE(text(0, LayerColumn::Name), QStringLiteral("conv_1"));
        QCOMPARE(cell(0, LayerColumn::Name).data(LayerTableModel::ExactTextRole).toString(),
                 QStringLiteral("/model/encoder/conv_1"));
        result->layers[3].name = "/model/enc/softmax";
        m_model->setResult(nullptr);
        m_model->setResult(result);
        QCOMPARE(text(0, LayerColumn::Name), QStringLiteral("encoder/conv_1"));
        QCOMPARE(m_model->headerData(int(LayerColumn::Name), Qt::Horizontal, LayerTableModel::ExactTextRole).toString(),
                 QStringLiteral("Layer"));
    }

    void listsOperatorTypesOnce()
    {
        QCOMPARE(m_model->operatorTypes(), (QStringList{"Add", "Conv", "Gemm", "Relu", "Softmax"}));
    }

    /// The formula stands beside the number.
    void headersSayTheFormula()
    {
        const auto tip = [this](LayerColumn column) {
            return m_model->headerData(int(column), Qt::Horizontal, Qt::ToolTipRole).toString();
        };
        QVERIFY(tip(LayerColumn::Sqnr).endsWith(QStringLiteral("\n20 · log₁₀(‖x‖ / ‖x − y‖)")));
        for (const auto metric : results::kAllMetrics)
            QVERIFY(!metricFormula(metric).isEmpty() && tip(columnOf(metric)).endsWith(metricFormula(metric)));
        QVERIFY(!tip(LayerColumn::Name).contains(u'\n'));
    }

private:
    QString title(LayerColumn column = LayerColumn::Name) const
    {
        return m_model->headerData(int(column), Qt::Horizontal).toString();
    }
    QModelIndex cell(int row, LayerColumn column) const { return m_model->index(row, int(column)); }
    QString text(int row, LayerColumn column) const { return cell(row, column).data().toString(); }
    QVariant raw(int row, LayerColumn column) const { return cell(row, column).data(LayerTableModel::SortRole); }

    std::unique_ptr<LayerTableModel> m_model;
    std::unique_ptr<QAbstractItemModelTester> m_tester;
};

QTEST_MAIN(TestLayerTableModel)
#include "tst_layer_table_model.moc"
