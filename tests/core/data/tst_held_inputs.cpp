// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/aten.h"

#include "core/base/error.h"
#include "core/data/inputs.h"
#include "tests/support/input_files.h"

#include <QTest>

using namespace ql;
using namespace ql::tests;

namespace {

/// A serialized SequenceProto of two tensors.
QByteArray sequenceFile()
{
    const auto item = [](float first) { return QByteArray("\x1a\x0e", 2) + protoFile(first, first + 1); };
    return QByteArray("\x10\x01", 2) + item(1) + item(5);
}

/// A serialized OptionalProto: of a tensor, or of a sequence.
QByteArray optionalFile(const QByteArray& held, bool isSequence)
{
    const auto head = isSequence ? QByteArray("\x10\x03\x2a", 3) : QByteArray("\x10\x01\x1a", 3);
    return head + char(held.size()) + held;
}

/// Of inputs x0, x1 … that the model declares as @p kinds.
graph::Graph inputsOfKinds(const std::vector<graph::ValueKind>& kinds)
{
    graph::Graph graph;
    for (std::size_t i = 0; i < kinds.size(); ++i)
        graph.setKind(graph.addInput("x" + std::to_string(i)), kinds[i]);
    return graph;
}

} // namespace

/// Inputs that hold tensors without being one.
class TestHeldInputs : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// input_N.pb don't say whether they hold a tensor, a sequence or an optional: the model does.
    void readsSequencesAndOptionals()
    {
        using graph::ValueKind;
        std::filesystem::create_directory(m_folder.path() / "held");
        m_folder.write("held/input_0.pb", sequenceFile());
        m_folder.write("held/input_1.pb", optionalFile(protoFile(7, 8), false));
        m_folder.write("held/input_2.pb", optionalFile(sequenceFile(), true));
        const auto folder = m_folder.write("held/input_3.pb", QByteArray("\x10\x00", 2)).parent_path().string();
        const auto graph = inputsOfKinds(
            {ValueKind::Sequence, ValueKind::OptionalTensor, ValueKind::OptionalSequence, ValueKind::OptionalTensor});
        const auto inputs = data::readInputs(graph, std::vector{folder}, 0);
        QCOMPARE(inputs.at("x0").items->size(), std::size_t{2});
        QCOMPARE(numbersOf(inputs.at("x0").items->at(1)), (std::vector<double>{5, 6}));
        QCOMPARE(numbersOf(inputs.at("x1")), (std::vector<double>{7, 8}));
        QCOMPARE(numbersOf(inputs.at("x2").items->at(0)), (std::vector<double>{1, 2}));
        QVERIFY(inputs.contains("x3") && !inputs.at("x3").isPresent());
        const auto lone =
            data::readInputs(inputsOfKinds({ValueKind::Sequence}), std::vector{folder + "/input_0.pb"}, 0);
        QCOMPARE(lone.at("x0").items->size(), std::size_t{2});
        const auto named =
            data::readInputs(inputsOfKinds({ValueKind::Sequence, ValueKind::Sequence}),
                             std::vector{"x1=" + folder + "/input_0.pb", "x0=" + folder + "/input_0.pb"}, 0);
        QCOMPARE(named.at("x1").items->size(), std::size_t{2});
    }

    void refusesWhatIsNoSequence()
    {
        using graph::ValueKind;
        const auto sequence = inputsOfKinds({ValueKind::Sequence});
        const auto array = m_folder.write("x.npy", floatsFile()).string();
        QVERIFY(problemOf(sequence, {array}, ErrorCode::TypeMismatch)
                    .contains("input x0 (sequence of tensors) is no tensor"));
        QVERIFY(problemOf(sequence, {"random"}, ErrorCode::BadArgument)
                    .contains("no random numbers for input x0 (sequence of tensors)"));
        const auto wrong = m_folder.write("wrong.pb", optionalFile(protoFile(7, 8), false)).string();
        const auto found = problemOf(inputsOfKinds({ValueKind::OptionalSequence}), {wrong}, ErrorCode::FileCorrupt);
        QVERIFY2(found.contains("wrong.pb: the optional holds no sequence of tensors"), qPrintable(found));
        const auto damaged = m_folder.write("damaged.pb", QByteArray("\x1a\x7f", 2)).string();
        QVERIFY(problemOf(sequence, {damaged}, ErrorCode::FileCorrupt).contains("damaged.pb"));
    }

private:
    TemporaryFolder m_folder;
};

QTEST_APPLESS_MAIN(TestHeldInputs)
#include "tst_held_inputs.moc"
