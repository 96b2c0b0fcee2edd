// SPDX-License-Identifier: GPL-3.0-or-later
// From files on the window to a saved config that repairs the planted fault, measured over all samples: every action a
// real event on what is in sight, counted, on pairs of several networks and kinds of faults.
#include "tests/support/models.h"
#include "tests/widgets/overview_walker.h"
#include "widgets/analyses/bad_case/bad_case_analysis.h"
#include "widgets/analyses/repairs/repair_analysis.h"
#include "widgets/docks/overview/repair_words.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>

using namespace ql;
using namespace ql::widgets;
using results::Quality;

namespace {

constexpr double kNearHealthyDb = 4.0; ///< of the worst sample

QJsonObject manifest(const QString& folder)
{
    QFile file(folder + QStringLiteral("/manifest.json"));
    return file.open(QIODevice::ReadOnly) ? QJsonDocument::fromJson(file.readAll()).object() : QJsonObject();
}

} // namespace

class TestPlantedWalk : public QObject, tests::OverviewWalker {
    Q_OBJECT

public:
    /// All rows together take longer than Qt Test waits.
    static void initMain() { qputenv("QTEST_FUNCTION_TIMEOUT", "3600000"); }

private Q_SLOTS:
    void initTestCase()
    {
        const auto models = tests::modelsFolder();
        if (!models)
            QSKIP("QUANTLOUPE_MODELS is not set: nothing was tested on real models");
        m_planted = QString::fromStdString(models->string()) + QStringLiteral("/planted/");
        m_manifest = manifest(m_planted);
        if (m_manifest.isEmpty())
            QSKIP("the planted models are not there: nothing was tested on real models");
    }
    void cleanupTestCase()
    {
        for (const QString& line : m_table)
            qInfo("%s", qPrintable(line));
    }
    void cleanup()
    {
        if (m_window)
            document().discardEdits();
        m_window.reset();
    }

    void reachesAProvenRepair_data()
    {
        QTest::addColumn<QString>("id");
        QTest::addColumn<QString>("language");
        QStringList ids{"dwnet_a_weight_per_tensor_2",
                        "dwnet_a_scale_small_0",
                        "dwnet_a_bad_calib_raw255_6",
                        "unet_a_weight_per_tensor_18",
                        "unet_a_int4_17",
                        "mixer_a_weight_channel_52",
                        "gru_a_coarse_38",
                        "encoder_a_scale_small_64"};
        const bool isWhole = qEnvironmentVariableIsSet("QUANTLOUPE_WALK_ALL");
        if (isWhole) { // for those who want the whole table
            ids.clear();
            for (const auto& pair : m_manifest["cases"].toArray())
                ids.append(pair.toObject()["id"].toString());
        }
        const QStringList languages{QStringLiteral("en"), QStringLiteral("zh_CN")};
        for (qsizetype i = 0; i < ids.size(); ++i)
            for (qsizetype k = 0; k < languages.size(); ++k)
                if (isWhole || i % languages.size() == k) // one after the other, to take no longer
                    QTest::newRow(qPrintable(ids[i] + u' ' + languages[k])) << ids[i] << languages[k];
    }
    void reachesAProvenRepair()
    {
        QFETCH(QString, id);
        QFETCH(QString, language);
        const QJsonObject pair = caseOf(id);
        if (pair.isEmpty())
            QSKIP("no such pair");
        const QJsonObject model = m_manifest["models"].toObject()[pair["model"].toString()].toObject();
        openWindow(language);
        m_actions = 0;
        drop({copyOf(id, model["float"]), copyOf(id, pair["twin"]), copyOf(id, model["heldout"]),
              copyOf(id, model["calib"])});
        QTRY_VERIFY_WITH_TIMEOUT(session().result() && isIdle(), kPatience);
        const double waited = double(m_clock.elapsed()) / kMilliseconds;
        QCOMPARE(bench().analysis<BadCaseAnalysis>().result()->samples.size(), std::size_t(samplesOf(model)));
        const auto before = worstPart(*session().result());
        QVERIFY(before);
        qInfo("%s", qPrintable(m_view->headline()));
        const double least = healthyOf(pair) - kNearHealthyDb;
        // A model is written by a dialog, where no config can say what is wrong.
        while (m_actions < kMostActions && !isSavedAndMeasured(least)
               && first() != report::OverviewAction::ExportModel) {
            clickFirst();
            QTRY_VERIFY_WITH_TIMEOUT(isIdle(), kPatience);
        }
        const double seconds = double(m_clock.elapsed()) / kMilliseconds;
        picture();
        const auto after = worstPart(*session().result());
        m_table.append(
            QStringLiteral("%1 %8: %2 actions, %3 s to the first repairs, %4 s in all, %5 -> %6 (healthy %7)")
                .arg(id, -30)
                .arg(m_actions)
                .arg(waited, 0, 'f', 1)
                .arg(seconds, 0, 'f', 1)
                .arg(decibelText(before->sqnrDb), decibelText(after ? after->sqnrDb : 0.0),
                     decibelText(healthyOf(pair)), language));
        QVERIFY2(isSavedAndMeasured(least), qPrintable(m_table.back()));
        QVERIFY(m_actions <= kMostActions && seconds < kMostSeconds);
        QVERIFY(QFile::exists(document().path()));
    }

