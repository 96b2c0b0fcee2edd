// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/dialects/dialect.h"
#include "core/report/exports/export_format.h"
#include "core/results/check_rules.h"
#include "core/results/metrics.h"
#include "tests/cli/cli_process.h"
#include "tests/guide/chapters.h"

#include <QDirIterator>
#include <QFile>
#include <QRegularExpression>
#include <QTest>

using namespace ql;
using namespace ql::tests;

/// Whatever the program has a name for stands in the handbook, in both languages.
class TestGuideCovers : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void metrics()
    {
        QStringList names;
        for (const auto metric : results::kAllMetrics)
            names.append(QString::fromUtf8(results::key(metric).data(), qsizetype(results::key(metric).size())));
        QCOMPARE(names.size(), 9);
        namesStandIn(QStringLiteral("metrics"), names);
    }

    void commands()
    {
        const QStringList commands = subcommands({});
        QVERIFY(commands.size() > 15);
        QStringList all;
        for (const QString& command : commands) {
            const QStringList below = subcommands({command});
            for (const QString& inner : below)
                all.append(command + u' ' + inner);
            if (below.isEmpty())
                all.append(command);
        }
        for (const QString& language : kGuideLanguages) {
            const QString text = chapterText(language, QStringLiteral("commands"));
            for (const QString& command : all) {
                const QRegularExpression code(QStringLiteral("`%1[` ]").arg(command));
                QVERIFY2(text.contains(code), qPrintable(language + QLatin1String(": ") + command));
            }
        }
    }

    void rulesOfCheck()
    {
        QStringList rules = found(QStringLiteral("core"), QStringLiteral("\\.rule = \"([a-z-]+)\""));
        for (const auto& rule : results::checkRules())
            rules.append(QString::fromStdString(rule.id));
        QVERIFY(rules.size() > 40);
        for (const auto& rule : results::checkRules()) // what the window calls it
            if (!rule.id.starts_with("config-"))
                QVERIFY2(chapterText(QStringLiteral("en"), QStringLiteral("check"))
                             .contains(QStringLiteral("| `%1`: %2 |")
                                           .arg(QString::fromStdString(rule.id), QString::fromUtf8(rule.summary))),
                         rule.summary);
        // In the chapter those of configs are called as `config check` does.
        namesStandIn(QStringLiteral("check"), rules.replaceInStrings(kConfigRule, QString()));
    }

    void rulesOfAdvice()
    {
        const QString rule = QStringLiteral("Severity::\\w+,\\s*\"([a-z-]+)\"");
        const QStringList rules =
            found(QStringLiteral("core/analysis/advice"), rule) + found(QStringLiteral("core/analysis/compare"), rule);
        QVERIFY(rules.size() > 12);
        const QString text = QStringLiteral("\"([a-z-]+)\"");
        const QStringList texts =
            found(QStringLiteral("core/analysis/advice"), text) + found(QStringLiteral("core/analysis/compare"), text);
        for (const QString& language : kGuideLanguages) {
            const Chapter advice{QStringLiteral("advice"), chapterText(language, QStringLiteral("advice"))};
            const QStringList headings = advice.headings();
            const QString check = chapterText(language, QStringLiteral("check")); // of the pair as a whole
            for (const QString& each : rules)
                QVERIFY2(headings.contains(QLatin1String("## ") + each)
                             || check.contains(QStringLiteral("\n| `%1`").arg(each)),
                         qPrintable(each));
            for (const QString& heading : headings)
                if (static const QRegularExpression kRule(QStringLiteral("^## [a-z]+(-[a-z]+)*$"));
                    heading.contains(kRule))
                    QVERIFY2(texts.contains(heading.mid(3)), qPrintable(heading)); // nothing that is gone
        }
    }

    void observers()
    {
        const QStringList names = listed(QStringLiteral("core/quant/observers.inc"), QStringLiteral("QL_OBSERVER"));
        QVERIFY(names.size() > 8);
        namesStandIn(QStringLiteral("calibrate"), names);
    }

    void dialects()
    {
        QStringList names;
        for (const auto& dialect : config::dialects())
            names.append(QString::fromStdString(std::string(dialect.id)));
        QVERIFY(names.size() > 10);
        namesStandIn(QStringLiteral("configs"), names);
    }

    void exportForms()
    {
        QStringList names;
        for (const auto& format : report::exportFormats())
            names.append(QString::fromStdString(std::string(format.name)));
        QVERIFY(names.size() > 3);
        namesStandIn(QStringLiteral("files"), names);
    }

    /// The table says of each dialect what it can: read, edited, converted to.
    void dialectsCanWhatTheTableSays()
    {
        for (const QString& language : kGuideLanguages) {
            const bool isEnglish = language == QLatin1String("en");
            const QString yes = isEnglish ? QStringLiteral("yes") : QStringLiteral("是");
            const QStringList written = isEnglish ? QStringList{"from and to", "to"} : QStringList{"双向", "转为此"};
            for (const auto& dialect : config::dialects()) {
                const QString id = QString::fromStdString(std::string(dialect.id));
                const QRegularExpression row(QStringLiteral("\n\\| `%1` \\|([^\n]*)\\|\n").arg(id));
                const auto found = row.match(chapterText(language, QStringLiteral("configs")));
                QVERIFY2(found.hasMatch(), qPrintable(id));
                QStringList cells = found.captured(1).split(u'|');
                for (QString& cell : cells)
                    cell = cell.trimmed();
                QCOMPARE(cells.size(), 5);
                QVERIFY2((cells[1] == yes) == (dialect.read != nullptr), qPrintable(id));
                QVERIFY2((cells[2] == yes) == (dialect.edit != nullptr), qPrintable(id));
                QVERIFY2((cells[3] == QStringLiteral("–")) == (dialect.read == nullptr), qPrintable(id));
                QVERIFY2(written.contains(cells[4]) == (dialect.write != nullptr), qPrintable(id));
                QVERIFY2((cells[4] == written[1]) == (dialect.read == nullptr), qPrintable(id)); // only to it
            }
        }
    }

    void documents()
    {
        const CliResult schema = runCli({QStringLiteral("schema")});
        QCOMPARE(schema.status, 0);
        const QStringList names = QString::fromUtf8(schema.out).split(u'\n', Qt::SkipEmptyParts);
        QVERIFY(names.size() > 15);
        namesStandIn(QStringLiteral("files"), names);
    }

    void writtenFiles()
    {
        QStringList names;
        for (const char* folder : {"core/report", "core/analysis", "core/quant", "core/data", "app/cli"})
            names += found(QLatin1String(folder), QStringLiteral("[\"/]([a-z_]+\\.(?:txt|csv|json|html|pt))\""));
        names.removeDuplicates();
        QVERIFY(names.size() > 25);
        stand(QStringLiteral("files"), names);
    }

    void extensions()
    {
        QStringList names;
        for (const char* folder : {"datasets", "dumps", "images", "tensors"})
            names += found(QLatin1String("core/data/") + QLatin1String(folder), QStringLiteral("\"(\\.[a-z]{2,10})\""));
        for (const QString& suffixes : captured(source(QStringLiteral("widgets/window/dropped_files.cpp")),
                                                QStringLiteral("hasSuffix\\(path, \\{([^}]*)\\}")))
            for (const QString& suffix : captured(suffixes, QStringLiteral("\"(\\w+)\"")))
                names.append(u'.' + suffix);
        names.removeDuplicates();
        QVERIFY(names.size() > 12);
        for (const QString& language : kGuideLanguages) {
            const QString text =
                chapterText(language, QStringLiteral("files")) + chapterText(language, QStringLiteral("models"));
            for (const QString& name : std::as_const(names))
                QVERIFY2(text.contains(name), qPrintable(language + QLatin1String(": ") + name));
        }
    }

