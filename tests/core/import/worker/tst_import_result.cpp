// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/base/message_catalog.h"
#include "core/graph/text_form/text_form.h"
#include "core/import/import_model.h"
#include "tests/core/import/worker/result_bytes.h"
#include "tests/fuzz/mutator.h"
#include "tests/support/error_message.h"
#include "tests/support/every_kind.h"
#include "tests/support/graph_difference.h"
#include "tests/support/models.h"

#include <QtTest>
#include <algorithm>

using namespace ql;
using namespace ql::tests;

namespace {

auto everything()
{
    auto model = importers::ImportedModel();
    model.graph = EveryKind::graph();
    using Frequency = graph::ModuleCall::Frequency;
    model.modules = (std::make_shared<const graph::ModuleTree>(
        graph::ModuleTree{{{"", "Net", true, false, false, false}, {"fc", "torch.nn.Linear", false, true, true, true}},
                          {{1, -1, Frequency::Unknown}, {0, 0, Frequency::Never}},
                          false}));
    model.format = "pytorch";
    model.irVersion = 9;
    model.producer = "pytorch 2.1";
    model.quantizedEngine = "onednn";
    model.trainingState = "QAT";
    model.repeatedNodeNames = {"a", "b"};
    model.isWeightsOnly = true;
    const auto weight = graph::TensorData::of<std::int8_t>(graph::DataType::Int8, {2, 1}, {1, -1});
    model.tensors = {{"fc.weight", "Linear", weight, importers::StoredQuantizer{{0.5, 0.25}, {0, 1}, 0}},
                     {"fc.bias", "", weight, importers::StoredQuantizer{{2}, {0}, {}}},
                     {"mean", "", weight, {}}};
    return model;
}

Error anError()
{
    Error error(ErrorCode::InvalidNode, Message("weight has rank {}, expected {}", 3, 4),
                Message("it has {}", Message::list({Message("a scalar"), Message::text("b")}, "; ")));
    error.addContext(Message("node {} ({}, opset {})", "c\n", "Conv", 13)).addContext(Message::text("model.pt"));
    return error.setPosition(7, 9);
}

} // namespace

/// What a child process hands over is what it had, and nothing that it can write does harm.
class TestImportResult : public QObject {
    Q_OBJECT

    static QString differenceHandedOver(const importers::ImportedModel& model)
    {
        return QString::fromStdString(differenceOf(model.graph, handedOver(model).graph));
    }

private Q_SLOTS:
    void keepsEverything()
    {
        const auto model = everything();
        const auto found = handedOver(model);
        QCOMPARE(QString::fromStdString(differenceOf(model.graph, found.graph)), QString());
        QVERIFY(found.modules && *found.modules == *model.modules);
        QVERIFY(found.format == model.format && found.irVersion == 9 && found.producer == model.producer);
        QVERIFY(found.quantizedEngine == "onednn" && found.trainingState == "QAT" && found.isWeightsOnly);
        QVERIFY(found.repeatedNodeNames == model.repeatedNodeNames);
        QCOMPARE(found.tensors.size(), std::size_t{3});
        for (std::size_t i = 0; i < 3; ++i) {
            const auto& tensor = model.tensors[i];
            QVERIFY(found.tensors[i].name == tensor.name && found.tensors[i].layerType == tensor.layerType);
            QVERIFY(std::ranges::equal(found.tensors[i].data.bytes(), tensor.data.bytes()));
            QCOMPARE(found.tensors[i].quantizer.has_value(), tensor.quantizer.has_value());
        }
        QVERIFY(found.tensors[0].quantizer->scales == (std::vector<double>{0.5, 0.25}));
        QVERIFY(found.tensors[0].quantizer->zeroPoints == (std::vector<double>{0, 1}));
        QVERIFY(found.tensors[0].quantizer->channelAxis == 0 && !found.tensors[1].quantizer->channelAxis);
    }

