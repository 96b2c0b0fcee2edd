// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/engine/engine.h"
#include "core/report/model/model_report.h"
#include "core/report/table/number_format.h"
#include "core/results/model_info.h"
#include "tests/cli/cli_process.h"
#include "tests/fuzz/every_file.h"
#include "tests/fuzz/guarded_child.h"
#include "tests/fuzz/targets/scratch_file.h"
#include "tests/support/document_schema.h"
#include "tests/support/foreign_models.h"
#include "tests/support/weight_bytes.h"

#include <QElapsedTimer>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <iterator>
#include <span>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>

using namespace ql;
using namespace ql::tests;
using Ending = ChildResult::Ending;

namespace {

namespace fs = std::filesystem;

constexpr qint64 kMostMs = 12'000; // a file that makes its reader turn without end is given up after ten seconds

/// Whether there is a result. Whatever else comes of it than that or one line is thrown on.
bool isTold(engine::Engine& engine, const fs::path& file)
{
    QElapsedTimer clock;
    clock.start();
    std::shared_ptr<const results::ModelInfo> info;
    try {
        JobContext context;
        info = engine.info({.model = file.string(), .listsQuantizable = true}, context);
    } catch (const Error& error) {
        const auto line = report::oneLine(error.what());
        require(error.code() != ErrorCode::Internal, "an error isn't ours: " + line);
        require(line.starts_with(file.string() + ": "), "an error names its file: " + line);
        require(line.find('\n') == line.npos, "an error is one line");
    }
    require(clock.elapsed() < kMostMs, "an answer comes in time, not after ms: " + std::to_string(clock.elapsed()));
    if (!info)
        return false;
    require(!report::infoText(*info).empty(), "a result is told");
    require(schemaProblem(report::infoJson(*info)).empty(), "a result is as its schema says");
    return true;
}

void bindSocket(const fs::path& path)
{
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    path.string().copy(address.sun_path, sizeof address.sun_path - 1);
    const int socket = ::socket(AF_UNIX, SOCK_STREAM, 0);
    if (socket < 0 || ::bind(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0)
        qFatal("no socket");
}

} // namespace

/// `info` on any file of any kind ends with a result or one error line, and soon.
class TestInfoOfAnyFile : public QObject {
    Q_OBJECT

    ScratchFolder m_folder;

    static void addKinds()
    {
        QTest::addColumn<QString>("kind");
        for (const auto& kind : everyKindOfFile())
            QTest::newRow(kind.c_str()) << QString::fromStdString(kind);
    }
    /// Asks about some in a child: this process must not use LibTorch's threads. Gives how many are told of.
    static int ask(std::span<const DamagedFile> files)
    {
        const ScratchFolder folder;
        const auto told = folder.path() / "told";
        const auto result = runGuarded([&](const BeginStage& begin) {
            const auto engine = engine::loadEngine();
            int count = 0;
            for (std::size_t i = 0; i < files.size(); ++i) {
                begin(int(i));
                count += isTold(*engine, folder.write(files[i].file.name.c_str(), files[i].file.bytes));
            }
            std::ofstream(told) << count;
        });
        const auto& last = files[std::size_t(result.stage)];
        if (result.ending != Ending::Done)
            QTest::qFail((last.file.name + " " + last.how + ": " + result.message).c_str(), __FILE__, __LINE__);
        return result.ending == Ending::Done ? std::stoi(contentOf(told)) : 0;
    }
    void askPlace(const fs::path& path, bool isResultExpected = false) const
    {
        const auto result = runGuarded([&](const BeginStage&) {
            require(isTold(*engine::loadEngine(), path) == isResultExpected, "a result only where there is one");
        });
        QVERIFY2(result.ending == Ending::Done, (path.string() + ": " + result.message).c_str());
    }

private Q_SLOTS:
    void initTestCase()
    {
        const auto result = runGuarded([this](const BeginStage&) { writeEveryFile(m_folder.path()); });
        QVERIFY2(result.ending == Ending::Done, result.message.c_str());
    }

    void tellsOrRefuses_data() { addKinds(); }

