// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/ops/registry.h"

#include <QDirIterator>
#include <QTest>

using ql::ops::OperatorDefinition;
using ql::ops::OperatorDefinitions;
using ql::ops::Registry;

namespace {

OperatorDefinition definition(int since, int until)
{
    return {"", "Thing", since, until, {}};
}

QStringList listedKernels()
{
    QStringList kernels;
#define QL_KERNEL(kernel) kernels << QStringLiteral(#kernel);
#include "core/ops/kernels.inc"
#undef QL_KERNEL
    return kernels;
}

} // namespace

class TestRegistry : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void listsEveryKernelOnDiskInOrder()
    {
        QStringList onDisk;
        const QDir folder(QString::fromUtf8(QUANTLOUPE_SOURCE_DIR "/core/ops/kernels"));
        for (QDirIterator files(folder.path(), {QStringLiteral("*.cpp")}, QDir::Files, QDirIterator::Subdirectories);
             files.hasNext();)
            onDisk << QFileInfo(files.next()).completeBaseName();
        std::sort(onDisk.begin(), onDisk.end());
        QVERIFY(onDisk.size() > 30);
        QCOMPARE(listedKernels(), onDisk);
    }

    void refusesOverlappingRanges()
    {
        Registry registry;
        registry.add({definition(7, 12), definition(13, ql::ops::kLatestOpset)});
        try {
            registry.add({definition(12, 12)});
            QFAIL("an overlap was accepted");
        } catch (const ql::Error& error) {
            QVERIFY(error.code() == ql::ErrorCode::Internal);
        }
    }

    void findsTheRangeThatCoversAnOpset()
    {
        Registry registry;
        registry.add({definition(7, 12), definition(13, 20)});
        QVERIFY(registry.find("", "Thing", 6) == nullptr);
        QCOMPARE(registry.find("", "Thing", 7)->since, 7);
        QCOMPARE(registry.find("", "Thing", 12)->since, 7);
        QCOMPARE(registry.find("", "Thing", 13)->since, 13);
        QVERIFY(registry.find("", "Thing", 21) == nullptr);
        QVERIFY(registry.find("com.microsoft", "Thing", 13) == nullptr);
        QVERIFY(registry.find("", "Other", 13) == nullptr);
        QCOMPARE(registry.size(), std::size_t{2});
    }

    void buildsTheBuiltInRegistryWithoutOverlaps()
    {
        QVERIFY(Registry::builtIn().size() > 100);
        QVERIFY(Registry::builtIn().find("", "Conv", 13) != nullptr);
    }
};

QTEST_APPLESS_MAIN(TestRegistry)
#include "tst_registry.moc"
