// SPDX-License-Identifier: GPL-3.0-or-later
// The harder walk: no layer of a gated normalization is to blame alone, its whole scope must stay in float. From two
// files to a config that holds, by nothing but what the Overview page says.
#include "tests/widgets/gated_pair.h"
#include "tests/widgets/overview_walker.h"
#include "widgets/analyses/bad_case/bad_case_analysis.h"

#include <QFile>

#include <cmath>
#include <memory>

using namespace ql;
using namespace ql::widgets;
using report::OverviewAction;
using results::Quality;

class TestScopeWalk : public QObject, tests::OverviewWalker {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        m_pair = std::make_unique<tests::GatedPair>(m_folder.path());
        openWindow();
    }
    void cleanupTestCase() { m_window.reset(); }

    void findsThatAScopeMakesTheError()
    {
        drop({m_pair->baseline(), m_pair->analysis()});
        QTRY_COMPARE_WITH_TIMEOUT(first(), OverviewAction::OpenData, kPatience);
        drop({m_pair->samples()});
        QTRY_VERIFY_WITH_TIMEOUT(isIdle() && m_view->picture().isVisible(), kPatience);
        qInfo("%s | %s", qPrintable(m_view->headline()), qPrintable(m_view->outputsText()));
        // The scope, or those of it that break the output alone, where that is enough.
        const auto step = m_view->steps().steps().front();
        QVERIFY(step.action == OverviewAction::SkipScope || step.action == OverviewAction::Skip);
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
            if (found->metrics[i].key == "sqnr_db" && found->samples.size() == tests::GatedPair::kSamples)
                return results::worstOverall(*found, i).value;
        return std::nan("");
    }

    std::unique_ptr<tests::GatedPair> m_pair;
};

QTEST_MAIN(TestScopeWalk)
#include "tst_scope_walk.moc"
