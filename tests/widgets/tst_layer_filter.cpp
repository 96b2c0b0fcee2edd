// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/sample_result.h"
#include "widgets/models/layer_filter_proxy.h"
#include "widgets/models/layer_table_model.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

using namespace ql;
using namespace ql::widgets;

class TestLayerFilter : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_filter = std::make_unique<LayerFilter>();
        m_model = std::make_unique<LayerTableModel>();
        m_proxy = std::make_unique<LayerFilterProxy>(*m_model, *m_filter);
        m_tester = std::make_unique<QAbstractItemModelTester>(m_proxy.get(),
                                                              QAbstractItemModelTester::FailureReportingMode::QtTest);
        m_model->setResult(tests::sampleResult());
    }
    void cleanup()
    {
        m_tester.reset();
        m_proxy.reset();
        m_model.reset();
        m_filter.reset();
    }

    void textMatchesNamesAndValues()
    {
        m_filter->setText(QStringLiteral("CONV_"));
        QCOMPARE(shown(), (QStringList{"conv_1", "conv_2"}));
        m_filter->setText(QStringLiteral("softmax_out_Dequant"));
        QCOMPARE(shown(), (QStringList{"softmax"}));
    }

    void operatorType()
    {
        m_filter->setOperatorType(QStringLiteral("Gemm"));
        QCOMPARE(shown(), (QStringList{"lonely", "reshaped"}));
    }

    void worstOnlyByCount()
    {
        m_filter->setWorstRule({.count = 2, .threshold = std::nullopt});
        m_filter->worstOnlyAction()->setChecked(true);
        QCOMPARE(shown(), (QStringList{"conv_2", "softmax"}));
        m_filter->setMetric(results::MetricId::Cosine);
        m_filter->setWorstRule({.count = 1, .threshold = std::nullopt});
        QCOMPARE(shown(), (QStringList{"conv_2"}));
    }

    void worstOnlyByThreshold()
    {
        m_filter->setWorstRule({.count = 1, .threshold = 50.0});
        m_filter->worstOnlyAction()->setChecked(true);
        QCOMPARE(shown(), (QStringList{"conv_1", "conv_2", "softmax"}));
    }

    void worstIsKeptUpToDate()
    {
        m_filter->setWorstRule({.count = 1, .threshold = std::nullopt});
        m_filter->worstOnlyAction()->setChecked(true);
        auto other = std::make_shared<results::CompareResult>();
        other->layers = {tests::sampleLayer(0, "fine", "Conv", 50.0, 1.0),
                         tests::sampleLayer(1, "bad", "Conv", 1.0, 0.5)};
        m_model->setResult(other);
        QCOMPARE(shown(), (QStringList{"bad"}));
    }

    void clearShowsEverything()
    {
        QSignalSpy changed(m_filter.get(), &LayerFilter::changed);
        QVERIFY(!m_filter->clearAction()->isEnabled());
        m_filter->setText(QStringLiteral("x"));
        m_filter->worstOnlyAction()->setChecked(true);
        QVERIFY(m_filter->clearAction()->isEnabled());
        m_filter->clearAction()->trigger();
        QCOMPARE(m_proxy->rowCount(), 7);
        QVERIFY(!m_filter->worstOnlyAction()->isChecked());
        QCOMPARE(changed.count(), 3);
    }

    void sortsRawValuesWithTheMissingLast()
    {
        m_proxy->sort(int(LayerColumn::Sqnr), LayerFilterProxy::worstFirst(results::MetricId::Sqnr));
        QCOMPARE(shown().mid(0, 4), (QStringList{"softmax", "conv_2", "conv_1", "relu_1"}));
        m_proxy->sort(int(LayerColumn::Sqnr), Qt::DescendingOrder);
        QCOMPARE(shown().mid(0, 4), (QStringList{"relu_1", "conv_1", "conv_2", "softmax"}));
        m_proxy->sort(int(LayerColumn::Index), Qt::DescendingOrder);
        QCOMPARE(shown().front(), QStringLiteral("bias_add"));
    }

    void worstFirstDependsOnTheMetric()
    {
        QCOMPARE(LayerFilterProxy::worstFirst(results::MetricId::Cosine), Qt::AscendingOrder);
        QCOMPARE(LayerFilterProxy::worstFirst(results::MetricId::Atol), Qt::DescendingOrder);
    }

private:
    QStringList shown() const
    {
        QStringList names;
        for (int row = 0; row < m_proxy->rowCount(); ++row)
            names.append(m_proxy->index(row, int(LayerColumn::Name)).data().toString());
        return names;
    }

    std::unique_ptr<LayerFilter> m_filter;
    std::unique_ptr<LayerTableModel> m_model;
    std::unique_ptr<LayerFilterProxy> m_proxy;
    std::unique_ptr<QAbstractItemModelTester> m_tester;
};

QTEST_MAIN(TestLayerFilter)
#include "tst_layer_filter.moc"