    void sharesWhatIsLarge()
    {
        const auto found = handedOver(everything()).graph;
        const auto& large = *found.constantOf(*found.findValue("large"));
        QCOMPARE(found.constantOf(*found.findValue("large, too"))->bytes().data(), large.bytes().data());
        QVERIFY(large.storage().use_count() > 1);
        const auto& small = *found.constantOf(*found.findValue("float64"));
        QCOMPARE(small.storage().use_count(), 1L); // it doesn't keep the others
    }

    void keepsErrors()
    {
        const auto error = anError();
        const auto found = handedOver(error);
        QCOMPARE(found.what(), error.what());
        QVERIFY(found.code() == error.code() && found.message() == error.message() && found.hint() == error.hint());
        QVERIFY(found.context() == error.context());
        QVERIFY(found.line() == 7 && found.column() == 9);
        const auto chinese = chineseMessages().translated(found.whole());
        QCOMPARE(chinese, chineseMessages().translated(error.whole()));
        QVERIFY(chinese != error.what());
    }

    void saysStrangeErrorsInEnglish()
    {
        const std::string format = std::string(2000, 'x') + " {}";
        const Error error(ErrorCode::Engine, Message::filled(format, {{Message::Part::Kind::Number, "7", {}}}));
        QCOMPARE(handedOver(error).message(), Message::text(std::string(2000, 'x') + " 7"));
        for (int i = 0; i < 3000; ++i) {
            const auto words = "strange " + std::to_string(i);
            QCOMPARE(handedOver(Error(ErrorCode::Engine, Message::filled(words, {}))).what(), words.c_str());
        }
    }

    void keepsRealModels()
    {
        if (!modelsFolder())
            QSKIP("QUANTLOUPE_MODELS is not set: nothing was tested on real models");
        int models = 0;
        for (const auto& file : std::filesystem::recursive_directory_iterator(*modelsFolder())) {
            const auto suffix = file.path().extension();
            if (suffix != ".onnx" && suffix != ".jit")
                continue;
            try {
                const auto model = importers::importModel(file.path());
                QVERIFY2(differenceHandedOver(model).isEmpty(), qPrintable(differenceHandedOver(model)));
                ++models;
            } catch (const Error& error) {
                qInfo("not read: %s", error.what());
            }
        }
        qInfo("%d models", models);
        QVERIFY(models > 20);
    }

    void refusesEveryShorterResult()
    {
        for (const auto& bytes : {bytesOf(importers::resultOf(everything())), bytesOf(importers::resultOf(anError()))})
            for (std::size_t length = 0; length < bytes.size(); length += length < 20000 ? 1 : 101)
                QVERIFY_EXCEPTION_THROWN(resultFrom(bytes.substr(0, length)), Error);
    }

    void survivesMutants()
    {
        int refused = 0;
        int read = 0;
        for (const auto& bytes :
             {bytesOf(importers::resultOf(everything())), bytesOf(importers::resultOf(anError()))}) {
            Mutator mutator(bytes, 11);
            for (int i = 0; i < 5000; ++i) {
                try {
                    resultFrom(mutator.next().bytes);
                    ++read;
                } catch (const Error&) {
                    ++refused;
                }
            }
        }
        qInfo("%d read, %d refused", read, refused);
        QVERIFY(refused > 1000 && read > 100); // else they only test the head, or nothing
    }

    void refusesUnsoundGraphs_data()
    {
        QTest::addColumn<int>("which");
        QTest::addColumn<QString>("reason");
        QTest::newRow("cycle") << 0 << "nodes depend on each other in a cycle, or follow one: a, b";
        QTest::newRow("made by nobody") << 1 << "nothing makes the value lost";
        QTest::newRow("made twice") << 2 << "value y is made twice";
        QTest::newRow("an input that is made") << 3 << "value x is made twice";
        QTest::newRow("a secret capture") << 4 << "a graph in a node captures what the node doesn't read";
        QTest::newRow("captures of the whole") << 5 << "a graph that stands in no other captures values";
        QTest::newRow("an output of nobody") << 6 << "nothing makes the value lost";
        QTest::newRow("too many attributes") << 7 << "it holds the number 1001, expected one from 0 to 1000";
        QTest::newRow("a node without its input") << 8 << "node a: it has 0 inputs, expected 1 or more";
    }

