// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/atomic_file.h"
#include "core/base/error.h"
#include "tests/support/array_files.h"

#include <QTest>

using namespace ql;

namespace {

QByteArray contentOf(const std::filesystem::path& path)
{
    QFile file(QString::fromStdString(path.string()));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("not there");
}

std::ptrdiff_t fileCount(const std::filesystem::path& folder)
{
    return std::distance(std::filesystem::directory_iterator(folder), std::filesystem::directory_iterator());
}

} // namespace

class TestAtomicFile : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void appearsWholeOnCommit()
    {
        tests::TemporaryFolder folder;
        const auto target = folder.path() / "deep" / "er" / "report.json";
        AtomicFile file(target);
        file.stream() << "half";
        QVERIFY(!std::filesystem::exists(target));
        file.stream() << " and half";
        file.commit();
        QCOMPARE(contentOf(target), QByteArray("half and half"));
        QCOMPARE(fileCount(target.parent_path()), 1);
    }

    void keepsTheOldContentWithoutCommit()
    {
        tests::TemporaryFolder folder;
        const auto target = folder.write("report.json", "old");
        {
            AtomicFile file(target);
            file.stream() << "new";
        }
        QCOMPARE(contentOf(target), QByteArray("old"));
        QCOMPARE(fileCount(folder.path()), 1);
    }

    void replacesAndKeepsEveryByte()
    {
        tests::TemporaryFolder folder;
        const auto target = folder.write("bytes", "old");
        writeFileAtomically(target, std::string_view("a\0b\r\n", 5));
        QCOMPARE(contentOf(target), QByteArray("a\0b\r\n", 5));
    }

    void letsTwoWritersWork()
    {
        tests::TemporaryFolder folder;
        const auto target = folder.path() / "x";
        AtomicFile first(target);
        AtomicFile second(target);
        first.stream() << "first";
        second.stream() << "second";
        first.commit();
        second.commit();
        QCOMPARE(contentOf(target), QByteArray("second"));
    }

    void reportsWhatCannotBeWritten()
    {
        tests::TemporaryFolder folder;
        const auto file = folder.write("file", "x");
        try {
            writeFileAtomically(file / "inside", "y");
            QFAIL("nothing was thrown");
        } catch (const Error& error) {
            QVERIFY(error.code() == ErrorCode::FileWrite);
            QVERIFY(QByteArray(error.what()).contains("file/inside: cannot be created"));
        }
    }

    void reportsATargetThatIsAFolder()
    {
        tests::TemporaryFolder folder;
        std::filesystem::create_directories(folder.path() / "taken" / "x");
        AtomicFile file(folder.path() / "taken");
        QVERIFY_EXCEPTION_THROWN(file.commit(), Error);
    }
};

QTEST_APPLESS_MAIN(TestAtomicFile)
#include "tst_atomic_file.moc"
