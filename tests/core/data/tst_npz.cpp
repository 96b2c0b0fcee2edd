// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/data/tensors/npy.h"
#include "tests/support/array_files.h"
#include "tests/support/error_message.h"
#include "tests/support/models.h"

#include <QTest>

using namespace ql;
using namespace ql::tests;

namespace {

constexpr int kCentralDirectory = 396; // of storedNpz()

QString problemOf(const std::filesystem::path& path, ErrorCode code)
{
    return fileProblem(path, code, [&path] { data::readNpz(path); });
}

} // namespace

class TestNpz : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsBothCompressions_data()
    {
        QTest::addColumn<QByteArray>("file");
        QTest::newRow("stored") << storedNpz();
        QTest::newRow("deflated") << deflatedNpz();
    }

    void readsBothCompressions()
    {
        QFETCH(QByteArray, file);
        TemporaryFolder folder;
        const auto arrays = data::readNpz(folder.write("a.npz", file));
        QCOMPARE(arrays.size(), std::size_t{2});
        QCOMPARE(arrays[0].first, std::string("x"));
        QCOMPARE(arrays[0].second.shape(), (graph::Shape{2, 3}));
        QCOMPARE(arrays[0].second.toDoubles(), (std::vector<double>{0, 1, 2, 3, 4, 5}));
        QCOMPARE(arrays[1].first, std::string("a/b"));
        QCOMPARE(arrays[1].second.toInts(), (std::vector<std::int64_t>{1, -2}));
    }

    void reportsDamage_data()
    {
        QTest::addColumn<int>("position");
        QTest::addColumn<int>("value");
        QTest::addColumn<int>("code");
        QTest::addColumn<QString>("problem");
        const auto row = [](const char* name, int position, int value, ErrorCode code, const char* problem) {
            QTest::newRow(name) << position << value << int(code) << QString::fromUtf8(problem);
        };
        row("magic of the array", 55, 'X', ErrorCode::FileCorrupt, "entry x.npy: does not match its size or checksum");
        row("method", kCentralDirectory + 10, 12, ErrorCode::UnsupportedFormat,
            "entry x.npy: compression method 12 is not known "
            "(pack the archive again, stored or deflated)");
        row("size", kCentralDirectory + 27, 1, ErrorCode::FileCorrupt, "entry x.npy: claims 16777368 bytes out of 152");
        row("encrypted", kCentralDirectory + 8, 1, ErrorCode::UnsupportedFormat,
            "entry x.npy: is encrypted (unpack it with its password first)");
    }

    void reportsDamage()
    {
        QFETCH(int, position);
        QFETCH(int, value);
        QFETCH(int, code);
        QFETCH(QString, problem);
        TemporaryFolder folder;
        auto file = storedNpz();
        file[position] = char(value);
        QCOMPARE(problemOf(folder.write("a.npz", file), ErrorCode(code)), problem);
    }

    void refusesEntriesThatShareBytes()
    {
        // A directory of eight entries that all mean the first: together longer than the file.
        constexpr int kTwins = 8;
        TemporaryFolder folder;
        auto file = storedNpz();
        const auto first = file.mid(kCentralDirectory, 51);
        QByteArray twins = file.left(kCentralDirectory);
        for (char name = 'a'; name < 'a' + kTwins; ++name)
            twins += QByteArray(first).replace("x.npy", QByteArray(1, name) + ".npy");
        auto end = file.right(22);
        end[8] = end[10] = char(kTwins);
        end[12] = char(first.size() * kTwins & 0xFF);
        end[13] = char(first.size() * kTwins >> 8);
        const auto path = folder.write("a.npz", twins + end);
        const auto problem = problemOf(path, ErrorCode::FileCorrupt);
        QVERIFY2(problem.contains(QStringLiteral("the entries are longer than the archive")), qPrintable(problem));
    }

    void refusesWhatIsNoArchive()
    {
        TemporaryFolder folder;
        QVERIFY(problemOf(folder.write("a.npz", "Hello"), ErrorCode::FileCorrupt)
                    .startsWith(QStringLiteral("not a readable .npz archive: ")));
        QVERIFY(problemOf(folder.write("b.npz", storedNpz().left(300)), ErrorCode::FileCorrupt)
                    .startsWith(QStringLiteral("not a readable .npz archive: ")));
        QCOMPARE(problemOf(folder.path() / "none.npz", ErrorCode::FileNotFound),
                 QStringLiteral("cannot be read (does the file exist?)"));
        QCOMPARE(problemOf(folder.path(), ErrorCode::FileNotFound), QStringLiteral("is a folder, expected a file"));
    }

    void readsRealCalibrationSets()
    {
        const auto models = modelsFolder();
        if (!models)
            QSKIP("QUANTLOUPE_MODELS is not set: nothing was tested on real models");
        const auto arrays = data::readNpz(*models / "calib" / "mnist.npz");
        QVERIFY(!arrays.empty());
        QVERIFY(arrays.front().first.starts_with("000__"));
        QVERIFY(!data::readNpz(*models / "expected" / "mnist__digit2__float_intermediates.npz").empty());
    }
};

QTEST_APPLESS_MAIN(TestNpz)
#include "tst_npz.moc"