    void refusesUnsoundGraphs()
    {
        QFETCH(int, which);
        QFETCH(QString, reason);
        graph::Graph graph;
        const auto x = graph.addInput("x");
        const auto y = graph.addValue("y");
        const auto z = graph.addValue("z");
        const auto lost = graph.addValue("lost");
        const auto add = [&graph](const char* name, graph::ValueId in, std::vector<graph::ValueId> out,
                                  graph::Attributes attributes = {}) {
            graph.addNode({name, false, "", "Relu", 17, "", {in}, std::move(out), {}, std::move(attributes)});
        };
        graph::Graph body;
        body.addCapture(x, body.addValue("inner"));
        graph::Attributes many;
        for (int i = 0; i <= 1000; ++i)
            many.set(std::to_string(i), std::int64_t{i});
        graph::Attributes secret;
        secret.set("body", std::make_shared<const graph::Graph>(body));
        switch (which) {
        case 0:
            add("a", z, {y});
            add("b", y, {z});
            break;
        case 1: add("a", lost, {y}); break;
        case 2: graph.addNode({"a", false, "", "Dropout", 17, "", {x}, {y, y}, {}, {}}); break;
        case 3: add("a", y, {x}); break;
        case 4: add("a", x, {y}, secret); break;
        case 5: graph.addCapture(x, y); break;
        case 6: graph.addOutput(lost); break;
        case 7: add("a", x, {y}, many); break;
        default: graph.addNode({"a", false, "", "Relu", 17, "", {}, {y}, {}, {}});
        }
        importers::ImportedModel model;
        model.graph = std::move(graph);
        QCOMPARE(messageOf([&] { handedOver(model); }), reason);
    }

    void refusesOneNameForTwo()
    {
        importers::ImportedModel model;
        model.graph = graph::parseGraph(R"(graph "g" opset 13
            input x: float32
            value_a: float32 = Relu(x) name "node_a"
            value_b: float32 = Neg(value_a) name "node_b"
            output value_b)");
        const auto refusalWith = [&model](const std::string& from, const std::string& to) {
            auto bytes = bytesOf(importers::resultOf(model));
            bytes.replace(bytes.find(from), from.size(), to);
            return messageOf([&] { resultFrom(bytes); });
        };
        QCOMPARE(refusalWith("value_a", "value_b"), QString("value value_b is defined twice"));
        QCOMPARE(refusalWith("node_a", "node_b"), QString("there are two nodes node_b"));
    }

    void refusesDeepGraphs()
    {
        const auto nested = [](int depth) {
            graph::Graph graph;
            for (int i = 0; i < depth; ++i) {
                graph::NodeSpec spec;
                spec.opType = "If";
                spec.attributes.set("then_branch", std::make_shared<const graph::Graph>(std::move(graph)));
                graph = graph::Graph();
                graph.addNode(std::move(spec));
            }
            importers::ImportedModel model;
            model.graph = std::move(graph);
            return bytesOf(importers::resultOf(model));
        };
        resultFrom(nested(64));
        QCOMPARE(messageOf([&] { resultFrom(nested(65)); }), QString("graphs are nested more than 64 deep"));
    }

    /// An result that takes long to read would be an attack, too.
    void readsWideGraphsQuickly()
    {
        importers::ImportedModel model;
        const auto x = model.graph.addInput("x");
        for (int i = 0; i < 100'000; ++i) {
            graph::NodeSpec spec;
            spec.opType = "Relu";
            spec.inputs = {x};
            spec.outputs = {model.graph.addValue({})};
            model.graph.addNode(std::move(spec));
        }
        QElapsedTimer timer;
        timer.start();
        QVERIFY(differenceHandedOver(model).isEmpty());
        QVERIFY2(timer.elapsed() < 30'000, qPrintable(QString::number(timer.elapsed())));
    }
};

QTEST_APPLESS_MAIN(TestImportResult)
#include "tst_import_result.moc"
