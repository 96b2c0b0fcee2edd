// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/import/import_model.h"
#include "core/runs/program/pass.h"
#include "core/runs/program/program.h"
#include "core/runs/threads/thread_guard.h"
#include "tests/core/import/torchscript_wrong_programs.h"
#include "tests/support/refusal_form.h"
#include "tests/support/torch_modules.h"

#include <QTemporaryDir>
#include <QTest>

#include <map>

using namespace ql;
using namespace ql::test;

namespace {

using Inputs = std::vector<at::Tensor>;

/// "a;for …: b;return c" as a method.
std::string method(const char* body)
{
    return "\ndef forward(self, x, y, n):\n    " + QString(body).replace(";", "\n    ").toStdString();
}

Inputs sample()
{
    const auto x = at::arange(16, at::kFloat).view({4, 4}).mul(0.37).sin();
    return {x, x.t().contiguous().add(0.25), at::tensor({0, 1}, at::kLong)};
}

/// What the input's numbers might look like else.
std::vector<std::pair<std::string, at::Tensor>> variantsOf(const at::Tensor& value)
{
    std::vector<std::pair<std::string, at::Tensor>> made{
        {"an axis more", value.unsqueeze(0)},
        {"an axis less", value.select(0, 0)},
        {"a scalar", value.reshape({-1})[0]},
        {"longer", at::cat({value, value, value}, 0)},
        {"wider", at::cat({value, value, value}, -1)},
        {"empty", value.narrow(0, 0, 0)},
        {"shorter", value.narrow(0, 0, value.size(0) - 1)},
        {"negative", value.sub(100)},
        {"large", value.add(100)},
    };
    for (const auto type : {at::kFloat, at::kDouble, at::kHalf, at::kLong, at::kInt, at::kChar, at::kByte, at::kBool})
        if (type != value.scalar_type())
            made.emplace_back(c10::toString(type), value.to(type));
    return made;
}

} // namespace

/// What the program says to TorchScript programs that can't be computed: the file where it is the file's, the node and
/// its operator where it is the input's, and no word of LibTorch's.
class tst_torchscript_refusals : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    std::map<QString, int> m_mistakes;
    runs::ThreadGuard m_threads{1}; // what LibTorch warns of goes to the log
    int m_refused = 0;

    std::string path() const { return m_folder.filePath("program.pt").toStdString(); }

    void save(const char* body) const
    {
        testing::ModuleBuilder builder;
        builder.define(method(body));
        builder.save(path());
    }

    static void compute(const graph::Graph& graph, const Inputs& tensors)
    {
        runs::NamedTensors inputs;
        for (const auto input : graph.inputs()) {
            const auto& name = graph.value(input).name;
            inputs[name] = runs::Tensor(tensors.at(name == "x" ? 0 : name == "y" ? 1 : 2).clone());
        }
        const runs::Program program(graph);
        runs::Pass execution(program, inputs);
        JobContext context;
        execution.finish(context);
    }

    void judge(const Error& error, const std::string& name, const char* form)
    {
        ++m_refused;
        const auto text = QString::fromUtf8(error.what());
        auto mistake = foreignPartOf(error);
        if (mistake.isEmpty() && !text.contains(QRegularExpression(form)))
            mistake = "no place";
        if (mistake.isEmpty() && error.hint().empty())
            mistake = "no remedy";
        if (!mistake.isEmpty())
            ++m_mistakes[QString::fromStdString(name) + ": " + mistake + ": " + text];
    }

    void expectNoMistakes() const
    {
        QString report;
        for (const auto& [mistake, count] : m_mistakes)
            report += "\n  " + mistake;
        QVERIFY2(m_mistakes.empty(), qPrintable(report));
    }

private Q_SLOTS:
    void init() { m_mistakes.clear(); }

    void sayWhatIsWrongWithInputs_data()
    {
        QTest::addColumn<QByteArray>("body");
        for (const auto& entry : tests::kBreakableZoo)
            QTest::newRow(entry.name) << QByteArray(entry.source);
    }

    void sayWhatIsWrongWithInputs()
    {
        QFETCH(QByteArray, body);
        save(body.constData());
        const auto model = importers::importModel(path());
        compute(model.graph, sample()); // what can't run right breaks nothing
        for (std::size_t i = 0; i < 3; ++i)
            for (const auto& [name, variant] : variantsOf(sample()[i])) {
                auto inputs = sample();
                inputs[i] = variant;
                try {
                    compute(model.graph, inputs);
                } catch (const Error& error) {
                    judge(error, std::string(1, "xyn"[i]) + " " + name,
                          "^(node \\S+ \\([a-zA-Z:._0-9]+, opset \\d+\\): )+\\S");
                }
            }
        expectNoMistakes();
    }

    void sayWhatIsWrongWithPrograms_data()
    {
        QTest::addColumn<int>("which");
        for (int i = 0; i < int(std::size(tests::kWrongPrograms)); ++i)
            QTest::newRow(tests::kWrongPrograms[i].name) << i;
    }

    void sayWhatIsWrongWithPrograms()
    {
        QFETCH(int, which);
        const auto& wrong = tests::kWrongPrograms[which];
        save(wrong.body);
        QString message;
        try {
            const auto model = importers::importModel(path());
            compute(model.graph, sample());
        } catch (const Error& error) {
            message = QString::fromUtf8(error.what());
            judge(error, wrong.name,
                  "(^|program.pt: )(node \\S+ \\([a-zA-Z:._0-9]+, opset \\d+\\)|(aten|prim)::\\w+.*): \\S");
        }
        QCOMPARE(message.isEmpty(), wrong.says == nullptr);
        QVERIFY2(!wrong.says || message.contains(wrong.says), qPrintable(message));
        expectNoMistakes();
        qInfo("%s", qPrintable(message));
    }

    void cleanupTestCase() { qInfo("%d refused", m_refused); }
};

QTEST_APPLESS_MAIN(tst_torchscript_refusals)
#include "tst_torchscript_refusals.moc"
