// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/journal.h"
#include "core/base/log.h"
#include "core/base/writing/atomic_file.h"
#include "core/base/writing/overwrite_guard.h"
#include "core/base/writing/state_files.h"
#include "core/base/writing/write_scope.h"
#include "tests/support/array_files.h"
#include "tests/support/error_message.h"

#include <QTest>

using namespace ql;
namespace fs = std::filesystem;

Q_DECLARE_METATYPE(ql::FileKind)

namespace {

using namespace std::string_literals;

/// How an ONNX model begins.
const std::string kModel = "\x08\x07\x12\x07pytorch\x1a\x03"s;

} // namespace

class TestOverwriteGuard : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void keepsWhatIsReadUnderAnyName()
    {
        const tests::TemporaryFolder folder;
        const auto model = folder.write("model.onnx", kModel.c_str());
        fs::create_hard_link(model, folder.path() / "hard");
        fs::create_symlink(model, folder.path() / "soft");
        {
            const OverwriteGuard guard({{model, "--baseline"}, {folder.path() / "none", "--map"}});
            const OverwriteGuard inner({}, OverwriteGuard::OtherKinds::Replaced);
            for (const auto* name : {"model.onnx", "hard", "soft", "./model.onnx"}) {
                const auto target = folder.path() / name;
                const auto said = tests::messageOf([&] { writeFileAtomically(target, "text"); });
                QVERIFY2(said.contains(QStringLiteral("--baseline")), qPrintable(said));
            }
            writeFileAtomically(folder.path() / "none", "what isn't there can't be lost");
        }
        QCOMPARE(readText(model), std::string(kModel.c_str()));
    }

    /// `config set` reads a config and edits it in place.
    void letsWhatIsEditedBeReplaced()
    {
        const tests::TemporaryFolder folder;
        const auto config = folder.write("config.yaml", "a: 1\n");
        const OverwriteGuard guard({{config, "FILE"}});
        QVERIFY(replaceFile(config, "a: 1\n", "a: 2\n"));
        QCOMPARE(readText(config), std::string("a: 2\n"));
    }

    void tellsKindsApart_data()
    {
        QTest::addColumn<QByteArray>("begin");
        QTest::addColumn<FileKind>("kind");
        const auto row = [](const char* name, const std::string& begin, FileKind kind) {
            QTest::newRow(name) << QByteArray::fromStdString(begin) << kind;
        };
        row("nothing", "", FileKind::Empty);
        row("a table", "layer  sqnr_db\n", FileKind::Text);
        row("YAML", "quantloupe: 1\n", FileKind::Text);
        row("an INI file", "[DEFAULT]\na=1\n", FileKind::Text);
        row("Chinese", "层  信噪比\n", FileKind::Text);
        row("JSON", " \n{\"layers\": []}", FileKind::Json);
        row("a list", "[1, 2]", FileKind::Json);
        row("an answer", "{\"analysis\": \"b\", \"schema\": \"quantloupe.compare/1\"}", FileKind::Answer);
        row("SARIF", "{\"$schema\": \"sarif-2.1.0.json\"}", FileKind::Sarif);
        row("JUnit", "<?xml version=\"1.0\"?>\n<testsuites>", FileKind::Junit);
        row("a page", "<!DOCTYPE html>\n<html>", FileKind::Html);
        row("a picture", "<svg xmlns", FileKind::Svg);
        row("XML", "<?xml version=\"1.0\"?><net>", FileKind::Xml);
        row("an array", "\x93NUMPY\x01", FileKind::NumPy);
        row("an archive", "PK\x03\x04", FileKind::Zip);
        row("TensorFlow Lite", "\x1c\0\0\0TFL3"s, FileKind::TensorFlowLite);
        row("ONNX", kModel, FileKind::Binary);
        row("numbers", "\0\0\x80\x3f"s, FileKind::Binary);
    }
    void tellsKindsApart()
    {
        QFETCH(QByteArray, begin);
        QFETCH(FileKind, kind);
        QCOMPARE(fileKindOf(begin.toStdString()), kind);
    }

    void replacesNoFileOfAnotherKind()
    {
        const tests::TemporaryFolder folder;
        const auto file = folder.write("file", kModel.c_str());
        const auto said = tests::messageOf([&] { writeFileAtomically(file, "a table\n"); });
        QVERIFY2(said.contains(QStringLiteral("is binary data, which a text would replace")), qPrintable(said));
        QCOMPARE(readText(file), std::string(kModel.c_str()));
        QVERIFY_EXCEPTION_THROWN(writeFileAtomically(file, ""), Error);
        const OverwriteGuard forced({}, OverwriteGuard::OtherKinds::Replaced);
        writeFileAtomically(file, "a table\n");
        writeFileAtomically(file, "");
        writeFileAtomically(file, "a table\n");
        QCOMPARE(readText(file), std::string("a table\n"));
    }

    void aForeignFileIsNoState_data()
    {
        QTest::addColumn<QByteArray>("name");
        for (const char* name :
             {"badcase_state.bin", "sensitivity_state.pt", "calibrate_state.bin", "compare_state.bin"})
            QTest::newRow(name) << QByteArray(name);
    }
    void aForeignFileIsNoState()
    {
        QFETCH(QByteArray, name);
        const tests::TemporaryFolder folder;
        const auto file = folder.path() / name.toStdString();
        requireStateOrNone(file);
        folder.write(name.constData(), "PK\x03\x04 somebody's training");
        QVERIFY(!isState(file));
        QVERIFY_EXCEPTION_THROWN(requireStateOrNone(file), Error);
        const OverwriteGuard forced({}, OverwriteGuard::OtherKinds::Replaced);
        requireStateOrNone(file);
    }

    void aJournalIsLeftToItsOwner()
    {
        const tests::TemporaryFolder folder;
        folder.write("tune_state.bin", "mine");
        QVERIFY_EXCEPTION_THROWN(Journal(folder.path(), "tune", 1), Error);
        QCOMPARE(readText(folder.path() / "tune_state.bin"), std::string("mine"));
    }

    void theLogIsWrittenAsEverythingElse()
    {
        const tests::TemporaryFolder folder;
        const tests::TemporaryFolder elsewhere;
        const auto model = folder.write("model.onnx", kModel.c_str());
        const auto notes = folder.write("notes.txt", "mine\n");
        setUpLogging("off");
        QVERIFY_EXCEPTION_THROWN(addLogFile(model.string(), "info"), Error);
        {
            const OverwriteGuard guard({{notes, "--data"}});
            QVERIFY_EXCEPTION_THROWN(addLogFile(notes.string(), "info"), Error);
        }
        {
            const WriteScope scope({folder.path()}, "ask somebody");
            fs::create_symlink(elsewhere.path() / "start", folder.path() / "link");
            for (const auto& outside : {elsewhere.path() / "start", folder.path() / "link", folder.path() / "../start"})
                QVERIFY_EXCEPTION_THROWN(addLogFile(outside.string(), "info"), Error);
            QVERIFY(!fs::exists(elsewhere.path() / "start"));
            addLogFile(notes.string(), "info");
        }
        setUpLogging("off");
        QVERIFY(readText(notes).starts_with("mine\n"));
        QCOMPARE(readText(model), std::string(kModel.c_str()));
    }
};

QTEST_GUILESS_MAIN(TestOverwriteGuard)
#include "tst_overwrite_guard.moc"
