// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/import/import_model.h"
#include "core/runs/program/pass.h"
#include "core/runs/program/program.h"
#include "core/runs/what_if.h"
#include "tests/core/import/hostile_programs.h"
#include "tests/fuzz/guarded_child.h"
#include "tests/support/torch_modules.h"

#include <QTemporaryDir>
#include <QTest>
#include <stdexcept>

using namespace ql;
using namespace ql::tests;
using Ending = ChildResult::Ending;

/// Programs that were written to do harm: an error in their place, or a result that shows nothing of ours.
class TestHostilePrograms : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    /// "a;for …: b;return c" as lines.
    static std::string method(const QString& body)
    {
        return "\ndef forward(self, x):\n    " + QString(body).replace(";", "\n    ").toStdString();
    }

    static std::vector<at::Tensor> run(const std::string& path)
    {
        const auto model = importers::importModel(path);
        const runs::Program program(model.graph);
        runs::NamedTensors inputs;
        for (const auto input : model.graph.inputs())
            inputs[model.graph.value(input).name] = runs::Tensor(at::arange(4, at::kFloat));
        runs::Pass execution(program, inputs, {});
        JobContext ctx;
        execution.finish(ctx);
        std::vector<at::Tensor> outputs;
        for (const auto& output : execution.outputs())
            outputs.push_back(output.data);
        return outputs;
    }

private Q_SLOTS:
    void doesNoHarm_data()
    {
        QTest::addColumn<int>("which");
        for (int i = 0; i < int(std::size(kHostilePrograms)); ++i)
            QTest::newRow(kHostilePrograms[i].name) << i;
    }

    void doesNoHarm()
    {
        QFETCH(int, which);
        const auto& program = kHostilePrograms[which];
        const auto path = m_folder.filePath("hostile.pt").toStdString();
        // LibTorch computes constants while it compiles, which may end this process too.
        const auto made = runGuarded([&](const BeginStage&) {
            ql::testing::ModuleBuilder builder;
            builder.define(method(QString(program.body)));
            builder.save(path);
        });
        QVERIFY2(made.ending == Ending::Done, made.message.c_str());
        const auto found = runGuarded([&](const BeginStage&) {
            const auto dirt = at::full({1 << 20}, 7.5F); // what the next owner of the memory would see
            const auto outputs = run(path);
            if (program.reason == nullptr && QString(program.name).contains("memory"))
                for (const auto& output : outputs)
                    if (!output.eq(0).all().item<bool>())
                        throw std::runtime_error("memory is shown as it was");
        });
        QVERIFY2(found.ending == (program.reason ? Ending::Refused : Ending::Done), found.message.c_str());
        if (program.reason)
            QVERIFY2(QString::fromStdString(found.message).contains(program.reason), found.message.c_str());
    }
};

QTEST_APPLESS_MAIN(TestHostilePrograms)
#include "tst_hostile_programs.moc"
