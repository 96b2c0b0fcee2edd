// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/tensors/npy.h"
#include "tests/fuzz/guarded_child.h"
#include "tests/fuzz/mutator.h"

#include <QTemporaryDir>
#include <QTest>
#include <fstream>
#include <sstream>

using namespace ql::tests;
using Ending = ChildResult::Ending;
using ql::graph::DataType;
using ql::graph::TensorData;

namespace {

std::string contentOf(const std::filesystem::path& path)
{
    std::ifstream file(path, std::ios::binary);
    std::ostringstream content;
    content << file.rdbuf();
    return content.str();
}

} // namespace

/// A damaged .npy is read or refused with an Error, whatever its header claims.
class TestNpyMutations : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void survives_data();
    void survives();
};

void TestNpyMutations::survives_data()
{
    QTest::addColumn<QByteArray>("original");
    QTemporaryDir folder;
    const std::filesystem::path path = folder.filePath("x.npy").toStdString();
    ql::data::writeNpy(path, TensorData::of<float>(DataType::Float, {2, 3}, {1, 2, 3, 4, 5, 6}));
    QTest::newRow("float32") << QByteArray::fromStdString(contentOf(path));
    ql::data::writeNpy(path, TensorData::of<std::int64_t>(DataType::Int64, {4}, {1, 2, 3, 4}));
    QTest::newRow("int64") << QByteArray::fromStdString(contentOf(path));
    QTest::newRow("big-endian, Fortran order")
        << QByteArray("\x93NUMPY\x01\x00\x46\x00", 10)
               + QByteArray("{'descr': '>f4', 'fortran_order': True, 'shape': (2, 2), }").leftJustified(69, ' ') + "\n"
               + QByteArray(16, '\x3f');
}

void TestNpyMutations::survives()
{
    QFETCH(QByteArray, original);
    constexpr int kCount = 150;
    Mutator mutator(original.toStdString(), 7);
    QTemporaryDir folder;
    const std::filesystem::path path = folder.filePath("mutant.npy").toStdString();
    int refused = 0;
    QStringList failures;
    for (int i = 0; i < kCount; ++i) {
        const auto mutant = mutator.next();
        std::ofstream(path, std::ios::binary) << mutant.bytes;
        const auto result = runGuarded([&](const BeginStage&) { ql::data::readNpy(path); });
        refused += result.ending == Ending::Refused;
        if (result.ending != Ending::Done && result.ending != Ending::Refused)
            failures << QString("%1: %2: %3").arg(i).arg(mutant.description.c_str()).arg(result.message.c_str());
    }
    QVERIFY2(failures.isEmpty(), qPrintable(failures.join("\n")));
    QVERIFY(refused > kCount / 10);
    QVERIFY(refused < kCount);
}

QTEST_APPLESS_MAIN(TestNpyMutations)
#include "tst_npy_mutations.moc"
