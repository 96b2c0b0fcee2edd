// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/guide/chapters.h"

#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QSet>
#include <QTest>

using namespace ql::tests;

namespace {

/// Debian's packages of each row of the table, in its order; one for each version that the row names.
const QList<QStringList> kPackages{{"libtorch-dev"},
                                   {"libopenblas0-openmp"},
                                   {"libonnx-dev", "libprotobuf-dev"},
                                   {"libflatbuffers-dev"},
                                   {"libhwy-dev"},
                                   {"libgoogle-perftools-dev"},
                                   {"libre2-dev"},
                                   {"libzip-dev", "zlib1g-dev"},
                                   {"libyaml-cpp-dev", "nlohmann-json3-dev"},
                                   {"libfmt-dev", "libspdlog-dev"},
                                   {"libcli11-dev"},
                                   {"libssl-dev"},
                                   {"libopencv-imgcodecs-dev"},
                                   {"qt6-base-dev"},
                                   {"qt6-charts-dev"},
                                   {"libqscintilla2-qt6-dev"},
                                   {"pybind11-dev"}};

/// Of a library that stands there already, or that only builds.
const QSet<QString> kOthers{"libopencv-imgproc-dev", "libqt6opengl6-dev", "qt6-svg-dev", "libxkbcommon-dev",
                            "python3-dev",           "qt6-tools-dev",     "dpkg-dev"};

QString outputOf(const QString& program, const QStringList& arguments)
{
    QProcess process;
    process.start(program, arguments);
    process.waitForFinished();
    return QString::fromUtf8(process.readAllStandardOutput());
}

/// The cells of the rows of the table whose head begins with @p head.
QList<QStringList> tableOf(const QString& text, const QString& head)
{
    QList<QStringList> rows;
    const auto lines = text.mid(text.indexOf(head)).split(u'\n');
    for (qsizetype i = 2; i < lines.size() && lines[i].startsWith(QLatin1String("| ")); ++i)
        rows.append(lines[i].mid(2).chopped(2).split(QStringLiteral(" | ")));
    return rows;
}

} // namespace

/// The table of libraries against what is installed and what setup.sh installs.
class TestGuideLibraries : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void versionsAreDebians_data()
    {
        QTest::addColumn<QString>("language");
        QTest::addColumn<QString>("head");
        QTest::newRow("en") << "en"
                            << "| Library | Version |";
        QTest::newRow("zh_CN") << "zh_CN"
                               << "| 库 | 版本 |";
    }

    void versionsAreDebians()
    {
        QFETCH(QString, language);
        QFETCH(QString, head);
        const auto rows = tableOf(chapterText(language, QStringLiteral("contributing")), head);
        QCOMPARE(rows.size(), kPackages.size());
        QFile release(QStringLiteral("/etc/os-release"));
        if (!release.open(QIODevice::ReadOnly) || !release.readAll().contains("VERSION_ID=\"12\""))
            QSKIP("the table is about Debian 12");
        static const QRegularExpression kBetween(QStringLiteral(", |、"));
        for (qsizetype i = 0; i < rows.size(); ++i) {
            QCOMPARE(rows[i].size(), 5);
            const auto versions = rows[i][1].split(kBetween);
            QCOMPARE(versions.size(), kPackages[i].size());
            for (qsizetype j = 0; j < versions.size(); ++j) {
                const auto& package = kPackages[i][j];
                static const QRegularExpression kEpoch(QStringLiteral("^\\d+:"));
                const auto installed = outputOf("dpkg-query", {"-W", "-f", "${Version}", package}).remove(kEpoch);
                const auto said = QString(versions[j]).remove(u'-');
                QVERIFY2(installed.startsWith(said), qPrintable(package + u' ' + installed + " is not " + said));
            }
        }
    }

    void everyLibraryOfABuildIsInIt()
    {
        QSet<QString> known = kOthers;
        for (const auto& row : kPackages)
            known.unite(QSet<QString>(row.begin(), row.end()));
        const auto needed = outputOf(QStringLiteral(QUANTLOUPE_SOURCE_DIR "/packaging/setup.sh"), {"needs"})
                                .split(QRegularExpression(QStringLiteral("\\s+")), Qt::SkipEmptyParts);
        QVERIFY(needed.size() > 20);
        for (const auto& package : needed)
            QVERIFY2(!package.endsWith(QLatin1String("-dev")) || known.contains(package), qPrintable(package));
    }
};

QTEST_GUILESS_MAIN(TestGuideLibraries)
#include "tst_guide_libraries.moc"
