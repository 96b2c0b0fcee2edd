// SPDX-License-Identifier: GPL-3.0-or-later
#include "conformance_case.h"
#include "mutations.h"

#include "core/base/error.h"
#include "core/import/import_model.h"
#include "core/runs/program/pass.h"
#include "core/runs/threads/thread_guard.h"
#include "tests/support/refusal_form.h"

#include <QDir>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <chrono>
#include <condition_variable>
#include <fstream>
#include <map>
#include <memory>
#include <mutex>
#include <thread>

using namespace ql;
using namespace ql::test;

namespace {

/// What is wrong with the form of an error that a mutated model provoked; empty = nothing.
QString mistakeIn(const Error& error)
{
    const auto text = QString::fromUtf8(error.what());
    static const QRegularExpression kForm("node [^()]+ \\([A-Za-z0-9.]+, opset \\d+\\): \\S|used by node \\S");
    if (const auto foreign = foreignPartOf(error); !foreign.isEmpty())
        return foreign;
    return kForm.match(text).hasMatch() ? QString() : "no node, operator and opset";
}

/// Asks to stop after a while: a loop that was made wrong need not end.
class Deadline {
public:
    std::stop_token stopToken() const { return m_stop.get_token(); }

private:
    static void wait(const std::stop_token& ended, std::stop_source stop)
    {
        std::mutex mutex;
        std::unique_lock lock(mutex);
        std::condition_variable_any().wait_for(lock, ended, kLongest, [] { return false; });
        stop.request_stop();
    }

    static constexpr std::chrono::milliseconds kLongest{300};
    std::stop_source m_stop;
    std::jthread m_timer{wait, m_stop};
};

} // namespace

/// What the program says to models that break the rules of their operators: every case of the conformance tests made
/// wrong in all the ways that mutations.cpp knows. Nothing may crash, and every error names the node, the operator and
/// its operator set in words that a model's owner understands.
class tst_refusals : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void sayWhatIsWrong_data();
    void sayWhatIsWrong();
    void cleanupTestCase();

private:
    void run(MutableCase changed, const Mutation& mutation);

    QTemporaryDir m_folder;
    std::unique_ptr<runs::ThreadGuard> m_threads;
    std::map<QString, int> m_mistakes; ///< what is wrong and one example → how often
    int m_refused = 0;
    int m_accepted = 0;
};

void tst_refusals::initTestCase()
{
    if (!QDir(QStringLiteral(QUANTLOUPE_CONFORMANCE_DATA)).exists())
        QSKIP("SKIPPED: no conformance data; install python3-onnx and run this test through ctest");
    m_threads = std::make_unique<runs::ThreadGuard>(1);
}

/// A row per operator.
void tst_refusals::sayWhatIsWrong_data()
{
    QTest::addColumn<QStringList>("folders");
    std::map<QString, QStringList> byOperator;
    for (const auto* kind : {"node", "own"}) {
        const QDir folder(QStringLiteral(QUANTLOUPE_CONFORMANCE_DATA "/") + QString::fromLatin1(kind));
        for (const auto& name : folder.entryList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name)) {
            onnx::ModelProto model;
            std::ifstream file(folder.filePath(name).toStdString() + "/model.onnx", std::ios::binary);
            if (!name.startsWith("again_") && model.ParseFromIstream(&file) && model.graph().node_size() == 1)
                byOperator[QString::fromStdString(model.graph().node(0).op_type())] << folder.filePath(name);
        }
    }
    for (const auto& [opType, folders] : byOperator)
        QTest::newRow(qPrintable(opType)) << folders;
}

void tst_refusals::run(MutableCase changed, const Mutation& mutation)
{
    mutation.apply(changed);
    for (auto& output : *changed.model.mutable_graph()->mutable_output())
        output.clear_type();
    const auto path = (m_folder.path() + "/model.onnx").toStdString();
    std::ofstream(path, std::ios::binary) << changed.model.SerializeAsString();
    try {
        const auto model = importers::importModel(path);
        const runs::Program program(model.graph);
        const Deadline deadline;
        runs::Pass execution(program, changed.inputs, {.stop = deadline.stopToken()});
        JobContext context;
        execution.finish(context);
        ++m_accepted;
    } catch (const Cancelled&) {
        ++m_accepted;
    } catch (const Error& error) {
        ++m_refused;
        if (const auto mistake = mistakeIn(error); !mistake.isEmpty())
            ++m_mistakes[mistake + " (" + QString::fromStdString(mutation.name) + "): " + error.what()];
    }
}

void tst_refusals::sayWhatIsWrong()
{
    QFETCH(QStringList, folders);
    m_mistakes.clear();
    for (const auto& folder : folders) {
        MutableCase original;
        std::ifstream file(folder.toStdString() + "/model.onnx", std::ios::binary);
        QVERIFY(original.model.ParseFromIstream(&file));
        if (runConformanceCase(folder.toStdString()).outcome != Outcome::Passed)
            continue; // tst_conformance knows why
        original.inputs = readCaseInputs(original.model, folder.toStdString());
        for (const auto& mutation : mutationsOf(original))
            run(original, mutation);
    }
    QString report;
    for (const auto& [mistake, count] : m_mistakes)
        report += "\n  " + mistake;
    QVERIFY2(m_mistakes.empty(), qPrintable(report));
}

void tst_refusals::cleanupTestCase()
{
    qInfo("%d models refused, %d computed", m_refused, m_accepted);
    m_threads.reset();
}

QTEST_APPLESS_MAIN(tst_refusals)
#include "tst_refusals.moc"
