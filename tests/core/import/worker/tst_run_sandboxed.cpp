// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/import/import_model.h"
#include "core/import/sandboxed_readers.h"
#include "core/import/worker/run_sandboxed.h"
#include "core/import/worker/shared_memory.h"
#include "tests/core/import/torchscript_refused_zoo.h"
#include "tests/support/error_message.h"
#include "tests/support/every_kind.h"
#include "tests/support/graph_difference.h"
#include "tests/support/models.h"
#include "tests/support/shared_flag.h"
#include "tests/support/torch_modules.h"

#include <QTemporaryDir>
#include <QtTest>
#include <csignal>
#include <cstdlib>
#include <stdexcept>
#include <sys/mman.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace ql;
using namespace ql::tests;

namespace {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool isSanitized = true;
#else
constexpr bool isSanitized = false;
#endif

volatile bool g_isEndless = true;

auto aModel() -> importers::ImportedModel
{
    auto model = importers::ImportedModel();
    model.graph = EveryKind::graph();
    model.format = "torchscript";
    return model;
}

/// The one file that is open in the child: where its result goes.
int answerFile()
{
    for (int file = STDERR_FILENO + 1; file < 1024; ++file)
        if (::lseek(file, 0, SEEK_CUR) >= 0)
            return file;
    std::abort();
}

void write(const std::string& bytes)
{
    if (::write(answerFile(), bytes.data(), bytes.size()) < 0)
        std::abort();
}

void fillResult()
{
    const std::string bytes(64 << 20, 'x');
    while (true)
        if (::write(answerFile(), bytes.data(), bytes.size()) <= 0)
            throw std::bad_alloc();
}

} // namespace

/// Whatever the child does, this process has the model or one error.
class TestRunSandboxed : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    std::string file(const char* name) const { return m_folder.filePath(QString::fromUtf8(name)).toStdString(); }

    /// Read here, and read by a child.
    static QString differenceOfBoth(const std::string& path)
    {
        const auto here = importers::torchscript::readModule(readFileBytes(path));
        const auto there = importers::importModel(path);
        if (there.trainingState != here.trainingState || there.quantizedEngine != here.quantizedEngine)
            return "the state";
        if (there.path != path || there.format != "torchscript")
            return "the file";
        return QString::fromStdString(differenceOf(here.graph, there.graph));
    }

