// SPDX-License-Identifier: GPL-3.0-or-later
// Every row of capabilities.txt names tests that exist and that ctest runs.
#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QRegularExpression>
#include <QTest>

namespace {

const QString kTests = QStringLiteral(QUANTLOUPE_SOURCE_DIR "/tests");

QString contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

/// The file of a test by its name, "tst_x" or "test_x.py".
QString sourceOf(const QString& test)
{
    const auto name = test.endsWith(".py") ? test : test + ".cpp";
    QDirIterator files(kTests, {name}, QDir::Files, QDirIterator::Subdirectories);
    return files.hasNext() ? files.next() : QString();
}

/// Whether a CMakeLists.txt of its folder or of the one above names it.
bool isRun(const QString& source)
{
    const QFileInfo file(source);
    const auto name = file.suffix() == "py" ? file.fileName() : file.completeBaseName();
    auto plain = name;
    plain.remove(QRegularExpression("^tst_"));
    const QRegularExpression word("\\b(" + QRegularExpression::escape(name) + "|" + QRegularExpression::escape(plain)
                                  + ")\\b");
    auto folder = file.dir();
    for (int level = 0; level < 2; ++level, folder.cdUp())
        if (contentOf(folder.filePath("CMakeLists.txt")).contains(word))
            return true;
    // Python's are found by their pattern.
    return file.suffix() == "py" && contentOf(file.dir().filePath("CMakeLists.txt")).contains("test_");
}

} // namespace

class TestCapabilities : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void isShown_data()
    {
        QTest::addColumn<QStringList>("tests");
        QStringList rows;
        for (const auto& line : contentOf(kTests + "/capabilities/capabilities.txt").split('\n')) {
            if (line.isEmpty() || line.startsWith('#'))
                continue;
            const auto parts = line.split(" | ");
            QVERIFY2(parts.size() == 3, qPrintable(line));
            QVERIFY2(!rows.contains(parts[0]), qPrintable("twice: " + parts[0]));
            rows << parts[0];
            QTest::newRow(qPrintable(parts[0] + ", " + parts[1])) << parts[2].split(", ");
        }
        QVERIFY(rows.size() > 70);
    }

    void isShown()
    {
        QFETCH(QStringList, tests);
        for (const auto& test : tests) {
            const auto source = sourceOf(test.section("::", 0, 0));
            QVERIFY2(!source.isEmpty(), qPrintable("no such test: " + test));
            QVERIFY2(isRun(source), qPrintable("nothing runs " + test));
            const auto function = QRegularExpression::escape(test.section("::", 1));
            const QRegularExpression defined("(void (\\w+::)?|def )" + function + "\\(");
            QVERIFY2(contentOf(source).contains(defined), qPrintable("no such function: " + test));
        }
    }
};

QTEST_APPLESS_MAIN(TestCapabilities)
#include "tst_capabilities.moc"
