// SPDX-License-Identifier: GPL-3.0-or-later
// What a process that is ours alone does to start sooner, and that nobody misses what it leaves out.
#include "core/base/start/placeholder_libraries.h"
#include "core/engine/engine.h"

#include <QtTest>

#include <dlfcn.h>
#include <fstream>
#include <sstream>

using namespace ql;

namespace {

std::string textOf(const char* path)
{
    std::ostringstream text;
    text << std::ifstream(path).rdbuf();
    return text.str();
}

/// Whether a file whose path has @p words in it is mapped into this process.
bool isMapped(const std::string& words)
{
    return textOf("/proc/self/maps").find(words) != std::string::npos;
}

/// Whether a part of the heap may have large pages (/proc/self/smaps).
bool isHeapAdvised()
{
    const auto text = textOf("/proc/self/smaps");
    for (auto part = text.find("[heap]"); part != std::string::npos; part = text.find("[heap]", part + 1)) {
        const auto flags = text.find("VmFlags:", part);
        if (text.substr(flags, text.find('\n', flags) - flags).find(" hg") != std::string::npos)
            return true;
    }
    return false;
}

std::filesystem::path libraryFolder()
{
    Dl_info info{};
    dladdr(reinterpret_cast<void*>(&engine::loadEngine), &info);
    return std::filesystem::path(info.dli_fname).parent_path();
}

} // namespace

class OwnProcess : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void placeholdersCanBeTakenBack()
    {
        loadPlaceholders(libraryFolder() / "placeholders");
        QVERIFY(isMapped("/placeholders/libopencv_highgui.so"));
        unloadPlaceholders();
        QVERIFY(!isMapped("/placeholders/"));
        loadPlaceholders(libraryFolder() / "no such folder");
        QVERIFY(!isMapped("/placeholders/"));
    }

    void theEngineLoadsWithoutWhatItNeverCalls()
    {
        engine::ownProcess();
        QVERIFY(engine::loadEngine());
        QVERIFY(isMapped("/libtorch_cpu.so"));
        for (const char* needless : {"/libQt5Widgets.so", "/libgdal.so", "/libavcodec.so", "/libopencv_highgui.so"})
            QVERIFY2(!isMapped(std::string("x86_64-linux-gnu") + needless), needless);
    }

    void theHeapHasLargePages()
    {
        if (!QFile::exists(QStringLiteral("/sys/kernel/mm/transparent_hugepage/enabled")))
            QSKIP("this system has no large pages");
        QVERIFY(isHeapAdvised());
    }

    void whoeverCallsThemGetsThem()
    {
        QVERIFY(isMapped("/placeholders/libopencv_imgcodecs.so"));
        const auto images = libraryFolder() / "libquantloupe_images.so";
        QVERIFY2(!dlopen(images.c_str(), RTLD_NOW | RTLD_LOCAL), "the placeholder has what images need");
        loadReplacedLibraries();
        QVERIFY2(dlopen(images.c_str(), RTLD_NOW | RTLD_LOCAL), dlerror());
        QVERIFY(dlsym(RTLD_DEFAULT, "avcodec_version"));
        loadReplacedLibraries(); // once is enough
        loadPlaceholders(libraryFolder() / "placeholders");
        QVERIFY(engine::loadEngine());
    }
};

QTEST_GUILESS_MAIN(OwnProcess)
#include "tst_own_process.moc"
