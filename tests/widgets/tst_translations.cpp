// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "widgets/models/layer_table_model.h"
#include "widgets/text/error_text.h"
#include "widgets/text/language.h"
#include "widgets/window/main_window.h"

#include <QApplication>
#include <QFile>
#include <QMenu>
#include <QMenuBar>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>

using namespace ql;
using namespace ql::widgets;

namespace {

/// "context: source" of every message without a finished translation.
QStringList unfinished(const QString& path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return {QStringLiteral("cannot read ") + path};
    QXmlStreamReader xml(&file);
    QStringList found;
    QString context;
    QString source;
    while (!xml.atEnd()) {
        if (xml.readNext() != QXmlStreamReader::StartElement)
            continue;
        if (xml.name() == u"name")
            context = xml.readElementText();
        else if (xml.name() == u"source")
            source = xml.readElementText();
        else if (xml.name() == u"translation" && xml.attributes().value(QLatin1String("type")) == u"unfinished")
            found.append(context + QStringLiteral(": ") + source);
    }
    return found;
}

} // namespace

class TestTranslations : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QStandardPaths::setTestModeEnabled(true); }
    void cleanup() { applyLanguage(QStringLiteral("en")); }

    void nothingIsUntranslated_data()
    {
        QTest::addColumn<QStringList>("options");
        QTest::newRow("quantloupe_zh_CN.ts") << QStringList();
        QTest::newRow("quantloupe_en.ts") << QStringList{"-pluralonly"};
    }
    void nothingIsUntranslated()
    {
        QFETCH(QStringList, options);
        const QString name = QString::fromUtf8(QTest::currentDataTag());
        const QString sources = QStringLiteral(QUANTLOUPE_SOURCE_DIR);
        const QTemporaryDir folder;
        const QString copy = folder.filePath(name);
        QVERIFY(QFile::copy(sources + "/translations/" + name, copy));
        QVERIFY(QFile::setPermissions(copy, QFile::ReadOwner | QFile::WriteOwner));
        QProcess lupdate;
        lupdate.start(QStringLiteral(QUANTLOUPE_LUPDATE),
                      options
                          + QStringList{"-silent", "-no-obsolete", "-locations", "none", "-I", sources,
                                        sources + "/widgets", sources + "/app/gui", "-ts", copy});
        QVERIFY(lupdate.waitForFinished());
        QCOMPARE(lupdate.exitCode(), 0);
        QCOMPARE(unfinished(copy), QStringList());
    }

    void chineseUsesTheSeedsWords()
    {
        applyLanguage(QStringLiteral("zh_CN"));
        QCOMPARE(QCoreApplication::translate("ql::widgets::ModelPanel", "Baseline model"), QStringLiteral("基准模型"));
        QCOMPARE(coreLabels().rule("clamping"), std::string("截断误差"));
        QCOMPARE(coreLabels().rule("rounding"), std::string("舍入误差"));
        QCOMPARE(LayerTableModel().headerData(int(LayerColumn::Qscale), Qt::Horizontal).toString(),
                 QStringLiteral("量化系数"));
        QVERIFY(errorText(Error(ErrorCode::FileNotFound, "x")).startsWith(QStringLiteral("无法读取文件")));
    }

    void noTwoLinesOfAMenuHaveTheSameLetter()
    {
        MainWindow window([]() -> std::shared_ptr<engine::Engine> { return nullptr; });
        QStringList clashes;
        for (const char* language : {"en", "zh_CN"}) {
            applyLanguage(QLatin1String(language));
            QCoreApplication::sendPostedEvents();
            for (const auto* menu : window.menuBar()->findChildren<QMenu*>()) {
                QHash<QKeySequence, QString> owners;
                for (const QAction* action : menu->actions())
                    if (const auto letter = QKeySequence::mnemonic(action->text()); !letter.isEmpty()) {
                        if (owners.contains(letter))
                            clashes.append(owners.value(letter) + u'|' + action->text());
                        owners.insert(letter, action->text());
                    }
            }
        }
        QVERIFY2(clashes.isEmpty(), qPrintable(clashes.join(u'\n')));
    }

    void englishHasPlurals()
    {
        applyLanguage(QStringLiteral("en"));
        const auto layers = [](int count) {
            return QCoreApplication::translate("ql::widgets::LayersView", "%n layer(s)", nullptr, count);
        };
        QCOMPARE(layers(1), QStringLiteral("1 layer"));
        QCOMPARE(layers(2), QStringLiteral("2 layers"));
    }
};

QTEST_MAIN(TestTranslations)
#include "tst_translations.moc"