    /// A model that lacks an operator, or has weights of another layer, is no matter of its config: quantized
    /// anew from the baseline it is right.
    void whatNoConfigRepairsIsExported_data()
    {
        QTest::addColumn<QString>("id");
        QTest::newRow("missing operator") << QStringLiteral("dwnet_b_missing_relu_10");
        QTest::newRow("swapped weights") << QStringLiteral("encoder_a_swapped_63");
    }
    void whatNoConfigRepairsIsExported()
    {
        QFETCH(QString, id);
        const QJsonObject pair = caseOf(id);
        if (pair.isEmpty())
            QSKIP("no such pair");
        const QJsonObject model = m_manifest["models"].toObject()[pair["model"].toString()].toObject();
        openWindow();
        drop({copyOf(id, model["float"]), copyOf(id, pair["twin"]), copyOf(id, model["heldout"]),
              copyOf(id, model["calib"])});
        QTRY_VERIFY_WITH_TIMEOUT(session().result() && isIdle(), kPatience);
        QCoreApplication::processEvents();
        const QString headline = m_view->headline();
        const auto nodes = pair["where"].toObject()["nodes"].toArray();
        QVERIFY2(std::ranges::any_of(nodes, [&](const auto& node) { return headline.contains(node.toString()); }),
                 qPrintable(headline));
        QVERIFY(!m_view->gateText().isEmpty());
        qInfo("%s | %s", qPrintable(headline), qPrintable(m_view->gateText()));
        QCOMPARE(first(), report::OverviewAction::Fix);
        clickFirst();
        QTRY_VERIFY_WITH_TIMEOUT(isIdle(), kPatience);
        QCOMPARE(first(), report::OverviewAction::ExportModel);
    }

private:
    static constexpr double kMilliseconds = 1000.0;

    QJsonObject caseOf(const QString& id) const
    {
        for (const auto& each : m_manifest["cases"].toArray())
            if (each.toObject()["id"].toString() == id)
                return each.toObject();
        return {};
    }
    /// The worst sample of the twin before anything was planted, in decibels.
    double healthyOf(const QJsonObject& pair) const
    {
        const QJsonObject model = m_manifest["models"].toObject()[pair["model"].toString()].toObject();
        const QString twin = QFileInfo(pair["base"].toString()).completeBaseName().section(u'_', 1);
        return model["twins"].toObject()[twin].toObject()["worst"].toDouble();
    }
    int samplesOf(const QJsonObject& model) const
    {
        QFile file(m_planted + model["heldout"].toString());
        if (!file.open(QIODevice::ReadOnly))
            return 0;
        return QString::fromLatin1(file.read(256)).section(QStringLiteral("'shape': ("), 1).section(u',', 0, 0).toInt();
    }
    /// Whether what the saved config makes of the baseline was measured on the worst of all
    /// samples, and is that good.
    bool isSavedAndMeasured(double least) const
    {
        const auto& state = m_view->steps().state();
        if (!state.isSimulated || state.isEdited || state.isStale || !state.compared)
            return false;
        const auto part = worstPart(*state.compared);
        return part && part->sqnrDb >= least;
    }
    /// A config is made beside it.
    QString copyOf(const QString& id, const QJsonValue& file)
    {
        const QString from = m_planted + file.toString();
        const QString to = m_folder.filePath(id + u'/' + QFileInfo(from).fileName());
        QDir().mkpath(QFileInfo(to).path());
        QFile::copy(from, to);
        return to;
    }

    QString m_planted;
    QJsonObject m_manifest;
    QStringList m_table;
};

QTEST_MAIN(TestPlantedWalk)
#include "tst_planted_walk.moc"
