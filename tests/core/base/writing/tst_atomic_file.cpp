// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/base/writing/atomic_file.h"
#include "tests/support/array_files.h"

#include <QTest>

#include <fstream>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>
#include <vector>

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
        const auto target = folder.write("bytes", QByteArray("\0old", 4));
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

    /// A folder that can't be made isn't missing.
    void saysWhyAFolderCannotBeMade()
    {
        try {
            writeFileAtomically("/sys/quantloupe/inside", "y"); // nobody makes folders there, whatever his rights
            QFAIL("nothing was thrown");
        } catch (const Error& error) {
            QVERIFY2(QByteArray(error.what()).contains("its folder can't be made: "), error.what());
            QVERIFY2(!QByteArray(error.what()).contains("No such file"), error.what());
        }
    }

    void refusesWhatIsNoFile()
    {
        tests::TemporaryFolder folder;
        std::filesystem::create_directories(folder.path() / "taken" / "x");
        QVERIFY_EXCEPTION_THROWN(AtomicFile(folder.path() / "taken"), Error);
        QCOMPARE(mkfifo((folder.path() / "pipe").c_str(), 0600), 0);
        QVERIFY_EXCEPTION_THROWN(AtomicFile(folder.path() / "pipe"), Error);
        QVERIFY_EXCEPTION_THROWN(AtomicFile("/dev/null"), Error);
    }

    void refusesReadOnlyFiles()
    {
        tests::TemporaryFolder folder;
        const auto target = folder.write("config.yaml", "old");
        std::filesystem::permissions(target, std::filesystem::perms(0444));
        QVERIFY_EXCEPTION_THROWN(writeFileAtomically(target, "new"), Error);
        QCOMPARE(contentOf(target), QByteArray("old"));
    }

    void keepsRights_data()
    {
        QTest::addColumn<int>("rights");
        for (const int rights : {0600, 0640, 0664, 0755, 0200})
            QTest::addRow("%o", unsigned(rights)) << rights;
    }
    void keepsRights()
    {
        QFETCH(int, rights);
        tests::TemporaryFolder folder;
        const auto target = folder.write("config.yaml", "old");
        std::filesystem::permissions(target, std::filesystem::perms(rights));
        AtomicFile file(target);
        for (const auto& entry : std::filesystem::directory_iterator(folder.path())) // also before it is renamed
            QCOMPARE(int(entry.status().permissions()), rights);
        file.stream() << "new";
        file.commit();
        QCOMPARE(int(std::filesystem::status(target).permissions()), rights);
    }

    void newFilesHaveTheUsualRights()
    {
        tests::TemporaryFolder folder;
        writeFileAtomically(folder.path() / "ours", "x");
        std::ofstream(folder.path() / "usual") << "x";
        QVERIFY(std::filesystem::status(folder.path() / "ours").permissions()
                == std::filesystem::status(folder.path() / "usual").permissions());
    }

    void followsLinks()
    {
        tests::TemporaryFolder folder;
        const auto real = folder.write("real", "old");
        std::filesystem::create_symlink("real", folder.path() / "link");
        std::filesystem::create_symlink("link", folder.path() / "linked");
        writeFileAtomically(folder.path() / "linked", "new");
        QCOMPARE(contentOf(real), QByteArray("new"));
        QVERIFY(std::filesystem::is_symlink(folder.path() / "linked"));
        std::filesystem::create_symlink("circle", folder.path() / "circle");
        QVERIFY_EXCEPTION_THROWN(writeFileAtomically(folder.path() / "circle", "x"), Error);
    }

    void namesMayBeAsLongAsTheyGet()
    {
        tests::TemporaryFolder folder;
        const auto target = folder.path() / std::string(255, 'n');
        writeFileAtomically(target, "whole");
        QCOMPARE(contentOf(target), QByteArray("whole"));
        QVERIFY_EXCEPTION_THROWN(writeFileAtomically(folder.path() / std::string(256, 'n'), "x"), Error);
        QCOMPARE(fileCount(folder.path()), 1);
    }

    void plantedLinksAreNotWrittenThrough()
    {
        tests::TemporaryFolder folder;
        const auto victim = folder.write("victim", "precious");
        const auto target = folder.path() / "report.json";
        for (int i = 0; i < 100; ++i) // as temporary files were called once
            std::filesystem::create_symlink(
                victim,
                folder.path() / (".report.json." + std::to_string(getpid()) + '.' + std::to_string(i) + ".part"));
        writeFileAtomically(target, "new");
        QCOMPARE(contentOf(victim), QByteArray("precious"));
        QCOMPARE(contentOf(target), QByteArray("new"));
    }

    void clearsUpAfterTheDead()
    {
        tests::TemporaryFolder folder;
        const auto old = std::filesystem::file_time_type::clock::now() - std::chrono::hours(1);
        const auto dead = folder.write(".quantloupe-dead00.part", "half");
        const auto young = folder.write(".quantloupe-young0.part", "half");
        const auto other = folder.write(".other.part", "not ours");
        for (const auto& path : {dead, other})
            std::filesystem::last_write_time(path, old);
        AtomicFile alive(folder.path() / "alive");
        for (const auto& entry : std::filesystem::directory_iterator(folder.path()))
            if (entry.path() != young)
                std::filesystem::last_write_time(entry.path(), old);
        writeFileAtomically(folder.path() / "elsewhere" / "x", "x"); // a folder is looked through once in a row
        writeFileAtomically(folder.path() / "x", "x");
        QVERIFY(!std::filesystem::exists(dead));
        QVERIFY(std::filesystem::exists(young));
        QVERIFY(std::filesystem::exists(other));
        alive.commit(); // another writer's cleaning left it alone
    }

    void replacesOnlyWhatIsExpected()
    {
        tests::TemporaryFolder folder;
        const auto target = folder.write("config.yaml", "mine");
        QVERIFY(replaceFile(target, "mine", "edited"));
        QVERIFY(!replaceFile(target, "mine", "lost"));
        QCOMPARE(contentOf(target), QByteArray("edited"));
        QVERIFY_EXCEPTION_THROWN(replaceFile(folder.path() / "nowhere", "", "x"), Error);
    }

    /// Every step of every writer stands in the file at the end: none was lost between another's reading and writing.
    void losesNoChangeOfManyWriters()
    {
        tests::TemporaryFolder folder;
        const auto target = folder.write("config.yaml", "");
        constexpr int kWriters = 8;
        constexpr int kSteps = 25;
        std::vector<std::thread> writers;
        for (int writer = 0; writer < kWriters; ++writer)
            writers.emplace_back([&target, writer] {
                for (int step = 0; step < kSteps;) {
                    const auto seen = contentOf(target).toStdString();
                    step += replaceFile(target, seen, seen + char('a' + writer)) ? 1 : 0;
                }
            });
        for (auto& writer : writers)
            writer.join();
        const auto content = contentOf(target);
        for (int writer = 0; writer < kWriters; ++writer)
            QCOMPARE(content.count(char('a' + writer)), kSteps);
    }
};

QTEST_APPLESS_MAIN(TestAtomicFile)
#include "tst_atomic_file.moc"