private:
    const QRegularExpression kConfigRule{QStringLiteral("^config-")};

    static QString source(const QString& path)
    {
        QFile file(QStringLiteral(QUANTLOUPE_SOURCE_DIR "/") + path);
        return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
    }
    static QStringList captured(const QString& text, const QString& pattern)
    {
        QStringList names;
        for (const auto& match : QRegularExpression(pattern, QRegularExpression::MultilineOption).globalMatch(text))
            names.append(match.captured(1));
        return names;
    }
    static QStringList listed(const QString& list, const QString& macro)
    {
        return captured(source(list), QStringLiteral("^%1\\((\\w+)\\)").arg(macro));
    }
    /// In the sources below a folder.
    static QStringList found(const QString& folder, const QString& pattern)
    {
        static const QRegularExpression kComment(QStringLiteral("//.*$"), QRegularExpression::MultilineOption);
        QStringList names;
        QDirIterator files(QStringLiteral(QUANTLOUPE_SOURCE_DIR "/") + folder,
                           {QStringLiteral("*.cpp"), QStringLiteral("*.h")}, QDir::Files, QDirIterator::Subdirectories);
        while (files.hasNext()) {
            QFile file(files.next());
            if (file.open(QIODevice::ReadOnly))
                names += captured(QString::fromUtf8(file.readAll()).remove(kComment), pattern);
        }
        names.removeDuplicates();
        return names;
    }
    /// The words that begin the lines below "Commands…:".
    static QStringList subcommands(QStringList command)
    {
        const CliResult help = runCli(command << QStringLiteral("--help"));
        QStringList names;
        for (const QString& block :
             captured(QString::fromUtf8(help.out), QStringLiteral("^Commands[^\\n]*:\\n((?:  [^\\n]*\\n)+)")))
            names += captured(block, QStringLiteral("^  ([a-z-]+) "));
        return names;
    }
    static void namesStandIn(const QString& chapter, const QStringList& names)
    {
        QStringList code;
        for (const QString& name : names)
            code.append(u'`' + name + u'`');
        stand(chapter, code);
    }
    static void stand(const QString& chapter, const QStringList& words)
    {
        for (const QString& language : kGuideLanguages) {
            const QString text = chapterText(language, chapter);
            for (const QString& word : words)
                QVERIFY2(text.contains(word), qPrintable(QStringLiteral("%1/%2.md: %3").arg(language, chapter, word)));
        }
    }
};

QTEST_GUILESS_MAIN(TestGuideCovers)
#include "tst_guide_covers.moc"
