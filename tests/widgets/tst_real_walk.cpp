// SPDX-License-Identifier: GPL-3.0-or-later
// Every real pair from its files on the window to an end that a user can trust: it is fine as it is, a saved config was
// measured to repair it, or a search has found that none does and the model is to be exported. At most ten actions and
// a minute.
#include "tests/support/models.h"
#include "tests/widgets/overview_walker.h"
#include "widgets/analyses/repairs/measured_repairs.h"
#include "widgets/docks/overview/repair_words.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

using namespace ql;
using namespace ql::widgets;
using results::Quality;

class TestRealWalk : public QObject, tests::OverviewWalker {
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
        m_models = QString::fromStdString(models->string()) + u'/';
        QFile file(m_models + QStringLiteral("manifest.json"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        m_manifest = QJsonDocument::fromJson(file.readAll()).object()["models"].toObject();
        QVERIFY(!m_manifest.isEmpty());
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

    void comesToAnEnd_data()
    {
        QTest::addColumn<QString>("model");
        QTest::addColumn<QString>("variant");
        QTest::addColumn<QString>("language");
        const bool isWhole = qEnvironmentVariableIsSet("QUANTLOUPE_WALK_ALL"); // for those who want the table
        const QStringList languages{QStringLiteral("en"), QStringLiteral("zh_CN")};
        const QStringList variants{"thirdparty_convinteger", "qdq_u8s8_pt", "qdq_s8_pt", "qdq_s8_convmm", "qdq_s8"};
        for (const QString& model : m_manifest.keys())
            for (const QString& variant : m_manifest[model].toObject()["quantized"].toObject().keys())
                for (qsizetype i = 0; i < languages.size(); ++i)
                    if (isWhole || (variants.contains(variant) && model.size() % languages.size() == i))
                        QTest::newRow(qPrintable(QStringLiteral("%1 %2 %3").arg(model, variant, languages[i])))
                            << model << variant << languages[i];
    }
    void comesToAnEnd()
    {
        QFETCH(QString, model);
        QFETCH(QString, variant);
        QFETCH(QString, language);
        const QJsonObject about = m_manifest[model].toObject();
        const QJsonObject twin = about["quantized"].toObject()[variant].toObject();
        QVERIFY(QDir(m_folder.path()).mkpath(folderOf(variant)));
        openWindow(language);
        m_actions = 0;
        drop({copyOf(variant, twin["float_origin"]), copyOf(variant, twin["path"]), samplesOf(about, variant),
              copyOf(variant, QStringLiteral("calib/%1.npz").arg(model))});
        QTRY_VERIFY_WITH_TIMEOUT(session().result() && isIdle(), kPatience);
        const double waited = double(m_clock.elapsed()) / kMilliseconds;
        const auto before = worstPart(*session().result());
        QVERIFY(before);
        qInfo("%s", qPrintable(m_view->headline()));
        while (m_actions < kMostActions && !isAtAnEnd()) {
            clickFirst();
            QTRY_VERIFY_WITH_TIMEOUT(isIdle(), kPatience);
        }
        const double seconds = double(m_clock.elapsed()) / kMilliseconds;
        picture();
        const auto after = worstPart(*session().result());
        m_table.append(QStringLiteral("%1 %2: %3 actions, %4 s to the first repairs, %5 s in all, %6 -> %7, %8")
                           .arg(model + u' ' + variant, -36)
                           .arg(language)
                           .arg(m_actions)
                           .arg(waited, 0, 'f', 1)
                           .arg(seconds, 0, 'f', 1)
                           .arg(decibelText(before->sqnrDb), decibelText(after ? after->sqnrDb : 0.0), endName()));
        QVERIFY2(isAtAnEnd(), qPrintable(m_table.back()));
        QVERIFY2(m_actions <= kMostActions && seconds < kMostSeconds, qPrintable(m_table.back()));
    }

private:
    static constexpr double kMilliseconds = 1000.0;

    bool isFine() const
    {
        const auto& state = m_view->steps().state();
        return state.verdict && state.verdict->quality() <= Quality::Fine && !state.isSimulated;
    }
    bool isAtAnEnd() const
    {
        return isFine() || isProven(Quality::Fair) || first() == report::OverviewAction::ExportModel;
    }
    QString endName() const
    {
        if (isFine())
            return QStringLiteral("fine as it is");
        return isProven(Quality::Fair) ? QStringLiteral("repaired and saved") : QStringLiteral("to be exported");
    }
    QString folderOf(const QString& variant) const { return m_folder.filePath(variant + QStringLiteral("/samples")); }
    /// The model's real inputs, as a user has them: a folder with a file a sample, or a folder a sample where the model
    /// has several inputs.
    QString samplesOf(const QJsonObject& model, const QString& variant) const
    {
        const QString folder = folderOf(variant);
        const QJsonObject cases = model["cases"].toObject();
        for (const QString& name : cases.keys()) {
            const QJsonObject inputs = cases[name].toObject()["inputs"].toObject();
            for (const QString& input : inputs.keys()) {
                const QString sample = inputs.size() == 1
                                           ? folder + u'/' + name + QStringLiteral(".npy")
                                           : folder + u'/' + name + u'/' + input + QStringLiteral(".npy");
                QDir().mkpath(QFileInfo(sample).path());
                QFile::copy(m_models + inputs[input].toString(), sample);
            }
        }
        return folder;
    }
    QString copyOf(const QString& variant, const QJsonValue& file) const
    {
        const QString to = m_folder.filePath(variant + u'/' + QFileInfo(file.toString()).fileName());
        QFile::copy(m_models + file.toString(), to);
        return to;
    }

    QString m_models;
    QJsonObject m_manifest;
    QStringList m_table;
};

QTEST_MAIN(TestRealWalk)
#include "tst_real_walk.moc"