    void tellsOrRefuses()
    {
        QFETCH(const QString, kind);
        const auto samples = filesOfKind(m_folder.path(), kind.toStdString());
        QVERIFY(!samples.empty());
        std::vector<DamagedFile> files;
        for (std::size_t i = 0; i < samples.size(); ++i)
            std::ranges::move(damagedFiles(kind.toStdString(), samples[i], unsigned(i)), std::back_inserter(files));
        constexpr std::size_t kOfAChild = 40; // it has some seconds
        int told = 0;
        for (std::size_t i = 0; i < files.size(); i += kOfAChild)
            told += ask(std::span(files).subspan(i, std::min(kOfAChild, files.size() - i)));
        qInfo("%d files, %d of them are told of", int(files.size()), told);
    }

    void theProgramEndsWithOneLine_data() { addKinds(); }

    void theProgramEndsWithOneLine()
    {
        QFETCH(const QString, kind);
        const auto samples = filesOfKind(m_folder.path(), kind.toStdString());
        const auto path = m_folder.write(samples.front().name.c_str(), samples.front().bytes);
        const auto result = runCli({"info", QString::fromStdString(path.string())});
        const bool isResult = result.status == 0 && result.err.isEmpty() && !result.out.isEmpty();
        QVERIFY2(isResult || (result.status == 1 && result.out.isEmpty() && result.isOneErrorLine()),
                 result.all().constData());
    }

    void refusesWhatIsNoFile()
    {
        const ScratchFolder folder;
        const auto at = [&folder](const char* name) { return folder.path() / name; };
        QCOMPARE(::mkfifo(at("pipe.onnx").c_str(), 0600), 0);
        bindSocket(at("socket.onnx"));
        fs::create_symlink("nowhere", at("dangling.onnx"));
        fs::create_symlink("loop.onnx", at("loop.onnx"));
        fs::create_directories(at("empty"));
        for (const auto& path : {at("pipe.onnx"), at("socket.onnx"), at("dangling.onnx"), at("loop.onnx"), at("empty"),
                                 folder.path(), fs::path("/dev/zero"), fs::path("/dev/null"), at("nowhere.onnx"),
                                 at("pipe.onnx/model.onnx"), at(std::string(5000, 'x').c_str())})
            askPlace(path);
    }

    void refusesFoldersOfOthers()
    {
        for (const char* mark : foreignFolderMarks()) {
            const ScratchFolder folder;
            folder.write(mark, "{}");
            askPlace(folder.path());
        }
    }

    void readsShardsByTheirIndex()
    {
        const ScratchFolder folder;
        const auto index =
            folder.write("model.safetensors.index.json",
                         R"({"weight_map": {"fc.weight": "1.safetensors", "fc.bias": "1.safetensors"}})");
        askPlace(index);
        folder.write("1.safetensors", smallSafetensors());
        askPlace(index, true);
    }

    /// Those that say at their beginning or their end what they are, or nowhere. A program and a TensorFlow Lite model
    /// are read whole.
    void answersAboutHugeFiles_data()
    {
        QTest::addColumn<QString>("kind");
        for (const char* kind :
             {"import", "torchscript", "state-dict", "safetensors", "gguf", "npy", "other tool's model", "none of it"})
            QTest::newRow(kind) << QString(kind);
    }

    void answersAboutHugeFiles()
    {
        QFETCH(const QString, kind);
        constexpr std::uintmax_t kHuge = std::uintmax_t{5} << 29; // 2.5 GiB: more than a protobuf message may have
        const QTemporaryDir folder;                               // on a disk: in memory holes are filled when read
        const auto sample = filesOfKind(m_folder.path(), kind.toStdString()).front();
        const auto path = fs::path(folder.path().toStdString()) / sample.name;
        std::ofstream(path, std::ios::binary) << sample.bytes;
        fs::resize_file(path, kHuge);
        const auto result = runGuarded([&](const BeginStage&) { isTold(*engine::loadEngine(), path); });
        QVERIFY2(result.ending == Ending::Done, result.message.c_str());
    }
};

QTEST_APPLESS_MAIN(TestInfoOfAnyFile)
#include "tst_info_of_any_file.moc"
