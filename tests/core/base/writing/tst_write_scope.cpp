// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/writing/atomic_file.h"
#include "core/base/writing/write_scope.h"
#include "tests/support/array_files.h"

#include <QTest>

using namespace ql;
namespace fs = std::filesystem;

class TestWriteScope : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void keepsWritingInside()
    {
        const tests::TemporaryFolder folder;
        const tests::TemporaryFolder elsewhere;
        fs::create_directory_symlink(elsewhere.path(), folder.path() / "link");
        fs::create_symlink(elsewhere.path() / "file", folder.path() / "file");
        {
            const WriteScope scope({folder.path(), elsewhere.path() / "allowed"}, "ask somebody");
            writeFileAtomically(folder.path() / "deep" / "er" / "a", "1");
            writeFileAtomically(elsewhere.path() / "allowed", "1");
            for (const auto& place : {elsewhere.path() / "new" / "b", folder.path() / ".." / "b",
                                      folder.path() / "link" / "b", folder.path() / "file"})
                QVERIFY_EXCEPTION_THROWN(writeFileAtomically(place, "1"), Error);
            QVERIFY2(!fs::exists(elsewhere.path() / "new"), "not even a folder is made");
            QVERIFY(!fs::exists(elsewhere.path() / "file"));
        }
        writeFileAtomically(elsewhere.path() / "b", "1");
        QVERIFY(fs::exists(elsewhere.path() / "b"));
    }

    void aNameThatBeginsAlikeIsAnother()
    {
        QVERIFY(liesWithin("/home/me/project", "/home/me/project/"));
        QVERIFY(liesWithin("/home/me/project/a/../b", "/home/me/project"));
        QVERIFY(!liesWithin("/home/me/projects", "/home/me/project"));
        QVERIFY(!liesWithin("/home/me", "/home/me/project"));
        QVERIFY(liesWithin("/anything", "/"));
    }

    /// FIPS 180-4's examples.
    void hashesAsTheStandardSays()
    {
        QCOMPARE(sha256Of("abc"), std::string("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"));
        QCOMPARE(sha256Of(""), std::string("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"));
        const tests::TemporaryFolder folder;
        QCOMPARE(sha256OfFile(folder.write("abc", "abc")), sha256Of("abc"));
        QVERIFY_EXCEPTION_THROWN(sha256OfFile(folder.path() / "none"), Error);
    }
};

QTEST_GUILESS_MAIN(TestWriteScope)
#include "tst_write_scope.moc"