private Q_SLOTS:
    void handsBackWhatIsRead()
    {
        const auto found = importers::runSandboxed(aModel, 0, {});
        QCOMPARE(QString::fromStdString(differenceOf(aModel().graph, found.graph)), QString());
        QVERIFY(found.path.empty());
    }

    void throwsWhatIsThrown()
    {
        const auto failing = []() -> importers::ImportedModel {
            Error error(ErrorCode::UnsupportedOperator, Message("node {} has {} inputs", "a", 3), "use two");
            throw error.addContext("here").setPosition(1, 2);
        };
        try {
            importers::runSandboxed(failing, 0, {});
            QFAIL("nothing was thrown");
        } catch (const Error& error) {
            QCOMPARE(error.what(), "here: node a has 3 inputs (use two)");
            QVERIFY(error.code() == ErrorCode::UnsupportedOperator && error.message().parts().size() == 2);
            QVERIFY(error.context().size() == 1 && error.line() == 1 && error.column() == 2);
        }
        const auto strange = []() -> importers::ImportedModel { throw std::runtime_error("no\nbacktrace"); };
        QCOMPARE(messageOf([&] { importers::runSandboxed(strange, 0, {}); }), QString("no"));
    }

    void endsInOneError_data()
    {
        QTest::addColumn<int>("which");
        QTest::addColumn<QString>("reason");
        const QString damaged = "the process that reads it gives a damaged answer: ";
        QTest::newRow("abort") << 0 << "reading it ends the process with signal 6 (Aborted)";
        QTest::newRow("exit") << 1 << "reading it ends the process with exit status 0";
        QTest::newRow("no end") << 2 << "reading it doesn't end within 10 s";
        QTest::newRow("no memory") << 3 << "reading it asks for more memory than there is";
        QTest::newRow("LibTorch's words for it") << 4 << "reading it asks for more memory than there is";
        QTest::newRow("other bytes first") << 5 << damaged + "it doesn't begin as an answer does";
        QTest::newRow("nothing") << 6 << damaged + "it ends too early";
        QTest::newRow("an answer without end") << 7 << "reading it asks for more memory than there is";
    }

    void endsInOneError()
    {
        QFETCH(int, which);
        QFETCH(QString, reason);
        if (isSanitized && which >= 5)
            QSKIP("the child has other files open, too");
        const std::function<void()> deeds[] = {
            [] { std::abort(); },
            [] { std::_Exit(0); },
            [] {
                while (g_isEndless)
                    continue;
            },
            [] { throw std::bad_alloc(); },
            [] { throw std::runtime_error("DefaultCPUAllocator: can't allocate memory"); },
            [] { write("garbage!"); },
            [] { throw Cancelled(); },
            fillResult,
        };
        const auto& deed = deeds[which];
        const auto found = messageOf([&deed] {
            importers::runSandboxed(
                [&deed] {
                    deed();
                    return aModel();
                },
                0, {});
        });
        QVERIFY2(found.startsWith("it is not read, because " + reason), qPrintable(found));
        QVERIFY(::waitpid(-1, nullptr, WNOHANG) < 0); // nothing of ours is left behind
    }

    void refusesWhatOthersCanChange()
    {
        importers::SharedMemory memory;
        memory.append(std::as_bytes(std::span("abc")));
        const auto mapped = [&memory] {
            return ::mmap(nullptr, 4, PROT_READ | PROT_WRITE, MAP_SHARED, memory.descriptor(), 0);
        };
        auto* other = mapped();
        QVERIFY(other != MAP_FAILED);
        QCOMPARE(messageOf([&memory] { memory.seal(); }), QString("others can still change it"));
        ::munmap(other, 4);
        const auto bytes = memory.seal();
        QCOMPARE(std::string(reinterpret_cast<const char*>(bytes.data.get()), bytes.size), std::string("abc\0", 4));
        QVERIFY(mapped() == MAP_FAILED);
        QVERIFY_EXCEPTION_THROWN(memory.append(bytes.span()), std::bad_alloc);
        QVERIFY_EXCEPTION_THROWN(memory.clear(), Error);
    }

    void stopsWhenAsked()
    {
        std::stop_source source;
        const SharedFlag begun;
        std::jthread asking([&source, &begun] {
            begun.await();
            source.request_stop();
        });
        const auto endless = [&begun] {
            begun.raise();
            while (g_isEndless)
                continue;
            return aModel();
        };
        QVERIFY_EXCEPTION_THROWN(importers::runSandboxed(endless, 0, source.get_token()), Cancelled);
    }

    void worksInManyThreads()
    {
        std::vector<std::jthread> threads;
        std::atomic<int> good = 0;
        for (int i = 0; i < 4; ++i)
            threads.emplace_back([&good] {
                for (int round = 0; round < 5; ++round)
                    good += differenceOf(aModel().graph, importers::runSandboxed(aModel, 0, {}).graph).empty() ? 1 : 0;
            });
        threads.clear();
        QCOMPARE(good.load(), 20);
    }

    void keepsModules()
    {
        testing::saveExamples(m_folder.path().toStdString());
        for (const char* name : {"float.pt", "fake.pt", "static.pt", "dynamic.pt"})
            QCOMPARE(differenceOfBoth(file(name)), QString());
    }

    void keepsPrograms_data()
    {
        QTest::addColumn<QString>("source");
        for (const auto& entry : kZoo)
            QTest::newRow(entry.name) << entry.source;
    }

    void keepsPrograms()
    {
        QFETCH(QString, source);
        testing::ModuleBuilder builder;
        builder.define(source.toStdString());
        builder.save(file("zoo.pt"));
        QCOMPARE(differenceOfBoth(file("zoo.pt")), QString());
    }

    void keepsRefusals_data()
    {
        QTest::addColumn<QString>("source");
        for (const auto& entry : kRefusedZoo)
            QTest::newRow(entry.name) << entry.source;
    }

    void keepsRefusals()
    {
        QFETCH(QString, source);
        testing::ModuleBuilder builder;
        builder.define(source.toStdString());
        builder.save(file("zoo.pt"));
        try {
            importers::torchscript::readModule(readFileBytes(file("zoo.pt")));
            QFAIL("it is read");
        } catch (Error& here) {
            here.addContext(Message::text(file("zoo.pt")));
            try {
                importers::importModel(file("zoo.pt"));
                QFAIL("it is read");
            } catch (const Error& there) {
                QCOMPARE(there.what(), here.what());
                QVERIFY(there.code() == here.code() && there.whole() == here.whole());
            }
        }
    }

    void keepsRealModels()
    {
        if (!modelsFolder())
            QSKIP("QUANTLOUPE_MODELS is not set: nothing was tested on real models");
        for (const auto& each : std::filesystem::directory_iterator(*modelsFolder() / "torchscript"))
            if (each.path().extension() == ".jit")
                QCOMPARE(differenceOfBoth(each.path().string()), QString());
    }
};

QTEST_APPLESS_MAIN(TestRunSandboxed)
#include "tst_run_sandboxed.moc"
