// SPDX-License-Identifier: GPL-3.0-or-later
// Long models of every operator that somebody looks through: what reading them takes grows as they do, and stops when
// it shall.
#include "core/base/error.h"
#include "core/base/job_context.h"
#include "core/graph/ir/open_bodies.h"
#include "core/import/import_model.h"
#include "tests/core/import/model_builder.h"

#include <QTest>
#include <ctime>
#include <functional>

using namespace ql::tests;
using ql::graph::Graph;

namespace {

constexpr int kNodes = 50'000;

/// Nodes that hand on a tensor of 4x4.
class LongModel {
public:
    LongModel(std::string opType, int nodeCount)
        : m_opType(std::move(opType))
        , m_nodeCount(nodeCount)
    {
        m_builder.input("x", {4, 4}).initializer("scale", {0.1f});
        auto& shape = *m_builder.graph().add_initializer();
        shape.set_name("shape");
        shape.set_data_type(onnx::TensorProto::INT64);
        shape.add_dims(2);
        shape.add_int64_data(4);
        shape.add_int64_data(4);
    }

    void addChain()
    {
        std::string last = "x";
        for (int i = 0; i < m_nodeCount; ++i)
            last = add(last);
        end({last});
    }
    void addStar()
    {
        std::vector<std::string> all;
        for (int i = 0; i < m_nodeCount; ++i)
            all.push_back(add("x"));
        end(all);
    }
    void addDiamonds()
    {
        std::string last = "x";
        for (int i = 0; i < m_nodeCount; i += 3)
            last = join(add(last), add(last));
        end({last});
    }
    void addLadder()
    {
        std::string left = "x";
        std::string right = "x";
        for (int i = 0; i < m_nodeCount; i += 3) {
            left = add(left);
            right = join(left, add(right));
        }
        end({left, right});
    }
    /// Each gives what it is given in the end.
    void addCycle()
    {
        const auto first = fresh();
        auto last = first;
        for (int i = 0; i < m_nodeCount; ++i)
            last = add(last);
        addNode(m_builder.graph(), m_opType, {last}, {first}, "closing");
        end({last});
    }

    ModelBuilder& builder() { return m_builder; }

private:
    std::string fresh() { return "v" + std::to_string(m_valueCount++); }
    std::string add(const std::string& input)
    {
        const auto output = fresh();
        if (m_opType == "QDQ") {
            addNode(m_builder.graph(), "QuantizeLinear", {input, "scale"}, {output + "_q"}, output + "/quantize");
            addNode(m_builder.graph(), "DequantizeLinear", {output + "_q", "scale"}, {output}, output + "/dequantize");
            return output;
        }
        std::vector<std::string> inputs{input};
        if (m_opType == "Reshape")
            inputs.push_back("shape");
        auto& node = addNode(m_builder.graph(), m_opType, inputs, {output}, output + "/node");
        if (m_opType == "Cast")
            addIntAttribute(node, "to", onnx::TensorProto::FLOAT);
        return output;
    }
    std::string join(const std::string& a, const std::string& b)
    {
        const auto output = fresh();
        addNode(m_builder.graph(), "Add", {a, b}, {output}, output + "/join");
        return output;
    }
    void end(const std::vector<std::string>& values)
    {
        addNode(m_builder.graph(), "Sum", values, {"y"}, "end");
        m_builder.output("y");
    }

    std::string m_opType;
    int m_nodeCount;
    int m_valueCount = 0;
    ModelBuilder m_builder;
};

using Form = void (LongModel::*)();

/// Of this thread, which nobody else's work makes longer.
double processorSeconds()
{
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return double(now.tv_sec) + double(now.tv_nsec) * 1e-9;
}

/// What reading a model of so many nodes takes, the least of a few tries.
double secondsOf(const char* opType, Form form, int nodeCount, int tries)
{
    LongModel model(opType, nodeCount);
    (model.*form)();
    model.builder().save();
    double least = 1e9;
    for (int i = 0; i < tries; ++i) {
        const auto begin = processorSeconds();
        auto graph = ql::importers::importModel(model.builder().path()).graph;
        graph = ql::graph::withOpenBodies(std::move(graph));
        least = std::min(least, processorSeconds() - begin);
    }
    return least;
}

} // namespace

class TestImportGrowth : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void growsAsTheModelDoes_data()
    {
        QTest::addColumn<QString>("opType");
        for (const auto* opType : {"Identity", "Cast", "Reshape", "Transpose", "Dropout", "Relu", "QDQ"})
            QTest::newRow(opType) << opType;
    }

    /// Four times the nodes: 4 times the work, and 16 times where somebody walks back from each. Caches cost the rest.
    void growsAsTheModelDoes()
    {
        QFETCH(QString, opType);
        constexpr double kMost = 10.0;
        const std::pair<const char*, Form> forms[]{{"chain", &LongModel::addChain},
                                                   {"star", &LongModel::addStar},
                                                   {"diamonds", &LongModel::addDiamonds},
                                                   {"ladder", &LongModel::addLadder}};
        const auto type = opType.toStdString();
        for (const auto& [name, form] : forms) {
            const auto quarter = secondsOf(type.c_str(), form, kNodes / 4, 3);
            const auto whole = secondsOf(type.c_str(), form, kNodes, 1);
            QVERIFY2(whole < kMost * quarter,
                     qPrintable(QString("%1: %2 s after %3 s").arg(name).arg(whole).arg(quarter)));
        }
    }

    void cyclesOfIdentitiesAreRefused()
    {
        LongModel model("Identity", kNodes);
        model.addCycle();
        const auto error = model.builder().importError();
        QVERIFY2(error.find("in a cycle") != error.npos, error.c_str());
    }

    void stopsWhenItShall()
    {
        LongModel model("Identity", 3);
        model.addChain();
        model.builder().save();
        std::stop_source stop;
        stop.request_stop();
        QVERIFY_EXCEPTION_THROWN(ql::importers::importModel(model.builder().path(), stop.get_token()), ql::Cancelled);
    }
};

QTEST_APPLESS_MAIN(TestImportGrowth)
#include "tst_import_growth.moc"
